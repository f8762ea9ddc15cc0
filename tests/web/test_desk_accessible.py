"""Every page of the desk of a tournament that runs, of a league and of a knock-out in a real Chromium: axe-core has no
serious finding in light and dark, a small phone shows it without moving sideways, and nothing is blocked or failing.
Each page is looked at once, in one of the languages."""

from pathlib import Path

import pytest

from arbiter import Arbiter
from arpad.office.storage.database import Database
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, NextRound, Publish
from arpad.tournament.results import TypedResult
from copied_office import copy_office
from league_of_twelve import LEAGUE_ROUNDS, league, play_round
from web_event import SLUG, OpenEvent
from web_findings import NOTHING, look

SWISS = (
    "desk", "desk/results/5", "desk/results/5/3", "desk/results/5/absent", "desk/results/4/1?result=1/2",
    "desk/round/4", "desk/round/4/why?board=1",
    "desk/round/5/amend", "desk/entries", "desk/entries/3", "desk/presence", "desk/pairs", "desk/corrections",
    "desk/incidents", "desk/rules", "desk/staff", "desk/log", "desk/print", "desk/hand-over", "desk/play-offs",
    "do/results?round=5", "do/enter", "do/penalty", "do/link", "desk/rules?rule=points", "screen/pairings",
    "screen/results", "screen/standings", "screen/clock", "desk/screens", "desk/contacts", "do/contact",
    "desk/entries/import",
    "desk/front", "do/front", "notices", "do/notices", "desk/fees", "desk/papers", "desk/prizes",
    "do/absent?entry=1&round=6", "do/appeal", "do/incident", "do/colours?round=5", "do/forbid", "do/staff",
    "do/withdraw?entry=1", "standings/4",
)  # fmt: skip
DRAFT = ("desk", "desk/results/1", "desk/round/2", "desk/log?kind=round")
LEAGUE = ("desk", "desk/teams", "desk/results/1", "desk/lineups/2", "desk/round/2", "teams", "teams/1", "round/1",
          "round/1/match/1", "standings", "do/team", "do/team-absent?team=1", "do/match-forfeit?round=2&match=1",
          "do/team-withdraw?team=1")  # fmt: skip
CUP = ("desk", "desk/bracket", "desk/results/1", "do/tie?tie=1", "bracket", "desk/prizes", "do/substitute?round=1",
       "do/table?round=1", "do/recall?round=1")  # fmt: skip
PAGES = (
    *(f"/t/{SLUG}/{page}" for page in SWISS),
    *(f"/t/liga/{page}" for page in LEAGUE),
    *(f"/t/copa/{page}" for page in CUP),
    *(f"/t/club/{page}" for page in DRAFT),
    "/t/new?template=junior", "/t/take-over",
)  # fmt: skip
PARTS = 4
LANGUAGES = ("en-GB", "es-ES")


@pytest.fixture(scope="session")
def event_file(event_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The office with its open, and with a league in its second round, a knock-out whose ties are level, and a Swiss
    with a draft and a player who did not come."""
    path = tmp_path_factory.mktemp("desks") / "event.db"
    copy_office(event_file, path)
    event_store = EventStore(Database(f"sqlite:///{path}"))
    liga = league(slug="liga", name="Liga")
    for step in (DrawNext, Publish):
        liga.does(step(1))
    play_round(liga, LEAGUE_ROUNDS[0])
    for step in (DrawNext, Publish):
        liga.does(step(2))
    copa = Arbiter({"slug": "copa", "name": "Copa", "system": "knockout"})
    copa.enters(4)
    copa.closes(seed=1)
    copa.does(DrawNext(1))
    copa.does(Publish(1))
    copa.does(SetResults(1, [TypedResult(board.number, "1/2") for board in copa.state.rounds[1].games]))
    club = Arbiter({"slug": "club", "name": "Club", "system": "dutch", "rounds": 5})
    club.enters(9)
    club.closes()
    club.does(DrawNext(1))
    club.does(Publish(1))
    club.does(SetResults(1, [TypedResult(1, "+/-"), *(TypedResult(board, "1-0") for board in (2, 3, 4))]))
    club.does(NextRound(2))
    for one in (liga, copa, club):
        restore_log(event_store, one.journal.lines)
    event_store.close()
    return path


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_desks_are_accessible_narrow_and_without_complaints(open_event: OpenEvent, part: int) -> None:
    page = open_event("desk", "demo", color_scheme="light", locale=LANGUAGES[part % 2])
    assert look(page, PAGES[part::PARTS]) == NOTHING
