"""The single writer thread of a process, which commits waiting commands in one transaction.

A command that is sent again with the same id gets its first answer and is not executed twice.
"""

import datetime as dt
import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError, Words
from arpad.office.storage._seals import put_sealed
from arpad.office.storage.database import Database
from arpad.office.storage.schema import tournament_requests
from arpad.office.tournaments.event_rows import EventCache, EventRow, StoredEvent, add_lines, event_row, lines_from
from arpad.tournament.journal import Confirmation, Decide, Done, EventWarning, decide, fold_log
from arpad.tournament.log import LogLine

# Commands with an id of their own: sent again, they are answered as the first time, and done once. A telephone that
# lost its network may send again without knowing whether the first one arrived.

LONGEST = 64


class EventRequest(NamedTuple):
    """The id that somebody gave to a command, and what the command was, in a few words that are the same each time."""

    id: str
    command: str

    @property
    def hash(self) -> str:
        return sha256_of(self.command)


class WriteResult(NamedTuple):
    """A request that was answered: the hash of its command, the last line then, how many were its own, its warnings."""

    hash: str
    last: int
    written: int
    warnings: tuple[EventWarning, ...]


def check_request(request: EventRequest) -> None:
    """Refuse an id that cannot be kept."""
    if not request.id or len(request.id) > LONGEST or not request.id.isprintable():
        raise ArpadError("event-request-id", most=LONGEST)


def check_same(request: EventRequest, hash_: str) -> None:
    """Refuse an id that was given to another command."""
    if request.hash != hash_:
        raise ArpadError("event-request-other", request=request.id)


def find_answered(connection: Connection, number: int, ids: Iterable[str]) -> dict[str, WriteResult]:
    """Return those requests that were answered before."""
    wanted = set(ids)
    if not wanted:
        return {}
    table = tournament_requests.c
    asked = select(table.request, table.command, table.lines, table.warnings)
    rows = connection.execute(asked.where(table.tournament_id == number, table.request.in_(wanted)))
    answered = {}
    for request, hash_, lines, warnings in rows:
        last, written = json.loads(lines)
        answered[request] = WriteResult(hash_, last, written, tuple(map(_read_warning, json.loads(warnings))))
    return answered


def keep_answered(connection: Connection, number: int, done: Mapping[EventRequest, Done]) -> None:
    """Keep what requests were answered."""
    rows = [
        {
            "tournament_id": number,
            "request": request.id,
            "command": request.hash,
            "lines": canonical([answer.state.n, len(answer.lines)]),
            "warnings": canonical([_plain(warning._asdict()) for warning in answer.warnings]),
        }
        for request, answer in done.items()
    ]
    put_sealed(connection, tournament_requests, rows)


def answer_again(connection: Connection, number: int, answered: WriteResult) -> Done:
    """Return what a request was answered, with the event as it was then."""
    lines = lines_from(connection, number, 1, answered.last)
    return Done(tuple(lines[len(lines) - answered.written :]), answered.warnings, fold_log(lines))


def _read_warning(document: Mapping[str, Any]) -> EventWarning:
    return EventWarning(document["code"], document["level"], _read(document["message"]))


def _plain(value: object) -> Any:
    """A value of a message as JSON."""
    if isinstance(value, Words | ArpadError):
        key = value.key if isinstance(value, Words) else f"error.{value.key}"
        return {"words": key, "values": _plain(value.values)}
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Fraction) else value


def _read(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Words(value["words"], **{name: _read(one) for name, one in value["values"].items()})
    return [_read(one) for one in value] if isinstance(value, list) else value


# The one writer of a process: a thread that takes all commands that wait, and commits them in one transaction. Each
# command is decided on the state after the one before, and gets its own answer, or its own error, which does not
# concern the others. Nobody is answered before the transaction is kept.

Beside = Callable[[Connection, EventRow, Done], None]
"""What a command writes beside the log, in the same transaction: the hash of a link's secret, for example."""


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """A command on an event, with everything that was given with it, and its answer once it is written."""

    row: EventRow
    command: Decide
    who: str
    at: dt.datetime
    consent: Confirmation | None = None
    request: EventRequest | None = None
    beside: Beside | None = None
    on_copy: bool = False
    answer: "Future[Done]" = field(default_factory=Future)


Outcome = Done | Exception


class EventWriter:
    """The thread that writes. It starts with the first command."""

    def __init__(self, database: Database, known: EventCache) -> None:
        self.database, self.known = database, known
        self._waiting: list[WriteRequest] = []
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def write(self, order: WriteRequest) -> Done:
        """Give a command, and wait for its answer."""
        with self._changed:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="events", daemon=True)
                self._thread.start()
            self._waiting.append(order)
            self._changed.notify()
        return order.answer.result()

    def close(self) -> None:
        """End the thread once all that waits is written."""
        with self._changed:
            thread, self._thread = self._thread, None
            self._changed.notify()
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        """Write the commands of the event whose turn it is: an event has its own lock, so no other waits for it."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._thread is not threading.current_thread())
                if not self._waiting:
                    return
                number = self._waiting[0].row.id
                group = [order for order in self._waiting if order.row.id == number]
                self._waiting = [order for order in self._waiting if order.row.id != number]
            self._write(group)

    def _write(self, group: Sequence[WriteRequest]) -> None:
        """Decide and keep a group. If the database takes it badly, each command is tried alone, unless the whole may
        have been kept all the same."""
        row, decided = group[0].row, False
        try:
            with self.database.writing(row.id) as connection:
                now = self.known.current(connection, row)
                outcomes, last = _decide_all(connection, now, group)
                decided = True
        except Exception as problem:
            if decided or len(group) == 1:
                self.known.forget(row)
                for request in group:
                    request.answer.set_exception(problem)
            else:
                for request in group:
                    self._write([request])
            return
        self.known.remember(last)
        for request, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, Done):
                request.answer.set_result(outcome)
            else:
                request.answer.set_exception(outcome)


def _decide_all(
    connection: Connection, event: StoredEvent, orders: Sequence[WriteRequest]
) -> tuple[list[Outcome], StoredEvent]:
    """Decide commands one after the other, and add what they write. Return what each is answered, and the event."""
    row = event.row
    answered = find_answered(connection, row.id, (order.request.id for order in orders if order.request))
    now: dict[str, tuple[EventRequest, Done]] = {}
    outcomes: list[Outcome] = []
    lines: list[LogLine] = []
    state = event.state
    for order in orders:
        request = order.request
        try:
            if request is not None and request.id in answered:
                check_same(request, answered[request.id].hash)
                outcomes.append(answer_again(connection, row.id, answered[request.id]))
                continue
            if request is not None and request.id in now:
                check_same(request, now[request.id][0].hash)
                outcomes.append(now[request.id][1])
                continue
            if not row.secret and not order.on_copy:
                raise ArpadError("event-home", slug=row.slug, home=state.home or "–")
            done = decide(state, order.command, order.who, order.at, order.consent)
            if order.beside is not None:
                order.beside(connection, row, done)
        except DBAPIError:
            raise
        except Exception as problem:
            outcomes.append(problem)
            continue
        state = done.state
        lines += done.lines
        if any(line.kind == "event.moved" for line in done.lines):
            row = event_row(connection, row.slug)
        outcomes.append(done)
        if request is not None:
            now[request.id] = request, done
    add_lines(connection, row.id, lines)
    keep_answered(connection, row.id, dict(now.values()))
    return outcomes, StoredEvent(row, state)
