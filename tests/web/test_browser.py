"""What visitors do, in a real Chromium: look themselves up, drop a report, change the language; also on a phone."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from web_demo import NAME, PASSWORD, OpenPage
from web_findings import PHONE, sideways
from web_visits import PAGES, REPORT, send


def test_a_player_finds_the_change_and_its_reason(open_page: OpenPage) -> None:
    page = open_page("/")
    name = next(row["name"] for row in page.request.get("/lists/2023-02.json").json()["rows"] if row["games"])
    page.get_by_role("combobox").first.press_sequentially(name.lower())
    page.locator("#find-found").get_by_role("option", name=name).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="Why?")).first
    told = row.locator("td.n").nth(1).inner_text()
    row.get_by_role("link", name="Why?").click()
    expect(page.locator(".move")).to_contain_text("→")
    before, after = re.findall(r"\d+", page.locator(".move").inner_text())
    assert int(after) - int(before) == int(told.replace("−", "-"))
    page.locator("main summary").get_by_text("Why?").first.click()
    expect(page.locator(".fold .article").first).to_be_visible()
    assert page.locator(".trail .article").count() > 3


def test_suggestions_close_with_escape_and_search_works_without_a_script(open_page: OpenPage) -> None:
    page = open_page("/")
    box = page.get_by_role("combobox").first
    box.press_sequentially("zarlanga")
    expect(page.locator("#find-found a").first).to_be_visible()
    box.press("Escape")
    expect(page.locator("#find-found a")).to_have_count(0)
    plain = open_page("/", java_script_enabled=False)
    plain.get_by_role("combobox").first.fill("zarlanga")
    plain.get_by_role("combobox").first.press("Enter")
    expect(plain.get_by_role("main").get_by_role("link", name=re.compile("Zarlanga"))).not_to_have_count(0)


def test_a_visitor_chooses_a_report(open_page: OpenPage) -> None:
    page = open_page("/report", java_script_enabled=False)
    send(page, REPORT)
    expect_the_report(page)


def test_a_visitor_drops_a_report_on_any_page(open_page: OpenPage) -> None:
    page = open_page("/lists")
    carried = page.evaluate_handle(
        """(text) => { const carried = new DataTransfer();
           carried.items.add(new File([text], "open.trf", {type: "text/plain"})); return carried; }""",
        REPORT.read_text("utf-8"),
    )
    page.dispatch_event("main", "dragover", {"dataTransfer": carried})
    expect(page.locator("html.dropping")).to_have_count(1)
    page.dispatch_event("main", "drop", {"dataTransfer": carried})
    expect_the_report(page)


def expect_the_report(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Open Ciudad de Soria 2024")
    page.get_by_role("button", name="Why? Jara, Jorge").click()
    expect(page.locator("#player-10 .article").first).to_be_visible()
    assert page.locator("#player-10 li").count() > 5


def test_a_file_that_is_no_report_is_refused_with_a_reason(open_page: OpenPage, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    page = open_page("/report")
    send(page, picture)
    expect(page.get_by_role("alert")).to_be_visible()


def test_the_language_is_the_browsers_can_be_switched_and_stays(open_page: OpenPage) -> None:
    page = open_page("/lists", locale="es-ES")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_role("link", name="Listas").first).to_be_visible()
    page.get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/players/98000017")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("link", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Zarlanga, Vera")


def test_a_wrong_password_is_told_and_the_right_one_lets_in(open_page: OpenPage) -> None:
    page = open_page("/office")
    assert page.url.endswith("/login?next=/office")
    sign_in(page, "wrong-password")
    expect(page.get_by_role("alert")).to_contain_text("do not match")
    assert not any(cooky["name"] == "arpad_session" for cooky in page.context.cookies())
    sign_in(page, PASSWORD)
    expect(page.get_by_text(f"Signed in as {NAME}")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text(f"Signed in as {NAME}")).to_have_count(0)


def sign_in(page: Page, password: str) -> None:
    page.get_by_label("Name", exact=True).fill(NAME)
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def test_a_phone_shows_every_page_in_spanish_without_moving_sideways(open_page: OpenPage) -> None:
    page = open_page("/", width=PHONE, locale="es-ES")
    wide = []
    for path in PAGES:
        page.goto(path)
        wide += [path] * sideways(page)
    assert wide == []
