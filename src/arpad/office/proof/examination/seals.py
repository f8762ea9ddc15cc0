"""Rows that are kept for a while, and events: each has a seal that only the office can make, and tallies count them."""

from typing import Any

from sqlalchemy import Connection, Table

from arpad.office.proof.examination.findings import Findings, named
from arpad.office.proof.examination.reading import readable, rows_of
from arpad.office.proof.examination.the_log import ToldRows
from arpad.office.storage import (
    COUNTED,
    SEAL,
    SEALED,
    OfficeKey,
    RowTally,
    Tallied,
    empty_tally,
    seal_of,
    tallies,
    tally_key,
    tournaments,
    wanted_tallies,
)

TOLD = ("name", "of", "rows", "sum", "numbers")


def examine_seals(connection: Connection, key: OfficeKey | None, told: ToldRows, findings: Findings) -> dict[str, int]:
    """Check the seal of every row, if the key is here, and that no row is missing. Returns the rows of each table."""
    found: Tallied = {}
    counts = {table.name: _examine_table(connection, table, key, findings, found) for table in SEALED}
    with readable(findings, tallies.name):
        events = {row[0] for row in rows_of(connection, tournaments, ("id",))}
        kept = {row[:2]: dict(zip(TOLD, row, strict=True)) for row in rows_of(connection, tallies, TOLD)}
        for key_ in wanted_tallies(sorted(events | told.founded.keys())):
            if key_ not in kept:
                findings.add("missing", tallies.name, named(TOLD[:2], key_))
        for tally in kept.values():
            with readable(findings, tallies.name):
                _compare(tally, found.get((tally["name"], tally["of"]), RowTally()), findings)
    return counts


def _examine_table(
    connection: Connection, table: Table, key: OfficeKey | None, findings: Findings, found: Tallied
) -> int:
    names = table.c.keys()
    keys = [column.name for column in table.primary_key]
    count = 0
    with readable(findings, table.name):
        for cells in rows_of(connection, table, names):
            count += 1
            row = dict(zip(names, cells, strict=True))
            with readable(findings, table.name):
                if table.name in COUNTED:
                    found.setdefault(tally_key(table, row), RowTally()).count(table, row)
                if key is not None and row[SEAL] != seal_of(key, table, row):
                    code = "seal" if row[SEAL] else "unsealed"
                    findings.add(code, table.name, named(keys, [row[name] for name in keys]), column=SEAL)
    return count


def _compare(told: dict[str, Any], found: RowTally, findings: Findings) -> None:
    """Compare what a tally tells with the rows that are there. A row that was only changed is told by its seal."""
    name, of = told["name"], told["of"]
    there = found.added_to(empty_tally(name, of))
    which = RowTally(numbers=found.numbers).added_to(told)["numbers"]
    where = ", ".join(part for part in (of and f"tournament_id {of}", which and f"numbers {which}") if part)
    if there["rows"] != told["rows"]:
        code = "rows-gone" if there["rows"] < told["rows"] else "rows-more"
        findings.add(code, name, where, found=there["rows"], expected=told["rows"])
    elif there["sum"] != told["sum"] and not findings.count(name):
        findings.add("rows-other", name, where)
