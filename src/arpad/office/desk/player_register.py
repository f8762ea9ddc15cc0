"""The register: every player on any list of the system, with the data of the newest one."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy import Connection, delete

from arpad.lists.ledger import Ledger
from arpad.office.storage import insert_rows, players

REGISTER = ("name", "federation", "sex", "title", "born")
CHUNK = 500  # ids in one statement


def update_register(connection: Connection, system_id: int, before: Ledger | None, ledger: Ledger) -> None:
    """Update the register to a list, from the list that it has now."""
    changed = ledger.players if before is None else _changed(before.players, ledger.players)
    if before is not None:
        gone = before.players["id"].filter(pc.invert(pc.is_in(before.players["id"], value_set=_ids(ledger))))
        ids = [*changed["id"].to_pylist(), *gone.to_pylist()]
        for start in range(0, len(ids), CHUNK):
            some = ids[start : start + CHUNK]
            connection.execute(delete(players).where(players.c.system_id == system_id, players.c.id.in_(some)))
    insert_rows(connection, players, ("system_id", "id", *REGISTER), _rows(system_id, changed))


def _ids(ledger: Ledger) -> pa.Array:
    return ledger.players["id"].combine_chunks()


def _changed(before: pa.Table, after: pa.Table) -> pa.Table:
    """Return the players who are new or whose data have changed."""
    places = pc.index_in(after["id"], value_set=before["id"].combine_chunks())
    old = before.take(pc.fill_null(places, 0)) if before.num_rows else None
    differs = pc.is_null(places)
    if old is not None:
        for name in REGISTER:
            differs = pc.or_(differs, pc.not_equal(after[name], old[name]))
    return after.filter(differs)


def register_rows(system_id: int, ledger: Ledger) -> Iterator[tuple[Any, ...]]:
    """The rows that the register of a system must have if a list is its newest, in the order of the ids."""
    return _rows(system_id, ledger.players)


def _rows(system_id: int, table: pa.Table) -> Iterator[tuple[Any, ...]]:
    columns = [_storable(table[name]).to_pylist() for name in ("id", *REGISTER)]
    return ((system_id, *cells) for cells in zip(*columns, strict=True))


def _storable(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    """PostgreSQL knows no NUL."""
    return pc.replace_substring(cells, "\0", "\N{REPLACEMENT CHARACTER}") if pa.types.is_string(cells.type) else cells
