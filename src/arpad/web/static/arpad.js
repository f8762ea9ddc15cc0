// Search as you type needs htmx; everything else works without a script. Here: a report dropped anywhere on a page is
// sent to the page that reads it, or put into the field of a page that has one for it, and Escape closes the suggestions.
(() => {
  const stop = (event) => { event.preventDefault(); };
  const page = document.documentElement;
  page.addEventListener("dragover", (event) => {
    if ([...event.dataTransfer.types].includes("Files")) { stop(event); page.classList.add("dropping"); }
  });
  page.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) { page.classList.remove("dropping"); }
  });
  page.addEventListener("drop", (event) => {
    const file = event.dataTransfer.files[0];
    if (!file) { return; }
    stop(event);
    page.classList.remove("dropping");
    const carried = new DataTransfer();
    carried.items.add(file);
    const own = document.querySelector("input[type=file][data-dropped]");
    if (own) { own.files = carried.files; return; }
    const form = document.createElement("form");
    form.method = "post"; form.action = "/report"; form.enctype = "multipart/form-data"; form.hidden = true;
    const input = document.createElement("input");
    input.type = "file"; input.name = "file";
    input.files = carried.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  });
  document.addEventListener("keydown", (event) => {
    const list = document.getElementById("suggestions");
    if (event.key === "Escape" && list) { list.replaceChildren(); }
  });
})();
