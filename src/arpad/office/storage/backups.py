"""An office in one file, whichever database it is kept in: a zip of one Parquet file per table, and a head.

The head comes last, because it has the rows and the SHA-256 of every member. Rows are in the order of their key and
the file contains no time, so the same office gives the same file on SQLite and on PostgreSQL. Only its owner may read
the file. It is read back from the disk and compared before it takes its place, so an interrupted backup leaves nothing.
"""

import contextlib
import fcntl
import hashlib
import io
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet
from sqlalchemy import Boolean, Connection, Date, Integer, LargeBinary, MetaData, Row, Table, select
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.types import TypeEngine

from arpad.done import RowsDone
from arpad.i18n import ArpadError
from arpad.office.storage.backup_file import FORMAT, HEAD, Archive, BackupHead, Member, opened
from arpad.office.storage.bulk_insert import insert_rows
from arpad.office.storage.database import OWN, Database
from arpad.office.storage.kept_files import canonical
from arpad.office.storage.schema import REVISION_TABLE
from arpad.release import __version__

ROWS, BIG_ROWS, BYTES = 50_000, 2, 16 << 20
PART = ".part"


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
                place.write(canonical(head.plain()).encode())
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
        try:
            with database.founding(archive.head.revision) as connection:
                _fill(connection, archive, progress)
        except (IntegrityError, DataError) as problem:
            why = database.address.scrubbed(problem.orig)
            raise ArpadError("backup-damaged", file=str(file), problem=why) from None
    return archive.head


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
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, OWN), "w+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield part, file
            part.replace(target)
        _folder_to_disk(target.parent)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise ArpadError("file-unwritable", file=str(out), problem=why) from None
    finally:
        part.unlink(missing_ok=True)


def remove_parts(folder: Path) -> None:
    """Remove what processes that were killed have left in a folder. A process that still writes holds a lock."""
    for part in folder.glob(f".*{PART}"):
        with contextlib.suppress(OSError), part.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            part.unlink(missing_ok=True)


def _folder_to_disk(folder: Path) -> None:
    """Make sure that the name of a new file is on the disk too."""
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
