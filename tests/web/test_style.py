"""The design: every class of the style sheets is in use, /style shows every part, and no page loads much."""

import re
from pathlib import Path

import pytest

import arpad.web
from visitor import TestClient
from web_demo import OpenPage

WEB = Path(arpad.web.__file__).parent
SHEETS = sorted((WEB / "static").glob("*.css"))
MOST_CSS, MOST_AT_DESK, MOST = 50_000, 58_000, 150_000
PARTS = (
    "back", "head", "move", "up", "down", "strip", "facts", "scroll", "mt", "cw", "cb", "tag", "message", "empty",
    "tabs", "key", "files", "pages", "wrong", "listbox", "card", "cards", "best", "button", "second", "danger", "row",
    "drop", "plot", "trail", "sticky", "choices", "among", "ways", "keys", "chip", "lead", "note", "caps", "big",
    "figure", "wide-only", "phone-only", "itself", "me", "value",
)  # fmt: skip
"""The classes of the parts that every page may use."""


def classes(sheet: Path) -> set[str]:
    """The classes that a style sheet names."""
    rules = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", sheet.read_text("utf-8"), flags=re.DOTALL)
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", rules))


def written() -> set[str]:
    """Every word of the templates, the scripts and the code of the pages, and of the plots that they show."""
    files = [
        *(WEB / "templates").glob("*.html"),
        *(WEB / "static").glob("*.js"),
        *WEB.rglob("*.py"),
        WEB.parent / "lab" / "tables.py",
    ]
    text = "\n".join(path.read_text("utf-8") for path in files if path.name != "htmx.min.js")
    return set(re.findall(r"[a-zA-Z][\w-]*", text))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_class_is_in_use(sheet: Path) -> None:
    said = written()
    # Made in templates from a name: of-rating, size-28, cw, rule-points, p1.
    made = re.compile(r"(of|depth|cut|size|columns|c)-?\w+|p\d|(is|rule|part)-[\w-]+")
    assert [name for name in sorted(classes(sheet)) if name not in said and not made.fullmatch(name)] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_of_the_design_shows_every_part(client: TestClient, language: str) -> None:
    page = client.get("/style", headers={"accept-language": language})
    assert page.status_code == 200
    shown = {name for group in re.findall(r'class="([^"]*)"', page.text) for name in group.split()}
    assert [name for name in PARTS if name not in shown] == []


def test_every_macro_is_shown_and_described() -> None:
    parts = (WEB / "templates" / "parts.html").read_text("utf-8")
    told, shown = parts.partition("#}")[0], (WEB / "templates" / "style.html").read_text("utf-8")
    macros = re.findall(r"\{% macro (\w+)", parts)
    assert [name for name in macros if f"part.{name}(" not in told and name != "tone_of"] == []
    assert [name for name in macros if f"part.{name}(" not in shown and name != "tone_of"] == []


def test_a_page_never_loads_more_than_it_may(client: TestClient) -> None:
    sizes = {sheet.name: sheet.stat().st_size for sheet in SHEETS}
    for more in ("event.css", "plots.css", "screen.css"):
        assert sizes["style.css"] + sizes[more] < MOST_CSS
    assert sizes["style.css"] + sizes["event-desk.css"] < MOST_AT_DESK
    own = sizes["style.css"] + (WEB / "static" / "arpad.js").stat().st_size
    live = own + sizes["event.css"] + (WEB / "static" / "htmx.min.js").stat().st_size
    assert live < MOST - 10_000
    for path in ("/", "/style", "/players/98000017", "/players/98000017/lists/2023-02", "/lists/2023-02", "/events/1"):
        page = client.get(path)
        assert b"htmx" not in page.content
        assert len(page.content) + own < MOST, path


def test_suggestions_obey_the_arrow_keys_enter_and_escape(open_page: OpenPage) -> None:
    page = open_page("/")
    box = page.get_by_role("combobox", name="Find a player").first
    box.press_sequentially("zarlanga")
    options = page.locator("#find-found").get_by_role("option")
    options.nth(1).wait_for()
    assert box.get_attribute("aria-expanded") == "true"
    box.press("ArrowDown")
    box.press("ArrowDown")
    second = options.nth(1)
    assert second.get_attribute("aria-selected") == "true"
    assert box.get_attribute("aria-activedescendant") == second.get_attribute("id")
    box.press("ArrowUp")
    assert options.nth(0).get_attribute("aria-selected") == "true"
    box.press("Escape")
    assert options.count() == 0
    assert box.get_attribute("aria-expanded") == "false"
    box.press("Backspace")
    options.first.wait_for()
    box.press("ArrowUp")
    last = options.last.get_attribute("href")
    box.press("Enter")
    page.wait_for_url(f"**{last}")


def test_the_menu_of_a_phone_opens_without_a_script(open_page: OpenPage) -> None:
    page = open_page("/lists", width=360, java_script_enabled=False)
    lists = page.get_by_role("link", name="Lists", exact=True)
    assert not lists.is_visible()
    page.get_by_role("button", name="Menu").click()
    assert lists.is_visible()
    assert lists.get_attribute("aria-current") == "page"
    assert page.get_by_role("link", name="Español").is_visible()
    page.get_by_role("link", name="Sign in").click()
    page.wait_for_url("**/login")
