// Everything works without a script. Here: suggestions come while somebody types and obey the arrow keys, Enter and
// Escape; a report dropped anywhere on a page is sent to the page that reads it, or put into the field of a page that has
// one for it.
(() => {
  const listOf = (box) => document.getElementById(box.getAttribute("aria-controls"));
  const choose = (box, option) => {
    for (const one of listOf(box).querySelectorAll("[aria-selected=true]")) { one.setAttribute("aria-selected", "false"); }
    if (option) { option.setAttribute("aria-selected", "true"); box.setAttribute("aria-activedescendant", option.id); option.scrollIntoView({ block: "nearest" }); }
    else { box.removeAttribute("aria-activedescendant"); }
  };
  const close = (box) => { choose(box, null); listOf(box).replaceChildren(); box.setAttribute("aria-expanded", "false"); };
  const combobox = (event) => event.target.closest?.("[role=combobox]");
  const waiting = new WeakMap();
  const suggest = async (box) => {
    const asked = box.value.trim();
    if (!asked) { close(box); return; }
    const query = new URLSearchParams({ q: asked, place: listOf(box).id });
    const answer = await fetch(`${box.dataset.suggests}?${query}`);
    const found = answer.ok ? await answer.text() : "";
    if (box.value.trim() !== asked || document.activeElement !== box) { return; }
    choose(box, null);
    listOf(box).innerHTML = found;
    box.setAttribute("aria-expanded", String(listOf(box).children.length > 0));
  };
  document.addEventListener("input", (event) => {
    const box = combobox(event);
    if (!box) { return; }
    clearTimeout(waiting.get(box));
    waiting.set(box, setTimeout(() => suggest(box), 150));
  });
  document.addEventListener("keydown", (event) => {
    const box = combobox(event);
    if (!box) { return; }
    const options = [...listOf(box).querySelectorAll("[role=option][id]")];
    const at = options.findIndex((one) => one.getAttribute("aria-selected") === "true");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && listOf(box).children.length) { close(box); event.preventDefault(); }
    else if (step && options.length) {
      choose(box, options[(at + step + options.length + (at < 0 && step < 0 ? 1 : 0)) % options.length]);
      event.preventDefault();
    } else if (event.key === "Enter" && at >= 0) { options[at].click(); event.preventDefault(); }
  });
  document.addEventListener("click", (event) => {
    const option = event.target.closest?.("[role=option][data-value]");
    const box = option && document.querySelector(`[role=combobox][aria-controls="${option.parentElement.id}"][data-fills]`);
    if (box) { event.preventDefault(); box.value = option.dataset.value; close(box); box.focus(); }
  });
  document.addEventListener("focusout", (event) => {
    const box = combobox(event);
    if (box && !listOf(box).contains(event.relatedTarget)) { setTimeout(() => close(box), 200); }
  });

  const page = document.documentElement;
  page.addEventListener("dragover", (event) => {
    if ([...event.dataTransfer.types].includes("Files")) { event.preventDefault(); page.classList.add("dropping"); }
  });
  page.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) { page.classList.remove("dropping"); }
  });
  page.addEventListener("drop", (event) => {
    const file = event.dataTransfer.files[0];
    if (!file) { return; }
    event.preventDefault();
    page.classList.remove("dropping");
    const carried = new DataTransfer();
    carried.items.add(file);
    const own = document.querySelector("input[type=file][data-dropped]");
    if (own) { own.files = carried.files; own.dispatchEvent(new Event("change", { bubbles: true })); return; }
    const form = document.createElement("form");
    form.method = "post"; form.action = "/report"; form.enctype = "multipart/form-data"; form.hidden = true;
    const input = document.createElement("input");
    input.type = "file"; input.name = "file";
    input.files = carried.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  });
})();
