"""Every form of the desk, refused once in a real Chromium: it says why, and what was typed is still there."""

from pathlib import Path

from playwright.sync_api import FilePayload, Page, expect

from arpad.office.decisions.corrections import CORRECTIONS
from arpad.office.decisions.decisions import DECISIONS
from office_world import report
from places import PROJECT
from web_demo import NAME, OpenPage, Served
from web_hostile import START, listed
from web_visits import at_the_desk

Values = dict[str, str]

REFUSED: dict[str, Values] = {
    "/office/register": {"name": "Open de España", "start": "2023-02-04", "federation": "España", "norms": "yes"},
    "/office/submit": {"file": "notes.txt", "received": "2023-02-28", "scheduled": "9"},
    "/office/events/1/correct": {"file": "notes.txt", "reason": "A wrong result"},
    "/office/events/1/withdraw": {"reason": "   "},
    "/office/events/1/identify": {"players": "12-2250000", "reason": "Two of the same name"},
    "/office/events/1/facts": {"registered": "2023-01-02", "reason": "   "},
    "/office/events/1/base": {"id": "98000017", "rating": "strong", "reason": "Decided"},
    "/office/decide/person": {"id": "1", "period": "2023-03", "name": "Nobody, Nora"},
    "/office/decide/rating": {"id": "98000017", "period": "2023-03", "rating": "²", "reason": "Decided"},
    "/office/decide/merge": {"keep": "98000017", "drop": "1", "reason": "The same person"},
    "/office/decide/unmerge": {"keep": "98000017", "drop": "1", "reason": "Two persons"},
    "/office/decide/exclude": {"federation": "España", "period": "2023-03", "reason": "Decided"},
    "/office/decide/readmit": {"federation": "España", "period": "2023-03", "reason": "Decided"},
    "/office/decide/erase": {"id": "1", "period": "2023-03", "reason": "Asked for it"},
    "/office/decide/undo": {"decision": "999", "reason": "A mistake"},
    "/office/accounts/new": {"name": NAME, "role": "arbiter", "password": "caissa-2024"},
    "/office/accounts/password": {"name": "nobody", "password": "caissa-2024"},
}
UNSHOWN = ("file", "password")
"""What a browser does not show again: a file has to be chosen again, a password typed again."""


def fill(page: Page, values: Values, files: Path) -> None:
    """Fill in a form as a person would: what is folded is opened first."""
    for details in page.locator("main form details:not([open]) summary").all():
        details.click()
    for name, value in values.items():
        field = page.locator(f'main form [name="{name}"]')
        if name == "file":
            field.set_input_files(files / value)
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def test_a_refused_form_says_why_and_keeps_what_was_typed(open_page: OpenPage, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("No report at all.\n", "utf-8")
    page = at_the_desk(open_page)
    for path, values in REFUSED.items():
        page.goto(path)
        fill(page, values, tmp_path)
        with page.expect_navigation() as answer:
            page.locator("main form button").first.click()
        assert answer.value.status == 400, path
        expect(page.get_by_role("alert")).to_be_visible()
        for name, value in values.items():
            shown = page.locator(f'main form [name="{name}"]')
            expect(shown).to_have_value("" if name in UNSHOWN else value)
            if name not in UNSHOWN:
                expect(shown).to_be_visible()


def test_the_same_report_twice_is_refused_on_the_form(open_page: OpenPage, served: Served, tmp_path: Path) -> None:
    (tmp_path / "open.trf").write_bytes(report("Open de Prueba", listed(served.app, 10), START, 1, 10, 9))
    values = {"file": "open.trf", "registered": "2023-01-02", "hybrid": "no"}
    page = at_the_desk(open_page)
    for _ in ("accepted", "refused"):
        page.goto("/office/submit")
        fill(page, values, tmp_path)
        page.locator("main form button").first.click()
        expect(page.get_by_role("status").or_(page.get_by_role("alert"))).to_be_visible()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator('[name="registered"]')).to_have_value("2023-01-02")


def test_every_form_of_the_desk_is_refused_above() -> None:
    """A new form of events or decisions needs its line in the table."""
    events = {f"/office/events/1/{kind.command}" for kind in CORRECTIONS}
    decisions = {f"/office/decide/{kind.command}" for kind in DECISIONS}
    assert events | decisions <= set(REFUSED)


def test_a_player_that_is_no_number_is_nobody(open_page: OpenPage) -> None:
    """A superscript two is a digit to Python and no number."""
    page = open_page("/")
    example = PROJECT / "examples" / "open-2024.trf"
    sent = FilePayload(name="open.trf", mimeType="text/plain", buffer=example.read_bytes())
    answer = page.request.post("/report", multipart={"file": sent, "player": "²"})
    assert answer.status == 200
