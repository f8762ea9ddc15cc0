"""J7: twenty arbiters enter a round of 300 boards over the wire, and the power is cut in the middle."""

import datetime as dt
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from arpad.office.accounts.people import add_account, add_token
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.event import AddStaff, Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import Journal, fold_log, state_digest
from arpad.tournament.log import LogLine
from event_server import EventClient, EventServer
from kept_events import AT, SLUG, WHO
from office_databases import url_of
from web_demo import PASSWORD

PLAYERS, BOARDS, ARBITERS = 600, 300, 20
TWICE = 30
"""Boards that two arbiters enter; half of them differently."""
RESULTS = ("1-0", "1/2", "0-1")


class Entry(NamedTuple):
    """A result that an arbiter enters for a board that nobody has entered yet, as far as they have seen."""

    arbiter: int
    board: int
    result: str
    again: bool = False

    @property
    def request(self) -> str:
        return f"{self.arbiter}-{self.board}"


@cache
def the_round() -> tuple[LogLine, ...]:
    """The log of an event of 600 players with its first round published."""
    journal = Journal()
    journal.act(Create({"slug": SLUG, "name": "Open", "rounds": 9, "system": "dutch-2017"}), WHO, AT)
    for number in range(1, PLAYERS + 1):
        journal.act(Enter({"name": f"Player {number:04}", "rating": 2600 - number}), WHO, AT)
    for command in (CloseList(initial="w"), DrawNext(), Publish(1)):
        journal.act(command, WHO, AT)
    return tuple(journal.lines)


def entries() -> list[list[Entry]]:
    """What each arbiter enters: the own sector, and some boards of the next one."""
    sector = BOARDS // ARBITERS
    firsts = [
        [Entry(one, one * sector + place, RESULTS[place % 3]) for place in range(1, sector + 1)]
        for one in range(ARBITERS)
    ]
    own = [list(todo) for todo in firsts]
    for place in range(TWICE):
        first = firsts[place % ARBITERS][2 * (place // ARBITERS)]
        other = RESULTS[(RESULTS.index(first.result) + place % 2) % 3]
        second = Entry((place + 1) % ARBITERS, first.board, other, again=True)
        own[second.arbiter].insert(2 * (place // ARBITERS), second)
    return own


@pytest.fixture
def server(database: Database) -> Iterator[EventServer]:
    """The event with twenty arbiters, served by a process of its own."""
    event_store = EventStore(database)
    restore_log(event_store, list(the_round()))
    by = Acting("officer", dt.datetime.now(dt.UTC))  # the server has the time of the machine
    for number in range(ARBITERS):
        add_account(database, f"arbiter-{number}", PASSWORD, "read-only", by)
        add_token(database, f"arbiter-{number}", "tests", f"token-{number}", by)
        event_store.act(SLUG, AddStaff(f"arbiter-{number}", "arbiter"), WHO, AT)
    event_store.close()
    started = EventServer(url_of(database))
    yield started
    started.kill()


@pytest.mark.long
def test_nothing_is_lost_and_every_clash_is_shown(server: EventServer, database: Database) -> None:
    answers: dict[Entry, tuple[int, dict[str, Any]]] = {}
    half = threading.Event()

    def work(number: int, todo: list[Entry]) -> None:
        client = EventClient(server.port, f"token-{number}")
        for one in todo:
            answers[one] = client.post(
                f"/t/{SLUG}/desk/results/1", board=one.board, result=one.result, version=0, request=one.request
            )
            if len(answers) > BOARDS // 2:
                half.set()
        client.close()

    threads = [threading.Thread(target=work, args=(number, todo)) for number, todo in enumerate(entries())]
    for thread in threads:
        thread.start()
    assert half.wait(60)
    server.kill()
    told = dict(answers)
    event_store = EventStore(database)
    kept = event_store.open(SLUG).state.rounds[1].boards
    assert all(
        kept[one.board].result == answer["board"]["result"] for one, (status, answer) in told.items() if status == 200
    ), "what was answered is kept"
    server.start()
    for thread in threads:
        thread.join()
    assert len(answers) == BOARDS + TWICE
    _check(event_store, answers)
    event_store.close()


def _check(event_store: EventStore, answers: dict[Entry, tuple[int, dict[str, Any]]]) -> None:
    """Each board has one of the results that were sent, written once; of two different ones the second was told."""
    state = event_store.open(SLUG).state
    boards = state.rounds[1].boards
    lines = event_store.lines(SLUG)
    assert state_digest(fold_log(lines)) == state_digest(state)
    written = [line.data["board"] for line in lines if line.kind == "result.set"]
    assert sorted(written) == list(range(1, BOARDS + 1))
    by_board: dict[int, list[Entry]] = {}
    for one in answers:
        by_board.setdefault(one.board, []).append(one)
    clashes = 0
    for board, sent in by_board.items():
        assert boards[board].result in {one.result for one in sent}
        different = len({one.result for one in sent}) > 1
        refused = [one for one in sent if answers[one][0] == 409]
        assert len(refused) == int(different), board
        for one in refused:
            answer = answers[one][1]
            assert answer["key"] == "event-changed-meanwhile"
            assert answer["now"]["result"] == boards[board].result != one.result
            assert answer["now"]["who"].startswith("arbiter-")
            clashes += 1
        assert all(answers[one][0] == 200 for one in sent if one not in refused)
    assert clashes == TWICE // 2
