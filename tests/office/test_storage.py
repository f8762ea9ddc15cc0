"""The storage of an office: the schema, what only grows, what is kept byte for byte, many rows at once."""

import datetime as dt
import subprocess
import sys
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from arpad.i18n import ArpadError
from arpad.office.storage import _tables as storage
from arpad.office.storage import schema
from arpad.office.storage._dialects import CHUNK, insert_rows
from arpad.office.storage._seals import NEW_IN_NOTICES
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import LogEntry, log_entries, write_log
from office_databases import NewDatabase, url_of
from office_rows import BY, MAY, NOON, add_version, count, fill

# ------------------------------------------------------------------ the schema


def differences(connection: Connection) -> Any:
    """What of the schema a database does not have, or has otherwise."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    context = MigrationContext.configure(connection, opts={"version_table": schema.REVISION_TABLE})
    return compare_metadata(context, schema.metadata)


def test_a_migrated_database_is_what_the_schema_says(database: Database) -> None:
    with database.reading() as connection:
        assert differences(connection) == []


def test_the_last_revision_is_the_one_the_code_names() -> None:
    from alembic.script import ScriptDirectory

    from arpad.office.storage.migrations import configuration

    scripts = ScriptDirectory.from_config(configuration())
    assert scripts.get_current_head() == schema.REVISION
    assert tuple(sorted(script.revision for script in scripts.walk_revisions())) == schema.REVISIONS


def test_an_office_is_made_once(bare_database: Database) -> None:
    assert bare_database.is_empty()
    bare_database.create()
    with bare_database.writing() as connection:
        fill(connection)
    bare_database.create()
    bare_database.upgrade()
    bare_database.check()
    assert not bare_database.is_empty()
    with bare_database.reading() as connection:
        assert count(connection, schema.events) == 1


def test_two_may_make_an_office_at_once(bare_database: Database) -> None:
    script = "import sys; from arpad.office.storage.database import Database; Database(sys.argv[1]).create()"
    command = [sys.executable, "-c", script, url_of(bare_database)]
    running = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    bare_database.check()


def test_sqlite_keeps_its_promises_on_every_connection(new_database: NewDatabase) -> None:
    database = new_database("sqlite")
    for transaction in (database.reading, database.writing):
        with transaction() as connection:
            found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "foreign_keys")]
            assert found == ["wal", 1]
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 600_000


def test_texts_sort_by_their_bytes(database: Database) -> None:
    """PostgreSQL would put a before B, and \u00e1 beside a, in most languages; SQLite never does."""
    names = ["b", "B", "\u00e1", "a", "A b", "Ab"]
    with database.writing() as connection:
        connection.execute(insert(schema.systems), [{"id": at, "name": name} for at, name in enumerate(names)])
        found = connection.execute(select(schema.systems.c.name).order_by(schema.systems.c.name)).scalars().all()
    assert found == sorted(names)


# ------------------------------------------------------------------ what only grows


@pytest.mark.parametrize("table", ["reports", "revisions", "decisions", "editions", "log"])
def test_what_only_grows_refuses_a_change(database: Database, table: str) -> None:
    own = schema.metadata.tables[table]
    with database.writing() as connection:
        fill(connection, state="provisional")
    column = next(iter(own.columns))
    for change in (update(own).values({column: column}), delete(own)):
        with pytest.raises(IntegrityError, match=f"{table} only grows"), database.writing() as connection:
            connection.execute(change)
    with database.reading() as connection:
        assert count(connection, own) == 1


def test_a_line_of_the_log_cannot_be_replaced(new_database: NewDatabase) -> None:
    """SQLite's REPLACE is a DELETE that few think of."""
    database = new_database("sqlite")
    with database.writing() as connection:
        fill(connection)
    columns = "id, at, 'nobody', action, system, subject, details, rows, prev, sha256"
    with pytest.raises(IntegrityError, match="log only grows"), database.writing() as connection:
        connection.execute(text(f"REPLACE INTO log SELECT {columns} FROM log"))


@pytest.mark.parametrize("table", ["versions", "contents", "history"])
def test_a_published_version_refuses_a_change(database: Database, table: str) -> None:
    own = schema.metadata.tables[table]
    with database.writing() as connection:
        fill(connection, state="published")
        before = count(connection, own)
    column = own.c["digest" if table == "versions" else "data" if table == "contents" else "rating"]
    for change in (update(own).values({column: column}), delete(own)):
        with (
            pytest.raises(IntegrityError, match="a published version stays as it is"),
            database.writing() as connection,
        ):
            connection.execute(change)
    with database.reading() as connection:
        assert count(connection, own) == before


@pytest.mark.parametrize("table", ["contents", "history"])
def test_nothing_moves_from_a_provisional_version_into_a_published_one(database: Database, table: str) -> None:
    own = schema.metadata.tables[table]
    with database.writing() as connection:
        fill(connection, state="provisional")
        words = {"kind": "import", "digest": "", "manifest": "", "reason": "", "release": ""}
        connection.execute(
            insert(schema.versions).values(
                id=2, system_id=1, period=MAY, number=2, state="published", players=0, **words
            )
        )
    with pytest.raises(IntegrityError, match="published"), database.writing() as connection:
        connection.execute(update(own).values(version_id=2))


def test_a_provisional_version_may_go_or_be_published(database: Database) -> None:
    with database.writing() as connection:
        fill(connection, state="provisional")
        add_version(connection, 2, "provisional")
        BY.record(connection, "closed", "2024-05")
    with database.writing() as connection:
        for table, column in ((schema.contents, "version_id"), (schema.history, "version_id"), (schema.versions, "id")):
            connection.execute(delete(table).where(table.c[column] == 1))
        connection.execute(update(schema.versions).values(state="published"))
    with database.reading() as connection:
        assert connection.execute(select(schema.versions.c.id, schema.versions.c.state)).all() == [(2, "published")]
        assert count(connection, schema.contents) == 2
        assert count(connection, schema.history) == 1


def test_a_table_that_only_grows_is_not_emptied_at_once(new_database: NewDatabase) -> None:
    database = new_database("postgresql")
    with database.writing() as connection:
        fill(connection)
    with pytest.raises(IntegrityError, match="never emptied"), database.writing() as connection:
        connection.execute(text("TRUNCATE log"))


def test_what_is_referred_to_must_be_there(database: Database) -> None:
    with pytest.raises(IntegrityError), database.writing() as connection:
        connection.execute(
            insert(schema.players).values(system_id=9, id="1", name="", federation="", sex="", title="", born=0)
        )


@pytest.mark.parametrize("column", ["kind", "state"])
def test_a_version_has_a_known_kind_and_state(database: Database, column: str) -> None:
    with database.writing() as connection:
        fill(connection, state="provisional")
    with pytest.raises(IntegrityError), database.writing() as connection:
        connection.execute(update(schema.versions).values({column: "other"}))


# ------------------------------------------------------------------ what is kept


def test_a_report_is_kept_once_byte_for_byte(database: Database) -> None:
    data = bytes(range(256)) * 40
    with database.writing() as connection:
        key = storage.put_report(connection, data)
        assert storage.put_report(connection, data) == key
        assert storage.put_report(connection, b"") != key
        BY.record(connection, "accepted", "1")
    with database.reading() as connection:
        assert storage.get_report(connection, key) == data
        assert count(connection, schema.reports) == 2
        with pytest.raises(ArpadError, match="no report"):
            storage.get_report(connection, "0" * 64)


def test_a_report_or_edition_changed_behind_the_office_is_refused(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(insert(schema.reports).values(sha256="f" * 64, data=b"changed", size=7))
        connection.execute(insert(schema.editions).values(sha256="f" * 64, id="fide-2024", data="changed"))
        with pytest.raises(ArpadError) as error:
            storage.get_report(connection, "f" * 64)
        assert error.value.key == "office-report-damaged"
        with pytest.raises(ArpadError) as error:
            storage.get_edition(connection, "f" * 64)
        assert error.value.key == "office-edition-damaged"


def test_contents_and_editions_come_back(database: Database) -> None:
    with database.writing() as connection:
        fill(connection)
        key = storage.put_edition(connection, "fide-2024", "id = 'fide-2024'\n")
        assert storage.get_edition(connection, key) == ("fide-2024", "id = 'fide-2024'\n")
        assert storage.get_contents(connection, 1, ["trail", "list"]) == {"trail": b"", "list": b"PAR1"}
        with pytest.raises(ArpadError, match="version 1 does not hold games, months"):
            storage.get_contents(connection, 1, ["months", "list", "games"])
        with pytest.raises(ArpadError, match="no edition"):
            storage.get_edition(connection, "0" * 64)


def test_the_log_tells_who_did_what_and_when(database: Database) -> None:
    with database.writing() as connection:
        write_log(connection, at=NOON, who="Ana", action="init", system="fide", details={"b": [MAY], "a": None})
        write_log(connection, at=NOON + dt.timedelta(microseconds=1), who="Ana", action="submit", subject="1")
        with pytest.raises(ValueError, match="UTC"):
            write_log(connection, at=NOON.replace(tzinfo=None), who="Ana", action="init")
        with pytest.raises(TypeError, match="float"):
            write_log(connection, at=NOON, who="Ana", action="init", details={"k": 0.5})
    with database.reading() as connection:
        first, second = log_entries(connection)
        assert first == LogEntry(1, NOON, "Ana", "init", "fide", "", {"a": None, "b": ["2024-05-01"]}, first.sha256)
        assert second.at > first.at
        assert [entry.id for entry in log_entries(connection, action="submit")] == [2]
        assert [entry.id for entry in log_entries(connection, after=1)] == [2]
        assert [entry.id for entry in log_entries(connection, limit=1)] == [1]
        assert not list(log_entries(connection, system="feda"))
        kept = connection.execute(select(schema.log.c.details)).scalars().first()
    assert kept == '{"a":null,"b":["2024-05-01"]}'


def test_many_rows_go_in_at_once(database: Database) -> None:
    columns = ["id", "system_id", "name", "city", "federation", "start", "end", "time_class", "state", "facts"]
    rows = [(at, 1, f"E\t\\N {at}\n\u00f1", "", "", MAY, None, "rapid", "registered", "{}") for at in range(1, 30_001)]
    with database.writing() as connection:
        connection.execute(insert(schema.systems).values(id=1, name="fide"))
        assert insert_rows(connection, schema.events, columns, iter(rows)) == 30_000
    with database.reading() as connection:
        assert count(connection, schema.events) == 30_000
        found = connection.execute(select(schema.events).where(schema.events.c.id == 30_000)).one()
    assert (found.name, found.start, found.end, found.revision) == ("E\t\\N 30000\n\u00f1", MAY, None, 0)


def test_a_big_first_load_leaves_indexes_and_keys_as_they_were(database: Database) -> None:
    """More rows than one chunk into an empty table; one row refers to a version that is not there."""
    columns = schema.history.columns.keys()
    rows = [(1, "standard", str(at), 2000, 20, 9, 0) for at in range(CHUNK + 1)]
    with database.writing() as connection:
        fill(connection, state="provisional")
        connection.execute(delete(schema.history))
    with pytest.raises(IntegrityError), database.writing() as connection:
        insert_rows(connection, schema.history, columns, [*rows, (9, "standard", "1", 0, 0, 0, 0)])
    with database.writing() as connection:
        assert insert_rows(connection, schema.history, columns, rows) == CHUNK + 1
    with database.reading() as connection:
        assert differences(connection) == []
        assert count(connection, schema.history) == CHUNK + 1
    with pytest.raises(IntegrityError), database.writing() as connection:
        insert_rows(connection, schema.history, columns, [(9, "standard", "1", 0, 0, 0, 0)])


def test_a_big_first_load_does_not_wait_for_readers(database: Database) -> None:
    rows = [(1, str(at), "", "", "", "", 0) for at in range(CHUNK)]
    with database.reading() as reader:
        assert count(reader, schema.players) == 0
        with database.writing() as connection:
            connection.execute(insert(schema.systems).values(id=1, name="fide"))
            insert_rows(connection, schema.players, schema.players.columns.keys(), rows)
        assert count(reader, schema.players) == 0
    with database.reading() as reader:
        assert count(reader, schema.players) == CHUNK


def test_rows_that_do_not_fit_are_refused_whole(database: Database) -> None:
    """The second row has the key of the first."""
    rows = [(1, "fide", ""), (1, "feda", "")]
    with pytest.raises(IntegrityError), database.writing() as connection:
        insert_rows(connection, schema.systems, ["id", "name", "federation"], rows)
    with database.reading() as connection:
        assert count(connection, schema.systems) == 0


def test_a_number_of_numpy_is_refused(database: Database) -> None:
    import numpy as np

    with pytest.raises(TypeError, match="int64"), database.writing() as connection:
        insert_rows(connection, schema.systems, ["id", "name"], [(np.int64(1), "fide")])


def test_a_tournament_from_before_pictures_and_notices_counts_them_after_the_upgrade(new_database: NewDatabase) -> None:
    database = new_database("sqlite")
    with database.writing() as connection:
        for table in NEW_IN_NOTICES:
            connection.execute(text(f"DROP TABLE {table}"))
            connection.execute(text(f"DELETE FROM tallies WHERE name = '{table}'"))
        connection.execute(text("INSERT INTO tournaments (id, slug, secret) VALUES (7, 'open', 'x')"))
        connection.execute(text("UPDATE arpad_revision SET version_num = '0010'"))
    database.upgrade()
    with database.reading() as connection:
        counted = select(schema.tallies.c.name).where(schema.tallies.c.of == 7).order_by(schema.tallies.c.name)
        assert connection.execute(counted).scalars().all() == sorted(NEW_IN_NOTICES)
