"""The first minute of the README in a real Chromium: from the last results of a tournament to a rating and why."""

import datetime as dt
import shutil
from pathlib import Path

from playwright.sync_api import expect

from arpad.office.context import Desk
from arpad.office.demo import first_list, found_club_rapid
from arpad.office.storage.database import Database
from arpad.office.tournaments.store import EventStore
from arpad.regulations.rating_editions import regulations
from arpad.tournament.verification import prove
from web_demo import MONTHS, NAME, PASSWORD, MakeOffice, Served, Visitors

EVENING = dt.datetime(2023, 2, 20, 20, tzinfo=dt.UTC)
"""In the month whose list is open in the office of the tests."""


def with_rapid(demo_file: Path, path: Path) -> Path:
    """The demo federation with the rapid of its club."""
    shutil.copy(demo_file, path)
    database = Database(f"sqlite:///{path}")
    found_club_rapid(database, Desk(database, regulations(), "fide", NAME, EVENING))
    event_store = EventStore(database)
    assert prove(event_store.lines("rapido")).proved
    event_store.close()
    return path


def test_the_first_list_puts_the_open_month_at_the_moment() -> None:
    assert first_list(EVENING, MONTHS) == dt.date(2022, 11, 1)
    assert first_list(dt.datetime(2026, 11, 18, tzinfo=dt.UTC)) == dt.date(2024, 11, 1)
    assert first_list(dt.datetime(2026, 1, 1, tzinfo=dt.UTC), 25) == dt.date(2024, 1, 1)


def test_from_the_last_results_to_the_reason_of_a_rating(
    demo_file: Path, tmp_path: Path, office: MakeOffice, server: Served, visitors: Visitors
) -> None:
    app = office(file=with_rapid(demo_file, tmp_path / "rapid.db"), now=lambda: EVENING)
    server.serve(app)
    page, close = visitors.page(server.address, locale="en-GB", viewport={"width": 1280, "height": 900})
    page.goto("/login")
    page.locator("#name").fill(NAME)
    page.locator("#password").fill(PASSWORD)
    page.locator("main button").click()
    page.wait_for_url("**/office")

    page.get_by_role("link", name="Tournaments").first.click()
    page.get_by_role("link", name="Rápido del Club").first.click()
    page.get_by_role("link", name="Desk", exact=True).click()
    page.get_by_role("link", name="Round", exact=False).first.click()
    line = page.locator("[name=keys]").first
    for keys in ("3 1", "4 =", "5 0", "6 1"):
        line.fill(keys)
        line.press("Enter")
        expect(line).to_have_value("")
    page.get_by_role("link", name="Tournament", exact=True).click()
    page.get_by_role("link", name="Prizes", exact=True).click()
    expect(page.get_by_role("table")).to_contain_text("trofeo")
    page.get_by_role("link", name="Hand over", exact=True).click()
    page.get_by_role("button", name="Finish the tournament").click()
    expect(page.get_by_role("heading", name="Rapid")).to_be_visible()
    page.get_by_role("button", name="Hand over for rating").click()
    expect(page.locator(".message").first).to_contain_text("accepted")

    page.get_by_role("link", name="Office", exact=True).first.click()
    page.locator("main .strip a").first.click()
    page.get_by_role("link", name="Look before closing").click()
    page.get_by_role("button", name="Close the period").click()
    expect(page.get_by_role("heading", name="Changes from the list of")).to_be_visible()
    page.get_by_role("link", name="Rapid").first.click()
    page.get_by_role("link", name="Why?").first.click()
    expect(page.get_by_role("main")).to_contain_text("Rápido del Club")
    close()
    app.state.site.close()
