"""An event handed over on both databases: accepted, rated, corrected later; knock-outs by time class; all papers."""

import datetime as dt
import io
import json
import zipfile
from typing import Any

import pytest

from arbiter import AGREED, Arbiter
from arpad.domain.event import Event
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.office.context import Desk, found_system
from arpad.office.events import list_events
from arpad.office.lists import show_player
from arpad.office.periods import close, import_list
from arpad.office.storage.database import Database
from arpad.office.tournaments.hand_over import hand_over, papers
from arpad.office.tournaments.store import EventStore
from arpad.regulations.rating_editions import regulations
from arpad.tournament.acts.event import Finish, NoteAppeal, NoteIncident, Reopen
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.acts.ties import OpenStage
from arpad.tournament.ending import by_ratings, forecasts, rate_so_far, rated_files
from arpad.tournament.journal import Decide, fold_log
from arpad.tournament.knockout import ties_of
from arpad.tournament.log import LogChange, read_lines
from pdf_pages import page_texts
from places import FIXTURES

FOLDER = FIXTURES / "tournament"
LOG = tuple(read_lines((FOLDER / "swiss-60.log.jsonl").read_text("utf-8")))
KNOCKOUT: dict[str, Any] = json.loads((FOLDER / "knockout-16.json").read_text("utf-8"))
AT = dt.datetime(2026, 5, 10, 12, tzinfo=dt.UTC)
SLUG = "valdeoca-2026"


def the_open() -> Decide:
    """The whole open of Valdeoca in one command."""
    return lambda _state, _confirmations: [LogChange(line.kind, line.data) for line in LOG]


@pytest.fixture
def desk(database: Database) -> Desk:
    desk = Desk(database, regulations(), "fide", "Clara Arbizo", AT)
    found_system(desk, "ESP")
    import_list(desk, FOLDER / "swiss-60.list.csv", dt.date(2026, 5, 1))
    return desk


@pytest.fixture
def event_store(desk: Desk) -> EventStore:
    event_store = EventStore(desk.database)
    event_store.create(SLUG, the_open(), "Clara Arbizo", AT)
    return event_store


def rating_of(desk: Desk, id_: str) -> int | None:
    return show_player(desk, id_).histories["standard"][-1].rating


def test_the_open_is_accepted_and_rated(desk: Desk, event_store: EventStore) -> None:
    """J1: 233 games; Erbina 2395 to 2455, Salvedra 2373 to 2329, Ribanca first rated 1572."""
    tried = hand_over(event_store, desk, SLUG, AT, check=True)
    assert tried.accepted
    assert list_events(desk) == []
    assert event_store.open(SLUG).state.handed_over == ()
    done = hand_over(event_store, desk, SLUG, AT)
    assert done.accepted
    (told,) = done.state.handed_over
    assert [told["office_event"], told["sha256"]] == [1, done.reports[0].sha256]
    again = hand_over(event_store, desk, SLUG, AT)
    assert [again.reports[0].submitted, again.state.n] == [None, done.state.n]
    closed = close(desk, dt.date(2026, 6, 1))
    assert closed.games == 233
    ratings = [rating_of(desk, id_) for id_ in ("99100185", "99100666", "99100629")]
    assert ratings == [2455, 2329, 1572]


def test_a_later_correction_is_a_correction_of_the_office(desk: Desk, event_store: EventStore) -> None:
    hand_over(event_store, desk, SLUG, AT)
    change = LogChange(
        "correction.rated", {"round": 3, "board": 1, "result": "0-1", "was": "1-0", "reason": "score sheets"}
    )
    event_store.act(SLUG, lambda _state, _confirmations: [change], "Clara Arbizo", AT, AGREED)
    with pytest.raises(ArpadError) as refused:
        hand_over(event_store, desk, SLUG, AT)
    assert refused.value.key == "event-hand-over-reason"
    done = hand_over(event_store, desk, SLUG, AT, "score sheets of round 3")
    assert done.reports[0].submitted is not None
    assert done.reports[0].submitted.revision == 2
    assert [one["revision"] for one in done.state.handed_over] == [1, 2]


def test_what_the_office_has_without_the_event_knowing_is_noted(desk: Desk, event_store: EventStore) -> None:
    """A process that died between the office and the event: the next hand-over only notes it."""
    other = EventStore(desk.database)
    other.create("copy-2026", the_open(), "Clara Arbizo", AT)
    hand_over(event_store, desk, SLUG, AT)
    done = hand_over(other, desk, "copy-2026", AT)
    assert [done.reports[0].submitted, done.state.handed_over[0]["office_event"]] == [None, 1]
    assert len(list_events(desk)) == 1


def test_live_ratings_are_those_of_the_report() -> None:
    (rated,) = rate_so_far(fold_log(LOG), by_ratings(fold_log(LOG), regulations()))
    changes = {one.participant.player.name: one.new_rating for one in rated.rating.players}
    assert [changes["Erbina, Katia"], changes["Salvedra, Nuño"]] == [2455, 2329]
    so_far = fold_log(LOG[:85])
    half_way = rate_so_far(so_far, by_ratings(so_far, regulations()))[0]
    assert sum(one.games for one in half_way.rating.players) < sum(one.games for one in rated.rating.players)


def test_norms_are_told_when_few_rounds_are_left() -> None:
    before_the_last = fold_log(LOG[:106])
    needs = list(forecasts(before_the_last, [5]))
    assert {need.title for _, need in needs} == {"GM", "IM"}, "a WGM can make norms of GM and IM"
    with pytest.raises(ArpadError) as refused:
        list(forecasts(fold_log(LOG[:73])))
    assert refused.value.key == "event-forecast-rounds"


def knockout() -> Arbiter:
    arbiter = Arbiter({"system": "knockout", "third_place": True, "federation": "ESP"})
    arbiter.enters(16)
    arbiter.closes()
    for number in range(1, 5):
        arbiter.does(DrawNext())
        arbiter.does(Publish(number))
        for told in KNOCKOUT["ties"]:
            for stage, game, white, _, result in told["games"] if told["round"] == number else ():
                tie = ties_of(arbiter.state)[told["tie"]]
                if stage not in [one.name for one in tie.stages]:
                    arbiter.does(OpenStage(told["tie"], first_white=white))
                    tie = ties_of(arbiter.state)[told["tie"]]
                board = next(one for one in tie.stages if one.name == stage).boards[game - 1]
                arbiter.does(SetResult(number, board.number, result))
    return arbiter


def test_a_knock_out_has_a_report_for_each_time_class() -> None:
    """J5: 32, 14 and 6 games; sudden death is not rated."""
    arbiter = knockout()
    arbiter.does(Finish())
    files = rated_files(arbiter.state)
    games = {one.time_class: len(read_report(one.data).event.games()) for one in files}
    assert games == {name: count for name, count in KNOCKOUT["rated"].items() if name != "not_rated"}


def text_of(data: bytes) -> str:
    return "\n".join(page_texts(data))


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "Report of the chief arbiter"), ("es", "Informe del árbitro")]
)
def test_the_papers(language: Any, heading: str) -> None:
    arbiter = Arbiter({"rounds": 1})
    arbiter.journal.lines, arbiter.journal.state = list(LOG), fold_log(LOG)
    arbiter.does(NoteIncident("A telephone rang", 3, 4))
    arbiter.does(NoteAppeal("The draw by repetition", "Rejected", 5))
    state = arbiter.state
    made = papers(state, rated_files(state), language)
    assert made == papers(state, rated_files(state), language), "the same event, the same bytes"
    archive = zipfile.ZipFile(io.BytesIO(made))
    assert {name.rpartition("-")[2] for name in archive.namelist()} >= {"standard.trf", "crosstable.pdf", "IT3.pdf"}
    form = text_of(archive.read(f"{SLUG}-crosstable.pdf"))
    assert {"en": "TIE-BREAKS", "es": "DESEMPATES"}[language] in form, "form 1 has the tie-breaks of the rules"
    chief = text_of(archive.read(f"{SLUG}-chief-arbiter.pdf"))
    for words in (heading, "A telephone rang", "The draw by repetition Rejected", "Erbina, Katia"):
        assert words in chief
    event: Event = read_report(archive.read(f"{SLUG}-standard.trf")).event
    assert len(event.players) == 60


def key_of(arbiter: Arbiter, command: Decide, *, plainly: bool = False) -> str:
    with pytest.raises(ArpadError) as refused:
        (arbiter.tries if plainly else arbiter.does)(command)
    return refused.value.key


def test_what_stops_the_end() -> None:
    arbiter = Arbiter({"rounds": 1, "system": "dutch"})
    arbiter.enters(4)
    assert key_of(arbiter, Finish()) == "event-rounds-missing"
    arbiter.closes()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    assert key_of(arbiter, Finish()) == "event-results-missing"
    arbiter.does(SetResult(1, 1, "1-0"))
    arbiter.does(SetResult(1, 2, "*"))
    assert key_of(arbiter, Finish()) == "event-adjourned-open"
    arbiter.does(SetResult(1, 2, "1/2"))
    assert key_of(arbiter, Reopen()) == "event-not-finished"
    arbiter.does(Finish())
    assert key_of(arbiter, Finish()) == "event-is-finished"
    assert key_of(arbiter, Reopen(), plainly=True) == "event-needs-reason"
    arbiter.does(Reopen())
    assert key_of(arbiter, NoteIncident(" ")) == "event-text-missing"
