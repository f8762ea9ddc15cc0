"""Databases that cannot be used: addresses, files, servers and offices, and what is said of each."""

import multiprocessing
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from answers import Arpad
from arpad.i18n import MessageError
from arpad.office.storage import database as database_module
from arpad.office.storage import schema
from arpad.office.storage.database import Database
from arpad.release import __version__
from office_databases import NewDatabase, Server, url_of
from office_rows import BY


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("", "office-url"),
        ("arpad.db", "office-url"),
        ("postgresql:/me:secret@host/name", "office-url"),
        ("postgresql://me:secret/name", "office-url"),
        ("postgresql://me:secret@host:many/name", "office-url"),
        ("postgresql://me:se@cret@host/name", "office-url-encoding"),
        ("postgresql://me:secret@host", "office-url-name"),
        ("mysql://me:secret@host/name", "office-url-kind"),
        ("sqlite://arpad.db", "office-url-slashes"),
        ("sqlite://", "office-url-slashes"),
        ("sqlite:///", "office-url-file"),
        ("sqlite:///:memory:", "office-url-file"),
    ],
)
def test_an_address_that_cannot_be_read(url: str, key: str) -> None:
    with pytest.raises(MessageError) as error:
        Database(url)
    assert error.value.key == key
    assert "secret" not in error.value.text("en") + error.value.text("es") + repr(error.value.values)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_password_is_never_shown(scheme: str) -> None:
    """Nobody listens at this port."""
    database = Database(f"{scheme}://me:se%2Fcret@127.0.0.1:1/office?sslpassword=hidden")
    assert "cret" not in repr(database) + repr(database.address) + database.address.shown
    for action in (database.check, database.create, database.upgrade, database.is_empty):
        with pytest.raises(MessageError) as error:
            action()
        assert error.value.key == "office-unreachable"
        said = error.value.text("en")
        assert "postgresql://me:***@127.0.0.1:1/office" in said
        assert "cret" not in said
        assert "hidden" not in said
        assert "\n" not in said
    assert database.address.scrubbed('role "se/cret" is unknown') == 'role "***" is unknown'
    database.dispose()


def test_a_server_without_this_database_or_user(postgresql: Server) -> None:
    for url in (postgresql.url("nowhere"), postgresql.url("postgres").replace("//postgres", "//nobody")):
        database = Database(url)
        with pytest.raises(MessageError, match="does not exist") as error:
            database.check()
        assert error.value.key == "office-unreachable"
        database.dispose()


def test_a_user_who_may_not(new_database: NewDatabase, postgresql: Server) -> None:
    database = new_database("postgresql")
    user = f"clerk_{postgresql.worker}"
    postgresql.execute(f"CREATE ROLE {user} LOGIN")
    clerk = Database(url_of(database).replace("//postgres", f"//{user}"))
    with pytest.raises(MessageError) as error:
        clerk.check()
    assert error.value.key == "office-permission"
    clerk.dispose()
    postgresql.execute(f"DROP ROLE {user}")


def test_an_old_server_is_refused(new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "OLDEST_POSTGRESQL", 99)
    with pytest.raises(MessageError, match="use PostgreSQL 99 or later"):
        new_database("postgresql").check()


def test_an_old_library_of_sqlite_is_refused_before_a_file_is_made(
    tmp_path: Path, arpad: Arpad, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.34.1")
    file = tmp_path / "office.db"
    for language, words in (("en", "needs SQLite 3.35 or later; install"), ("es", "necesita SQLite 3.35 o posterior")):
        answer = arpad(f"--lang {language} office init --db sqlite:///{file}")
        assert answer.code == 2
        assert len(answer.err.splitlines()) == 1
        for said in (str(file), "SQLite 3.34.1", words):
            assert said in answer.err
    assert not file.exists()
    assert Database("postgresql://me@host/name").kind == "postgresql", "a server brings its own"


def test_a_database_that_cannot_hold_every_name(postgresql: Server) -> None:
    name = f"latin_{postgresql.worker}"
    postgresql.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    database = Database(postgresql.url(name))
    with pytest.raises(MessageError, match="LATIN1"):
        database.create()
    database.dispose()
    postgresql.drop(postgresql.url(name))


def test_no_office_yet(bare_database: Database) -> None:
    for action in (bare_database.check, bare_database.upgrade):
        with pytest.raises(MessageError, match="run `arpad office init`"):
            action()
    path = bare_database.address.path
    assert path is None or not path.exists(), "looking must not make a file"


@pytest.mark.parametrize(("revision", "key"), [("0000", "office-older"), ("9999", "office-newer")])
def test_an_office_of_another_release(database: Database, revision: str, key: str) -> None:
    with database.writing() as connection:
        connection.execute(text(f"UPDATE {schema.REVISION_TABLE} SET version_num = '{revision}'"))
        BY.record(connection, "upgraded", revision, release="9.9.9")
    with pytest.raises(MessageError) as error:
        database.check()
    assert error.value.key == key
    if key == "office-newer":
        assert (error.value.values["written"], error.value.values["release"]) == ("9.9.9", __version__)
        for action in (database.create, database.upgrade):
            with pytest.raises(MessageError) as error:
                action()
            assert error.value.key == key


def test_tables_of_something_else_are_left_alone(bare_database: Database) -> None:
    bare = "sqlite" if bare_database.address.path is None else str(bare_database.address.path)
    if bare_database.kind == "sqlite":
        sqlite3.connect(bare).execute("CREATE TABLE players (nickname TEXT)").connection.close()
    else:
        with bare_database.writing() as connection:
            connection.execute(text("CREATE TABLE players (nickname TEXT)"))
    with pytest.raises(MessageError, match=r"tables of another program \(players\)"):
        bare_database.create()
    if bare_database.kind == "sqlite":
        with bare_database.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "delete"


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"ID Number Name\n" * 100)
    database = Database(f"sqlite:///{path}")
    for action in (database.check, database.create, database.upgrade, database.is_empty):
        with pytest.raises(MessageError) as error:
            action()
        assert error.value.key == "office-no-database"
    database.dispose()
    assert path.read_bytes() == b"ID Number Name\n" * 100


def test_a_folder_and_a_missing_folder(tmp_path: Path) -> None:
    for path, key in ((tmp_path, "office-file-folder"), (tmp_path / "none" / "a.db", "office-file-parent")):
        with pytest.raises(MessageError) as error:
            Database(f"sqlite:///{path}").create()
        assert error.value.key == key
    with pytest.raises(MessageError) as error:
        Database(f"sqlite:///{tmp_path / 'none' / 'a.db'}").check()
    assert error.value.key == "office-none"


def test_a_name_of_any_kind_is_a_file(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/my office? \u00f1 %20 #1.db")
    database.create()
    database.check()
    database.dispose()
    made = tmp_path / "my office? \u00f1 %20 #1.db"
    assert made.stat().st_mode & 0o777 == 0o600, "hashes of passwords are for nobody else to read"


def _as_nobody(url: str, answers: Any) -> None:
    """A child that is not root sees what others may not."""
    if os.geteuid() == 0:
        os.setuid(65534)
    said = []
    for name in ("check", "create"):
        database = Database(url)
        try:
            getattr(database, name)()
        except MessageError as error:
            said.append(error.key)
        database.dispose()
    answers.put(said)


@pytest.mark.parametrize(("mode", "key"), [(0o000, "office-file"), (0o444, "office-permission")])
def test_a_file_of_somebody_else(sqlite_template: Path, mode: int, key: str) -> None:
    """In a folder that all may read and only its owner may write."""
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "office.db"
        shutil.copy(sqlite_template, path)
        path.chmod(mode)
        path.parent.chmod(0o555)
        child = context.Process(target=_as_nobody, args=(f"sqlite:///{path}", answers))
        child.start()
        said = answers.get(timeout=60)
        child.join()
        answers.close()
        answers.join_thread()
        path.parent.chmod(0o700)
    assert said == [key, key]
