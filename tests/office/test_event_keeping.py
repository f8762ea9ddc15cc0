"""Events in a database: many writers, requests sent again, versions, and a log that only grows."""

import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from arpad.i18n import ArpadError, StorageFault
from arpad.office.storage.backups import backup, restore
from arpad.office.storage.database import Database
from arpad.office.tournaments.store import EventStore
from arpad.office.tournaments.writer import EventRequest
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import ChangedMeanwhile, SetResult
from arpad.tournament.journal import Confirmation, Confirmations, Decide, Journal, fold_log, state_digest
from arpad.tournament.log import LogChange, broken_line
from arpad.tournament.state import EventState
from kept_events import AT, RESULTS, SLUG, WHO, do, found, keeper_of, opened, played, round_of_four
from office_databases import BOTH, NewDatabase, url_of
from places import FIXTURES
from proofs import law

WRITERS = 20
CONC = json.loads((FIXTURES / "tournament" / "conc-1.json").read_text("utf-8"))


@pytest.fixture
def event_store(database: Database) -> Iterator[EventStore]:
    events = EventStore(database)
    yield events
    events.close()


def until(holds: Callable[[], bool]) -> None:
    while not holds():
        time.sleep(0.001)


def test_twenty_writers_each_get_their_own_answer(event_store: EventStore) -> None:
    opened(event_store, 2 * WRITERS)
    with ThreadPoolExecutor(WRITERS) as writers:
        answers = list(writers.map(lambda board: do(event_store, SetResult(1, board, "1-0")), range(1, WRITERS + 1)))
    assert [answer.lines[0].data["board"] for answer in answers] == list(range(1, WRITERS + 1))
    assert len({answer.lines[0].n for answer in answers}) == WRITERS
    lines = event_store.lines(SLUG)
    assert broken_line(lines) is None
    assert event_store.open(SLUG).state == fold_log(lines)
    assert all(board.result == "1-0" for board in fold_log(lines).rounds[1].games)


def test_all_that_waits_is_one_transaction_and_an_error_is_its_own(event_store: EventStore) -> None:
    """While somebody else holds the lock of the event, commands come together. One is refused, one is broken."""
    opened(event_store, 2 * WRITERS)
    row = event_store.open(SLUG).row

    def broken(_state: EventState, _confirmations: Confirmations) -> list[LogChange]:
        raise RuntimeError("broken")

    commands: list[Decide] = [SetResult(1, board, "0-1") for board in range(1, WRITERS + 1)]
    commands += [SetResult(1, 99, "0-1"), broken]
    groups: list[int] = []
    write = event_store._writer._write

    def counted(group: Sequence[Any]) -> None:
        groups.append(len(group))
        write(group)

    event_store._writer._write = counted  # type: ignore[method-assign]
    with ThreadPoolExecutor(len(commands)) as writers:
        with event_store.database.writing(row.id):
            first = writers.submit(do, event_store, commands[0])
            until(lambda: groups == [1])
            others = [writers.submit(do, event_store, command) for command in commands[1:]]
            until(lambda: len(event_store._writer._waiting) == len(others))
        wrong = [type(one.exception()) for one in others if one.exception()]
    assert first.exception() is None
    assert groups == [1, len(others)]
    assert wrong == [ArpadError, RuntimeError]
    assert all(board.result == "0-1" for board in event_store.open(SLUG).state.rounds[1].games)


def test_what_the_database_refuses_fails_alone(event_store: EventStore) -> None:
    """A command that writes beside the log what cannot be written: the others of its group are kept."""
    opened(event_store, 8)
    row = event_store.open(SLUG).row

    def beside(connection: Any, *_: object) -> None:
        connection.execute(text("UPDATE tournament_log SET who = 'nobody'"))

    with ThreadPoolExecutor(4) as writers, event_store.database.writing(row.id):
        first = writers.submit(do, event_store, SetResult(1, 1, "1-0"))
        until(lambda: event_store._writer._thread is not None and not event_store._writer._waiting)
        bad = writers.submit(event_store.act, SLUG, SetResult(1, 2, "1-0"), WHO, AT, beside=beside)
        good = writers.submit(do, event_store, SetResult(1, 3, "1-0"))
    assert isinstance(bad.exception(), DBAPIError)
    assert [first.exception(), good.exception()] == [None, None]
    assert [board.result for board in event_store.open(SLUG).state.rounds[1].games] == ["1-0", None, "1-0", None]


def test_several_processes_write_to_one_event(database: Database) -> None:
    """Each keeper has its own memory, as processes have; what the others wrote is seen before anything is decided."""
    keepers = [keeper_of(url_of(database)) for _ in range(3)]
    opened(keepers[0], 24)
    with ThreadPoolExecutor(6) as writers:
        for board in range(1, 13):
            writers.submit(do, keepers[board % 3], SetResult(1, board, "1-0"))
    states = [one.open(SLUG).state for one in keepers]
    assert states[0] == states[1] == states[2] == fold_log(keepers[0].lines(SLUG))
    assert states[0].rounds[1].complete
    for one in keepers:
        one.close()


def test_a_database_in_the_place_of_another_is_noticed(new_database: NewDatabase, tmp_path: Path) -> None:
    event_store = EventStore(new_database("sqlite"))
    opened(event_store, 4)
    old = tmp_path / "old.db"
    event_store.database.dispose()
    path = event_store.database.address.path
    assert path is not None
    shutil.copy(path, old)
    do(event_store, SetResult(1, 1, "1-0"))
    other = keeper_of(f"sqlite:///{old}")
    do(other, SetResult(1, 1, "0-1"))
    other.close()
    event_store.database.dispose()
    shutil.copy(old, path)
    assert event_store.open(SLUG).state.rounds[1].boards[1].result == "0-1"
    assert do(event_store, SetResult(1, 2, "1-0")).state == fold_log(event_store.lines(SLUG))
    event_store.close()


def test_on_postgresql_neither_a_closing_nor_another_event_waits(new_database: NewDatabase) -> None:
    """Only a new event waits for a closing: the log of the office tells of it."""
    database = new_database("postgresql")
    event_store, other = keeper_of(url_of(database)), keeper_of(url_of(database))
    opened(event_store, 4)
    found(event_store, "other-2026")
    with database.writing(), database.writing(event_store.open("other-2026").row.id):
        assert do(event_store, SetResult(1, 1, "1-0")).lines
        assert do(other, SetResult(1, 2, "1-0")).lines
    event_store.close()
    other.close()


def test_the_database_refuses_to_change_a_log(event_store: EventStore) -> None:
    opened(event_store, 4)
    event_store.act(SLUG, SetResult(1, 1, "1-0"), WHO, AT, request=EventRequest("r", "c"))
    for table, column in (("tournament_log", "who"), ("tournament_requests", "command")):
        for statement in (f"UPDATE {table} SET {column} = 'x'", f"DELETE FROM {table}"):
            with pytest.raises(DBAPIError, match="only grows"), event_store.database.writing() as connection:
                connection.execute(text(statement))


def test_both_databases_give_the_same_digest(new_database: NewDatabase) -> None:
    """I-1: the fold of the log is the state, in one piece or in several, on either database."""
    digests, logs = set(), []
    for kind in BOTH:
        event_store = EventStore(new_database(kind))
        opened(event_store, 9, rounds=3)
        for number in (1, 2, 3):
            played(event_store, number)
        again = keeper_of(url_of(event_store.database))
        digests |= {state_digest(one.open(SLUG).state) for one in (event_store, again)}
        logs.append(event_store.lines(SLUG))
        event_store.close()
        again.close()
    assert len(digests) == 1
    assert logs[0] == logs[1]


def test_conc_1_nobody_overwrites_unseen(event_store: EventStore) -> None:
    """TV-TD-CONC-1."""
    opened(event_store, 24)
    board, first = CONC["board"], None
    for step in CONC["steps"]:
        if step["seen"] and first is None:
            first = event_store.open(SLUG).state.rounds[1].boards[board].version - step["seen"]
        shift = first or 0
        seen = step["seen"] + shift if step["seen"] else 0
        command = SetResult(1, board, step["sends"], version=seen)
        consent = Confirmation(reason=step.get("reason", ""))
        before = event_store.open(SLUG).state.n
        if step["answer"] == 409:
            with pytest.raises(ChangedMeanwhile) as refused:
                event_store.act(SLUG, command, step["who"], AT, consent)
            assert refused.value.now["result"] == step["now"]
            assert refused.value.now["who"] == step["by"]
            assert refused.value.now["version"] == event_store.open(SLUG).state.rounds[1].boards[board].version
            assert event_store.open(SLUG).state.n == before
        else:
            done = event_store.act(SLUG, command, step["who"], AT, consent)
            assert len(done.lines) == (step["entry"] is not None)
            assert [line.data.get("was") for line in done.lines] == [step.get("was")] * len(done.lines)
    assert event_store.open(SLUG).state.rounds[1].boards[board].result == "0-1"


@law(60)
@given(
    st.lists(st.tuples(st.sampled_from("AB"), st.integers(1, 2), st.sampled_from(RESULTS), st.booleans()), max_size=24)
)
def test_i_16_a_board_ends_with_a_value_of_somebody_who_had_seen_the_one_before(
    sent: list[tuple[str, int, str, bool]],
) -> None:
    """Two clients send any results in any order. Each knows the versions that it has looked at."""
    journal = Journal(round_of_four())
    seen = {(who, board): 0 for who in "AB" for board in (1, 2)}
    accepted: dict[int, list[tuple[str | None, str]]] = {1: [], 2: []}
    clashes = []
    for who, board, result, look in sent:
        now = journal.state.rounds[1].boards[board]
        if look:
            seen[who, board] = now.version
        try:
            done = journal.act(SetResult(1, board, result, version=seen[who, board]), who, AT)
        except ChangedMeanwhile as refused:
            clashes.append((seen[who, board] != now.version, refused.now["result"] == now.result))
            continue
        if done.lines:
            assert seen[who, board] in (now.version, 0 if not now.history else now.version)
            accepted[board].append((now.result, result))
            seen[who, board] = done.lines[0].n
    assert all(map(all, clashes))
    for board, changes in accepted.items():
        values = [None, *(value for _, value in changes)]
        assert [was for was, _ in changes] == values[:-1]
        assert journal.state.rounds[1].boards[board].result == values[-1]


@pytest.mark.parametrize("target", BOTH)
@pytest.mark.parametrize("source", BOTH)
def test_a_backup_of_the_office_has_its_events(
    source: str, target: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    event_store = EventStore(new_database(source))
    opened(event_store, 4)
    first = event_store.act(SLUG, SetResult(1, 1, "1-0"), WHO, AT, request=EventRequest("r", "1-0"))
    backup(event_store.database, tmp_path / "office.arpad")
    copy = EventStore(new_database(target, office=False))
    restore(tmp_path / "office.arpad", copy.database)
    assert copy.lines(SLUG) == event_store.lines(SLUG)
    again = copy.act(SLUG, SetResult(1, 1, "1-0"), WHO, AT, request=EventRequest("r", "1-0"))
    assert again == first
    assert do(copy, SetResult(1, 2, "1-0")).state.n == first.state.n + 1
    event_store.close()
    copy.close()


def test_events_make_a_database_of_their_own_if_there_is_none(bare_database: Database) -> None:
    event_store = EventStore(bare_database)
    with pytest.raises(StorageFault):
        event_store.slugs()
    found(event_store)
    assert event_store.slugs() == [SLUG]
    event_store.close()


def test_a_keeper_that_is_closed_has_written_everything(event_store: EventStore) -> None:
    found(event_store)
    threads = [
        threading.Thread(target=do, args=(event_store, Enter({"name": f"Player {number}"}))) for number in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    event_store.close()
    assert len(event_store.open(SLUG).state.entries) == 8
