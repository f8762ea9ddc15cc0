// A sheet with players: a file that is chosen or dropped is sent at once, a column that is changed shows the rows again,
// and the button says how many players it enters.
(() => {
  const form = document.querySelector("form[data-sheet]");
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field.matches("input[type=file][data-sends]") && field.files.length) { field.form.requestSubmit(); }
    if (field.matches("[data-again]")) { field.form.requestSubmit(); }
    if (form && field.name === "take") { count(); }
  });
  // A file may be chosen before this script is there; one that the browser kept on the way back is not sent again.
  const early = document.querySelector("input[type=file][data-sends]");
  if (early?.files.length && performance.getEntriesByType("navigation")[0]?.type === "navigate") { early.form.requestSubmit(); }
  if (!form) { return; }
  const ready = Number(form.querySelector("[data-count]").textContent.replace(/\D/g, ""));
  const boxes = () => [...form.querySelectorAll("input[type=checkbox][name=take]")];
  const elsewhere = ready - boxes().filter((box) => box.defaultChecked).length;
  const button = form.querySelector("button[value=enter]");
  const count = () => {
    const marked = Math.max(0, elsewhere) + boxes().filter((box) => box.checked).length;
    form.querySelector("[data-count]").textContent = `(${marked})`;
    button.disabled = marked === 0;
  };
})();
