"""How an office is kept on SQLite and on PostgreSQL: addresses and failures, files of SQLite, many rows at once.

A password is never shown.
"""

import contextlib
import datetime as dt
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from sqlalchemy import (
    URL,
    Boolean,
    Connection,
    Date,
    Engine,
    Integer,
    LargeBinary,
    QueuePool,
    Table,
    create_engine,
    event,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.types import TypeEngine

from arpad.i18n import ArpadError, StorageFault

# Where an office is stored: the address of a database, read and shown. A password is never shown.

DatabaseKind = Literal["sqlite", "postgresql"]
KINDS: dict[str, DatabaseKind] = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql",
    "postgresql": "postgresql",
    "postgresql+psycopg": "postgresql",
}
DRIVERS: dict[DatabaseKind, str] = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}
SECRETS = ("password", "sslpassword")
SHOWN_LENGTH = 300


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a database. `url` may hold a password, so only `shown` is for people."""

    kind: DatabaseKind
    url: URL

    def __repr__(self) -> str:
        return f"Address({self.shown!r})"

    @property
    def path(self) -> Path | None:
        """Return the file, if the database is one."""
        return Path(self.url.database) if self.kind == "sqlite" and self.url.database else None

    @property
    def shown(self) -> str:
        """Return the address for a message: a file by its path, a server without user's secrets or options."""
        if self.path is not None:
            return str(self.path)
        shown = self.url.set(drivername="postgresql", query={})
        return shown.render_as_string(hide_password=True)

    def scrubbed(self, problem: object) -> str:
        """Return the message of a driver in one short line without any password."""
        line = " ".join(str(problem).split())
        for secret in self._secrets():
            line = line.replace(secret, "***")
        return line if len(line) <= SHOWN_LENGTH else line[:SHOWN_LENGTH] + "…"

    def _secrets(self) -> tuple[str, ...]:
        given: list[object] = [self.url.password, *(self.url.query.get(name) for name in SECRETS)]
        return tuple(str(secret) for secret in given if secret)


def address(url: str) -> Address:
    """sqlite:///FILE, sqlite:////FOLDER/FILE or postgresql://USER:PASSWORD@HOST/NAME (postgres:// is the same)."""
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+]*)://", url)
    if scheme is None:
        raise ArpadError("office-url")
    kind = KINDS.get(scheme[1].lower())
    if kind is None:
        raise ArpadError("office-url-kind", kind=scheme[1])
    if kind == "sqlite":
        return Address(kind, URL.create(DRIVERS[kind], database=_file(url[scheme.end() :])))
    if url.count("@") > 1:
        raise ArpadError("office-url-encoding")
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise ArpadError("office-url") from None
    if not parsed.database:
        raise ArpadError("office-url-name")
    return Address(kind, parsed.set(drivername=DRIVERS[kind]))


def _file(rest: str) -> str:
    """After sqlite:// comes a slash and then the file, as it is: a blank or a question mark may be part of its name."""
    if not rest.startswith("/"):
        raise ArpadError("office-url-slashes")
    if rest in ("/", "/:memory:") or "\0" in rest:
        raise ArpadError("office-url-file")
    return rest[1:]


def check_file(path: Path, *, may_be_new: bool) -> bool:
    """Return whether the file exists. Raise an error if it cannot be used."""
    try:
        if path.is_dir():
            raise StorageFault("office-file-folder", file=str(path))
        if path.exists():
            # never opened here: closing it again would take SQLite's locks from all connections of this process
            if not os.access(path, os.R_OK):
                raise PermissionError(13, os.strerror(13))
            return True
        with contextlib.suppress(NotADirectoryError):
            if may_be_new and path.parent.is_dir() and not os.access(path.parent, os.W_OK):
                raise PermissionError(13, os.strerror(13))
        if may_be_new and not path.parent.is_dir():
            raise StorageFault("office-file-parent", file=str(path), folder=str(path.parent))
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise StorageFault("office-file", file=str(path), problem=why) from None
    return False


# Failures of a database in the office's words. A mistake in our code stays a traceback.

PERMISSION_DENIED, READ_ONLY, LOCK_NOT_AVAILABLE = "42501", "25006", "55P03"
BROKEN = ("XX", "58", "53")
"""Classes of PostgreSQL's codes that tell of the server: its own failures, its system, its resources. If the disk of
its log is full, it says XX000."""


def explained(error: DBAPIError, address: Address) -> StorageFault | None:
    """Return the error in words, or None if it is not about this database."""
    problem = address.scrubbed(error.orig)
    if address.kind == "sqlite":
        return _of_sqlite(error, problem, address.shown)
    return _of_postgresql(error, problem, address.shown)


def _of_sqlite(error: DBAPIError, problem: str, shown: str) -> StorageFault | None:
    """SQLite tells its failures apart by their words alone; an unknown word is a mistake of ours."""
    if not isinstance(error, DatabaseError):
        return None
    if "not a database" in problem:
        return StorageFault("office-no-database", database=shown)
    if "is locked" in problem:
        return StorageFault("office-busy", database=shown)
    if any(words in problem for words in ("readonly", "unable to open")):
        return StorageFault("office-permission", database=shown, problem=problem)
    if any(words in problem for words in ("disk is full", "disk I/O", "malformed")):
        return StorageFault("office-failed", database=shown, problem=problem)
    return None


def _of_postgresql(error: DBAPIError, problem: str, shown: str) -> StorageFault | None:
    state = getattr(error.orig, "sqlstate", None)
    if state in (PERMISSION_DENIED, READ_ONLY):
        return StorageFault("office-permission", database=shown, problem=problem)
    if state == LOCK_NOT_AVAILABLE:
        return StorageFault("office-busy", database=shown)
    if not isinstance(error, OperationalError | InterfaceError) and (state or "")[:2] not in BROKEN:
        return None
    if state is None:
        return StorageFault("office-unreachable", database=shown, problem=problem)
    return StorageFault("office-failed", database=shown, problem=problem)


# SQLite: the file of a database, opened as an office needs it, and how a writer waits for the other. The file keeps
# its write-ahead log (WAL), set once when the office is made: the file remembers it.

TRIES, WAIT = 1200, 500  # ten minutes for the other writer, in steps of half a second so that Ctrl-C is heard
SQLITE_SETTINGS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",  # a REPLACE is a DELETE too, and a trigger may refuse it
    "PRAGMA synchronous = FULL",
    "PRAGMA cache_size = -65536",
    f"PRAGMA busy_timeout = {TRIES * WAIT}",
)


def sqlite_engine(url: URL, path: Path, connections: int) -> Engine:
    """Return an engine that opens connections to a file which is there, and keeps some of them open."""
    where = f"file:{quote(str(path.absolute()))}?mode=rw"  # SQLite would make a file that is not there
    opened = partial(sqlite3.connect, where, uri=True, check_same_thread=False)
    engine = create_engine(url, hide_parameters=True, creator=opened, poolclass=QueuePool, pool_size=connections)
    event.listen(engine, "connect", _opened)
    event.listen(engine, "begin", _begun)
    return engine


def keep_write_ahead_log(connection: Connection) -> None:
    """Make the file keep a write-ahead log from now on."""
    _patiently(connection, "PRAGMA journal_mode = WAL")


def _opened(driver: Any, _record: object) -> None:
    """Let the driver begin no transactions of its own (as SQLAlchemy's page on SQLite has it), and keep the rules."""
    driver.isolation_level = None
    for setting in SQLITE_SETTINGS:
        driver.execute(setting).close()


def _begun(connection: Connection) -> None:
    """Begin a transaction: a writer takes the lock at once, a reader cannot write. If neither was asked for, there is
    no transaction at all."""
    write = connection.get_execution_options().get("arpad_write")
    if write is None:
        return
    if connection.info.get("arpad_write") is not write:
        connection.exec_driver_sql(f"PRAGMA query_only = {'OFF' if write else 'ON'}")
        connection.info["arpad_write"] = write
    if write:
        _patiently(connection, "BEGIN IMMEDIATE", connection.get_execution_options()["arpad_tries"])
    else:
        connection.exec_driver_sql("BEGIN")


def _patiently(connection: Connection, statement: str, tries: int = TRIES) -> None:
    """Wait for the other writer, and listen to Ctrl-C meanwhile. With a single try nobody is waited for."""
    driver: Any = connection.connection.driver_connection
    driver.execute(f"PRAGMA busy_timeout = {WAIT if tries > 1 else 0}").close()
    try:
        for left in reversed(range(tries)):
            try:
                connection.exec_driver_sql(statement)
                break
            except OperationalError as error:
                if "locked" not in str(error.orig) or not left:
                    raise
    finally:
        driver.execute(f"PRAGMA busy_timeout = {TRIES * WAIT}").close()


# The file of an SQLite database, watched while a process uses it. An open connection goes on writing into a file that
# somebody has moved away, deleted or cut off, and SQLite does not notice. So the file is compared with the one that
# was opened, by its device and inode, before something is written and again before it is confirmed to anybody.
# The write-ahead log beside it stays the same as long as it is open.

WAL = "arpad_wal"
Identity = tuple[int, int]


class WatchedFile:
    """A file as this process opened it first. If it is put back, all is well again."""

    def __init__(self, path: Path, shown: str) -> None:
        self.path, self.shown = path, shown
        self._wal = path.with_name(f"{path.name}-wal")
        self._first: Identity | None = None
        self._size = 0

    def check(self) -> int:
        """Return the size of the file. Raise an error if it is not the one that was opened first."""
        status = _status(self.path)
        if status is None:
            raise StorageFault("office-gone", database=self.shown)
        identity = (status.st_dev, status.st_ino)
        if self._first is None:
            self._first = identity
        if identity != self._first:
            raise StorageFault("office-replaced", database=self.shown)
        return status.st_size

    def check_writing(self, driver: Any, info: MutableMapping[Any, Any]) -> None:
        """Check the file in a transaction that writes, and the log that its connection writes to."""
        size = self.check()
        if size < self._size and size < _pages(driver):  # a VACUUM makes the file smaller, and the database too
            raise StorageFault("office-truncated", database=self.shown)
        self._size = size
        status = _status(self._wal)
        identity = None if status is None else (status.st_dev, status.st_ino)
        if info.setdefault(WAL, identity) not in (None, identity):
            raise StorageFault("office-replaced", database=self.shown)
        info[WAL] = identity

    def forget(self) -> None:
        """Take the next file that is opened as the first."""
        self._first, self._size = None, 0


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _pages(driver: Any) -> int:
    """Return how many bytes the database takes, as SQLite knows it."""
    return int(driver.execute("PRAGMA page_count").fetchone()[0]) * int(
        driver.execute("PRAGMA page_size").fetchone()[0]
    )


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
