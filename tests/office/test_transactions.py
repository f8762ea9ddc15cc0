"""Transactions of an office: whole or not at all, one writer at a time, readers who see one moment."""

import subprocess
import sys
import threading

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError

from arpad.i18n import MessageError
from arpad.office.storage import _dialects as sqlite_file
from arpad.office.storage import database as database_module
from arpad.office.storage import schema
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import log_entries, write_log
from office_databases import url_of
from office_rows import NOON, count, fill


@pytest.mark.parametrize("problem", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_write_is_whole_or_not_at_all(database: Database, problem: type[BaseException]) -> None:
    def write() -> None:
        with database.writing() as connection:
            fill(connection)
            raise problem

    def counts() -> dict[str, int]:
        with database.reading() as connection:
            return {table.name: count(connection, table) for table in schema.metadata.sorted_tables}

    with pytest.raises(problem):
        write()
    assert counts() == dict.fromkeys(schema.metadata.tables, 0) | {"tallies": 7}
    with database.writing() as connection:
        fill(connection)


def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises((MessageError, DBAPIError)), database.reading() as connection:
        connection.execute(insert(schema.systems).values(id=1, name="fide"))
    with database.writing() as connection:
        connection.execute(insert(schema.systems).values(id=1, name="fide"))


def test_a_reader_sees_one_moment(database: Database) -> None:
    with database.reading() as reader:
        assert count(reader, schema.systems) == 0
        with database.writing() as connection:
            connection.execute(insert(schema.systems).values(id=1, name="fide"))
        assert count(reader, schema.systems) == 0
    with database.reading() as reader:
        assert count(reader, schema.systems) == 1


WRITER = """
import datetime as dt, sys
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import write_log
database = Database(sys.argv[1])
for turn in range(int(sys.argv[3])):
    with database.writing() as connection:
        at = dt.datetime(2024, 5, 1, tzinfo=dt.UTC)
        write_log(connection, at=at, who=sys.argv[2], action="count", details={"turn": turn})
database.dispose()
"""


def test_processes_that_write_at_once_lose_nothing(database: Database) -> None:
    """Each line takes the number after the last: two writers side by side would take the same one."""
    command = [sys.executable, "-c", WRITER, url_of(database)]
    running = [subprocess.Popen([*command, who, "20"]) for who in ("one", "two", "three")]
    assert [process.wait() for process in running] == [0, 0, 0]
    with database.reading() as connection:
        found = list(log_entries(connection))
    assert [entry.id for entry in found] == list(range(1, 61))
    for who in ("one", "two", "three"):
        assert [entry.details["turn"] for entry in found if entry.who == who] == list(range(20))


def test_threads_that_write_at_once_lose_nothing(database: Database) -> None:
    def write() -> None:
        for _ in range(10):
            with database.writing() as connection:
                write_log(connection, at=NOON, who="thread", action="count")

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.reading() as connection:
        assert [entry.id for entry in log_entries(connection)] == list(range(1, 41))


def test_a_writer_does_not_wait_for_ever(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "TRIES", 2)
    for module in (database_module, sqlite_file):
        monkeypatch.setattr(module, "WAIT", 50)
    with database.writing() as first:
        with pytest.raises(MessageError) as error, database.writing():
            raise AssertionError("two writers at once")
        assert error.value.key == "office-busy"
        fill(first)
    with database.writing() as second:
        assert count(second, schema.systems) == 1
