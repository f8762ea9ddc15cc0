"""A long event at the desk: what is due when, and the control of its periods."""

import tomllib
from typing import TYPE_CHECKING

from arbiter import Arbiter
from arpad.office.tournaments.copies import restore_log
from arpad.tournament.rules import plain
from arpad.tournament.times import rating_periods
from places import FIXTURES
from web_event import MakeEventOffice, at_desk

if TYPE_CHECKING:
    from fastapi import FastAPI

    from web_event import AtDesk


def league_desk(app: "FastAPI") -> "AtDesk":
    rules = plain(tomllib.loads((FIXTURES / "league" / "league.toml").read_text("utf-8")))
    restore_log(app.state.site.events, Arbiter(rules).journal.lines)
    return at_desk(app, "demo", "league")


def test_the_desk_says_what_is_due_when(event_office: MakeEventOffice) -> None:
    desk = league_desk(event_office())
    page = desk.get("desk").text
    assert "Rounds 4, 5: to be played. Report by 31 March 2026." in page
    assert "Rondas 4, 5: por jugar. Informe hasta el 31 de marzo de 2026." in desk.get("desk?lang=es").text
    assert [one["rounds"] for one in desk.get("desk.json").json()["periods"]] == [[1, 2], [3], [4, 5], [6], [7]]


def test_periods_are_chosen_in_a_form(event_office: MakeEventOffice) -> None:
    app = event_office()
    desk = league_desk(app)
    assert "month by month" in desk.get("desk/rules").text
    own = {"periods": "own", "periods.1.first_day": "2026-01-10", "periods.1.last_day": "2026-05-16"}
    answer = desk.visitor.post("/t/league/desk/rules/change", data={"csrf": desk.csrf, **own}, follow_redirects=False)
    assert answer.status_code == 303
    assert len(rating_periods(app.state.site.events.open("league").state.event_rules)) == 1
