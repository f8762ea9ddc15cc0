"""Put a backup in the place of an office in use: first looked at, then done, the present office saved before."""

import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select

from arpad.documents.document import extended
from arpad.i18n import ArpadError
from arpad.office.storage.backups import BackupHead, FolderBackup, backup_into, fill, opened
from arpad.office.storage.caches import index_folder
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting, LogEntry, log_entries, write_log
from arpad.office.storage.schema import log, metadata
from arpad.progress import RowsDone

COUNTED = ("events", "reports", "versions", "decisions", "accounts", "tournaments")
"""The tables whose rows a preview counts."""
SHOWN = 20
"""How many of the lines of the log that go or come a preview shows."""
RESTORED = "restored"
"""The action of the line that tells of it."""
LINE = ("id", "at", "who", "action", "system", "subject", "details", "sha256")


@dataclass(frozen=True, slots=True)
class TableCounts:
    """How many rows a table has now, and how many the backup has."""

    table: str
    now: int
    then: int


@dataclass(frozen=True, slots=True)
class Restoring:
    """What putting a backup in the place of an office would change. Everything up to line `common` of the log is in
    both; the lines after it are `lost` or `gained`, the newest first, of which a few are here."""

    head: BackupHead
    last: LogEntry | None
    common: int
    lost_count: int
    gained_count: int
    lost: Sequence[LogEntry]
    gained: Sequence[LogEntry]
    counts: Sequence[TableCounts]

    @property
    def another_office(self) -> bool:
        """Whether the backup is of an office that has nothing in common with this one."""
        return self.common == 0


def look_at(file: Path, database: Database) -> Restoring:
    """Return what a backup would change. The file is checked whole, and nothing is done."""
    database.check()
    with opened(file) as archive:
        archive.check()
        member = next((one for one in archive.head.members if one.table == log.name), None)
        if member is None:
            raise archive.damaged(log.name)
        columns = [column.name for column in log.columns]
        if any(name not in columns for name in LINE):
            raise archive.damaged(log.name)
        then = [_entry(dict(zip(columns, row, strict=True))) for row in archive.rows(member, columns, None)]
        rows = {member.table: member.rows for member in archive.head.members}
        head = archive.head
    known = {line.id: line.sha256 for line in then}
    with database.reading() as connection:
        now = connection.execute(select(log.c.id, log.c.sha256).order_by(log.c.id)).all()
        common = max((line.id for line in now if known.get(line.id) == line.sha256), default=0)
        lost = list(log_entries(connection, after=common, limit=SHOWN, newest_first=True))
        tables = [metadata.tables[name] for name in COUNTED]
        counts = [
            TableCounts(table.name, connection.execute(select(func.count()).select_from(table)).scalar_one(),
                     rows.get(table.name, 0))
            for table in tables
        ]  # fmt: skip
    gained = [line for line in then if line.id > common]
    lost_count = sum(line.id > common for line in now)
    last = then[-1] if then else None
    return Restoring(head, last, common, lost_count, len(gained), lost, gained[::-1][:SHOWN], counts)


def _entry(row: dict[str, object]) -> LogEntry:
    at, details = dt.datetime.fromisoformat(str(row["at"])), json.loads(str(row["details"]))
    kept = {name: row[name] for name in LINE if name not in ("at", "details")}
    return extended(LogEntry, None, at=at, details=details, **kept)


def saved_in(database: Database) -> Path:
    """Return the folder in which the present office is saved: beside the file of the database, or with the indexes."""
    path = database.address.path
    return index_folder(database.address) / "replaced" if path is None else path.with_name(f"{path.name}-replaced")


def put_in_place(
    file: Path, database: Database, by: Acting, system: str = "", progress: RowsDone | None = None
) -> tuple[BackupHead, FolderBackup]:
    """Put a backup in the place of the office. The present one is saved in a folder before; all is one transaction, so
    the office is the one of the backup or stays as it is."""
    with opened(file) as archive:
        archive.check()
        saved = backup_into(saved_in(database), database, by.at)
        with database.replacing(archive.head.revision) as connection:
            fill(connection, archive, file, database, progress)
        with database.writing() as connection:
            details = {"last": _last_line(connection)}
            write_log(
                connection, at=by.at, who=by.who, action=RESTORED, system=system, subject=saved.file.name,
                details=details,
            )  # fmt: skip
        return archive.head, saved


def _last_line(connection: Connection) -> int:
    return int(connection.execute(select(func.max(log.c.id))).scalar() or 0)


def must_be_confirmed(typed: str, words: Sequence[str]) -> None:
    """Refuse to put a backup in the place of the office without the word that somebody has to type."""
    if typed.strip().casefold() not in {word.casefold() for word in words}:
        raise ArpadError("restore-word", word=words[0])
