// Forms and folded parts: a button that was pressed shows that something is under way, and its form is not sent a second
// time; a link to something in a folded part opens it; work that takes long is asked how far it is.
(() => {
  const unfold = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = target && target.closest("details");
    if (folded && !folded.open) { folded.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", unfold);
  unfold();
  const FILE = /\.(pdf|csv|json|trf|zip)$/;
  const busy = (form, button, on) => {
    for (const one of [form, button]) { if (one) { on ? one.setAttribute("aria-busy", "true") : one.removeAttribute("aria-busy"); } }
  };
  document.addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    if (form.getAttribute("aria-busy") === "true") { event.preventDefault(); return; }
    const address = new URL(button?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href);
    if (form.method !== "post" || form.hasAttribute("data-file") || FILE.test(address.pathname)) { return; }
    setTimeout(() => { if (!event.defaultPrevented) { busy(form, button || form.querySelector("button"), true); } });
  });
  const work = document.querySelector("[data-progress]");
  const ask = async () => {
    const answer = await fetch(work.dataset.progress).catch(() => null);
    const status = answer?.ok ? await answer.json() : { state: "working" };
    if (status.state !== "working") { location.reload(); return; }
    if (status.said) { work.querySelector("progress").value = status.percent; work.querySelector("[role=status]").textContent = status.said; }
    setTimeout(ask, 1000);
  };
  if (work) { setTimeout(ask, 1000); }
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[aria-busy]")) { busy(form, form.querySelector("button[aria-busy]"), false); }
  });
})();
