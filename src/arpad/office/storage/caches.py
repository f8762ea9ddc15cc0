"""Caches of ledgers and indexes, in memory and in checked files that all processes map."""

import hashlib
import json
import mmap
import os
import struct
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Generic, TypeVar, cast

import pyarrow as pa
from filelock import FileLock
from sqlalchemy import Connection, Row

from arpad.lists.ledger import SCHEMAS, Ledger
from arpad.lists.player_index import NameIndex, StandingsIndex, index_tables, standing_tables
from arpad.lists.whole_list import Ranks, Tables, rank_tables
from arpad.office.storage._dialects import Address
from arpad.office.storage._tables import get_contents

# Files of tables that every process maps: written whole or not at all, never changed, checked before they are used. A
# file begins with its mark, its format, its length, the place of its directory, and the SHA-256 of all that follows:
# the tables as Arrow streams, and a directory as JSON, with the digest of the list and the place of each table. A file
# that is damaged, cut off, of another format or of another list is not opened.

MARK = b"arpad-index\n"
FORMAT = 2
"""The next number, if the files are to hold something else: then all of them are made again."""
HEAD = struct.Struct(">12sIQQ32s")
ALIGNED = HEAD.size
MappedTables = Mapping[str, pa.Table]


def write_mapped(path: Path, digest: str, tables: MappedTables) -> None:
    """Write a file under another name, and give it its own when it is whole. Nobody waits for the disk: what was lost
    in a crash is noticed when the file is opened."""
    begun = path.with_name(f"{path.name}.part")
    try:
        with begun.open("wb+") as file:
            file.write(bytes(HEAD.size))
            places = {name: _put(file, table) for name, table in tables.items()}
            directory_at = file.tell()
            file.write(json.dumps({"digest": digest, "tables": places}).encode())
            length = file.tell()
            file.seek(HEAD.size)
            hashed = hashlib.file_digest(file, "sha256").digest()
            file.seek(0)
            file.write(HEAD.pack(MARK, FORMAT, length, directory_at, hashed))
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)


def _put(file: IO[bytes], table: pa.Table) -> tuple[int, int]:
    """Write a table at a multiple of 64 bytes. Returns its place and its length."""
    file.write(bytes(-file.tell() % ALIGNED))
    begin = file.tell()
    with pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table.combine_chunks())
    return begin, file.tell() - begin


def open_mapped(path: Path, digest: str) -> MappedTables | None:
    """Return the tables of a file as they lie in it; None if there is no such file, or none that can be used."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD.size)
            if len(head) < HEAD.size:
                return None
            mark, form, length, directory_at, hashed = HEAD.unpack(head)
            if (mark, form, length) != (MARK, FORMAT, os.fstat(file.fileno()).st_size):
                return None
            if hashlib.file_digest(file, "sha256").digest() != hashed:
                return None
            whole = pa.py_buffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError:
        return None
    directory = json.loads(bytes(whole[directory_at:]))
    if directory["digest"] != digest:
        return None
    return {name: _get(whole.slice(*place)) for name, place in directory["tables"].items()}


def _get(stream: pa.Buffer) -> pa.Table:
    with pa.ipc.open_stream(stream) as reader:
        return reader.read_all()


# The folder of the indexes: files that are made from the lists, and can be made again from them at any time. It lies
# beside the file of an SQLite database, or in the folder for caches. It is no part of a backup.

LARGE = "list"
CLASS_KINDS = tuple(f"{kind}-{name}" for kind in ("sorted-rows", "changes") for name in ("standard", "rapid", "blitz"))
MOST = {LARGE: 8, "index": 8, "news": 4, **dict.fromkeys(CLASS_KINDS, 4)}
"""Files of these kinds are large or many, and few of them are read often: only those used last stay."""
FORMER = ("rows-standard", "rows-rapid", "rows-blitz")
"""Kinds of files that earlier releases wrote, and nobody reads any more."""
SERIES = {"games": 3, "persons": 3}
"""Files of these kinds replace each other: their names are alike up to the last dash, and the latest few stay."""


class IndexFolder:
    """The files of a folder by the digest of what they were made from and by their kind. Many processes may use it at
    once: a missing file is made by one of them, and the others wait for it. If nothing can be written there, files are
    not used."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def tables(self, digest: str, kind: str, make: Callable[[], MappedTables]) -> MappedTables:
        """Return the tables of a digest, from its file if there is a good one, else made now and written."""
        path = self.path / f"{digest}.{kind}"
        mapped = self._found(path, digest, kind)
        if mapped is not None:
            return mapped
        try:
            with self._alone(kind):
                mapped = self._found(path, digest, kind)
                if mapped is None:
                    made = make()
                    write_mapped(path, digest, made)
                    self._tidy(kind, digest)
                    mapped = open_mapped(path, digest)
                    pa.default_memory_pool().release_unused()
                    return made if mapped is None else mapped
                return mapped
        except OSError:
            return make()

    def has(self, digest: str, kind: str) -> bool:
        """Whether there is a file, good or not."""
        return (self.path / f"{digest}.{kind}").exists()

    def found(self, digest: str, kind: str) -> MappedTables | None:
        """Return the tables of a digest if there is a good file."""
        return self._found(self.path / f"{digest}.{kind}", digest, kind)

    def earlier(self, series: str, kind: str) -> Iterator[MappedTables]:
        """The good files of a series, the latest first."""
        for path in reversed(self._by_age(f"{series}-*.{kind}")):
            mapped = open_mapped(path, path.stem)
            if mapped is not None:
                yield mapped

    def _by_age(self, pattern: str) -> list[Path]:
        ages = {}
        for path in self.path.glob(pattern):
            with suppress(FileNotFoundError):
                ages[path] = path.stat().st_mtime_ns
        return sorted(ages, key=lambda path: (ages[path], path.name))

    def _found(self, path: Path, digest: str, kind: str) -> MappedTables | None:
        mapped = open_mapped(path, digest)
        if mapped is not None and kind in MOST:
            with suppress(OSError):
                os.utime(path)
        return mapped

    @contextmanager
    def _alone(self, kind: str) -> Iterator[None]:
        """Only one process writes files of a kind at a time; the lock of one that was killed is free."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(self.path / f"{kind}.lock"):
            yield

    def _tidy(self, kind: str, digest: str) -> None:
        """Remove what a killed process has left, the large files that nobody has used for the longest time, and those
        that have been replaced."""
        for pattern in (f"{kind}.part", *FORMER):
            for left in self.path.glob(f"*.{pattern}"):
                with suppress(PermissionError):
                    left.unlink(missing_ok=True)
        alike = f"{digest.rpartition('-')[0]}-*" if kind in SERIES else "*"
        most = MOST.get(kind) or SERIES.get(kind)
        if most is not None:
            for old in self._by_age(f"{alike}.{kind}")[:-most]:
                with suppress(PermissionError):  # Windows keeps a file that another process has mapped
                    old.unlink(missing_ok=True)


def index_folder(address: Address) -> Path:
    """Return where the indexes of a database are: in the folder that ARPAD_INDEX names, else beside the file if that
    folder can be written to, else in the folder for caches (XDG_CACHE_HOME)."""
    chosen = os.environ.get("ARPAD_INDEX")
    if chosen:
        return Path(chosen)
    path = address.path
    if path is not None and os.access(path.parent, os.W_OK):
        return path.with_name(f"{path.name}-index")
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "arpad"


# Ledgers and what is made from them, kept so that a ledger is not read twice: in memory, and in files that all
# processes share.

LEDGERS_KEPT = 6  # the list before, and those in force when late events began
INDEXES_KEPT = 400
Opened = TypeVar("Opened")
Value = TypeVar("Value")


class LedgerCache:
    """Ledgers by the digest of their version, which never changes; the last few are kept in memory. Many may ask at
    once: a missing one is read by one of them, and requests for others do not wait.

    With a folder, a ledger is a file that is mapped, and so are the indexes that are made from it."""

    def __init__(self, folder: IndexFolder | None = None) -> None:
        self.folder = folder
        self._ledgers = _Kept[Ledger](LEDGERS_KEPT)
        self._opened = _Kept[Any](INDEXES_KEPT)

    def in_folder(self, folder: IndexFolder) -> "LedgerCache":
        """The same ledgers in memory, with a folder."""
        other = LedgerCache(folder)
        other._ledgers = self._ledgers
        return other

    def get(self, connection: Connection, version: Row[Any]) -> Ledger:
        def read() -> Ledger:
            if self.folder is None:
                return stored_ledger(connection, version.id)
            return self._in_file(self.folder, connection, version)

        return self._ledgers.get(version.digest, read)

    def put(self, digest: str, ledger: Ledger) -> None:
        self._ledgers.put(digest, ledger)

    def ranks(self, connection: Connection, version: Row[Any]) -> Ranks:
        """Return the ranks of a version, made in memory."""
        found: Ranks = self._opened.get(
            (version.digest, "ranks"), lambda: Ranks(rank_tables(self.get(connection, version)))
        )
        return found

    def index(self, connection: Connection, version: Row[Any]) -> NameIndex | None:
        """Return the index of a version; None if there is no folder for it."""
        return self.opened(version.digest, "index", NameIndex, lambda: index_tables(self._read(connection, version)))

    def standings(self, connection: Connection, version: Row[Any]) -> StandingsIndex | None:
        """Return the standings of an imported version; None if there is no folder for them."""
        return self.opened(
            version.digest, "standings", StandingsIndex, lambda: standing_tables(self._read(connection, version))
        )

    def made(self, digest: str, kind: str, make: Callable[[], Tables]) -> Tables:
        """Return tables that follow from a version, made once: kept in a file if there is a folder, and in memory."""
        folder = self.folder
        found: Tables = self._opened.get(
            (digest, kind), lambda: make() if folder is None else folder.tables(digest, kind, make)
        )
        return found

    def opened(
        self, digest: str, kind: str, opened: Callable[[Tables], Opened], make: Callable[[], Tables]
    ) -> Opened | None:
        """Return what is opened from the file of a digest, which is made if it is missing; None without a folder."""
        folder = self.folder
        if folder is None:
            return None
        found: Opened = self._opened.get((digest, kind), lambda: opened(folder.tables(digest, kind, make)))
        return found

    def _read(self, connection: Connection, version: Row[Any]) -> Ledger:
        """A ledger to make something from: the one in memory, in its file, or in the database."""
        known = self._ledgers.find(version.digest)
        if known is not None:
            return known
        if self.folder is not None and self.folder.has(version.digest, LARGE):
            return self._in_file(self.folder, connection, version)
        return stored_ledger(connection, version.id)

    def _in_file(self, folder: IndexFolder, connection: Connection, version: Row[Any]) -> Ledger:
        return Ledger.from_tables(
            folder.tables(version.digest, LARGE, lambda: stored_ledger(connection, version.id).to_tables())
        )


def stored_ledger(connection: Connection, version_id: int) -> Ledger:
    """Read the list of a version from the database."""
    return Ledger.from_parquet(get_contents(connection, version_id, SCHEMAS.keys()))


class _Kept(Generic[Value]):
    """The values used last, by their keys. A missing one is made by one thread; requests for others do not wait for
    it unless they are missing too."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._changing, self._making = threading.Lock(), threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        found = self.find(key)
        if found is None:
            with self._making:
                found = self.find(key)
                if found is None:
                    found = make()
                    self.put(key, found)
        return found

    def find(self, key: Hashable) -> Value | None:
        with self._changing:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: Value) -> None:
        with self._changing:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)


# What was read from an office, kept as long as nothing has changed there: until its log has another line. Everything
# that changes the systems, the lists or the decisions of an office writes a line into the log, in the same
# transaction, and lines are only added. So two transactions that see the same last line see the same office.

NEWEST_LINE = "SELECT id, sha256 FROM log ORDER BY id DESC LIMIT 1"
Line = tuple[int, str]
"""A line of the log by its number and its hash: after a backup took the place of an office, a number is used again."""
Read = TypeVar("Read")


class ChangeWatch:
    """What is known of an office as one line of its log left it. Several threads may use it."""

    def __init__(self) -> None:
        self._read: dict[Hashable, object] = {}

    def of(self, key: Hashable, read: Callable[[], Read]) -> Read:
        """Return what was read under a key before, or read it now. Nobody may change it."""
        if key not in self._read:
            self._read[key] = read()
        return cast(Read, self._read[key])


class UntilChanged:
    """What is known of an office as its newest line leaves it."""

    def __init__(self) -> None:
        self._newest: tuple[Line, ChangeWatch] = ((-1, ""), ChangeWatch())

    def at(self, connection: Connection) -> ChangeWatch:
        """Return what is known of the office that a transaction sees."""
        line = newest_line(connection)
        known, office = self._newest
        if line != known:
            office = ChangeWatch()
            self._newest = (line, office)
        return office


def newest_line(connection: Connection) -> Line:
    """Return the last line of the log; the number 0 if there is none."""
    line: Any = connection.exec_driver_sql(NEWEST_LINE).one_or_none()
    return (0, "") if line is None else (line[0], line[1])
