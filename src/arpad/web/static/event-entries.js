// Registration without leaving the table: a cell is edited where it stands, a button does its work at once, a player of
// the list is entered with Enter. Without scripts the same links and forms open pages.
(() => {
  const box = document.querySelector("[data-entries]");
  const words = box?.dataset;
  const live = () => document.getElementById("live");
  const ask = document.getElementById("ask");
  let fading = 0;
  const say = (sentence, wrong = false) => {
    const line = document.getElementById("done");
    if (!line) { return; }
    line.textContent = sentence;
    line.className = sentence ? `message${wrong ? " error" : ""}` : "";
    clearTimeout(fading);
    if (!wrong) { fading = setTimeout(() => say(""), 8000); }
  };
  const refresh = () => { if (live()) { live().dispatchEvent(new Event("refresh")); } };

  // Send a form or a cell. What is asked is asked in a dialog, and then it is sent again with the answer.
  const send = async (address, fields) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(address, { method: "POST", body, headers: { accept: "application/json" } });
    const reply = await answer.json().catch(() => ({ error: answer.statusText }));
    return { ok: answer.ok, status: answer.status, ...reply };
  };
  const wants = (field, wrong) => {
    field.setAttribute("aria-invalid", wrong ? "true" : "false");
    ask.querySelector(`#${field.closest("label").id}-wrong`).hidden = !wrong;
  };
  const question = (reply, before) => new Promise((settle) => {
    const reason = reply.key === "event-needs-reason" || reply.key === "event-needs-breach";
    const sentences = reply.warnings?.length ? reply.warnings.map((one) => one.message) : [reply.error];
    ask.querySelector("#ask-what").textContent = sentences.join(" ");
    ask.querySelector("#ask-why").hidden = !reason;
    ask.querySelector("#ask-breach").hidden = reply.key !== "event-needs-breach";
    wants(ask.querySelector("textarea"), before === reply.key && reason && !ask.querySelector("textarea").value.trim());
    wants(ask.querySelector("#ask-breach input"), before === "event-needs-breach" && reply.key === before && !ask.querySelector("#ask-breach input").checked);
    ask.querySelector("[value=yes]").textContent = reply.now ? words.mine : words.yes;
    ask.querySelector("[value=no]").textContent = reply.now ? words.theirs : words.no;
    ask.returnValue = "no";
    ask.addEventListener("close", () => settle(ask.returnValue === "yes"), { once: true });
    ask.showModal();
    ask.querySelector(reason ? "textarea" : "[value=yes]").focus();
  });
  const settled = async (address, fields) => {
    let reply = await send(address, fields).catch(() => ({ ok: false, error: words.offline }));
    let before = "";
    while (!reply.ok && (reply.now || reply.key?.startsWith("event-needs-"))) {
      if (!await question(reply, before)) { return null; }
      before = reply.key;
      const more = { yes: "1" };
      if (reply.now) { more.version = reply.now.version; more.seen = reply.now.result === "–" ? "" : reply.now.result; }
      const reason = ask.querySelector("textarea").value.trim();
      if (reason) { more.reason = reason; }
      if (ask.querySelector("#ask-breach input").checked) { more.outside_rules = "1"; }
      fields = { ...fields, ...more };
      reply = await send(address, fields).catch(() => ({ ok: false, error: words.offline }));
    }
    if (ask) { ask.querySelector("textarea").value = ""; ask.querySelector("#ask-breach input").checked = false; }
    return reply;
  };
  const notes = (reply) => (reply.warnings ?? []).map((one) => one.message).join(" ");

  // What is wrong is said at every field; the first of them has the focus.
  const mark = (form, fields = {}) => {
    for (const line of form.querySelectorAll(".wrong")) { line.remove(); }
    for (const input of form.querySelectorAll("[aria-invalid]")) { input.removeAttribute("aria-invalid"); }
    const wrong = Object.entries(fields).filter(([name]) => form.elements[name]);
    for (const [name, sentence] of wrong) {
      const line = Object.assign(document.createElement("p"), { className: "wrong", id: `w-${name}`, role: "alert" });
      line.textContent = sentence.replace(`${name}: `, "");
      form.elements[name].setAttribute("aria-invalid", "true");
      form.elements[name].setAttribute("aria-describedby", line.id);
      form.elements[name].after(line);
    }
    if (wrong.length) { form.elements[wrong[0][0]].focus(); }
    return wrong.length;
  };

  // Forms of the table: done where they are.
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-act]");
    if (!form || !box) { return; }
    event.preventDefault();
    const button = event.submitter;
    const fields = Object.fromEntries(new FormData(form, button));
    form.closest("[popover]")?.hidePopover();
    if (button) { button.disabled = true; }
    const reply = await settled(button?.getAttribute("formaction") ?? form.action, fields);
    if (button) { button.disabled = false; }
    if (!reply) { return; }
    const marked = mark(form, reply.fields);
    say(reply.ok ? `${words.saved} ${notes(reply)}` : marked ? "" : reply.error, !reply.ok);
    if (reply.ok && form.id === "entry-form") {
      const from = form.querySelector("[name=from_round]").value;
      form.reset();
      form.querySelector("[name=from_round]").value = from;
      form.querySelector("[name=player]").focus();
    }
    if (reply.ok) { refresh(); }
  });

  // A cell becomes a field; Enter keeps it and goes down, Tab goes on, Escape leaves it.
  const cells = () => [...document.querySelectorAll("[data-people] a[data-field]")];
  const entryOf = (cell) => cell.closest("tr").id.slice(1);
  const addressOf = (row) => row.dataset.at ?? `${words.entries}/${row.id.slice(1)}`;
  const valueOf = (cell) => cell.dataset.value ?? cell.lastChild.textContent;
  const edit = (cell) => {
    const row = cell.closest("tr");
    const input = document.createElement("input");
    const field = cell.dataset.field;
    const value = valueOf(cell);
    input.value = value;
    input.className = "edited";
    input.setAttribute("aria-label", `${cell.querySelector("i").textContent}: ${valueOf(row.querySelector("[data-field=name]"))}`);
    if (["rating", "born"].includes(field)) { input.inputMode = "numeric"; }
    if (field === "paid") { input.inputMode = "decimal"; }
    cell.hidden = true;
    cell.after(input);
    input.focus();
    input.select();
    let over = false;
    const leave = () => { over = true; input.remove(); cell.hidden = false; };
    const keep = async () => {
      if (over) { return true; }
      if (input.value.trim() === value.trim()) { leave(); return true; }
      input.readOnly = true;
      const fields = { csrf: words.csrf, field, value: input.value, version: row.dataset.version, seen: value };
      const reply = await settled(`${addressOf(row)}/change`, fields);
      input.readOnly = false;
      if (reply?.ok) {
        row.dataset.version = reply.version;
        cell.dataset.value = input.value.trim();
        cell.lastChild.textContent = input.value.trim() || "–";
        leave();
        say(`${words.saved} ${notes(reply)}`);
        refresh();
        return true;
      }
      if (!reply) { leave(); return true; }
      input.setAttribute("aria-invalid", "true");
      say(reply.error.replace(`${field}:`, `${cell.querySelector("i").textContent}:`), true);
      input.focus();
      return false;
    };
    input.addEventListener("blur", () => { if (!ask.open) { keep(); } });
    input.addEventListener("keydown", async (event) => {
      if (event.key === "Escape") { event.preventDefault(); leave(); cell.focus(); }
      if (event.key === "Enter" || event.key === "Tab") {
        event.preventDefault();
        const aside = event.key === "Tab" ? (event.shiftKey ? "ArrowLeft" : "ArrowRight") : event.shiftKey ? "ArrowUp" : "ArrowDown";
        const at = { entry: entryOf(cell), field };
        if (await keep()) { step(at, aside, event.key === "Tab"); }
      }
    });
  };
  const find = (entry, field) => document.querySelector(`#e${entry} a[data-field="${field}"]`);
  const step = (at, key, open = false) => {
    const from = find(at.entry, at.field);
    if (!from) { return; }
    const column = key === "ArrowUp" || key === "ArrowDown" ? cells().filter((one) => one.dataset.field === at.field) : cells();
    const next = column[column.indexOf(from) + (key === "ArrowDown" || key === "ArrowRight" ? 1 : -1)] ?? from;
    rove(next);
    next.focus();
    if (open && next !== from) { edit(next); }
  };
  const rove = (cell) => { for (const one of cells()) { one.tabIndex = one === cell ? 0 : -1; } };
  document.addEventListener("click", (event) => {
    const cell = event.target.closest?.("[data-people] a[data-field]");
    if (cell && !event.ctrlKey && !event.metaKey) { event.preventDefault(); rove(cell); edit(cell); }
  });
  document.addEventListener("keydown", (event) => {
    const cell = event.target.closest?.("[data-people] a[data-field]");
    if (!cell || event.target !== cell) { return; }
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      step({ entry: entryOf(cell), field: cell.dataset.field }, event.key);
    } else if (event.key === "F2") { event.preventDefault(); edit(cell); }
  });

  // What else can be done with a player comes when it is asked for.
  const menu = document.getElementById("row-menu");
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-menu]");
    if (!link || !menu || event.ctrlKey || event.metaKey) { return; }
    event.preventDefault();
    const answer = await fetch(`${link.pathname}/menu`);
    if (!answer.ok) { location.assign(link.href); return; }
    menu.innerHTML = await answer.text();
    menu.showPopover();
    menu.querySelector("button:enabled, a")?.focus();
  });

  // The table is fetched again when the event changes, but not under the hands of somebody who edits or has a menu open.
  let focused = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "live" || !box) { return; }
    if (document.querySelector(".edited, #row-menu:popover-open, dialog[open], [name=players]:checked")) { event.detail.shouldSwap = false; return; }
    const here = document.activeElement;
    const cell = here?.closest?.("a[data-field]");
    focused = !live().contains(here) ? null : here.id ? `#${here.id}` : cell ? `#e${entryOf(cell)} a[data-field="${cell.dataset.field}"]` : null;
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!box) { return; }
    rove(cells()[0]);
    const count = document.querySelector("[data-count]");
    const every = document.querySelector("[data-every]");
    if (count && every) { count.textContent = every.dataset.every; }
    const again = focused && document.querySelector(focused);
    if (again) {
      if (again.matches("a[data-field]")) { rove(again); }
      again.focus();
      if (again.type === "search") { again.setSelectionRange(again.value.length, again.value.length); }
    }
    focused = null;
  });
  if (box) { rove(cells()[0]); }

  // A player of the list: type, arrow keys, Enter. One who is found alone needs no arrow.
  const query = document.querySelector("#q[data-suggests]");
  const enter = async (option) => {
    const fields = { csrf: words.csrf, id: option.dataset.id };
    if (option.dataset.system) { fields.system = option.dataset.system; }
    if (words.from) { fields.from_round = words.from; }
    query.value = "";
    document.getElementById("found").replaceChildren();
    query.setAttribute("aria-expanded", "false");
    const reply = await settled(words.entries, fields);
    query.focus();
    if (reply) { say(reply.ok ? `${reply.sentence ?? words.saved} ${notes(reply)}` : reply.error, !reply.ok); }
    if (reply?.ok) { refresh(); }
  };
  document.addEventListener("click", (event) => {
    const option = event.target.closest?.("#found [role=option][data-id]");
    if (option && !event.ctrlKey && !event.metaKey) { event.preventDefault(); enter(option); }
  });
  query?.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter" || query.hasAttribute("aria-activedescendant")) { return; }
    event.preventDefault();
    const typed = query.value.trim();
    if (!typed) { return; }
    const answer = await fetch(`${query.dataset.suggests}?${new URLSearchParams({ q: typed, place: "found" })}`);
    const list = document.getElementById("found");
    list.innerHTML = answer.ok ? await answer.text() : "";
    const options = [...list.querySelectorAll("[data-id], [data-offered]")];
    if (options.length === 1) { options[0].dataset.id ? enter(options[0]) : location.assign(options[0].href); return; }
    query.setAttribute("aria-expanded", String(options.length > 0));
    if (options.length) {
      options[0].setAttribute("aria-selected", "true");
      query.setAttribute("aria-activedescendant", options[0].id);
      say(words.several);
    } else if (list.querySelector("[aria-disabled][id]")) {
      query.setAttribute("aria-expanded", "true");
      say(words.known, true);
    } else {
      const form = document.getElementById("by-hand");
      form.open = true;
      form.querySelector("[name=player]").value = typed;
      list.replaceChildren();
      query.value = "";
      form.querySelector("[name=rating]").focus();
    }
  });
  document.getElementById("entry-form")?.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.ctrlKey) { event.preventDefault(); event.currentTarget.requestSubmit(); }
  });

  // A file that is dropped or chosen goes on to the page that reads it.
  const drop = document.querySelector("form[data-drop]");
  const sheet = drop?.querySelector("input[type=file]");
  sheet?.addEventListener("change", () => { if (sheet.files.length) { drop.submit(); } });

  // A list of names shows those that begin with what is typed.
  const narrow = document.querySelector("[data-narrows]");
  const plain = (name) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const show = () => {
    const words = plain(narrow.value).split(/[\s,]+/).filter(Boolean);
    for (const line of document.querySelectorAll(narrow.dataset.narrows)) {
      const own = plain(line.textContent).split(/[\s,]+/);
      line.hidden = !words.every((word) => own.some((part) => part.startsWith(word)));
    }
  };
  narrow?.addEventListener("input", show);
  if (narrow) { document.addEventListener("htmx:afterSettle", show); }

  // Fees: lines that are empty come when they are wanted.
  const fees = document.querySelector("form[data-another]");
  for (const set of fees?.querySelectorAll("fieldset") ?? []) {
    const spare = [...set.querySelectorAll(".spare")];
    for (const line of spare) { line.hidden = true; }
    if (!spare.length || fees.querySelector("[disabled]")) { continue; }
    const more = document.createElement("button");
    more.type = "button"; more.className = "second"; more.textContent = fees.dataset.another;
    more.addEventListener("click", () => {
      const line = spare.shift();
      line.hidden = false;
      line.querySelector("input").focus();
      if (!spare.length) { more.remove(); }
    });
    set.append(more);
  }
})();
