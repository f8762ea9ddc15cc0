"""The database's own examination: its pages, its foreign keys, its rules. It comes first."""

import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect

from arpad.office.proof.examination.findings import Findings
from arpad.office.storage import REVISION_TABLE, Database, metadata

GROWING = ("reports", "revisions", "decisions", "editions", "log")
HELD = ("contents", "history")
"""The tables that only grow, and those that belong to versions; the first office had rules for them already."""
SCHEMA = "sqlite_schema"
TREE = re.compile(r"[Tt]ree (\d+)")
INDEX = re.compile(r"\b(?:index|from) (\w+)")
RULES = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
TRIGGERS = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
AMCHECK = "SELECT 1 FROM pg_extension WHERE extname = 'amcheck'"
HEAP = "SELECT blkno, offnum, msg FROM verify_heapam('{table}')"
SOUND = "ok"


def examine_database(connection: Connection, findings: Findings, *, quick: bool) -> tuple[str, ...]:
    """Ask the database whether it is whole. Returns notes on what it cannot tell."""
    if connection.dialect.name == "sqlite":
        _sqlite_pages(connection, findings, quick=quick)
        _sqlite_rules(connection, findings)
        return ()
    return _postgresql(connection, findings)


def _sqlite_pages(connection: Connection, findings: Findings, *, quick: bool) -> None:
    roots = {row[0]: row[1] for row in connection.exec_driver_sql("SELECT rootpage, tbl_name FROM sqlite_schema")}
    owners = {row[0]: row[1] for row in connection.exec_driver_sql("SELECT name, tbl_name FROM sqlite_schema")}
    for (line,) in connection.exec_driver_sql("PRAGMA quick_check" if quick else "PRAGMA integrity_check"):
        for part in str(line).splitlines():
            if part.strip() not in (SOUND, "") and not part.startswith("***"):
                findings.add("database", _table_named(part, roots, owners), found=part)
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        findings.add("reference", str(row[0]), f"rowid {row[1]}", expected=row[2])


def _table_named(line: str, roots: dict[int, str], owners: dict[str, str]) -> str:
    """The table that a line of SQLite is about."""
    tree = TREE.search(line)
    if tree is not None:
        return roots.get(int(tree[1]), SCHEMA)
    words = re.findall(r"\w+", line)
    return next((owners[word] for word in words if word in owners), SCHEMA)


def _sqlite_rules(connection: Connection, findings: Findings) -> None:
    """The tables, indexes and triggers of this office against those of a new one."""
    found, expected = _rules(connection), _rules_of_new()
    for name in sorted(found.keys() | expected.keys()):
        if found.get(name) != expected.get(name):
            findings.add("rule", SCHEMA, " ".join(name), found=found.get(name), expected=expected.get(name))


@cache
def _rules_of_new() -> dict[tuple[str, str], str]:
    """The rules of an office of this release."""
    with tempfile.TemporaryDirectory() as folder:
        new = Database(f"sqlite:///{Path(folder) / 'new.db'}")
        new.create()
        with new.reading() as connection:
            found = _rules(connection)
        new.dispose()
    return found


def _rules(connection: Connection) -> dict[tuple[str, str], str]:
    rows = connection.exec_driver_sql(RULES)
    return {(str(row[0]), str(row[1])): f"{row[2]}: {' '.join(str(row[3]).split())}" for row in rows}


def _postgresql(connection: Connection, findings: Findings) -> tuple[str, ...]:
    there = set(connection.exec_driver_sql(TRIGGERS).scalars())
    wanted = {f"{table}_no_truncate" for table in (*GROWING, "versions", *HELD)}
    wanted |= {f"{table}_no_change" for table in (*GROWING, "versions", "keys", "signatures", "tournament_log")}
    for name in sorted(wanted - there):
        findings.add("rule", name.rpartition("_no_")[0], f"trigger {name}", expected=name)
    tables = set(inspect(connection).get_table_names())
    for name in sorted({*metadata.tables, REVISION_TABLE} - tables):
        findings.add("rule", name, expected=name)
    if connection.exec_driver_sql(AMCHECK).first() is None:
        return ("proof.note.amcheck",)
    for name in sorted(set(metadata.tables) & tables):
        damage: Any
        for damage in connection.exec_driver_sql(HEAP.format(table=name)):
            findings.add("database", name, f"{damage[0]}/{damage[1]}", found=damage[2])
    return ()
