"""A folder of backups: each has the time in its name, and old ones go only after a new one is whole.

A backup is `arpad-2026-05-02T031000Z.zip`; tournaments that have a database of their own are beside it in
`arpad-2026-05-02T031000Z-events.zip`. Other files in the folder are left alone.
"""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from arpad.domain.values import canonical, sha256_of
from arpad.done import RowsDone
from arpad.i18n import ArpadError
from arpad.office.storage.backup_file import BackupHead
from arpad.office.storage.backups import backup, backup_of_any_release, remove_parts
from arpad.office.storage.database import Database
from arpad.office.storage.log import BACKUP, Acting
from arpad.office.storage.schema import REVISION

PRIVATE = 0o700
STAMP = "%Y-%m-%dT%H%M%SZ"
NAME = re.compile(r"arpad-(\d{4}-\d{2}-\d{2}T\d{6}Z)(-events)?\.zip")


@dataclass(frozen=True, slots=True)
class FolderBackup:
    """What was written at one time: the office, and the tournaments if they have a database of their own."""

    at: dt.datetime
    file: Path
    head: BackupHead
    events_file: Path | None = None
    events_head: BackupHead | None = None


def backup_into(
    folder: Path, database: Database, at: dt.datetime, *, events: Database | None = None,
    progress: RowsDone | None = None,
) -> FolderBackup:  # fmt: skip
    """Write an office, and the database of its tournaments, into a folder, under the time. Both are written, or
    neither."""
    _make(folder)
    remove_parts(folder)
    file = folder / f"arpad-{at:{STAMP}}.zip"
    head = backup(database, file, progress)
    if events is None:
        return FolderBackup(at, file, head)
    events_file = folder / f"arpad-{at:{STAMP}}-events.zip"
    try:
        return FolderBackup(at, file, head, events_file, backup(events, events_file, progress))
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def thin_out(folder: Path, keep: int, newest: dt.datetime) -> list[Path]:
    """Remove old backups, and return their files: of the `keep` newest days with backups the last one of each day
    stays, and of the newest day all of them. The one of `newest` stays whatever the clock says."""
    found = _backups(folder)
    stay = staying(found, keep) | {newest.replace(microsecond=0)}
    gone = [file for at, files in sorted(found.items()) if at not in stay for file in files]
    for file in gone:
        file.unlink(missing_ok=True)
    return gone


def staying(times: Iterable[dt.datetime], keep: int) -> set[dt.datetime]:
    """Return the times of the backups that stay."""
    last_of_day: dict[dt.date, dt.datetime] = {}
    for at in sorted(times):
        last_of_day[at.date()] = at
    days = sorted(last_of_day)[-keep:]
    return {last_of_day[day] for day in days} | {at for at in times if days and at.date() == days[-1]}


def _backups(folder: Path) -> dict[dt.datetime, list[Path]]:
    """The backups of a folder by their times."""
    found: dict[dt.datetime, list[Path]] = {}
    for file in sorted(folder.iterdir()):
        name = NAME.fullmatch(file.name)
        if name is not None and file.is_file():
            try:
                at = dt.datetime.strptime(name[1], STAMP).replace(tzinfo=dt.UTC)
            except ValueError:
                continue
            found.setdefault(at, []).append(file)
    return found


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=PRIVATE, exist_ok=True)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise ArpadError("backup-folder", folder=str(folder), problem=why) from None


def record_backup(database: Database, by: Acting, file: str, head: BackupHead) -> None:
    """Write into the log that there is a backup, which `/health` tells, and the hash of its head."""
    with database.writing() as connection:
        by.record(connection, BACKUP, file, revision=head.revision, sha256=sha256_of(canonical(head.plain())))


def upgrade_after_backup(
    database: Database, folder: Path, at: dt.datetime, progress: RowsDone | None = None
) -> Path | None:
    """Bring an office to the newest revision. One of an earlier release is written to a file first, which is returned;
    None if there was nothing to do."""
    if database.revision() == REVISION:
        return None
    file = folder / f"arpad-{at:{STAMP}}-before-{REVISION}.zip"
    backup_of_any_release(database, file, progress)
    database.upgrade()
    return file
