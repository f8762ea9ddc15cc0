"""Back up and restore an office as one zip of Parquet files, and manage a folder of backups.

The same office gives the same file on SQLite and on PostgreSQL.
"""

import contextlib
import datetime as dt
import hashlib
import io
import json
import os
import re
import struct
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet
from filelock import FileLock
from sqlalchemy import Boolean, Connection, Date, Integer, LargeBinary, MetaData, Row, Table, select
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.types import TypeEngine

from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError
from arpad.office.storage._dialects import insert_rows
from arpad.office.storage._log import canonical_bytes
from arpad.office.storage.database import OWN, Database
from arpad.office.storage.log_table import BACKUP, Acting
from arpad.office.storage.schema import REVISION, REVISION_TABLE, REVISIONS
from arpad.progress import RowsDone
from arpad.release import __version__

# A backup, read: its head, its members, and whether they are what they were.

KIND, FORMAT = "arpad-office-backup-", "arpad-office-backup-1"
HEAD = "head.json"


@dataclass(frozen=True, slots=True)
class Member:
    """A table in the file."""

    table: str
    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class BackupHead:
    """What a backup says of itself. `members` stand in the order in which they are restored."""

    format: str
    revision: str
    release: str
    members: tuple[Member, ...]

    def plain(self) -> Mapping[str, object]:
        return asdict(self)


class _Part(io.RawIOBase):
    """A part of a file, as a file: a member that is stored as it is."""

    def __init__(self, file: IO[bytes], start: int, size: int) -> None:
        super().__init__()
        self.file, self.start, self.size, self.at = file, start, size, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self.at = offset + {os.SEEK_SET: 0, os.SEEK_CUR: self.at, os.SEEK_END: self.size}[whence]
        return self.at

    def tell(self) -> int:
        return self.at

    def readinto(self, buffer: Any) -> int:
        self.file.seek(self.start + self.at)
        data = self.file.read(max(0, min(len(buffer), self.size - self.at)))
        buffer[: len(data)] = data
        self.at += len(data)
        return len(data)


@dataclass(frozen=True, slots=True)
class Archive:
    """An open backup."""

    path: Path
    file: IO[bytes]
    head: BackupHead
    places: Mapping[str, zipfile.ZipInfo]

    def check(self) -> None:
        """Every member is there, whole and unchanged, with as many rows as the head says; else nothing is restored."""
        for member in self.head.members:
            hashed = hashlib.file_digest(self._part(member), "sha256").hexdigest()
            if hashed != member.sha256:
                raise self.damaged(f"{member.table}: SHA-256 {hashed} ≠ {member.sha256}")
            with self._parquet(member) as parquet:
                if parquet.metadata.num_rows != member.rows:
                    raise self.damaged(f"{member.table}: {parquet.metadata.num_rows} ≠ {member.rows}")

    def rows(self, member: Member, columns: Sequence[str], progress: RowsDone | None) -> Iterator[tuple[Any, ...]]:
        """The rows of a table, a batch at a time in memory."""
        done = 0
        with self._parquet(member) as parquet:
            if sorted(parquet.schema_arrow.names) != sorted(columns):
                raise self.damaged(f"{member.table}: {', '.join(parquet.schema_arrow.names)}")
            for group in range(parquet.num_row_groups):
                batch = parquet.read_row_group(group, columns=list(columns), use_threads=False)
                yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)
                done += len(batch)
                if progress is not None:
                    progress(member.table, done)

    @contextmanager
    def _parquet(self, member: Member) -> Iterator[Any]:
        try:
            with pa.parquet.ParquetFile(self._part(member)) as parquet:
                yield parquet
        except pa.ArrowException as problem:
            raise self.damaged(f"{member.table}: {problem}") from None

    def _part(self, member: Member) -> _Part:
        """Where a member lies in the file: behind its local header, whose length is in it."""
        place = self.places.get(f"{member.table}.parquet")
        if place is None:
            raise self.damaged(f"{member.table}.parquet")
        self.file.seek(place.header_offset)
        header = self.file.read(30)
        if len(header) < 30 or place.compress_type != zipfile.ZIP_STORED:
            raise self.damaged(f"{member.table}.parquet")
        name, extra = struct.unpack("<26xHH", header)
        return _Part(self.file, place.header_offset + 30 + name + extra, place.file_size)

    def damaged(self, problem: str) -> ArpadError:
        return ArpadError("backup-damaged", file=str(self.path), problem=" ".join(problem.split()))


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """Open a backup and read its head. Raise an error if the file cannot be read, or is not a backup."""
    try:
        file = path.open("rb")
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise ArpadError("backup-unreadable", file=str(path), problem=why) from None
    with file:
        yield _archive(path, file)


def _archive(path: Path, file: IO[bytes]) -> Archive:
    try:
        with zipfile.ZipFile(file) as archive:
            places = {info.filename: info for info in archive.infolist()}
            given = archive.read(HEAD) if HEAD in places else None
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError) as problem:
        file.seek(0)
        if file.read(2) == b"PK":
            raise ArpadError("backup-damaged", file=str(path), problem=str(problem)) from None
        raise ArpadError("backup-foreign", file=str(path)) from None
    return Archive(path, file, _head(path, given or b""), places)


def _head(path: Path, data: bytes) -> BackupHead:
    """What the backup says of itself. A later format is distinguished from a file of another program."""
    try:
        given = json.loads(data)
        format_, release = str(given["format"]), str(given["release"])
        if format_.startswith(KIND) and format_ != FORMAT:
            raise _newer(path, given)
        members = tuple(
            Member(str(report["table"]), int(report["rows"]), str(report["sha256"])) for report in given["members"]
        )
        head = BackupHead(format_, str(given["revision"]), release, members)
    except (ValueError, TypeError, KeyError):
        raise ArpadError("backup-foreign", file=str(path)) from None
    if head.format != FORMAT:
        raise ArpadError("backup-foreign", file=str(path))
    if head.revision not in REVISIONS:
        raise _newer(path, head.plain())
    return head


def _newer(path: Path, head: Mapping[str, object]) -> ArpadError:
    """A backup that this release cannot read, with the numbers of both releases."""
    numbers = {"release": head["release"], "found": head["revision"], "own": __version__, "known": REVISION}
    return ArpadError("backup-newer", file=str(path), **{name: str(value) for name, value in numbers.items()})


# An office in one file, whichever database it is kept in: a zip of one Parquet file per table, and a head. The head
# comes last, because it has the rows and the SHA-256 of every member. Rows are in the order of their key and the file
# contains no time, so the same office gives the same file on SQLite and on PostgreSQL. Only its owner may read the
# file. It is read back from the disk and compared before it takes its place, so an interrupted backup leaves nothing.

ROWS, BIG_ROWS, BYTES = 50_000, 2, 16 << 20
PART, LOCK = ".part", ".lock"


def backup(database: Database, out: Path, progress: RowsDone | None = None, *, overwrite: bool = False) -> BackupHead:
    """Write the whole office to a file, as it is at one moment; others may go on writing."""
    database.check()
    return _written(database, out, progress, overwrite=overwrite)


def backup_of_any_release(database: Database, out: Path, progress: RowsDone | None = None) -> BackupHead:
    """Write an office of this release or of an earlier one to a file, with the tables that it has."""
    database.revision()
    return _written(database, out, progress, overwrite=False)


def _written(database: Database, out: Path, progress: RowsDone | None, *, overwrite: bool) -> BackupHead:
    target = out.resolve()
    if database.address.path is not None and database.address.path.resolve() == target:
        raise ArpadError("backup-onto-database", file=str(out))
    if target.exists() and not overwrite:
        raise ArpadError("backup-exists", file=str(out))
    with _beside(out, target) as (part, file):
        with zipfile.ZipFile(file, "w") as archive, database.reading() as connection:
            revision, tables = database.tables(connection)
            members = tuple(_dump(connection, table, archive, progress) for table in tables)
            head = BackupHead(FORMAT, revision, __version__, members)
            with archive.open(zipfile.ZipInfo(HEAD), "w") as place:
                place.write(canonical_bytes(head.plain()).encode())
        _to_disk(file)
        _read_back(out, part, head)
    return head


def _to_disk(file: IO[bytes]) -> None:
    """Make sure that a file is on the disk, and that it is read from there next."""
    file.flush()
    os.fsync(file.fileno())
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _read_back(out: Path, part: Path, head: BackupHead) -> None:
    """Read a backup that was just written, every byte of it, and compare it with what was to be written."""
    try:
        with opened(part) as archive:
            archive.check()
            if archive.head != head:
                raise archive.damaged(HEAD)
    except ArpadError as problem:
        why = str(problem.values.get("problem", problem.key))
        raise ArpadError("backup-reads-otherwise", file=str(out), problem=why) from None


def restore(file: Path, database: Database, progress: RowsDone | None = None) -> BackupHead:
    """Fill a database that holds no office with a backup, in one transaction. The file is checked whole before."""
    with opened(file) as archive:
        archive.check()
        if not database.is_empty():
            raise ArpadError("office-there", database=database.address.shown)
        with database.founding(archive.head.revision) as connection:
            fill(connection, archive, file, database, progress)
    return archive.head


def fill(
    connection: Connection, archive: Archive, file: Path, database: Database, progress: RowsDone | None = None
) -> None:
    """Fill the empty tables of a transaction with a backup; one that does not fit them is damaged."""
    try:
        _fill(connection, archive, progress)
    except (IntegrityError, DataError) as problem:
        why = database.address.scrubbed(problem.orig)
        raise ArpadError("backup-damaged", file=str(file), problem=why) from None


def _fill(connection: Connection, archive: Archive, progress: RowsDone | None) -> None:
    """All rows of all tables, in an order in which each finds those that it refers to."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
    tables = MetaData()
    tables.reflect(connection)
    if {member.table for member in archive.head.members} != set(tables.tables) - {REVISION_TABLE}:
        raise archive.damaged(", ".join(member.table for member in archive.head.members))
    for member in archive.head.members:
        table = tables.tables[member.table]
        columns = [column.name for column in table.columns]
        insert_rows(connection, table, columns, archive.rows(member, columns, progress))


@contextmanager
def _beside(out: Path, target: Path) -> Iterator[tuple[Path, IO[bytes]]]:
    """Give a file for its owner alone, which is moved to its place at the end. Nothing is left if it does not come to
    that; the rest of a process that was killed is removed by the next one (`remove_parts`)."""
    part = target.with_name(f".{target.name}.{os.getpid()}{PART}")
    try:
        if target.is_dir():
            raise IsADirectoryError(21, os.strerror(21))
        with _locked(part):
            try:
                with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, OWN), "w+b") as file:
                    yield part, file
                part.replace(target)
            finally:
                part.unlink(missing_ok=True)
        _folder_to_disk(target.parent)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise ArpadError("file-unwritable", file=str(out), problem=why) from None


def remove_parts(folder: Path) -> None:
    """Remove what processes that were killed have left in a folder. A process that still writes holds a lock."""
    for left in [*folder.glob(f".*{PART}"), *folder.glob(f".*{PART}{LOCK}")]:
        part = left.with_name(left.name.removesuffix(LOCK))
        with contextlib.suppress(OSError), _locked(part, wait=False):
            part.unlink(missing_ok=True)


@contextmanager
def _locked(part: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold the lock of a file that is being written: a second file beside it, which is removed in the end. Without
    `wait`, a lock that another process holds raises a TimeoutError."""
    part.parent.stat()  # a folder that is missing is an error; the library would make it
    lock = part.with_name(f"{part.name}{LOCK}")
    with FileLock(lock, mode=OWN, blocking=wait):
        try:
            yield
        finally:
            if os.name == "posix":  # on Windows the library removes it
                lock.unlink(missing_ok=True)


def _folder_to_disk(folder: Path) -> None:
    """Make sure that the name of a new file is on the disk too. Windows opens no folders, and needs no such step."""
    if os.name != "posix":
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)


class _Hashed(io.RawIOBase):
    """Writes on, and hashes what it writes."""

    def __init__(self, place: IO[bytes]) -> None:
        super().__init__()
        self.place = place
        self.hash = hashlib.sha256()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.hash.update(data)
        return self.place.write(data)


def _dump(connection: Connection, table: Table, archive: zipfile.ZipFile, progress: RowsDone | None) -> Member:
    """One table as one Parquet member, a batch at a time."""
    columns = pa.schema([pa.field(column.name, _kind(column.type), column.nullable) for column in table.columns])
    count = 0
    with archive.open(zipfile.ZipInfo(f"{table.name}.parquet"), "w", force_zip64=True) as place:
        sink = _Hashed(place)
        repeated = [field.name for field in columns if field.type != pa.binary()]
        options = {"compression": "zstd", "use_dictionary": repeated, "write_statistics": False}
        with pa.parquet.ParquetWriter(sink, columns, **options) as writer:
            for rows in _batches(connection, table):
                cells = zip(*rows, strict=True)
                arrays = [pa.array(own, field.type) for own, field in zip(cells, columns, strict=True)]
                writer.write_batch(pa.record_batch(arrays, schema=columns))
                count += len(rows)
                if progress is not None:
                    progress(table.name, count)
    return Member(table.name, count, sink.hash.hexdigest())


def _batches(connection: Connection, table: Table) -> Iterator[list[Row[Any]]]:
    """The rows in the order of their key, in batches that fit in memory, however big a cell is."""
    data = [at for at, column in enumerate(table.columns) if isinstance(column.type, LargeBinary)]
    asked = select(table).order_by(*table.primary_key.columns)
    with connection.execute(asked, execution_options={"yield_per": BIG_ROWS if data else ROWS}) as result:
        batch: list[Row[Any]] = []
        size = 0
        for part in result.partitions():
            batch += part
            size += sum(len(row[at]) for row in part for at in data)
            if len(batch) >= ROWS or size >= BYTES:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch


def _kind(type_: TypeEngine[Any]) -> pa.DataType:
    """The type of a column in the file."""
    kinds = {Boolean: pa.bool_(), Integer: pa.int64(), Date: pa.date32(), LargeBinary: pa.binary()}
    return next((kind for own, kind in kinds.items() if isinstance(type_, own)), pa.string())


# A folder of backups: each has the time in its name, and old ones go only after a new one is whole. A backup is
# `arpad-2026-05-02T031000Z.zip`; tournaments that have a database of their own are beside it in
# `arpad-2026-05-02T031000Z-events.zip`. Other files in the folder are left alone.

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
    backups = _backups(folder)
    stay = staying(backups, keep) | {newest.replace(microsecond=0)}
    gone = [file for at, files in sorted(backups.items()) if at not in stay for file in files]
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
    backups: dict[dt.datetime, list[Path]] = {}
    for file in sorted(folder.iterdir()):
        name = NAME.fullmatch(file.name)
        if name is not None and file.is_file():
            try:
                at = dt.datetime.strptime(name[1], STAMP).replace(tzinfo=dt.UTC)
            except ValueError:
                continue
            backups.setdefault(at, []).append(file)
    return backups


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
