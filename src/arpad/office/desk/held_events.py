"""The events whose games the office holds, list by list, and those that wait for one; and a player's games in them.

The events of a list are one file, and those that wait are another. Its name begins with the list and ends with the
digest of its events, so a file is never wrong: other events, or another report, are another file.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, select

from arpad.domain.event import Event
from arpad.lists.player_index import GamesIndex, IndexedEvent, PlayedEvent, event_piece, games_tables, pieces_of
from arpad.lists.whole_list import Tables
from arpad.office.desk.shelf import Shelf
from arpad.office.records import HELD
from arpad.office.storage import accepted_report, events, get_report, revisions
from arpad.release import __version__

WAITING = dt.date.max
"""Stands for the list that waiting events are due for."""
KIND = "games"
HELD_EVENTS = (
    select(
        *(events.c[name] for name in ("id", "name", "start", "end", "time_class", "state", "period", "facts")),
        revisions.c.sha256,
    )
    .join(revisions, (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision))
    .where(events.c.system_id == bindparam("system"), events.c.state.in_(HELD))
    .order_by(events.c.id)
)


class HeldEvents(NamedTuple):
    """The events of a list, by the name of their file."""

    series: str
    digest: str

    @property
    def name(self) -> str:
        return f"{self.series}-{self.digest}"


def held_events(shelf: Shelf) -> Mapping[dt.date, HeldEvents]:
    """Return the events of each published list, and those that wait for one."""

    def read() -> dict[dt.date, HeldEvents]:
        return {
            period: HeldEvents(_series(shelf, period), _digest(map(_indexed, rows)))
            for period, rows in _rows_by_list(shelf).items()
        }

    return shelf.known.of(("held", shelf.system.id), read)


def games_held(shelf: Shelf, ids: Sequence[str], lists: Iterable[dt.date]) -> Iterator[tuple[PlayedEvent, bool]]:
    """The events of some lists, and all that wait, in which players played, each with whether it waits; in no order."""
    held = held_events(shelf)
    for period in {*lists, WAITING} & held.keys():
        index = _opened(shelf, period, held[period])
        for id_ in ids:
            for played in index.of(id_):
                yield played, period == WAITING


def open_games(shelf: Shelf, *, only_missing: bool = False) -> None:
    """Open the files of the events that wait and of the last list, and of every list that had a file before."""
    held, folder = held_events(shelf), shelf.ledgers.folder
    assert folder is not None
    last = max((period for period in held if period != WAITING), default=None)
    for period, own in held.items():
        if folder.has(own.name, KIND):
            wanted = not only_missing and period in (WAITING, last)
        else:
            wanted = period in (WAITING, last) or any(folder.earlier(own.series, KIND))
        if wanted:
            _opened(shelf, period, own)


def _opened(shelf: Shelf, period: dt.date, held: HeldEvents) -> GamesIndex:
    folder = shelf.ledgers.folder
    if folder is None:
        return shelf.known.of(("games", held.name), lambda: GamesIndex(_tables(shelf, period, ())))

    def make(_connection: Connection) -> Tables:
        series = (held.series, _series(shelf, WAITING))
        return _tables(shelf, period, (tables for name in series for tables in folder.earlier(name, KIND)))

    index = shelf.ledgers.games(lambda: shelf.connection, held.name, make)
    assert index is not None
    return index


def _tables(shelf: Shelf, period: dt.date, earlier: Iterable[Tables]) -> Tables:
    """Make the tables of a list's events; those that earlier files have are taken over."""
    rows = {one.key: row for row in _rows_by_list(shelf)[period] for one in [_indexed(row)]}
    pieces: dict[str, Tables] = {}
    for tables in earlier:
        missing = rows.keys() - pieces.keys()
        if not missing:
            break
        pieces |= pieces_of(tables, missing)
    for key in rows.keys() - pieces.keys():
        pieces[key] = event_piece(_event(shelf.connection, rows[key]))
    return games_tables([_indexed(row) for row in rows.values()], [pieces[key] for key in rows])


def _rows_by_list(shelf: Shelf) -> dict[dt.date, list[Row[Any]]]:
    """The events whose games count, list by list, in the order of their days."""
    after = max((row.period for row in shelf.versions if row.state == "published"), default=dt.date.min)
    found: dict[dt.date, list[Row[Any]]] = {}
    rows: Iterable[Any] = shelf.connection.execute(HELD_EVENTS, {"system": shelf.system.id})
    for row in rows:
        waits = row.state == "accepted" or row.period > after
        found.setdefault(WAITING if waits else row.period, []).append(row)
    return {period: sorted(rows, key=lambda row: (_day(row), row.id)) for period, rows in found.items()}


def _day(row: Row[Any]) -> dt.date:
    day: dt.date = row.end or row.start or dt.date.min
    return day


def _indexed(row: Row[Any]) -> IndexedEvent:
    made_from = "\n".join((__version__, row.sha256, row.time_class, row.facts))
    key = hashlib.sha256(made_from.encode()).hexdigest()
    return IndexedEvent(f"{row.id} {key}", row.id, row.name, row.end or row.start, row.time_class)


def _event(connection: Connection, row: Row[Any]) -> Event:
    """An event as its accepted report has it."""
    return accepted_report(row.sha256, partial(get_report, connection), row.time_class, json.loads(row.facts)).event


def _series(shelf: Shelf, period: dt.date) -> str:
    return f"{shelf.system.id}-{'waiting' if period == WAITING else period.isoformat()}"


def _digest(indexed: Iterable[IndexedEvent]) -> str:
    return hashlib.sha256("\n".join(repr(tuple(one)) for one in indexed).encode()).hexdigest()
