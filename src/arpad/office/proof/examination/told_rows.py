"""The tables of which the log tells every row: each row against what the log says of it."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, Integer, Table

from arpad.domain.values import sha256_of
from arpad.office.proof.examination.findings import Findings, named
from arpad.office.proof.examination.reading import readable, rows_of
from arpad.office.proof.examination.the_log import ToldRows
from arpad.office.storage import ANSWERED, HASHED, LEFT_OUT, sha256, sha256_of_value

OWN_HASH = {"reports": ("data", "sha256"), "editions": ("data", "sha256"), "versions": ("manifest", "digest")}
"""Columns whose hash is in another column of the row."""


def examine_told(connection: Connection, told: ToldRows, findings: Findings) -> dict[str, int]:
    """Compare every row of these tables with the log. Returns the rows of each."""
    return {name: _examine_table(connection, table, told, findings) for name, table in ANSWERED.items()}


def _examine_table(connection: Connection, table: Table, told: ToldRows, findings: Findings) -> int:
    keys = [column.name for column in table.primary_key]
    names = [*keys, *(column.name for column in table.columns if column.name not in keys)]
    expected, seen, count = told.rows[table.name], set(), 0
    with readable(findings, table.name):
        for cells in rows_of(connection, table, names):
            count += 1
            key = cells[: len(keys)]
            row = dict(zip(names, cells, strict=True))
            seen.add(key)
            with readable(findings, table.name):
                _examine_row(table, named(keys, key), row, expected.get(key), findings)
    for key in sorted(set(expected) - seen, key=repr):
        findings.add("missing", table.name, named(keys, key), expected=_said(table, expected[key]))
    return count


def _said(table: Table, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the log says of a row, without hashes of what cannot be read."""
    hidden = HASHED.get(table.name, frozenset())
    names = [column.name for column in table.columns if column.name in values and column.name not in hidden]
    return {name: values[name] for name in names if values[name] not in ("", None)}


def _examine_row(
    table: Table, where: str, row: Mapping[str, Any], expected: Mapping[str, Any] | None, findings: Findings
) -> None:
    hidden = HASHED.get(table.name, frozenset()) | LEFT_OUT.get(table.name, frozenset())
    if expected is None:
        findings.add("added", table.name, where, found={name: row[name] for name in row if name not in hidden})
        return
    left_out = LEFT_OUT.get(table.name, frozenset()) | {column.name for column in table.primary_key}
    for column in table.columns:
        name = column.name
        if name in left_out:
            continue
        wanted = expected.get(name, _default(column, hashed=name in hidden))
        found = sha256_of_value(row[name]) if name in hidden else row[name]
        if found != wanted or type(found) is not type(wanted):
            findings.add("changed", table.name, where, column=name, found=found, expected=wanted)
    if table.name in OWN_HASH:
        name, hashed = OWN_HASH[table.name]
        own = sha256_of(row[name]) if isinstance(row[name], str) else sha256(bytes(row[name]))
        if own != row[hashed]:
            findings.add("hash", table.name, where, column=name, found=own, expected=row[hashed])


def _default(column: Column[Any], *, hashed: bool) -> Any:
    """What a row has in a column that came after it was written."""
    given = column.server_default
    if given is None:
        return None
    value = str(getattr(given, "arg", ""))
    if isinstance(column.type, Integer):
        return int(value)
    return sha256_of_value(value) if hashed else value
