"""A file of SQLite that is replaced, cut off or taken away while it is in use: nothing is acknowledged into it."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from arpad.i18n import StorageFault
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import log_entries, write_log
from office_databases import NewDatabase
from office_rows import NOON


def write(database: Database, who: str) -> None:
    with database.writing() as connection:
        write_log(connection, at=NOON, who=who, action="count")


def writers(path: Path) -> list[str]:
    """What a process finds that is started now."""
    database = Database(f"sqlite:///{path}")
    with database.reading() as connection:
        found = [entry.who for entry in log_entries(connection)]
    database.dispose()
    return found


def replaced(path: Path, copy: Path) -> None:
    copy.replace(path)


def copied_over(path: Path, copy: Path) -> None:
    """As some restore: the same file with other contents, its write-ahead log taken away."""
    shutil.copyfile(copy, path)
    for name in ("-wal", "-shm"):
        path.with_name(path.name + name).unlink()


def cut_off(path: Path, _copy: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(4096)


def gone(path: Path, _copy: Path) -> None:
    path.unlink()


@pytest.mark.parametrize(
    ("harm", "key"),
    [
        (replaced, "office-replaced"),
        (copied_over, "office-replaced"),
        (cut_off, "office-truncated"),
        (gone, "office-gone"),
    ],
)
def test_nothing_is_acknowledged_into_a_file_that_is_not_the_one_opened(
    new_database: NewDatabase, tmp_path: Path, harm: Callable[[Path, Path], None], key: str
) -> None:
    database = new_database("sqlite")
    path, copy = database.address.path, tmp_path / "copy.db"
    assert path is not None
    shutil.copy(path, copy)
    write(database, "before")
    harm(path, copy)
    for _ in range(2):
        with pytest.raises(StorageFault) as error:
            write(database, "after")
        assert error.value.key == key
    assert path.exists() == (key != "office-gone"), "looking must not make a file"
    if harm is replaced:
        assert "after" not in writers(path)


def test_a_file_that_is_replaced_while_something_is_written(new_database: NewDatabase, tmp_path: Path) -> None:
    database = new_database("sqlite")
    path = database.address.path
    assert path is not None
    copy = Path(shutil.copy(path, tmp_path / "copy.db"))
    with pytest.raises(StorageFault) as error, database.writing() as connection:  # noqa: PT012
        write_log(connection, at=NOON, who="meanwhile", action="count")
        copy.replace(path)
    assert error.value.key == "office-replaced"


def test_a_file_that_is_put_back_is_used_again(new_database: NewDatabase, tmp_path: Path) -> None:
    database = new_database("sqlite")
    path = database.address.path
    assert path is not None
    write(database, "before")
    path.rename(tmp_path / "away.db")
    with pytest.raises(StorageFault):
        write(database, "meanwhile")
    (tmp_path / "away.db").rename(path)
    write(database, "after")
    assert writers(path) == ["before", "after"]


def test_a_vacuum_is_no_harm(new_database: NewDatabase) -> None:
    database = new_database("sqlite")
    path = database.address.path
    assert path is not None
    with database.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE big (data BLOB)")
        connection.exec_driver_sql("INSERT INTO big VALUES (zeroblob(3000000))")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    write(database, "before")
    large = path.stat().st_size
    for statement in ("DROP TABLE big", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
        other.execute(statement).close()
    other.close()
    assert path.stat().st_size < large
    write(database, "after")
