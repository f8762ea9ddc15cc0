"""What officers do, in a real Chromium: from a report to the published list, and a correction."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from arpad.formats.read import read_report
from arpad.office.demo import with_result
from arpad.office.events import show_event
from arpad.office.storage._tables import get_report
from office_world import report
from web_demo import OpenPage, Served
from web_findings import NOTHING, look
from web_hostile import START, listed
from web_visits import at_the_desk

DESK = (
    "/office", "/office/events", "/office/events/1", "/office/submit", "/office/register", "/office/events/1/correct",
    "/office/lists", "/office/lists/2023-02", "/office/lists/2023-03", "/office/lists/2023-03/closing",
    "/office/decisions", "/office/decide/merge", "/office/log", "/office/verify", "/office/tokens", "/office/accounts",
    "/office/import", "/office/backup", "/office/compare?first=fide-2022&second=fide-2024",
    "/office/decide/erase", "/office/hall", "/office/arbiters", "/office/arbiters/record/person", "/proof", "/draws",
    "/pairings", "/tools/arbiter-norm", "/calculators/arbiters",
)  # fmt: skip


def versions(page: Page) -> list[tuple[str, int]]:
    """Everything that is published, as a stranger sees it."""
    return [(version["period"], version["version"]) for version in page.request.get("/lists.json").json()]


def test_an_officer_goes_from_a_report_to_the_published_list(
    open_page: OpenPage, served: Served, tmp_path: Path
) -> None:
    file = tmp_path / "open.trf"
    players = listed(served.app, 10)
    file.write_bytes(report("Open de Prueba", players, START, 1, 10, 9))
    page = at_the_desk(open_page)
    before = versions(page)

    page.get_by_role("link", name="Submit a report").click()
    page.get_by_label("Report *").set_input_files(file)
    page.get_by_label("Registered on").fill("2023-01-02")
    page.get_by_label("Hybrid conditions").select_option("no")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("status")).to_contain_text("accepted")
    expect(page.get_by_role("heading", level=1)).to_have_text("Open de Prueba")

    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_role("link", name="Open de Prueba").first).to_be_visible()
    page.locator("main .strip a").first.click()
    page.get_by_role("link", name="Look before closing").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What closing finds")
    page.get_by_role("button", name="Close the period").click()
    expect(page.get_by_role("heading", name="Changes from the list of")).to_be_visible()
    assert page.get_by_role("link", name="Why?").count() > 5
    assert versions(page) == before
    assert page.request.get("/lists/2023-03").status == 404

    page.get_by_role("link", name="Publish: see what will happen").click()
    page.get_by_role("button", name="Publish it for good").click()
    expect(page.get_by_role("status")).to_be_visible()
    assert versions(page) == [("2023-03-01", 1), *before]
    page.get_by_role("link", name="As everybody sees it").click()
    expect(page.get_by_role("table")).to_contain_text(players[0].name)
    page.goto(f"/players/{players[0].id}/lists/2023-03")
    expect(page.get_by_role("main")).to_contain_text("Open de Prueba")


def test_a_report_that_cannot_be_rated_is_refused_with_its_reasons(
    open_page: OpenPage, served: Served, tmp_path: Path
) -> None:
    file = tmp_path / "late.trf"
    file.write_bytes(report("Open sin registrar", listed(served.app, 10), START, 1, 10, 9))
    page = at_the_desk(open_page)
    page.goto("/office/submit")
    page.get_by_label("Report *").set_input_files(file)
    page.get_by_label("Registered on").fill("2023-02-09")
    page.get_by_label("Hybrid conditions").select_option("no")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("status")).to_contain_text("refused")
    expect(page.locator(".tag.error").first).to_be_visible()


def corrected_report(served: Served, number: int) -> bytes:
    """The report of an event, with a drawn game won by White."""
    desk = served.app.state.site.desk()
    with desk.database.reading() as connection:
        data = get_report(connection, show_event(desk, number).revisions[-1].sha256)
    rank, drawn = next(
        (player.rank, round_)
        for player in read_report(data).event.players
        for round_ in player.rounds
        if (round_.result, round_.colour) == ("=", "w") and round_.opponent is not None
    )
    assert drawn.opponent is not None
    return with_result(data, drawn.round, rank, drawn.opponent, "1")


def test_a_correction_shows_whom_it_touches_before_it_is_done(
    open_page: OpenPage, served: Served, tmp_path: Path
) -> None:
    file = tmp_path / "corrected.trf"
    file.write_bytes(corrected_report(served, 1))
    page = at_the_desk(open_page)
    before = versions(page)
    page.goto("/office/events/1")
    page.get_by_role("link", name="Correct the report").click()
    page.get_by_label("Report *").set_input_files(file)
    page.get_by_label("Reason *").fill("The scoresheet of round 1 says 1-0 <b>")
    page.get_by_role("button", name="See whose ratings change").click()

    expect(page.get_by_role("main")).to_contain_text("Nothing is done yet.")
    expect(page.get_by_role("main")).to_contain_text("The scoresheet of round 1 says 1-0 <b>")
    touched = page.locator("section.card").first.locator("tbody tr")
    assert touched.count() >= 2
    id_ = re.findall(r"98\d{6}", touched.first.inner_html())[0]
    assert versions(page) == before

    page.get_by_role("button", name="Confirm: do it").click()
    expect(page.get_by_role("status")).to_contain_text("corrected")
    after = versions(page)
    assert len(after) > len(before)
    assert set(before) < set(after)
    page.goto(f"/players/{id_}")
    expect(page.locator("main .tag", has_text="corrected").first).to_be_visible()


@pytest.mark.parametrize("part", range(2))
def test_pages_of_the_desk_are_accessible_narrow_and_without_complaints(open_page: OpenPage, part: int) -> None:
    page = at_the_desk(open_page, color_scheme="light")
    assert look(page, DESK[part::2]) == NOTHING
