"""Results of an audit, and reading table rows safely even if they are damaged."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Literal

import pyarrow as pa
from sqlalchemy import Boolean, Connection, Date, LargeBinary, Table
from sqlalchemy.exc import DBAPIError

from arpad.documents.document import Document, InWords, shows
from arpad.i18n import ArpadError, Language, text

# What an examination finds, as values: a row that is wrong, a table and how it is proved, the whole.

How = Literal["log", "chain", "signature", "list", "report", "seal", "not"]
"""By what the rows of a table are proved: written in the log; chained by hashes; signed; recomputed from the lists or
from the reports that the log tells of; sealed; not at all."""
LONGEST = 120


class WrongRow(Document, frozen=True):
    """A row that is not as it should be. `row` is the key of the row, in words; `code` says what is wrong."""

    shown = shows("code", "table", "row", "column", "found", "expected", "message")
    code: str
    table: str
    row: str = ""
    column: str = ""
    found: str = ""
    expected: str = ""

    def text(self, language: Language) -> str:
        """Say in one line what is wrong."""
        values = {"column": self.column, "found": self.found, "expected": self.expected}
        where = f"{self.table}, {self.row}" if self.row else self.table
        return f"{where}: {text(f'proof.wrong.{self.code}', language, **values)}"

    @property
    def message(self) -> Annotated["WrongRow", InWords(str, lambda wrong, language: wrong.text(language))]:
        return self


class ExaminedTable(Document, frozen=True):
    """A table: its rows, by what they are proved, and how many findings concern it."""

    table: str
    rows: int
    proved_by: How
    wrong: int


class Examination(Document, frozen=True):
    """What an examination found. `line` and `head` are the end of the log, `key` the newest public key; `notes` are
    keys of messages on what could not be checked, `release` is the one that wrote the office."""

    shown = shows("sound", "quick", "line", "head", "key", "release", "tables", "wrong", "notes")
    quick: bool
    line: int
    head: str
    key: str
    tables: tuple[ExaminedTable, ...]
    wrong: tuple[WrongRow, ...]
    notes: Annotated[
        tuple[str, ...], InWords(list[str], lambda keys, language: [text(key, language) for key in keys])
    ] = ()
    release: str = ""

    @property
    def sound(self) -> bool:
        return not self.wrong

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)


class Findings:
    """What is being found, table by table. After some of a kind in a table the others are only counted."""

    MOST = 200

    def __init__(self) -> None:
        self.wrong: list[WrongRow] = []
        self.counts: dict[str, int] = {}

    def add(
        self, code: str, table: str, row: str = "", *, column: str = "", found: Any = "", expected: Any = ""
    ) -> None:
        """Note something that is wrong."""
        self.counts[table] = self.counts.get(table, 0) + 1
        if self.counts[table] <= self.MOST:
            self.wrong.append(WrongRow(code, table, row, column, shown(found), shown(expected)))

    def count(self, table: str) -> int:
        return self.counts.get(table, 0)


def shown(value: Any) -> str:
    """Return a value for a message, in one short line."""
    if isinstance(value, bytes | memoryview):
        return f"{len(value)} bytes"
    if isinstance(value, Mapping):
        return shown(", ".join(f"{name} {shown(part)}" for name, part in value.items()))
    line = "–" if value is None or value == "" else " ".join(str(value).split())
    line = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line)
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def named(names: Sequence[str], key: Sequence[Any]) -> str:
    """Return the key of a row in words: `id 7`, `event_id 3, number 1`."""
    return ", ".join(f"{name} {shown(part)}" for name, part in zip(names, key, strict=True))


# Reading rows as they are, however damaged: no type is trusted, and bytes that are no letters do not stop it.

FEW, MANY = 4, 5_000
UNREADABLE = (
    DBAPIError, ArpadError, ValueError, TypeError, LookupError, OverflowError, OSError, MemoryError, pa.ArrowException
)  # fmt: skip
"""What damaged rows raise when they are read."""


@contextmanager
def plainly(connection: Connection) -> Iterator[None]:
    """SQLite: texts that are not UTF-8 are read all the same."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name != "sqlite":
        yield
        return
    driver.text_factory = lambda data: data.decode("utf-8", "backslashreplace")
    try:
        yield
    finally:
        driver.text_factory = str


def rows_of(
    connection: Connection, table: Table, columns: Sequence[str] = (), where: str = "", order: Sequence[str] = ()
) -> Iterator[tuple[Any, ...]]:
    """The rows of a table in the order of its key, all columns or some, as the driver gives them; dates as texts, flags
    as flags."""
    columns = columns or table.c.keys()
    quote = connection.dialect.identifier_preparer.quote
    names = ", ".join(quote(name) for name in columns)
    by = ", ".join(quote(name) for name in order or [column.name for column in table.primary_key])
    asked = f"SELECT {names} FROM {quote(table.name)} {where and f'WHERE {where}'} ORDER BY {by}"
    big = any(isinstance(table.c[name].type, LargeBinary) for name in columns)
    dates = [at for at, name in enumerate(columns) if isinstance(table.c[name].type, Date)]
    flags = [at for at, name in enumerate(columns) if isinstance(table.c[name].type, Boolean)]
    options = {"yield_per": FEW if big else MANY}
    with connection.execution_options(**options).exec_driver_sql(asked) as result:
        for row in result:
            yield _plain(row, dates, flags) if dates or flags else tuple(row)


def _plain(row: Sequence[Any], dates: Sequence[int], flags: Sequence[int]) -> tuple[Any, ...]:
    cells = list(row)
    for at in dates:
        cells[at] = cells[at].isoformat() if hasattr(cells[at], "isoformat") else cells[at]
    for at in flags:
        cells[at] = bool(cells[at]) if cells[at] in (0, 1) else cells[at]
    return tuple(cells)


@contextmanager
def readable(findings: Findings, table: str) -> Iterator[None]:
    """Note a table that cannot be read to its end."""
    try:
        yield
    except UNREADABLE as problem:
        findings.add("unreadable", table, found=getattr(problem, "orig", None) or problem)
