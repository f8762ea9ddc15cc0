// The form of the rules of a tournament. Without this script everything is done when the form is sent; with it, what follows
// from what was typed (the class of a time control, tie-breaks of a system, the timetable) is shown at once: the server looks.
(() => {
  const form = document.querySelector("form[data-looks]");
  if (!form) { return; }
  const SAYS = ["says-time_control", "says-system", "says-schedule"];
  const DECIDE = ["system", "kind", "start", "tie_break_edition"];
  const due = new Set();
  let asked = 0, timer = 0;
  const put = (id, page) => {
    const there = document.getElementById(id), fresh = page.getElementById(id), focus = document.activeElement;
    if (!there || !fresh || there.innerHTML === fresh.innerHTML) { return; }
    const within = there.contains(focus) && focus.id;
    there.replaceWith(fresh);
    if (within) { document.getElementById(within)?.focus(); }
  };
  const look = async () => {
    const mine = ++asked, data = new FormData(form);
    data.set("look", "1");
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(data), headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer || !answer.ok || mine !== asked) { return; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of SAYS) { put(id, page); }
    if (DECIDE.some((name) => due.has(name))) { put("c-tie_breaks", page); }
    if (due.has("rounds")) { put("own-times", page); }
    due.clear();
    const slug = document.getElementById("r-slug"), proposed = page.getElementById("r-slug");
    if (slug && proposed) { slug.placeholder = proposed.placeholder; }
    arrows();
  };
  const soon = (event, wait) => {
    const name = event.target.name || "";
    if (!name || name.startsWith("invitation") || name.startsWith("groups")) { return; }
    clearTimeout(timer);
    due.add(name);
    timer = setTimeout(look, wait);
  };
  form.addEventListener("input", (event) => { if (["time_control", "name"].includes(event.target.name)) { soon(event, 400); } });
  form.addEventListener("change", (event) => {
    const line = event.target.closest(".own-list li");
    if (line) { explain(line); }
    soon(event, 50);
  });

  // What a tie-break means; variants mean what their family does. They move up and down.
  const explain = (line) => {
    const code = line.querySelector("select").value.split(/[/:]/)[0];
    const family = code && line.closest(".own-list").querySelector(`dt[data-code="${code}"]`);
    line.querySelector(".means").textContent = family ? family.nextElementSibling.textContent : "";
  };
  const arrows = () => { for (const one of form.querySelectorAll(".moves")) { one.hidden = false; } };
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (!button) { return; }
    const lines = [...button.closest("ol").children], at = lines.indexOf(button.closest("li"));
    const other = lines[at + Number(button.dataset.move)];
    if (!other) { return; }
    const [one, two] = [lines[at], other].map((line) => line.querySelector("select"));
    [one.value, two.value] = [two.value, one.value];
    explain(lines[at]);
    explain(other);
    other.querySelector(`[data-move="${button.dataset.move}"]`).focus();
  });
  arrows();

  // A field with a mistake, or one that a link names, may be in a section that is closed.
  const unfold = () => {
    const there = location.hash && document.getElementById(location.hash.slice(1));
    for (let box = there && there.closest("details"); box; box = box.parentElement.closest("details")) { box.open = true; }
  };
  addEventListener("hashchange", unfold);
  unfold();
})();
