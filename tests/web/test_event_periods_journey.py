"""The shortest way of a league through its rating periods in Chromium: hand over a part, open the next period."""

import datetime as dt
from pathlib import Path

import pytest
from playwright.sync_api import expect

from arpad.office.tournaments.copies import restore_log
from league_of_months import league, list_csv
from web_journeys import PHONE, Desk, OpenHall

EVENT = "/t/league"
DAYS = ("2026-03-10", "2026-03-24", "2026-04-14", "2026-05-07", "2026-05-28", "2026-06-18", "2026-07-16")
LATER = {
    "system": "dutch-2017", "start": DAYS[0], "end": DAYS[-1], "registered": "2026-02-01", "hybrid": False,
    "schedule": [{"round": number, "start": f"{day}T16:00"} for number, day in enumerate(DAYS, 1)],
}  # fmt: skip
"""The league two months later: the hall opens on 1 May."""


@pytest.mark.long
def test_j_a_part_is_handed_over_and_the_next_period_opened(halls: OpenHall, tmp_path: Path) -> None:
    hall = halls("sqlite")
    first, new = tmp_path / "2026-03.csv", tmp_path / "2026-05.csv"
    first.write_text(list_csv("2026-01"), "utf-8")
    new.write_text(list_csv("2026-03"), "utf-8")
    hall.has_list(first, dt.date(2026, 3, 1))
    restore_log(hall.app.state.site.events, league(3, **LATER).journal.lines)
    page = hall.opens(f"{EVENT}/desk", "olga")
    desk = Desk(hall, page, "league")
    page.get_by_role("link", name="Hand over the part 2026-03 for rating").click()
    expect(page.locator("#p2026-03")).to_contain_text("will be accepted")
    desk.sends("/desk/periods/hand-over")
    expect(page.locator("main")).to_contain_text("The office has accepted the report")
    expect(page.locator("#p2026-03 h2")).to_contain_text("handed over")
    expect(page.locator("#p2026-04")).to_contain_text("No list was taken yet.")
    assert [one["period"] for one in hall.state("league").handed_over] == ["2026-03"]
    section = page.locator("#p2026-05")
    section.locator("summary").click()
    section.locator("input[type=file]").set_input_files(new)
    section.locator("button").click()
    expect(page.locator("main")).to_contain_text("Arana, Sol: rating 2392 until now, 2404 from 2026-05 on.")
    assert not hall.state("league").periods
    page.locator("main form button").first.click()
    expect(page.locator("main")).to_contain_text("2026-05 is open with the list 2026-05.csv: 10 players.")
    assert hall.state("league").periods["2026-05"].players[1].k == 10
    phone = hall.opens(f"{EVENT}/desk/periods", "olga", width=PHONE, locale="es-ES", java_script_enabled=False)
    expect(phone.locator("#p2026-05")).to_contain_text("Lista: 2026-05.csv.")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE
