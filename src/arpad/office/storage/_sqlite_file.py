"""Open an SQLite file in WAL mode, and detect if it is moved, deleted or truncated while in use."""

import os
import sqlite3
from collections.abc import MutableMapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import OperationalError

from arpad.i18n import StorageFault

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
    opened = partial(_opened_file, path)
    engine = create_engine(url, hide_parameters=True, creator=opened, poolclass=QueuePool, pool_size=connections)
    event.listen(engine, "connect", _opened)
    event.listen(engine, "begin", _begun)
    return engine


def keep_write_ahead_log(connection: Connection) -> None:
    """Make the file keep a write-ahead log from now on."""
    _patiently(connection, "PRAGMA journal_mode = WAL")


def _opened_file(path: Path) -> sqlite3.Connection:
    """Open a file that is there: SQLite would make one that is not."""
    where = f"file:{quote(str(path.absolute()))}?mode=rw"
    return sqlite3.connect(where, uri=True, check_same_thread=False)


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
        found = _status(self.path)
        if found is None:
            raise StorageFault("office-gone", database=self.shown)
        identity = (found.st_dev, found.st_ino)
        if self._first is None:
            self._first = identity
        if identity != self._first:
            raise StorageFault("office-replaced", database=self.shown)
        return found.st_size

    def check_writing(self, driver: Any, info: MutableMapping[Any, Any]) -> None:
        """Check the file in a transaction that writes, and the log that its connection writes to."""
        size = self.check()
        if size < self._size and size < _pages(driver):  # a VACUUM makes the file smaller, and the database too
            raise StorageFault("office-truncated", database=self.shown)
        self._size = size
        found = _status(self._wal)
        identity = None if found is None else (found.st_dev, found.st_ino)
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
