"""What axe-core finds on a page, and what else is wrong with it in a browser."""

from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page

from places import PROJECT

AXE = (PROJECT / "tests" / "vendor" / "axe.min.js").read_text("utf-8")
CONTRAST = "color-contrast"
DESKTOP, PHONE = 1280, 320
MOST_BYTES, MOST_OF_EVENTS = 100_000, 150_000
"""What a page may weigh: its HTML, its styles and its scripts, before they are compressed. Pages of running tournaments
bring themselves up to date, and have all their boards or entries."""
UNKNOWN = "/nowhere"
"""The one page that is not there."""
HIDE_ALIKE = """() => {
  const seen = new Map();
  const shape = (part) => `${part.tagName}.${part.className}(${[...part.children].map(shape)})`;
  for (const row of document.querySelectorAll("tbody > tr, li, option")) {
    const parent = row.parentElement;
    const kind = `${parent.tagName}.${parent.className} ${shape(row)}`;
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    if (before >= 4) row.style.setProperty("display", "none", "important");
  }
}"""
"""Shows four of all rows that have the same tags and classes: their colours are those of the others."""
WEIGHT = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .filter((entry) => ["navigation", "script", "link"].includes(entry.initiatorType))
  .reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""
SHOW_ALL = """() => {
  for (const row of document.querySelectorAll("tbody > tr, li, option")) row.style.removeProperty("display");
}"""


def findings(page: Page) -> list[tuple[str, str, str]]:
    """What axe finds on a page: the address, the rule, and where. All rules are tried on the whole page; the colours,
    which alone differ in the dark and take longest, on four of all rows that are alike, in light and dark."""
    page.evaluate(AXE)
    found = _found(page, rules={CONTRAST: {"enabled": False}})
    page.evaluate(HIDE_ALIKE)
    found += _found(page, runOnly=[CONTRAST])
    page.emulate_media(color_scheme="dark")
    found += _found(page, runOnly=[CONTRAST])
    page.emulate_media(color_scheme="light")
    page.evaluate(SHOW_ALL)
    return found


def _found(page: Page, **chosen: Any) -> list[tuple[str, str, str]]:
    found: dict[str, Any] = page.evaluate("(chosen) => axe.run(chosen)", {"resultTypes": ["violations"], **chosen})
    assert found["passes"], page.url
    return [
        (page.url.partition("//")[2].partition("/")[2], violation["id"], node["html"][:160])
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def look(page: Page, paths: Iterable[str]) -> dict[str, list[Any]]:
    """Open pages one after the other. Returns what axe finds, which of them a phone has to move sideways, which weigh
    too much, and what the browser complains about: the content policy forbids what no page does."""
    axe: list[tuple[str, str, str]] = []
    wide: list[str] = []
    heavy: list[tuple[str, int]] = []
    said = watched(page)
    for path in paths:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == (404 if path == UNKNOWN else 200), path
        weight, most = page.evaluate(WEIGHT), MOST_OF_EVENTS if path.startswith("/t/") else MOST_BYTES
        heavy += [(path, weight)] * (weight > most)
        axe += findings(page)
        page.set_viewport_size({"width": PHONE, "height": 900})
        wide += [path] * sideways(page)
        page.set_viewport_size({"width": DESKTOP, "height": 900})
    complaints = [message for message in said if "404" not in message]
    return {"axe": axe, "wide": wide, "heavy": heavy, "said": complaints}


def sideways(page: Page) -> bool:
    """Whether a phone has to move the page sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth") > PHONE)


def watched(page: Page) -> list[str]:
    """What the browser complains about from now on."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


NOTHING: dict[str, list[Any]] = {"axe": [], "wide": [], "heavy": [], "said": []}
"""What is found on pages that are as they should be."""
