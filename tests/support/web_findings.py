"""What axe-core finds on a page, and what else is wrong with it in a browser."""

from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page

from places import PROJECT

TRIED = """;globalThis.tried = async (chosen) => {
  const found = await axe.run({resultTypes: ["violations"], ...chosen});
  return {
    passed: found.passes.length,
    violations: found.violations.map((rule) => [rule.id, rule.nodes.map((node) => node.html)]),
  };
}"""
AXE = (PROJECT / "tests" / "vendor" / "axe.min.js").read_text("utf-8") + TRIED
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that depend on colours alone: they differ in the dark, and take longest."""
DESKTOP, PHONE = 1280, 320
MOST_BYTES, MOST_AGAIN = 300_000, 150_000
"""What a page may weigh at the first visit, with its styles, scripts, fonts and pictures, before they are compressed;
and at the next, when everything that is named by its version is kept."""
UNKNOWN = "/nowhere"
"""The one page that is not there."""
COLOURS = """async (rules) => {
  const seen = new Map();
  const shape = (part) => part.nodeType === Node.TEXT_NODE ? (part.data.trim() ? "text" : "")
    : `${part.tagName}.${part.className}(${[...part.childNodes].map(shape)})`;
  globalThis.aside = [];
  for (const row of document.querySelectorAll("tbody > tr, li, option")) {
    if (!row.isConnected) continue;
    const parent = row.parentElement;
    const kind = `${parent.tagName}.${parent.className} ${shape(row)}`;
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    if (before < 4) continue;
    const place = row.cloneNode(false);
    place.style.setProperty("display", "none", "important");
    row.replaceWith(place);
    aside.push([place, row]);
  }
  const run = await tried(aside.length ? {runOnly: rules} : {});
  return {run, aside: aside.length, dark: matchMedia("(prefers-color-scheme: dark)").matches};
}"""
"""Tries the colours on four of all rows that have the same tags and classes, and text in the same places: theirs are
those of the others. All rules at once, if there are no more rows. The others are set aside, an empty row for each, so
that axe need not look at them and those that stay keep their places."""
OTHER_COLOURS = "(rules) => tried({runOnly: rules})"
REST = """(rules) => {
  for (const [place, row] of aside) place.replaceWith(row);
  return tried({rules: Object.fromEntries(rules.map((rule) => [rule, {enabled: false}]))});
}"""
"""Tries all other rules on the whole page."""
WEIGHT = """async () => {
  await document.fonts.ready;
  const entries = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
  const sum = (some) => some.reduce((total, entry) => total + entry.decodedBodySize, 0);
  return [sum(entries), sum(entries.filter((entry) => !/[?]v=[0-9a-f]{12}$/.test(entry.name)))];
}"""
PLACES = """() => [...document.body.querySelectorAll("*")].map((part) => {
  const box = part.getBoundingClientRect();
  return [box.x, box.y, box.width, box.height].map(Math.round).join(" ");
})"""
REMEMBER = f"""(() => {{
  const remember = () => {{ window.placesAtFirst ??= ({PLACES})(); }};
  const styled = () => [...document.querySelectorAll("link[rel=stylesheet]")].every((link) => link.sheet);
  document.addEventListener("DOMContentLoaded", () => {{ if (styled()) remember(); }});
  window.addEventListener("load", remember);
}})()"""
MOVED = f"""async () => {{
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const [first, now] = [window.placesAtFirst, ({PLACES})()];
  const parts = [...document.body.querySelectorAll("*")];
  return now.flatMap((place, at) => place === first[at] ? [] : [parts[at].outerHTML.slice(0, 80)]).slice(0, 3);
}}"""
"""What stands elsewhere than when the page was read and its styles were there: whatever comes later (a picture, a font,
a script) must not move anything. This does not depend on how fast the page comes."""


def findings(page: Page) -> list[tuple[str, str, str]]:
    """What axe finds on a page: the address, the rule, and where. All rules are tried on the whole page, but those of
    colours on four of all rows that are alike, in light and dark. The page is left dark if it was light, and the other
    way round."""
    if not page.evaluate("'tried' in globalThis"):
        devtools = page.context.new_cdp_session(page)
        devtools.send("Runtime.evaluate", {"expression": AXE})  # `page.evaluate` would take ten times as long
        devtools.detach()
    first = page.evaluate(COLOURS, OF_COLOURS)
    page.emulate_media(color_scheme="light" if first["dark"] else "dark")
    found = [first["run"], page.evaluate(OTHER_COLOURS, OF_COLOURS)]
    if first["aside"]:
        found.append(page.evaluate(REST, OF_COLOURS))
    assert all(run["passed"] for run in found), page.url
    place = page.url.partition("//")[2].partition("/")[2]
    return [(place, rule, html[:160]) for run in found for rule, nodes in run["violations"] for html in nodes]


def look(page: Page, paths: Iterable[str]) -> dict[str, list[Any]]:
    """Open pages one after the other. Returns what axe finds, which of them a phone has to move sideways, which weigh
    too much, on which something moves after it was shown, and what the browser complains about: the content policy
    forbids what no page does."""
    axe: list[tuple[str, str, str]] = []
    wide: list[str] = []
    heavy: list[tuple[str, list[int]]] = []
    moved: list[tuple[str, list[str]]] = []
    said = watched(page)
    widths = (DESKTOP, PHONE)
    for script in (REMEMBER, AXE):
        page.add_init_script(script)
    for path in paths:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == (404 if path == UNKNOWN else 200), path
        first, again = page.evaluate(WEIGHT)
        heavy += [(path, [first, again])] * (first > MOST_BYTES or again > MOST_AGAIN)
        late = page.evaluate(MOVED)
        moved += [(path, late)] * bool(late)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 900})
            if width == DESKTOP:
                axe += findings(page)
            else:
                wide += [path] * sideways(page)
        widths = widths[::-1]  # the next page is opened as wide as this one was left
    complaints = [message for message in said if "404" not in message]
    return {"axe": axe, "wide": wide, "heavy": heavy, "moved": moved, "said": complaints}


def sideways(page: Page) -> bool:
    """Whether a phone has to move the page sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth") > PHONE)


def watched(page: Page) -> list[str]:
    """What the browser complains about from now on."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


NOTHING: dict[str, list[Any]] = {"axe": [], "wide": [], "heavy": [], "moved": [], "said": []}
"""What is found on pages that are as they should be."""
