"""Players and histories follow from the lists, the keys of games from the reports: they are compared with what these
give."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sqlalchemy import Connection

from arpad.lists.compare import history_rows
from arpad.lists.ledger import Ledger
from arpad.office.desk import REGISTER, register_rows
from arpad.office.proof.examination.findings import Findings, named
from arpad.office.proof.examination.reading import readable, rows_of
from arpad.office.storage import event_games, games_by_event, history, players, stored_ledger, systems, versions

HISTORY = ("time_class", "player", "rating", "k", "games", "change")
Cells = tuple[Any, ...]
OfVersion = Callable[[int], Ledger]


def examine_players(connection: Connection, ledger: OfVersion, findings: Findings) -> int:
    """Compare the register of every system with its newest list. Returns the rows."""
    count = 0
    known = set()
    with readable(findings, players.name):
        for (system,) in list(rows_of(connection, systems, ("id",))):
            known.add(system)
            newest = _newest(connection, system)
            listed = [] if newest is None else register_rows(system, ledger(newest))
            columns = ("system_id", "id", *REGISTER)
            there = rows_of(connection, players, columns, f"system_id = {int(system)}")
            count += _compare(players.name, columns, 2, there, listed, findings)
        for row in rows_of(connection, players, ("system_id", "id")):
            if row[0] not in known:
                findings.add("added", players.name, named(["system_id", "id"], row))
    return count


def _newest(connection: Connection, system: int) -> int | None:
    rows = rows_of(connection, versions, ("id",), f"system_id = {int(system)}", order=("period", "number"))
    return next((row[0] for row in reversed(list(rows))), None)


def examine_history(connection: Connection, ledger: OfVersion, findings: Findings, done: Callable[[], None]) -> int:
    """Compare the history of every version with the list and the one before it. Returns the rows."""
    count = 0
    closed = set()
    with readable(findings, history.name):
        for id_, kind, parent in list(rows_of(connection, versions, ("id", "kind", "parent_id"))):
            done()
            if kind != "closed":
                continue
            closed.add(id_)
            with readable(findings, history.name):
                expected = sorted(history_rows(None if parent is None else ledger(parent), ledger(id_)))
                there = rows_of(connection, history, HISTORY, f"version_id = {int(id_)}", order=HISTORY[:2])
                named_rows = ((id_, *row) for row in there)
                columns = ("version_id", *HISTORY)
                count += _compare(history.name, columns, 3, named_rows, ((id_, *row) for row in expected), findings)
        for row in rows_of(connection, history, ("version_id", "time_class", "player")):
            if row[0] not in closed:
                findings.add("added", history.name, named(["version_id", "time_class", "player"], row))
    return count


def examine_games(connection: Connection, findings: Findings) -> int:
    """Compare the keys of the games of every event with its report. Returns the rows."""
    count, columns = 0, ("event_id", "game")
    with readable(findings, event_games.name):
        known = set()
        for event, games in games_by_event(connection):
            known.add(event)
            there = sorted(rows_of(connection, event_games, columns, f"event_id = {int(event)}"), key=_text)
            count += _compare(
                event_games.name, columns, 2, there, sorted(((event, key) for key in games), key=_text), findings
            )
        for row in rows_of(connection, event_games, columns):
            if row[0] not in known:
                findings.add("added", event_games.name, named(columns, row))
    return count


def _text(row: Cells) -> tuple[str, ...]:
    return _key(row, len(row))


def _compare(
    table: str, columns: tuple[str, ...], keys: int, found: Iterable[Cells], expected: Iterable[Cells], to: Findings
) -> int:
    """Go through rows that are there and those that should be, both in the order of their key."""
    count = 0
    for key, there, wanted in _beside(keys, found, expected):
        count += there is not None
        if there == wanted:
            continue
        where = named(columns[:keys], key)
        if wanted is None and there is not None:
            to.add("added", table, where, found=dict(zip(columns[keys:], there[keys:], strict=True)))
        elif there is None and wanted is not None:
            to.add("missing", table, where, expected=dict(zip(columns[keys:], wanted[keys:], strict=True)))
        elif there is not None and wanted is not None:
            for name, one, other in zip(columns, there, wanted, strict=True):
                if one != other:
                    to.add("changed", table, where, column=name, found=one, expected=other)
    return count


def _beside(
    keys: int, found: Iterable[Cells], expected: Iterable[Cells]
) -> Iterator[tuple[Cells, Cells | None, Cells | None]]:
    """Rows side by side, by their keys."""
    there, wanted = iter(found), iter(expected)
    one, other = next(there, None), next(wanted, None)
    while one is not None or other is not None:
        own = None if one is None else _key(one, keys)
        its = None if other is None else _key(other, keys)
        if one is not None and (its is None or (own is not None and own < its)):
            yield one[:keys], one, None
            one = next(there, None)
        elif other is not None and (own is None or (its is not None and its < own)):
            yield other[:keys], None, other
            other = next(wanted, None)
        else:
            assert one is not None
            yield one[:keys], one, other
            one, other = next(there, None), next(wanted, None)


def _key(row: Cells, keys: int) -> tuple[str, ...]:
    """A key that can be compared whatever damage has made of it. Numbers are those of one version, or of one system."""
    return tuple(part if isinstance(part, str) else str(part) for part in row[:keys])


def ledgers_of(connection: Connection) -> OfVersion:
    """Return what reads the lists from the database: the last two are kept."""
    kept: dict[int, Ledger] = {}

    def ledger(version: int) -> Ledger:
        if version not in kept:
            found = stored_ledger(connection, version)
            for old in list(kept)[:-1]:
                del kept[old]
            kept[version] = found
        return kept[version]

    return ledger
