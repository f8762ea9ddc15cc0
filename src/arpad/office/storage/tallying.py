"""Tallies: how many rows each table of sealed rows has, and a sum over their seals, so that a row that goes is missed.

The rows themselves come and go without a line of the log. A transaction collects what it writes and removes, and writes
the tallies at its end, in one order: nobody waits long for a tally, and no two wait for each other. Rows of a
tournament have a tally of their own, so tournaments do not wait for each other either.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Table, bindparam, select, tuple_

from arpad.office.storage.schema import SEALED, tallies, tournaments

TALLY = "arpad_tally"
WHOLE = 0
"""The number of the tally of a table that belongs to no tournament."""
MODULUS = 1 << 256
COUNTED: Mapping[str, Table] = {table.name: table for table in SEALED if table not in (tallies, tournaments)}
"""The tables that have tallies. The log tells of tournaments."""
OWN_NUMBER = {"sign_ins": "number", "attempts": "number", "tournament_links": "link"}
"""Tables whose rows have numbers: their tallies tell which there are."""
_OF = "tournament_id"
_TOLD = (
    select(tallies)
    .where(tuple_(tallies.c.name, tallies.c.of).in_(bindparam("keys", expanding=True)))
    .order_by(tallies.c.name, tallies.c.of)
    .with_for_update()
)
TallyKey = tuple[str, int]


@dataclass(slots=True)
class RowTally:
    """Rows counted: how many, the sum of the hashes of their seals, and their numbers if they have any."""

    rows: int = 0
    sum: int = 0
    numbers: list[int] = field(default_factory=list)

    def count(self, table: Table, row: Mapping[str, Any], sign: int = 1) -> None:
        """Count a row that is there or comes; with -1, one that goes."""
        self.rows += sign
        self.sum = (self.sum + sign * seal_number(row["seal"])) % MODULUS
        if table.name in OWN_NUMBER:
            self.numbers.append(row[OWN_NUMBER[table.name]])

    def added_to(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the row of a tally after this."""
        total = (int(row["sum"], 16) + self.sum) % MODULUS
        return {
            **row,
            "rows": row["rows"] + self.rows,
            "sum": f"{total:064x}",
            "numbers": turned_over(row["numbers"], self.numbers),
        }


Tallied = dict[TallyKey, RowTally]


def seal_number(seal: Any) -> int:
    """Return a seal as a number that can be summed up, whatever was written in its place."""
    return int.from_bytes(hashlib.sha256(str(seal).encode("utf-8", "replace")).digest(), "big")


def tally_key(table: Table, row: Mapping[str, Any]) -> TallyKey:
    """Return which tally counts a row."""
    return table.name, row.get(_OF, WHOLE)


def empty_tally(name: str, of: int) -> dict[str, Any]:
    """Return the row of a tally that has counted nothing."""
    return RowTally().added_to({"name": name, "of": of, "rows": 0, "sum": "0", "numbers": ""})


def wanted_tallies(events: Iterable[int]) -> list[TallyKey]:
    """Return the tallies that there must be: one of each table, and those of every tournament."""
    whole = [(name, WHOLE) for name, table in COUNTED.items() if _OF not in table.c]
    return whole + [key for event in events for key in tallies_of_event(event)]


def tallies_of_event(event: int) -> list[TallyKey]:
    """Return the tallies of a tournament."""
    return [(name, event) for name, table in COUNTED.items() if _OF in table.c]


def note_sealed(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]], sign: int = 1) -> None:
    """Note rows that were written; with -1, rows that were removed."""
    pending = pending_tallies(connection)
    if pending is not None and table.name in COUNTED:
        for row in rows:
            pending.setdefault(tally_key(table, row), RowTally()).count(table, row, sign)


def pending_tallies(connection: Connection) -> Tallied | None:
    """Return what a transaction has counted so far; None if it is one that does not count."""
    return connection.get_execution_options().get(TALLY)


def told_tallies(connection: Connection, keys: Iterable[TallyKey]) -> list[dict[str, Any]]:
    """Return the rows of tallies, and keep others from changing them until the transaction ends."""
    return [dict(row) for row in connection.execute(_TOLD, {"keys": list(keys)}).mappings()]


def turned_over(spans: str, numbers: Iterable[int]) -> str:
    """Return a set of numbers (`1-5,9` is 1 to 5, and 9) with these put in, if they were not in it, or taken out, if
    they were. A set is held by its edges, the numbers at which it begins or ends: both ways turn two edges over."""
    edges = _edges(spans)
    for number in numbers:
        edges ^= {number, number + 1}
    ordered = sorted(edges)
    pairs = zip(ordered[::2], ordered[1::2], strict=True)
    return ",".join(str(begin) if end == begin + 1 else f"{begin}-{end - 1}" for begin, end in pairs)


def _edges(spans: str) -> set[int]:
    edges: set[int] = set()
    for span in filter(None, spans.split(",")):
        begin, _, last = span.partition("-")
        edges ^= {int(begin), int(last or begin) + 1}
    return edges
