"""Rows with a seal, which only the office can make: written, changed and removed, and counted by their tallies."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from arpad.domain.values import canonical
from arpad.office.storage.key_file import OfficeKey
from arpad.office.storage.line_hash import plain_value
from arpad.office.storage.schema import SEALED, tallies, tournaments
from arpad.office.storage.signing import key_at_hand
from arpad.office.storage.tallying import (
    COUNTED,
    RowTally,
    Tallied,
    empty_tally,
    note_sealed,
    pending_tallies,
    seal_number,
    tallies_of_event,
    tally_key,
    told_tallies,
    wanted_tallies,
)

SEAL = "seal"


def seal_of(key: OfficeKey, table: Table, values: Mapping[str, Any]) -> str:
    """Return the seal of a row."""
    row = {column.name: plain_value(values[column.name]) for column in table.columns if column.name != SEAL}
    return key.seal(canonical([table.name, row]))


def _rows(connection: Connection, asked: Executable, values: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(asked, values).mappings()]


def _sealed(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    found = key_at_hand(connection)
    return [{**row, SEAL: "" if found is None else seal_of(found[1], table, row)} for row in rows]


def put_sealed(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write new rows of a table whose rows have a seal."""
    sealed = _sealed(connection, table, rows)
    if sealed:
        connection.execute(insert(table), sealed)
        note_sealed(connection, table, sealed)


def change_sealed(connection: Connection, table: Table, key: Sequence[Any], values: Mapping[str, Any]) -> bool:
    """Write other values into a row that is there, with its seal. Returns whether there is one."""
    own = {f"own_{column.name}": part for column, part in zip(table.primary_key, key, strict=True)}
    found = _rows(connection, _row_to_change(table), own)
    if not found:
        return False
    (before,) = found
    row = _changed(key_at_hand(connection), table, before, values)
    connection.execute(_change_of_row(table), {**own, **values, SEAL: row[SEAL]})
    note_sealed(connection, table, [before], -1)
    note_sealed(connection, table, [row])
    return True


@cache
def _row_to_change(table: Table) -> Select[Any]:
    return select(table).where(*_own(table)).with_for_update()


@cache
def _change_of_row(table: Table) -> Update:
    return update(table).where(*_own(table))


def _own(table: Table) -> list[ColumnElement[bool]]:
    """Statements are made once: making one takes longer than asking it."""
    return [column == bindparam(f"own_{column.name}") for column in table.primary_key]


def _changed(
    found: tuple[int, OfficeKey] | None, table: Table, before: Mapping[str, Any], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a row with other values. A seal that was not good stays as it was: what somebody forged does not become
    good because the office goes on writing."""
    row = {**before, **values}
    if found is None:
        return {**row, SEAL: ""}
    good = before[SEAL] == seal_of(found[1], table, before)
    return {**row, SEAL: seal_of(found[1], table, row) if good else before[SEAL]}


def remove_sealed(connection: Connection, table: Table, *which: ColumnElement[bool]) -> int:
    """Remove rows of a table whose rows have a seal. Returns how many there were."""
    gone = _rows(connection, delete(table).where(*which).returning(*table.c))
    note_sealed(connection, table, gone, -1)
    return len(gone)


# ---------------------------------------------------------------- tallies


def write_tallies(connection: Connection) -> None:
    """Write the tallies of all that a transaction has written and removed."""
    pending = pending_tallies(connection)
    if not pending:
        return
    found = key_at_hand(connection)
    for row in told_tallies(connection, pending):
        own = {"own_name": row["name"], "own_of": row["of"]}
        changed = _changed(found, tallies, row, pending[row["name"], row["of"]].added_to(row))
        connection.execute(_change_of_row(tallies), {**own, **changed})
    pending.clear()


def begin_tallies(connection: Connection, event: int) -> None:
    """Begin to count the rows of a new tournament."""
    put_sealed(connection, tallies, [empty_tally(*key) for key in tallies_of_event(event)])


def count_all(connection: Connection) -> None:
    """Count what there is, in an office that has no tallies yet."""
    found: Tallied = {key: RowTally() for key in wanted_tallies(connection.execute(select(tournaments.c.id)).scalars())}
    for table in COUNTED.values():
        for row in _rows(connection, select(table)):
            found[tally_key(table, row)].count(table, row)
    put_sealed(connection, tallies, [tally.added_to(empty_tally(*key)) for key, tally in found.items()])


# ---------------------------------------------------------------- another key


def seal_again(connection: Connection, before: OfficeKey | None) -> None:
    """Seal rows with the newest key: those with a good seal of the key before; all, if there was none. A tally that was
    wrong stays as wrong as it was."""
    found = key_at_hand(connection)
    write_tallies(connection)
    if found is None:
        return
    turned: Tallied = {}
    for table in (*(table for table in SEALED if table is not tallies), tallies):
        for row in _rows(connection, select(table)):
            after = turned.get((row["name"], row["of"]), RowTally()).added_to(row) if table is tallies else dict(row)
            good = before is None or row[SEAL] == seal_of(before, table, row)
            sealed = {**after, SEAL: seal_of(found[1], table, after) if good else row[SEAL]}
            if sealed != row:
                own = [column == row[column.name] for column in table.primary_key]
                changed = {name: value for name, value in sealed.items() if value != row[name]}
                connection.execute(update(table).where(*own).values(changed))
            if table.name in COUNTED:
                tally = turned.setdefault(tally_key(table, row), RowTally())
                tally.sum += seal_number(sealed[SEAL]) - seal_number(row[SEAL])
