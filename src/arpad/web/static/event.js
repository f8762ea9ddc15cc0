// Results by keyboard. Without this script the line and the buttons are plain forms, and the server does the same.
// A board and a key (12 1), or keys alone (1, =, 10=), which go down the open boards; Enter sends. A full stop after board
// and key (121.) sends by itself: nothing else has one, so that no run of keys is taken for a board. Each result goes to the
// server by itself with the version that the page showed and an id of its own, so that it may be sent again.
(() => {
  const form = document.getElementById("keyboard");
  if (!form) { return; }
  const line = document.getElementById("line"), aim = document.getElementById("aim"), words = form.dataset;
  const KEYS = { "1": "1-0", "0": "0-1", "5": "1/2", "=": "1/2", "½": "1/2", "+": "+/-", "-": "-/+", "x": "-/-", "a": "*" };
  const SHOWN = { "1-0": "1–0", "0-1": "0–1", "1/2": "½–½", "*": "⏸" };
  const RESULT = /^([10]-[01]|1\/2|[+-]\/[+-]|[WDL]-[WDL]|\*)$/i;
  const STOPPED = /^(\d+) *([105=½+xa-])\.$/i;
  const waiting = new Map(), clashes = new Map();
  const row = (board) => document.getElementById(`b${board}`);
  const open = () => [...document.querySelectorAll(".board[data-own]")]
    .filter((one) => one.dataset.result === "" && !waiting.has(one.dataset.board)).map((one) => one.dataset.board);
  const typing = matchMedia("(pointer: fine)");
  const shown = (result) => SHOWN[result] || result;
  const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  // What a line means: pairs of a board and a result. A key that no board is left for has the board "".
  const read = (text) => {
    const free = open(), told = [];
    const put = (board, result) => { told.push([board, result]); free.splice(free.indexOf(board) >>> 0, 1); };
    for (const part of text.replaceAll(".", ".,").split(/[,;]/)) {
      const found = part.trim().split(/\s+/).filter(Boolean), stopped = STOPPED.exec(part.trim());
      if (stopped) { put(String(Number(stopped[1])), KEYS[stopped[2].toLowerCase()]); }
      else if (found.length === 2) { put(found[0], KEYS[found[1].toLowerCase()] || found[1]); }
      else if (found.length === 1 && (found[0].length === 1 || /[-/]/.test(found[0].slice(1)))) { put(free[0] || "", KEYS[found[0].toLowerCase()] || found[0]); }
      else if (found.length === 1) { for (const key of found[0].toLowerCase()) { put(free[0] || "", KEYS[key] || key); } }
      else if (found.length) { put("", part.trim()); }
    }
    return told;
  };

  const mark = () => {
    for (const one of document.querySelectorAll(".board.current")) { one.classList.remove("current"); }
    for (const [board, sent] of waiting) {
      const there = row(board);
      if (there) { there.classList.add("waiting"); there.querySelector(".note").textContent = shown(sent.result); }
    }
    for (const [board, show] of clashes) { if (row(board)) { show(row(board)); } }
    const told = read(line.value), next = told.length ? told.map(([board]) => board) : open().slice(0, 1);
    for (const board of next) { if (row(board)) { row(board).classList.add("current"); } }
    if (next[0] && row(next[0])) { row(next[0]).scrollIntoView({ block: "nearest" }); }
    aim.textContent = told.map(([board, result]) => `${board || "?"}: ${shown(result)}`).join(" · ");
  };

  // The row shows its result at once; the page, which asks again every few seconds, puts it into its place.
  const entered = (there, told) => {
    if (!there) { return; }
    there.dataset.result = told.result || "";
    there.dataset.version = told.version;
    there.classList.replace("open", "entered");
    const badge = document.createElement("span");
    badge.className = "badge"; badge.textContent = shown(told.result || "–");
    (there.querySelector(".keys") || there.querySelector(".badge")).replaceWith(badge);
    there.querySelector(".by")?.remove();
  };

  const note = (board, build) => {
    clashes.set(board, (there) => {
      const place = there.querySelector(".note");
      if (!place.hidden) { return; }
      place.hidden = false;
      place.replaceChildren(...build(() => { clashes.delete(board); place.hidden = true; place.replaceChildren(); if (typing.matches) { line.focus(); } mark(); }));
    });
    mark();
  };

  const button = (text, press) => {
    const made = document.createElement("button");
    made.type = "button"; made.textContent = text; made.className = "second"; made.addEventListener("click", press);
    return made;
  };

  // Nobody is signed in any more: the result goes to the server as a plain form, which asks for it and then goes on.
  const signIn = (given) => {
    const again = document.createElement("form");
    again.method = "post"; again.action = words.results; again.hidden = true;
    for (const [name, value] of given) {
      const field = document.createElement("input");
      field.name = name; field.value = value;
      again.append(field);
    }
    document.body.append(again);
    again.submit();
  };

  const refused = (board, result, status, told) => {
    if (status === 409 && told.now) {
      const said = words.clash.replace("{now}", shown(told.now.result) || "–").replace("{who}", told.now.who || "–").replace("{yours}", shown(result));
      note(board, (close) => [document.createTextNode(said), document.createElement("br"),
        button(words.replace, () => { close(); send(board, result, told.now.version, "1"); }), button(words.leave, close)]);
    } else if (told.warnings) {
      const link = document.createElement("a");
      link.href = `${words.form}&board=${board}&result=${encodeURIComponent(result)}`; link.textContent = words.asked;
      note(board, (close) => [document.createTextNode(`${told.warnings.map((one) => one.message).join(" ")} `), link, document.createTextNode(" "), button(words.leave, close)]);
    } else if (row(board)) {
      note(board, (close) => [document.createTextNode(`${told.error} `), button(words.leave, close)]);
    } else { aim.textContent = told.error; }
  };

  const send = async (board, result, version, replace, id = newId()) => {
    waiting.set(board, { result });
    mark();
    const given = new URLSearchParams({ csrf: form.elements.csrf.value, board, result, version, request: id });
    if (replace) { given.set("replace", replace); }
    let answer, told;
    try {
      answer = await fetch(words.results, { method: "POST", body: given, headers: { accept: "application/json" } });
      told = await answer.json();
    } catch {
      aim.textContent = words.slow;
      setTimeout(() => send(board, result, version, replace, id), 2000);
      return;
    }
    waiting.delete(board);
    if (row(board)) { row(board).classList.remove("waiting"); }
    if (answer.status === 401) { signIn(given); return; }
    if (answer.ok) {
      entered(row(board), told.board);
      if (told.warnings.length) { note(board, (close) => [document.createTextNode(`${told.warnings.map((one) => one.message).join(" ")} `), button(words.leave, close)]); }
      if (!open().length && !waiting.size) { look(); }
    } else { refused(board, result, answer.status, told); }
    mark();
  };
  const look = () => document.getElementById("live").dispatchEvent(new Event("refresh"));

  // A line that names a board which is not on the page, or no result: the server says what is wrong, and the line stays.
  const whole = async () => {
    const given = new URLSearchParams(new FormData(form));
    given.set("boards", open().join(" "));
    let answer, told;
    try {
      answer = await fetch(form.action, { method: "POST", body: given, headers: { accept: "application/json" } });
      told = await answer.json();
    } catch { aim.textContent = words.slow; return; }
    if (answer.ok) { line.value = ""; look(); mark(); return; }
    if (answer.status === 401 || told.warnings || told.now) { form.submit(); return; }
    line.setAttribute("aria-invalid", "true");
    aim.textContent = told.error; aim.classList.add("wrong");
    line.focus(); line.select();
  };

  form.addEventListener("submit", (event) => {
    const told = read(line.value);
    if (!told.length) { event.preventDefault(); return; }
    event.preventDefault();
    if (told.some(([board, result]) => !row(board) || !RESULT.test(result))) { whole(); return; }
    line.value = "";
    for (const [board, result] of told) { send(board, result, row(board).dataset.version); }
  });
  document.addEventListener("submit", (event) => {
    const sent = event.target;
    if (!sent.classList.contains("keys") || !event.submitter) { return; }
    event.preventDefault();
    const board = sent.elements.board.value;
    send(board, event.submitter.value, row(board).dataset.version);
  });
  line.addEventListener("input", () => { line.removeAttribute("aria-invalid"); aim.classList.remove("wrong"); mark(); if (STOPPED.test(line.value.trim())) { form.requestSubmit(); } });
  document.body.addEventListener("htmx:load", mark);
  mark();
})();
