"""A folder of backups: names, modes, what stays, what is read back; and the backup before an upgrade."""

import datetime as dt
import os
import stat
from importlib import import_module
from pathlib import Path
from typing import IO

import pytest
from filelock import FileLock

from arpad.i18n import ArpadError, StorageFault
from arpad.office.proof.verification import rehearse
from arpad.office.storage import backups as writing
from arpad.office.storage.backups import (
    backup,
    backup_into,
    record_backup,
    restore,
    staying,
    thin_out,
    upgrade_after_backup,
)
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import last_backup
from arpad.office.storage.schema import REVISION
from arpad.regulations.rating_editions import regulations
from office_databases import NewDatabase
from office_rows import BY, NOON, fill

STORAGE = import_module("arpad.office.storage.database")


def at(day: int, hour: int = 3) -> dt.datetime:
    return dt.datetime(2024, 5, day, hour, 10, tzinfo=dt.UTC)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_the_last_of_each_day_stays_and_all_of_the_newest_day() -> None:
    times = [at(day, hour) for day in (1, 2, 3) for hour in (3, 9)]
    assert staying(times, 2) == {at(2, 9), at(3, 3), at(3, 9)}
    assert staying(times, 30) == {at(1, 9), at(2, 9), at(3, 3), at(3, 9)}
    assert staying([], 3) == set()


def test_old_backups_go_after_a_good_one_and_other_files_stay(new_database: NewDatabase, tmp_path: Path) -> None:
    folder, database = tmp_path / "backups", new_database("sqlite")
    for day, hour in ((1, 3), (1, 9), (2, 3), (3, 3)):
        backup_into(folder, database, at(day, hour))
    others = ("arpad-2024-05-01.zip", "notes.txt", "arpad-2024-99-01T000000Z.zip")
    for other in others:
        (folder / other).write_text("not one of ours")
    gone = thin_out(folder, 2, at(3))
    assert [file.name for file in gone] == ["arpad-2024-05-01T031000Z.zip", "arpad-2024-05-01T091000Z.zip"]
    assert names(folder) == sorted([*others, "arpad-2024-05-02T031000Z.zip", "arpad-2024-05-03T031000Z.zip"])
    backup_into(folder, database, at(1))
    assert thin_out(folder, 1, at(1)) == [folder / "arpad-2024-05-02T031000Z.zip"]
    assert (folder / "arpad-2024-05-01T031000Z.zip").exists()  # the clock was wrong, and the newest stays


def test_only_the_owner_may_read_a_backup(database: Database, tmp_path: Path) -> None:
    made = backup_into(tmp_path / "backups", database, NOON)
    assert stat.S_IMODE(made.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(made.file.parent.stat().st_mode) == 0o700
    with pytest.raises(ArpadError, match="already exists"):
        backup_into(tmp_path / "backups", database, NOON)


def test_tournaments_of_their_own_database_are_beside_it(new_database: NewDatabase, tmp_path: Path) -> None:
    folder, office, events = tmp_path / "backups", new_database("sqlite"), new_database("sqlite")
    made = backup_into(folder, office, at(1), events=events)
    assert names(folder) == ["arpad-2024-05-01T031000Z-events.zip", "arpad-2024-05-01T031000Z.zip"]
    assert made.events_head is not None
    with pytest.raises(StorageFault):
        backup_into(folder, office, at(2), events=new_database("sqlite", office=False))
    assert len(names(folder)) == 2  # both, or neither
    assert len(thin_out(folder, 1, backup_into(folder, office, at(3)).at)) == 2


def test_a_disk_that_keeps_something_else_is_noticed(
    new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = writing._to_disk

    def flip(file: IO[bytes]) -> None:
        kept(file)
        os.pwrite(file.fileno(), b"!", 200)

    monkeypatch.setattr(writing, "_to_disk", flip)
    with pytest.raises(ArpadError) as error:
        backup_into(tmp_path / "backups", new_database("sqlite"), NOON)
    assert error.value.key == "backup-reads-otherwise"
    assert names(tmp_path / "backups") == []


def test_the_rest_of_a_killed_process_goes_and_one_at_work_stays(new_database: NewDatabase, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / ".arpad-x.zip.1.part").write_text("half")
    (folder / ".arpad-z.zip.3.part.lock").touch()
    (folder / ".arpad-y.zip.2.part").write_text("half")
    with FileLock(folder / ".arpad-y.zip.2.part.lock"):
        backup_into(folder, new_database("sqlite"), at(1))
        at_work = [".arpad-y.zip.2.part", ".arpad-y.zip.2.part.lock"]
        assert names(folder) == [*at_work, "arpad-2024-05-01T031000Z.zip"]


def test_the_log_tells_of_a_backup(database: Database, tmp_path: Path) -> None:
    made = backup_into(tmp_path / "backups", database, NOON)
    record_backup(database, BY, made.file.name, made.head)
    with database.reading() as connection:
        assert last_backup(connection) == NOON


def test_a_folder_that_cannot_be_made(new_database: NewDatabase, tmp_path: Path) -> None:
    with pytest.raises(ArpadError) as error:
        backup_into(tmp_path / "none" / "backups", new_database("sqlite"), NOON)
    assert error.value.key == "backup-folder"


# ------------------------------------------------------------------ upgrades


def test_an_office_of_an_earlier_release_is_written_before_it_is_changed(
    bare_database: Database, new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(STORAGE, "REVISION", "0003")
    bare_database.create()
    old = "INSERT INTO log (id, at, who, action, system, subject, details) VALUES"
    with bare_database.writing() as connection:
        connection.exec_driver_sql("INSERT INTO systems (id, name, federation) VALUES (1, 'fide', 'ESP')")
        connection.exec_driver_sql(f"{old} (1, '2024-05-01T12:00:00+00:00', 'Ana', 'founded', 'fide', '', '{{}}')")
    monkeypatch.undo()
    with pytest.raises(StorageFault, match=f"revision 0003, this release needs {REVISION}"):
        bare_database.create()  # founding another system changes nothing unasked
    with pytest.raises(StorageFault, match="earlier release"):
        backup(bare_database, tmp_path / "office.zip")
    file = upgrade_after_backup(bare_database, tmp_path, at(1))
    assert file == tmp_path / f"arpad-2024-05-01T031000Z-before-{REVISION}.zip"
    bare_database.check()
    restored = new_database("sqlite", office=False)
    assert restore(file, restored).revision == "0003"
    assert backup(restored, tmp_path / "one.zip").members == backup(bare_database, tmp_path / "two.zip").members
    assert upgrade_after_backup(bare_database, tmp_path, at(2)) is None


def test_an_upgrade_without_a_place_for_its_backup_is_not_begun(
    new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = new_database("sqlite", office=False)
    monkeypatch.setattr(STORAGE, "REVISION", "0005")
    database.create()
    monkeypatch.undo()
    with pytest.raises(ArpadError, match="none"):
        upgrade_after_backup(database, tmp_path / "none", at(1))
    assert database.revision() == "0005"


# ------------------------------------------------------------------ rehearsals


def test_a_rehearsal_restores_and_throws_away(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with database.writing() as connection:
        connection.exec_driver_sql("INSERT INTO systems (id, name, federation) VALUES (1, 'fide', 'ESP')")
        BY.record(connection, "founded", "fide")
    made = backup_into(tmp_path / "backups", database, NOON)
    assert rehearse(made.file, regulations(), BY).rows == 9  # and a tally for each of seven tables
    assert not list(tmp_path.glob("arpad-rehearsal-*"))


def test_a_rehearsal_refuses_a_list_that_is_not_proved(new_database: NewDatabase, tmp_path: Path) -> None:
    database = new_database("sqlite")
    with database.writing() as connection:
        fill(connection)
    made = backup_into(tmp_path / "backups", database, NOON)
    with pytest.raises(ArpadError) as error:
        rehearse(made.file, regulations(), BY)
    assert error.value.key == "backup-rehearsal"
