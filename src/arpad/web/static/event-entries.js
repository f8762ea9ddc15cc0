// Entries by keyboard: Enter takes the first player that was found, Ctrl+Enter enters them at once, or sends the form.
(() => {
  const box = document.querySelector("[data-entries]");
  const form = document.getElementById("entry-form");
  const first = () => box.querySelector("#found a[data-id]");
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || (event.target.id !== "q" && !event.ctrlKey)) { return; }
    const player = event.target.id === "q" ? first() : null;
    if (event.ctrlKey) {
      event.preventDefault();
      if (player) { form.querySelector("[name=id]").value = player.dataset.id; }
      form.requestSubmit();
    } else if (player) {
      event.preventDefault();
      player.click();
    }
  });
})();
