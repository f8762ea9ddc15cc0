"""Insert many rows quickly on SQLite and PostgreSQL, with indexes and checks suspended meanwhile."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from sqlalchemy import Boolean, Connection, Date, Integer, LargeBinary, Table, select, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.types import TypeEngine

# What is checked row by row, set aside while an empty table is filled: one pass over all rows in the end is quicker.
# In: a connection in a write transaction, and a table. Out: the statements that put all back as it was, and check it.
# On PostgreSQL new readers of these tables wait meanwhile; if somebody is already reading, nothing is set aside.

SQLITE_INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = :name AND sql IS NOT NULL"

POSTGRESQL_INDEXES = """
    SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
    WHERE indrelid = CAST(:name AS regclass) AND NOT indisunique
    ORDER BY 1"""

POSTGRESQL_FOREIGN_KEYS = """
    SELECT quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid = CAST(:name AS regclass) AND contype = 'f'
    ORDER BY 1"""


def set_aside(connection: Connection, table: Table) -> tuple[str, ...]:
    """Take away the indexes and, on PostgreSQL, the foreign keys of a table. Keys and unique rules stay."""
    quoted = connection.dialect.identifier_preparer.quote(table.name)
    if connection.dialect.name == "sqlite":
        indexes = connection.execute(text(SQLITE_INDEXES), {"name": table.name}).all()
        foreign_keys = []
    elif _alone(connection, table):
        indexes = list(connection.execute(text(POSTGRESQL_INDEXES), {"name": quoted}).all())
        foreign_keys = list(connection.execute(text(POSTGRESQL_FOREIGN_KEYS), {"name": quoted}).all())
    else:
        return ()
    for name, _ in indexes:
        connection.exec_driver_sql(f"DROP INDEX {name}")
    for name, _ in foreign_keys:
        connection.exec_driver_sql(f"ALTER TABLE {quoted} DROP CONSTRAINT {name}")
    return (
        *(definition for _, definition in indexes),
        *(f"ALTER TABLE {quoted} ADD CONSTRAINT {name} {definition}" for name, definition in foreign_keys),
    )


def _alone(connection: Connection, table: Table) -> bool:
    """PostgreSQL: lock the table and those it refers to for this transaction, if nobody else has locked them."""
    names = {table.name, *(key.column.table.name for key in table.foreign_keys)}
    quoted = ", ".join(connection.dialect.identifier_preparer.quote(name) for name in sorted(names))
    try:
        with connection.begin_nested():
            connection.exec_driver_sql(f"LOCK TABLE {quoted} IN ACCESS EXCLUSIVE MODE NOWAIT")
    except OperationalError:
        return False
    return True


# Many rows at once, as fast as each database takes them, inside the transaction at hand.

CHUNK, BIG_CHUNK = 20_000, 2  # rows at a time; few if a cell may be big
PLAIN = {int, str, bytes, bool, dt.date, type(None)}

Row = tuple[Any, ...]


def insert_rows(connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[Row]) -> int:
    """Insert rows of plain values (int, str, bytes, bool, date, None), in the order of `columns`. Returns how many.

    A number of numpy is refused: SQLite would keep its bytes instead of its value. If many rows go into an
    empty table, its indexes and foreign keys are dropped and made again over all rows at once, in this transaction.
    """
    insert = _insert_sqlite if connection.dialect.name == "sqlite" else _insert_postgresql
    chunks = _chunks(table, rows)
    first = next(chunks, [])
    empty = len(first) == CHUNK and connection.execute(select(table).limit(1)).first() is None
    put_back = set_aside(connection, table) if empty else ()
    count = insert(connection, table, columns, chain([first], chunks)) if first else 0
    for statement in put_back:
        connection.exec_driver_sql(statement)
    return count


def _chunks(table: Table, rows: Iterable[Row]) -> Iterator[list[Row]]:
    source = iter(rows)
    size = BIG_CHUNK if _has_data(table) else CHUNK
    while chunk := list(islice(source, size)):
        strange = set(map(type, chain.from_iterable(chunk))) - PLAIN
        if strange:
            raise TypeError(f"{', '.join(sorted(kind.__name__ for kind in strange))}: give plain values of Python")
        yield chunk


def _insert_sqlite(connection: Connection, table: Table, columns: Sequence[str], chunks: Iterable[list[Row]]) -> int:
    quote = connection.dialect.identifier_preparer.quote
    names = ", ".join(quote(name) for name in columns)
    marks = ", ".join("?" for _ in columns)
    statement = f"INSERT INTO {quote(table.name)} ({names}) VALUES ({marks})"
    dates = [at for at, name in enumerate(columns) if isinstance(table.c[name].type, Date)]
    count = 0
    for chunk in chunks:
        connection.exec_driver_sql(statement, [_dates_as_text(row, dates) for row in chunk] if dates else chunk)
        count += len(chunk)
    return count


def _dates_as_text(row: Row, dates: Sequence[int]) -> Row:
    """SQLite keeps a date as its ISO text."""
    cells = list(row)
    for at in dates:
        cells[at] = cells[at] and cells[at].isoformat()
    return tuple(cells)


def _insert_postgresql(
    connection: Connection, table: Table, columns: Sequence[str], chunks: Iterable[list[Row]]
) -> int:
    import psycopg  # noqa: PLC0415  (an office in SQLite starts faster without it)

    quote = connection.dialect.identifier_preparer.quote
    names = ", ".join(quote(name) for name in columns)
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    count = 0
    statement = f"COPY {quote(table.name)} ({names}) FROM STDIN"
    try:
        with (
            driver.cursor() as cursor,
            cursor.copy(statement + (" (FORMAT BINARY)" if _has_data(table) else "")) as copy,
        ):
            if _has_data(table):
                copy.set_types([_postgresql_type(table.c[name].type) for name in columns])
            for chunk in chunks:
                for row in chunk:
                    copy.write_row(row)
                count += len(chunk)
    except psycopg.Error as error:
        raise DBAPIError.instance(statement, None, error, psycopg.Error, hide_parameters=True) from error
    return count


def _has_data(table: Table) -> bool:
    """Whether a cell of the table may be big. As text, PostgreSQL would take its bytes twice as long."""
    return any(isinstance(column.type, LargeBinary) for column in table.columns)


def _postgresql_type(type_: TypeEngine[Any]) -> str:
    names = {LargeBinary: "bytea", Boolean: "bool", Integer: "int4", Date: "date"}
    return next((name for kind, name in names.items() if isinstance(type_, kind)), "text")
