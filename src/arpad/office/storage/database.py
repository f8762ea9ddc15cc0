"""A database that holds an office: made, checked, brought up to date, read in one snapshot, written by one at a time.

Opening costs nothing until the first transaction.
"""

import datetime as dt
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, Table, create_engine, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from arpad.i18n import ArpadError, StorageFault
from arpad.inputs.times import checked_zone
from arpad.office.storage._dialects import (
    TRIES,
    WAIT,
    WatchedFile,
    address,
    check_file,
    explained,
    keep_write_ahead_log,
    sqlite_engine,
)
from arpad.office.storage._log import JOURNAL, RowJournal, add_row, change_rows
from arpad.office.storage._seals import TALLY, change_sealed, complete, put_sealed, remove_sealed, seal
from arpad.office.storage._signing import SIGNER, Signer
from arpad.office.storage.log_table import Acting, written_by
from arpad.office.storage.migrations import migrate
from arpad.office.storage.schema import REVISION, REVISION_TABLE, metadata, policies, sent_forms
from arpad.release import __version__

OLDEST_POSTGRESQL = 14
OLDEST_SQLITE = (3, 35)  # the first with DELETE ... RETURNING
WRITE_LOCK = 0x4172706164  # "Arpad": one key for all offices of a database, and a database holds one
EVENT_LOCK = 0x41727064  # the first of two keys; the second is the number of an event
CONNECT_TIMEOUT = 15
SIGN_INS, TOKEN_USES = -1, -2  # second keys for what has nothing to do with events, and must not wait for a closing
OWN = 0o600  # hashes of passwords are for nobody else to read
CONNECTIONS = 12
"""How many connections are kept open for readers."""


class Database:
    """A database by its address: sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME."""

    staged = False
    """Whether all of it happens in a transaction that is taken back."""

    def __init__(self, url: str) -> None:
        self.address = address(url)
        self.kind = self.address.kind
        path = self.address.path
        if path is not None and sqlite3.sqlite_version_info < OLDEST_SQLITE:
            needed = ".".join(map(str, OLDEST_SQLITE))
            raise StorageFault("office-sqlite", database=str(path), found=sqlite3.sqlite_version, needed=needed)
        self._file = None if path is None else WatchedFile(path, self.address.shown)
        self.signer = Signer(self.address)

    def __repr__(self) -> str:
        return f"Database({self.address.shown!r})"

    @cached_property
    def _engine(self) -> Engine:
        path = self.address.path
        if path is not None:
            return sqlite_engine(self.address.url, path, CONNECTIONS)
        timeout = {} if "connect_timeout" in self.address.url.query else {"connect_timeout": CONNECT_TIMEOUT}
        return create_engine(
            self.address.url, hide_parameters=True, pool_pre_ping=True, pool_size=CONNECTIONS, connect_args=timeout
        )

    def dispose(self) -> None:
        """Close all connections."""
        self._engine.dispose()
        if self._file is not None:
            self._file.forget()

    def check_file(self) -> None:
        """Raise an error if the database is a file, and not the one that this process opened."""
        if self._file is not None:
            self._file.check()

    # ---------------------------------------------------------------- the office in it

    def create(self) -> None:
        """Make an office, if there is none yet. One of an earlier release is not changed: it is upgraded on purpose."""
        self._prepare()
        with self.writing() as connection:
            if self._revision(connection) is None:
                self._no_strangers(connection)
                migrate(connection, REVISION)
                complete(connection, None, REVISION)
            else:
                self._this_release(connection)

    def upgrade(self) -> None:
        """Bring an office that is there to the newest revision."""
        self._there()
        with self.writing() as connection:
            found = self._found(connection)
            migrate(connection, REVISION)
            complete(connection, found, REVISION)

    def check(self) -> None:
        """Raise an error that says what to do if there is no office that this release can use."""
        self._there()
        with self.reading() as connection:
            self._this_release(connection)

    def revision(self) -> str:
        """Return the revision of the office that is there: this release's, or an earlier one."""
        self._there()
        with self.reading() as connection:
            return self._found(connection)

    def tables(self, connection: Connection) -> tuple[str, list[Table]]:
        """Return the revision and the tables of the office as they are, each after those that it refers to."""
        found = self._found(connection)
        if found == REVISION:
            return found, metadata.sorted_tables
        there = MetaData()
        there.reflect(connection)
        return found, [table for table in there.sorted_tables if table.name != REVISION_TABLE]

    def is_empty(self) -> bool:
        """Whether there is no office in it yet."""
        path = self.address.path
        if path is not None and not check_file(path, may_be_new=True):
            return True
        with self.reading() as connection:
            return self._revision(connection) is None

    @contextmanager
    def founding(self, revision: str) -> Iterator[Connection]:
        """A write transaction that makes an office of a revision if there is none yet, and ends at the newest."""
        self._prepare()
        with self.writing() as connection:
            if self._revision(connection) is not None:
                raise ArpadError("office-there", database=self.address.shown)
            self._no_strangers(connection)
            migrate(connection, revision)
            yield connection
            migrate(connection, REVISION)
            if revision != REVISION:
                complete(connection, revision, REVISION)

    @contextmanager
    def replacing(self, revision: str) -> Iterator[Connection]:
        """A write transaction in which the office that is there goes, and another one of a revision takes its place; it
        ends at the newest. If anything fails, the office stays as it is."""
        self._there()
        with self.writing() as connection:
            self._this_release(connection)
            drop_all(connection)
            migrate(connection, revision)
            yield connection
            migrate(connection, REVISION)
            if revision != REVISION:
                complete(connection, revision, REVISION)

    # ---------------------------------------------------------------- transactions

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent view of everything; what others write meanwhile is not seen, and nothing can be written."""
        options: dict[str, Any] = {"arpad_write": False}
        if self.kind == "postgresql":
            options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self._transaction(options) as connection:
            yield connection

    @contextmanager
    def writing(self, *events: int, patient: bool = True) -> Iterator[Connection]:
        """A transaction of the only writer: others wait. Kept whole at the end, or not at all on any exception.

        With the numbers of events it writes to these alone: on PostgreSQL only those who write to them wait. If
        it is not `patient`, it does not wait for others.
        """
        tries = TRIES if patient else 1
        options: dict[str, Any] = {"arpad_write": True, JOURNAL: None if events else RowJournal()}
        options |= {"arpad_tries": tries, SIGNER: self.signer, TALLY: {}}
        if self.kind == "postgresql":
            options |= {"isolation_level": "READ COMMITTED", "postgresql_readonly": False}
        with self._transaction(options) as connection:
            if self.kind == "postgresql":
                keys = [f"{EVENT_LOCK}, {event:d}" for event in sorted(set(events))] or [str(WRITE_LOCK)]
                locks = "; ".join(f"SELECT pg_advisory_xact_lock({key})" for key in keys)
                connection.execute(text(f"SET LOCAL lock_timeout = {tries * WAIT}; {locks}"))
            yield connection
            seal(connection)

    @contextmanager
    def _transaction(self, options: dict[str, Any]) -> Iterator[Connection]:
        self.check_file()
        with self._connected() as connection:
            self._recent_enough(connection)
            with connection.execution_options(**options).begin():
                self._check_files(connection)
                yield connection
            self._check_files(connection)

    def _check_files(self, connection: Connection) -> None:
        """SQLite: what is read and written is in the file that was opened. Nothing is confirmed as kept if
        another file has taken its place meanwhile."""
        if self._file is None:
            return
        if connection.get_execution_options().get("arpad_write"):
            self._file.check_writing(connection.connection.driver_connection, connection.info)
        else:
            self._file.check()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Open a connection; failures of the database are explained in words."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            known = explained(error, self.address)
            if known is None:
                raise
            raise known from None
        except (NoConnection, UnicodeDecodeError) as error:  # SQLite names what is damaged, and that may be no text
            raise StorageFault("office-failed", database=self.address.shown, problem=error) from None

    # ---------------------------------------------------------------- what is found there

    def _there(self) -> None:
        """Refuse a file that is not there: looking at an office does not make one."""
        path = self.address.path
        if path is not None and not check_file(path, may_be_new=False):
            raise StorageFault("office-none", database=self.address.shown)

    def _prepare(self) -> None:
        """What is set once, before the first transaction: the write-ahead log, in a database that can hold any name."""
        path = self.address.path
        if path is not None and not check_file(path, may_be_new=True):
            path.touch(mode=OWN)
        with self.reading() as connection:
            if self._revision(connection) is None:
                self._no_strangers(connection)
            if path is None:
                encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
                if encoding != "UTF8":
                    raise StorageFault("office-encoding", database=self.address.shown, encoding=encoding)
        if path is not None:
            with self._connected() as connection:
                keep_write_ahead_log(connection)

    def _revision(self, connection: Connection) -> str | None:
        if not inspect(connection).has_table(REVISION_TABLE):
            return None
        return connection.execute(text(f"SELECT version_num FROM {REVISION_TABLE}")).scalar_one_or_none()

    def _found(self, connection: Connection) -> str:
        """Return the revision of the office in this database. Refuse one without an office, or with a newer one."""
        revision = self._revision(connection)
        if revision is None:
            raise StorageFault("office-none", database=self.address.shown)
        if revision > REVISION:
            numbers = {"found": revision, "known": REVISION, "release": __version__}
            numbers["written"] = written_by(connection) or f"> {__version__}"
            raise StorageFault("office-newer", database=self.address.shown, **numbers)
        return revision

    def _this_release(self, connection: Connection) -> None:
        found = self._found(connection)
        if found < REVISION:
            raise StorageFault("office-older", database=self.address.shown, found=found, needed=REVISION)

    def _no_strangers(self, connection: Connection) -> None:
        """An office wants a database of its own: tables of something else under our names are left alone."""
        strangers = sorted(set(inspect(connection).get_table_names()) & set(metadata.tables))
        if strangers:
            raise StorageFault("office-strangers", database=self.address.shown, tables=", ".join(strangers))

    def _recent_enough(self, connection: Connection) -> None:
        version = connection.dialect.server_version_info or ()
        if self.kind == "postgresql" and int(version[0]) < OLDEST_POSTGRESQL:
            found = ".".join(str(part) for part in version)
            raise StorageFault("office-postgresql", database=self.address.shown, found=found, needed=OLDEST_POSTGRESQL)


def drop_all(connection: Connection) -> None:
    """Drop all tables of an office, with the triggers that guard them."""
    there = MetaData()
    there.reflect(connection)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
    there.drop_all(connection)
    if connection.dialect.name == "postgresql":
        for name in ("arpad_refuse", "arpad_refuse_if_published"):
            connection.execute(text(f"DROP FUNCTION IF EXISTS {name}() CASCADE"))


# Forms that were sent, so that one that comes twice is done once.

KEPT = dt.timedelta(days=1)


def begin_form(database: Database, key: str, now: dt.datetime) -> str | None:
    """Note that a form is being dealt with, and return None. If it was sent before, return what was answered: empty as
    long as it is being dealt with."""
    with database.writing() as connection:
        remove_sealed(connection, sent_forms, sent_forms.c.at < (now - KEPT).isoformat())
        known = connection.execute(select(sent_forms.c.answer).where(sent_forms.c.sha256 == key)).scalar_one_or_none()
        if known is None:
            put_sealed(connection, sent_forms, [{"sha256": key, "answer": "", "at": now.isoformat()}])
        return known


def end_form(database: Database, key: str, answer: str) -> None:
    """Keep what a form was answered with. One without an answer was not done: it may be sent again."""
    with database.writing() as connection:
        if answer:
            change_sealed(connection, sent_forms, [key], {"answer": answer})
        else:
            remove_sealed(connection, sent_forms, sent_forms.c.sha256 == key)


# The time zone of an office: events that are made here and name none of their own are in it.

TIME_ZONE = "time_zone"


def office_zone(database: Database) -> str:
    """Return the zone of the office, empty if none is set."""
    with database.reading() as connection:
        return read_zone(connection)


def read_zone(connection: Connection) -> str:
    """The same in a transaction."""
    return str(connection.execute(select(policies.c.value).where(policies.c.name == TIME_ZONE)).scalar() or "")


def set_office_zone(database: Database, name: str, by: Acting) -> str:
    """Set the zone of the office from now on; events that are there keep theirs. Return its name as it is written."""
    zone = checked_zone(name)
    with database.writing() as connection:
        known = connection.execute(select(policies.c.name).where(policies.c.name == TIME_ZONE)).scalar()
        if known:
            change_rows(connection, policies, [(TIME_ZONE,)], {"value": zone})
        else:
            add_row(connection, policies, {"name": TIME_ZONE, "value": zone})
        by.record(connection, "time-zone", "", zone=zone)
    return zone
