"""Forgeries: bits flipped in the file of an office, and rows forged in every column of every table.

Each must be found by `office verify`, and the table named; or all that the office holds is as it was, so the bit lies
in bytes that nobody reads.
"""

import datetime as dt
import json
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Integer, LargeBinary, text

from arpad.domain.values import canonical
from arpad.i18n import MessageError
from arpad.office.accounts.people import AccountPolicy, add_account, add_token, set_policy
from arpad.office.context import Desk
from arpad.office.decisions.decisions import ChangePerson, decide
from arpad.office.list_tables import read_transaction
from arpad.office.proof.audit import examine
from arpad.office.proof.audit_findings import Examination
from arpad.office.storage._log import LINE_FIELDS, hash_of_line
from arpad.office.storage._seals import put_sealed, seal_again
from arpad.office.storage._signing import OfficeKey, sign_all
from arpad.office.storage._tables import keep_arbiter_record
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting
from arpad.office.storage.schema import SEALED, metadata
from arpad.office.tournaments.store import EventStore
from arpad.regulations.rating_editions import regulations
from kept_events import opened
from quick_examination import remembering

PASSWORD = "una torre sobre otra"
OLD = "arpad_revision"


NOON = dt.datetime(2026, 5, 1, 12, tzinfo=dt.UTC)


def with_everything(database: Database) -> None:
    """Give an office a row of every table that it does not have yet."""
    by = Acting("demo", NOON)
    desk = Desk(database, regulations(), "fide", "demo", NOON)
    with read_transaction(desk) as repository:
        last, player = max(repository.newest), next(iter(repository.ledger(repository.versions[-1]).all_rows())).id
    decide(desk, ChangePerson(player, last, name="Zorzal, Ada", reason="a passport"))
    for name in ("Ana", "Eva"):
        add_account(database, name, PASSWORD, "officer", by)
        add_token(database, name, f"the club of {name}", f"a secret of {name}", by)
    set_policy(database, AccountPolicy("officers", 90), by)
    event_store = EventStore(database)
    opened(event_store, 4)
    event_store.close()
    with database.writing() as connection:
        keep_arbiter_record(connection, "98000017", "note", NOON, {}, "a seminar")
        by.record(connection, "arbiter-recorded", "98000017")
        for table in SEALED:
            if table.name not in ("tournaments", "tallies"):
                rows = [{column.name: _some(column, number) for column in table.columns} for number in (1, 2)]
                put_sealed(connection, table, rows)


def _some(column: Column[Any], number: int) -> Any:
    known = {"tournament_id": 1, "account": "Ana"}
    if isinstance(column.type, LargeBinary):
        return f"{column.name} {number}".encode()
    return known.get(column.name, number if isinstance(column.type, Integer) else f"{column.name} {number}")


@dataclass(frozen=True, slots=True)
class Forged:
    """A forged row: its table, and the statements that forge it."""

    table: str
    what: str
    statements: tuple[tuple[str, tuple[Any, ...]], ...]


def examined(path: Path) -> Examination | None:
    """The examination of a file; None if the file is refused as no office."""
    database = Database(f"sqlite:///{path}")
    try:
        return examine(database)
    except MessageError:
        return None
    finally:
        database.dispose()


def everything(path: Path) -> list[Any]:
    """All that a file holds: its rules, and every row of every table; what cannot be read is told by its error."""
    found: list[Any] = []
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        connection.text_factory = bytes
        for asked in (
            "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name",
            *(f'SELECT * FROM "{name}" ORDER BY 1, 2' for name in metadata.tables),
            f"SELECT * FROM {OLD}",
        ):
            try:
                found.append(connection.execute(asked).fetchall())
            except sqlite3.DatabaseError as problem:
                found.append(str(problem))
    connection.close()
    return found


def whole_office(source: Path, path: Path) -> Path:
    """A copy of an office with a row of every table, all of it in one file."""
    shutil.copy(source, path)
    database = Database(f"sqlite:///{path}")
    with_everything(database)
    database.dispose()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path


def flip_bits(path: Path, folder: Path, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Flip one bit after the other, each in a copy of the file. Returns what was found, and where nothing was although
    something has changed."""
    with remembering():
        return _flipped(path, folder, count, random.Random(seed))


def _flipped(path: Path, folder: Path, count: int, chance: random.Random) -> tuple[Counter[str], list[str]]:
    data, before, pages = path.read_bytes(), everything(path), _pages(path)
    tally: Counter[str] = Counter()
    missed = []
    copy = folder / "flipped.db"
    for turn in range(count):
        place, bit = _aimed(data, pages, chance) if turn % 2 else chance.randrange(len(data)), chance.randrange(8)
        copy.write_bytes(data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :])
        found = examined(copy)
        if found is None:
            tally["no office"] += 1
        elif not found.sound:
            tally[f"found in {found.wrong[0].table}"] += 1
        elif everything(copy) == before:
            tally["unused"] += 1
        else:
            missed.append(f"byte {place}, bit {bit}: {_difference(before, everything(copy))}")
        for left in folder.glob("flipped.db-*"):
            left.unlink()
    return tally, missed


def _pages(path: Path) -> list[list[tuple[int, int]]]:
    """Where the pages of every table and every index are: begin and end, for each of them."""
    found: dict[str, list[tuple[int, int]]] = {}
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        for name, begin, size in connection.execute("SELECT name, pgoffset, pgsize FROM dbstat ORDER BY 1, 2"):
            found.setdefault(name, []).append((begin, begin + size))
    connection.close()
    return list(found.values())


def _aimed(data: bytes, pages: list[list[tuple[int, int]]], chance: random.Random) -> int:
    """A place where something is written, in a table or an index by chance: small ones are hit as often as big ones."""
    begin, end = chance.choice(chance.choice(pages))
    return chance.choice([place for place in range(begin, end) if data[place]])


def _difference(before: list[Any], after: list[Any]) -> str:
    """The first row that differs, for the one who has to find out why nobody noticed."""
    names = ["rules", *metadata.tables, OLD]
    rows = next((name, one, other) for name, one, other in zip(names, before, after, strict=True) if one != other)
    return next(f"{rows[0]}: {one} is {other}" for one, other in zip(*rows[1:], strict=False) if one != other)[:2000]


def forged_rows(path: Path) -> Iterator[Forged]:
    """A change of every column of a row of every table, a row that goes, a row that comes."""
    connection = sqlite3.connect(path)
    for name, table in metadata.tables.items():
        columns = [column.name for column in table.columns]
        keys = [column.name for column in table.primary_key]
        picked = ", ".join(f'"{column}"' for column in columns)
        row = connection.execute(f'SELECT {picked} FROM "{name}" ORDER BY 1 DESC, 2 DESC').fetchone()
        if row is None:
            continue
        values = dict(zip(columns, row, strict=True))
        own = " AND ".join(f'"{key}" = ?' for key in keys)
        at = tuple(values[key] for key in keys)
        for column in columns:
            change = f'UPDATE "{name}" SET "{column}" = ? WHERE {own}'
            yield Forged(name, f"{column} changed", ((change, (another(values[column]), *at)),))
        yield Forged(name, "removed", ((f'DELETE FROM "{name}" WHERE {own}', at),))
        marks = ", ".join("?" for _ in columns)
        added = {**values, keys[-1]: another(values[keys[-1]])} | ({"slug": "another"} if "slug" in values else {})
        more = tuple(added[column] for column in columns)
        yield Forged(name, "added", ((f'INSERT INTO "{name}" ({picked}) VALUES ({marks})', more),))
    connection.close()


def another(value: Any) -> Any:
    """Another value of the same kind."""
    if value is None:
        return "2001-01-01"
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1])
    if isinstance(value, int):
        return value + 1 if value not in (0, 1) else 1 - value
    if len(value) == 10 and value[4:5] == "-":
        return (dt.date.fromisoformat(value) + dt.timedelta(days=31)).isoformat()
    return f"{value[:-1]}{'b' if value[-1:] == 'a' else 'a'}"


def forge(path: Path, forged: Forged) -> str | None:
    """Write a forged row as somebody with the file would: without rules and triggers. Returns why it cannot be done."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.execute("PRAGMA foreign_keys = OFF")
    rules = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    try:
        for name, _ in rules:
            connection.execute(f'DROP TRIGGER "{name}"')
        for statement, values in forged.statements:
            connection.execute(statement, values)
        for _, sql in rules:
            connection.execute(sql)
    except sqlite3.IntegrityError as problem:
        return str(problem)
    finally:
        connection.close()
    return None


def forged_together(path: Path) -> Iterator[list[Forged]]:
    """Forged rows of as many tables as possible at once: one for each table. Keys and the log come alone: all
    others hang on them."""
    by_table: dict[str, list[Forged]] = {}
    for forged in forged_rows(path):
        by_table.setdefault(forged.table, []).append(forged)
    for table in ("keys", "log"):
        yield from ([forged] for forged in by_table.pop(table))
    for place in range(max(map(len, by_table.values()))):
        yield [several[place] for several in by_table.values() if place < len(several)]


def try_forgeries(path: Path, folder: Path, *, together: bool = False) -> tuple[int, list[str]]:
    """Forge rows, each in a copy, or one of every table in a copy. Returns how many were found, and those that were
    not, or were not named."""
    several = list(forged_together(path))
    with remembering():
        return _tried(path, folder, several if together else [[forged] for group in several for forged in group])


def _tried(path: Path, folder: Path, groups: list[list[Forged]]) -> tuple[int, list[str]]:
    found, missed = 0, []
    copy = folder / "forged.db"
    for group in groups:
        shutil.copy(path, copy)
        done = [forged for forged in group if forge(copy, forged) is None]
        seen = examined(copy)
        named = set() if seen is None else {wrong.table for wrong in seen.wrong}
        for forged in done:
            if seen is None or named & {forged.table, *KIN.get(forged.table, ())}:
                found += 1
            else:
                missed.append(f"{forged.table}: {forged.what}")
        for left in folder.glob("forged.db-*"):
            left.unlink()
    return found, missed


def write_again(database: Database, old: str, key: OfficeKey | None) -> None:
    """Forge an office whole, as somebody with the database would: every arbiter is an administrator, the log says so,
    and its chain is right. The keys are gone, or `key` takes their place and signs and seals everything: its secret is
    where the database finds it."""
    with database.writing(0) as connection:
        rules: list[Any] = []
        if database.kind == "postgresql":
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        else:
            rules = [*connection.execute(text("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"))]
            for rule in rules:
                connection.execute(text(f'DROP TRIGGER "{rule.name}"'))
        head, new = "", key.public if key else ""
        for row in connection.execute(text("SELECT * FROM log ORDER BY id")).mappings().all():
            line = dict(row) | {"prev": head or row["prev"]}
            for name in ("details", "rows", "subject"):
                line[name] = str(line[name]).replace('"arbiter"', '"administrator"').replace(old, new)
            if key is None:
                line["rows"] = canonical([entry for entry in json.loads(line["rows"]) if entry[0] != "keys"])
            head = hash_of_line({name: line[name] for name in LINE_FIELDS})
            change = "details = :details, rows = :rows, subject = :subject, prev = :prev, sha256 = :head"
            connection.execute(text(f"UPDATE log SET {change} WHERE id = :id"), line | {"head": head})
        connection.execute(text("UPDATE accounts SET role = 'administrator' WHERE role = 'arbiter'"))
        connection.execute(text("DELETE FROM signatures"))
        if key is None:
            connection.execute(text("DELETE FROM keys"))
        else:
            connection.execute(text("UPDATE keys SET public = :public"), {"public": key.public})
            sign_all(connection)
            seal_again(connection, None)
        for rule in rules:
            connection.exec_driver_sql(rule.sql)


KIN = {"signatures": ("log", "versions")}
"""A signature is named by what it signs."""
