"""Rating periods at the desk: lists taken, parts handed over, ratings by period on public pages."""

from typing import TYPE_CHECKING

import pytest

from arpad.office.tournaments.copies import restore_log
from league_of_months import league, list_csv
from web_event import MakeEventOffice, at_desk

if TYPE_CHECKING:
    from fastapi import FastAPI

    from arbiter import Arbiter
    from web_event import AtDesk


def desk_of(app: "FastAPI", arbiter: "Arbiter") -> "AtDesk":
    restore_log(app.state.site.events, arbiter.journal.lines)
    return at_desk(app, "demo", "league")


def sent(desk: "AtDesk", address: str, **typed: str) -> str:
    """Send a form of the desk; the page that it leads to, or the form that comes back."""
    return desk.visitor.post(f"/t/league/{address}", data={"csrf": desk.csrf, **typed}, follow_redirects=True).text


def test_a_period_is_opened_after_its_changes_were_seen(event_office: MakeEventOffice) -> None:
    app = event_office()
    desk = desk_of(app, league(3))
    assert "Open the rating period 2026-03: take its list" in desk.get("desk").text
    page = desk.get("desk/periods").text
    assert "Report by 31 March 2026." in page
    typed = {"period": "2026-03", "ratings_csv": list_csv("2026-03")}
    asked = sent(desk, "desk/periods", **typed)
    assert "Arana, Sol: rating 2392 until now, 2404 from 2026-03 on." in asked
    assert "2026-03" not in app.state.site.events.open("league").state.periods
    assert "2026-03 is open with the list 2026-03.csv: 10 players." in sent(desk, "desk/periods", **typed, yes="1")
    periods = desk.get("desk/periods.json").json()
    assert [one["list"] for one in periods["periods"]] == [None, None, "2026-03.csv", None, None]
    assert periods["players"][0]["periods"][2] == {
        "rating": 2404, "k": 10, "title": "IM", "federation": "ESP", "source": "standard"
    }  # fmt: skip


def test_public_pages_show_the_rating_at_hand_and_the_first_one(event_office: MakeEventOffice) -> None:
    app = event_office()
    desk_of(app, league(4, "2026-01", "2026-03"))
    visitor = at_desk(app, "demo", "league").visitor
    players = visitor.get("/t/league/players.json").json()["players"]
    assert [(one["number"], one["rating"], one.get("first_rating")) for one in players][:5] == [
        (1, 2404, 2392), (2, 2338, 2345), (3, 2311, 2288), (4, 2190, 2207), (5, 2114, None)
    ]  # fmt: skip
    rounds = visitor.get("/t/league/players/3.json").json()["rounds"]
    assert [one["opponent"]["rating"] for one in rounds] == [1862, 1506, 2345, 2190]
    card = visitor.get("/t/league/players/3").text
    assert "Ratings by period" in card
    assert ">2288<" in card
    first, later = (visitor.get(f"/t/league/round/{number}").text for number in (1, 4))
    assert '<small class="rt">1935</small>' in first
    assert '<small class="rt">2001</small>' in later


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_part_is_tried_before_it_is_handed_over(event_office: MakeEventOffice, language: str) -> None:
    """What the office will say stands on the page; the demo office knows none of the players."""
    desk = desk_of(event_office(), league(2))
    page = desk.get(f"desk/periods?lang={language}").text
    assert {"en": "Hand over this part", "es": "Entregar esta parte"}[language] in page
    assert {"en": "refuse", "es": "rechaza"}[language] in page
    step = {"en": "Hand over the part 2026-01", "es": "Entregar la parte 2026-01"}[language]
    assert step in desk.get(f"desk?lang={language}").text


def test_an_event_of_a_week_has_no_periods(event_office: MakeEventOffice) -> None:
    desk = desk_of(event_office(), league(end="2026-02-08"))
    assert "desk/periods" not in desk.get("desk").text
    assert "it is reported as a whole" in desk.get("desk/periods").text
