"""A backup, read: its head, its members, and whether they are what they were."""

import hashlib
import io
import json
import os
import struct
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet

from arpad.done import RowsDone
from arpad.i18n import ArpadError
from arpad.office.storage.schema import REVISION, REVISIONS
from arpad.release import __version__

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
    """What the backup says of itself. A later format is told from a file of another program."""
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
