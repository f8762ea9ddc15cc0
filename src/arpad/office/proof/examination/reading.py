"""Reading rows as they are, however damaged: no type is trusted, and bytes that are no letters do not stop it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
from sqlalchemy import Boolean, Connection, Date, LargeBinary, Table
from sqlalchemy.exc import DBAPIError

from arpad.i18n import ArpadError
from arpad.office.proof.examination.findings import Findings

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
