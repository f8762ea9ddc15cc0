"""The hash-chained log of an office, and the rows each transaction writes through it.

Tables covered by the log are written only by `add_row`, `change_rows` and `remove_rows`; a transaction that ends
without a log line for its rows is rolled back.
"""

import datetime as dt
import hashlib
from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Table, delete, func, insert, select, tuple_, update

from arpad.domain.values import canonical, sha256_of
from arpad.office.storage import schema

# The hash of a line of the office's log, and the values of rows as a line tells them. A line has the hash of the line
# before, so it cannot be changed alone.

BEFORE_FIRST = "0" * 64
"""What stands before the first line."""
LINE_FIELDS = ("id", "at", "who", "action", "system", "subject", "details", "rows", "prev")


def hash_of_line(line: Mapping[str, Any]) -> str:
    """Return the hash that a line must have, by its fields as they are kept: details and rows are texts."""
    return sha256_of(canonical({name: line[name] for name in LINE_FIELDS}))


def plain_value(value: Any) -> Any:
    """Return a value as JSON has it: a day as its text, bytes as their SHA-256."""
    if isinstance(value, bytes | memoryview):
        return sha256_of_value(value)
    return value.isoformat() if isinstance(value, dt.date) else value


def canonical_bytes(value: object) -> str:
    """JSON in its one form: sorted keys, no blanks, no float. The same value is the same text on every database."""
    return canonical(_plain(value))


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dt.date):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{type(value).__name__} has no place in a kept document")


def sha256_of_value(value: Any) -> str:
    """Return the SHA-256 of a text or of bytes."""
    return hashlib.sha256(value.encode() if isinstance(value, str) else bytes(value)).hexdigest()


# The journal of a transaction: which rows it writes, so that the next line of the log can tell them. A table that the
# log answers for (`ANSWERED`) is written by `add_row`, `change_rows` and `remove_rows` alone. What they write is
# in the line that follows in the same transaction, so every row hangs on the chain of the log; a transaction that ends
# without such a line is taken back. `office verify` reads the rows out of the log again, and compares them with the
# tables. An entry is `[table, [key, …], {column: value, …}]`, or null in the place of the values for rows that were
# removed.

JOURNAL = "arpad_journal"
KEYS = 500  # rows in one statement
Key = tuple[Any, ...]
T = TypeVar("T")

ANSWERED: Mapping[str, Table] = {
    table.name: table
    for table in (
        schema.systems,
        schema.reports,
        schema.events,
        schema.revisions,
        schema.versions,
        schema.contents,
        schema.decisions,
        schema.arbiter_records,
        schema.editions,
        schema.keys,
        schema.accounts,
        schema.tokens,
        schema.policies,
    )
}
"""The tables of which the log tells every row."""
HASHED: Mapping[str, frozenset[str]] = {
    "revisions": frozenset({"findings"}),
    "contents": frozenset({"data"}),
    "accounts": frozenset({"hash", "factor"}),
}
"""Columns of which the log tells the SHA-256: they are long, or nobody may read them."""
LEFT_OUT: Mapping[str, frozenset[str]] = {
    "reports": frozenset({"data"}),
    "editions": frozenset({"data"}),
    "versions": frozenset({"manifest"}),
}
"""Columns that have their hash in another column of the row."""


class RowJournal:
    """What a transaction has written: the entries that no line has yet, the first and the last line it wrote, and
    the versions that it published."""

    def __init__(self) -> None:
        self.entries: list[list[Any]] = []
        self.first = self.last = 0
        self.head = ""
        self.published: set[int] = set()

    def take(self) -> list[list[Any]]:
        """Return the entries for a line, and begin again."""
        entries, self.entries = self.entries, []
        return entries

    def wrote(self, number: int, head: str) -> None:
        """Note a line that was written, and its hash."""
        self.first, self.last, self.head = self.first or number, number, head


def journal_of(connection: Connection) -> RowJournal | None:
    """Return the journal of a transaction; None if it is one that writes no log."""
    option = connection.get_execution_options().get(JOURNAL)
    return option if isinstance(option, RowJournal) else None


def next_number(connection: Connection, column: Column[Any], *which: ColumnElement[bool]) -> int:
    """Return the number of a new row: one more than the greatest that is there, among all rows or some of them."""
    number: int = connection.execute(select(func.coalesce(func.max(column), 0) + 1).where(*which)).scalar_one()
    return number


def add_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Write a new row."""
    connection.execute(insert(table).values(values))
    note(connection, table, [tuple(values[column.name] for column in table.primary_key)], values)


def change_rows(connection: Connection, table: Table, keys: Collection[Key], values: Mapping[str, Any]) -> None:
    """Write other values into the rows with these keys."""
    for some in batches(keys):
        connection.execute(update(table).where(_with_keys(table, some)).values(values))
        note(connection, table, some, values)


def remove_rows(connection: Connection, table: Table, keys: Collection[Key]) -> None:
    """Remove the rows with these keys."""
    for some in batches(keys):
        connection.execute(delete(table).where(_with_keys(table, some)))
        note(connection, table, some, None)


def note(connection: Connection, table: Table, keys: Collection[Key], values: Mapping[str, Any] | None) -> None:
    """Tell the next line of the log what was written into rows; None: they were removed."""
    journal = journal_of(connection)
    if journal is None:
        return
    if table.name == schema.versions.name:
        _publish(journal, keys, values)
    logged = None if values is None else logged_values(table, values)
    journal.entries.append([table.name, [list(key) for key in keys], logged])


def logged_values(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row as the log tells them: without its key, and with hashes of what is long or secret."""
    left_out = LEFT_OUT.get(table.name, frozenset()) | {column.name for column in table.primary_key}
    hashed = HASHED.get(table.name, frozenset())
    return {
        name: sha256_of_value(value) if name in hashed else plain_value(value)
        for name, value in values.items()
        if name not in left_out
    }


def _publish(journal: RowJournal, keys: Collection[Key], values: Mapping[str, Any] | None) -> None:
    ids = {int(key[0]) for key in keys}
    if values is None:
        journal.published -= ids
    elif values.get("state") == "published":
        journal.published |= ids


def batches(keys: Collection[T]) -> Iterator[list[T]]:
    """Keys in batches that a statement can take."""
    several = list(keys)
    for begin in range(0, len(several), KEYS):
        yield several[begin : begin + KEYS]


def _with_keys(table: Table, keys: Collection[Key]) -> ColumnElement[bool]:
    return tuple_(*table.primary_key).in_(keys)
