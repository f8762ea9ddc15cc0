"""Database rows of tournament logs, and the event states that a process keeps in memory."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, insert, select

from arpad.domain.values import canonical
from arpad.i18n import ArpadError
from arpad.office.storage._log import next_number
from arpad.office.storage._seals import begin_tallies, change_sealed, put_sealed, remove_sealed
from arpad.office.storage.schema import metadata, tournament_log, tournaments
from arpad.tournament.journal import fold_log
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventState

# The rows of an event: what is read from a database, and what is added to it. Nothing is ever changed in a log.

LINE_COLUMNS = [tournament_log.c[name] for name in LogLine._fields]
_FROM = tournament_log.c.n >= bindparam("first")
OF_EVENT = tournament_log.c.tournament_id == bindparam("event")
_LINES = select(*LINE_COLUMNS).where(OF_EVENT, _FROM).order_by(tournament_log.c.n)
_PART = _LINES.where(tournament_log.c.n <= bindparam("last"))
_EVENT = select(tournaments.c.id, tournaments.c.slug, tournaments.c.secret).where(
    tournaments.c.slug == bindparam("slug")
)
_SINCE = (
    _EVENT.add_columns(*LINE_COLUMNS)
    .join(tournament_log, tournament_log.c.tournament_id == tournaments.c.id)
    .where(_FROM)
    .order_by(tournament_log.c.n)
)
"""Statements are made once: making one takes longer than asking it."""


DELETED_MARK = "~"
"""What the name of a deleted event has, and no slug."""
LISTED = tournaments.c.slug.not_like(f"%{DELETED_MARK}%")


class EventRow(NamedTuple):
    """An event in the list of events. A copy of an event that lives elsewhere has no secret."""

    id: int
    slug: str
    secret: str


def event_row(connection: Connection, slug: str) -> EventRow:
    """Return an event by its slug; refuse one that is not there."""
    row = find_row(connection, slug)
    if row is None:
        known = connection.execute(select(tournaments.c.slug).where(LISTED).order_by(tournaments.c.id)).scalars()
        raise ArpadError("event-unknown", slug=slug, known=", ".join(known) or "–")
    return row


def find_row(connection: Connection, slug: str) -> EventRow | None:
    """Return an event by its slug, None if it is not there."""
    row = connection.execute(_EVENT, {"slug": slug}).one_or_none()
    return None if row is None else EventRow(*row)


def add_event(connection: Connection, slug: str, secret: str) -> EventRow:
    """Add an event to the list of events."""
    number = next_number(connection, tournaments.c.id)
    row = EventRow(number, slug, secret)
    put_sealed(connection, tournaments, [{**row._asdict(), "lines": 0, "head": ""}])
    begin_tallies(connection, number)
    return row


def put_away(connection: Connection, row: EventRow) -> str:
    """Delete what is kept of an event beside its log: contacts, links, pictures, addresses for mail. The log only
    grows, so it stays, under a name that no address can have. Return that name."""
    connection.execute(select(tournaments.c.id).where(tournaments.c.id == row.id).with_for_update()).all()
    for table in metadata.sorted_tables:
        if "tournament_id" in table.c and table is not tournament_log:
            remove_sealed(connection, table, table.c.tournament_id == row.id)
    name = f"{row.slug}{DELETED_MARK}{row.id}"
    _change(connection, row.id, slug=name)
    return name


def set_secret(connection: Connection, number: int, secret: str) -> None:
    """Give an event its secret: it lives here from now on. Without one it is a copy."""
    _change(connection, number, secret=secret)


def lines_from(connection: Connection, number: int, first: int = 1, last: int | None = None) -> list[LogLine]:
    """Return the lines of an event, from one to another."""
    asked = {"event": number, "first": first}
    if last is None:
        return read_lines(connection, _LINES, asked)
    return read_lines(connection, _PART, {**asked, "last": last})


def read_lines(connection: Connection, statement: Select[Any], asked: Mapping[str, object]) -> list[LogLine]:
    """Return the lines that a statement gives."""
    return [_line(row) for row in connection.execute(statement, asked)]


def lines_after(connection: Connection, slug: str, n: int, head: str) -> tuple[EventRow, list[LogLine]] | None:
    """Return an event and its lines after a line, None if it has no such line with this hash."""
    rows = connection.execute(_SINCE, {"slug": slug, "first": n}).all()
    if not rows or rows[0].n != n or rows[0].sha256 != head:
        return None
    return EventRow(*rows[0][:3]), [_line(row[3:]) for row in rows[1:]]


def _line(row: Sequence[Any]) -> LogLine:
    n, at, who, kind, data, prev, sha256 = row
    return LogLine(n, at, who, kind, json.loads(data), prev, sha256)


def add_lines(connection: Connection, number: int, lines: Sequence[LogLine]) -> None:
    """Add lines to the log of an event."""
    if lines:
        rows = [{**line._asdict(), "tournament_id": number, "data": canonical(line.data)} for line in lines]
        connection.execute(insert(tournament_log), rows)
        _change(connection, number, lines=lines[-1].n, head=lines[-1].sha256)


def _change(connection: Connection, number: int, **values: object) -> None:
    """Change the row of an event."""
    change_sealed(connection, tournaments, [number], values)


# Events as a process remembers them: each with the state of its log so far, continued from there.


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event in the database, with the state that its log gives."""

    row: EventRow
    state: EventState

    @property
    def at_home(self) -> bool:
        """Whether the event lives here. A copy takes no commands."""
        return bool(self.row.secret)


class EventCache:
    """The events that a process has opened. Several threads may use it at once."""

    def __init__(self) -> None:
        self._events: dict[str, StoredEvent] = {}

    def row(self, slug: str) -> EventRow | None:
        """Return the row of an event that was opened before."""
        event = self._events.get(slug)
        return None if event is None else event.row

    def current(self, connection: Connection, row: EventRow) -> StoredEvent:
        """Return an event as it is in this transaction: what others wrote since is added to what is known.

        What is known must be the beginning of what is there; if a database was put in the place of another, it is not,
        and everything is read again.
        """
        known = self._events.get(row.slug)
        if known is not None:
            lines = lines_after(connection, row.slug, known.state.n, known.state.head)
            if lines is not None and lines[0].id == known.row.id:
                return StoredEvent(lines[0], fold_log(lines[1], known.state))
        now = event_row(connection, row.slug)
        return StoredEvent(now, fold_log(lines_from(connection, now.id)))

    def remember(self, event: StoredEvent) -> None:
        """Remember an event as it is kept."""
        self._events[event.row.slug] = event

    def forget(self, row: EventRow) -> None:
        """Forget an event of which it is not known how far it was kept."""
        self._events.pop(row.slug, None)
