// Living tables work without this script. Here: a heading, a field or a page brings the new view into the place of the
// table, without leaving the page; the table is copied for a spreadsheet, and the link to its view.
(() => {
  const part = (from, one) => from.querySelectorAll("[data-living]")[[...document.querySelectorAll("[data-living]")].indexOf(one)];
  let newest = 0;
  const show = async (one, address, focus, keep) => {
    const mine = ++newest;
    one.setAttribute("aria-busy", "true");
    let answer;
    try { answer = await fetch(address, { headers: { accept: "text/html" } }); } catch { location.assign(address); return; }
    if (mine !== newest) { return; }
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    const table = part(found, one), form = found.querySelector("form.filters"), own = document.querySelector("form.filters");
    if (!table || (form && form.querySelector(".wrong")) || own?.querySelector(".wrong")) { location.assign(address); return; }
    one.replaceWith(table);
    for (const hidden of form ? form.querySelectorAll("input[type=hidden]") : []) {
      const known = own.querySelector(`input[type=hidden][name="${hidden.name}"]`);
      if (known) { known.value = hidden.value; } else { own.prepend(hidden); }
    }
    if (!keep) { history.pushState({ living: true }, "", address); }
    if (focus) { table.querySelector(focus)?.focus({ preventScroll: true }); }
    if (table.getBoundingClientRect().top < 0) { table.scrollIntoView({ block: "start" }); }
  };
  const ours = (event) => !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const say = (where, words) => {
    const said = where.textContent;
    where.textContent = words;
    setTimeout(() => { where.textContent = said; }, 1500);
  };
  document.addEventListener("click", async (event) => {
    const one = event.target.closest?.("[data-living]");
    if (!one || !ours(event)) { return; }
    const way = event.target.closest("a[data-sorts], .pages a"), link = event.target.closest("a[data-copies-link]"), copy = event.target.closest("[data-copies-table]");
    if (way) {
      event.preventDefault();
      show(one, way.href, way.dataset.sorts ? `[data-sorts="${way.dataset.sorts}"]` : `.pages a[rel=${way.rel || "next"}]`);
    } else if (link) {
      event.preventDefault();
      try { await navigator.clipboard.writeText(link.href); say(link, "✓"); } catch { location.assign(link.href); }
    } else if (copy) {
      const rows = [...one.querySelectorAll("tr")].map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\s+/g, " ").trim()).join("\t"));
      try { await navigator.clipboard.writeText(rows.join("\n")); say(copy, "✓"); } catch { say(copy, "–"); }
    }
  });
  document.addEventListener("submit", (event) => {
    const form = event.target, one = form.matches("form.filters") && document.querySelector("[data-living]");
    if (!one || event.defaultPrevented) { return; }
    event.preventDefault();
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    show(one, `${form.getAttribute("action")}${query.size ? `?${query}` : ""}`);
  });
  addEventListener("popstate", () => { if (document.querySelector("[data-living]")) { location.reload(); } });
  for (const one of document.querySelectorAll("[data-living]")) { one.classList.add("ready"); }
  new MutationObserver(() => { for (const one of document.querySelectorAll("[data-living]:not(.ready)")) { one.classList.add("ready"); } }).observe(document.body, { childList: true, subtree: true });
})();
