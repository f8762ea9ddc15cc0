"""The file of a bundle: a zip of known members within bounds, that ends with the hash of all its other bytes."""

import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from arpad.bounded import json_value
from arpad.i18n import ArpadError
from arpad.lists.ledger import SCHEMAS, Ledger

FORMAT = "arpad-bundle-2"
HEAD, CSV, SIGNATURES = "bundle.json", "list.csv", "signatures.json"
EPOCH = (1980, 1, 1, 0, 0, 0)  # a zip carries a time; the same bundle is the same bytes
ZIPPED = b"PK"
"""How every zip file begins."""
ENDING = b"arpad sha256 "
HASH = 64
BLOCK = 1 << 20
HEX = f"[0-9a-f]{{{HASH}}}"
KINDS = {
    rf"{re.escape(HEAD)}|{re.escape(SIGNATURES)}": 16 << 20,
    rf"manifests/{HEX}\.json": 64 << 20,
    rf"lists/{HEX}/({'|'.join(SCHEMAS)})\.parquet": 512 << 20,
    rf"reports/{HEX}": 64 << 20,
    rf"editions/{HEX}": 1 << 20,
    re.escape(CSV): 512 << 20,
}
"""The members that a bundle may have, and the bytes that each may have unpacked."""
MOST_MEMBERS, MOST_BYTES, MOST_RATIO = 100_000, 2 << 30, 100
SMALL = 1 << 20  # the ratio does not matter for a smaller member
MOST_LETTERS = 512 << 20
DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError)
ROWS_FOR = {"players": (1_000, 1), "played": (50_000, 8), "newcomers": (50_000, 8)}
"""How many rows a table may have: a fixed number, and some more for every four bytes of its file. Every player has an
id of their own."""


def put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a member."""
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


@contextmanager
def written(file: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    """A bundle to be filled; in the end the file gets the hash of all its bytes before."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = ENDING + b"0" * HASH
        yield archive
    file.flush()
    size = file.seek(0, io.SEEK_END) - HASH
    own = _hash(file, size)
    file.seek(size)
    file.write(own.encode())


class BundleFile:
    """An open bundle. All that is read from it is within bounds."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        self.path, self.archive = path, archive
        self.read: set[str] = set()

    def member(self, name: str) -> bytes:
        """Return a member."""
        try:
            self.read.add(name)
            return self.archive.read(name)
        except KeyError:
            raise ArpadError("bundle-member-missing", file=str(self.path), member=name) from None
        except (*DAMAGE, MemoryError):
            raise ArpadError("bundle-changed", file=str(self.path), place=name) from None

    def json(self, name: str) -> Any:
        """Return a member that is JSON."""
        try:
            return json_value(self.member(name))
        except ValueError as problem:
            raise self.wrong(name, problem) from None

    def text(self, name: str) -> str:
        """Return a member that is a text."""
        try:
            return self.member(name).decode()
        except ValueError as problem:
            raise self.wrong(name, problem) from None

    def ledger(self, digest: str) -> Ledger:
        """Return a list."""
        tables = {}
        for name, schema in SCHEMAS.items():
            member = f"lists/{digest}/{name}.parquet"
            try:
                tables[name] = _bounded_table(name, self.member(member), schema)
            except (pa.ArrowException, ValueError, TypeError, KeyError, OSError) as problem:
                raise self.wrong(member, problem) from None
        try:
            return Ledger.from_tables(tables)
        except (pa.ArrowException, ValueError, TypeError, KeyError) as problem:
            raise self.wrong(f"lists/{digest}", problem) from None

    def wrong(self, member: str, problem: object) -> ArpadError:
        """A member that is not what it should be."""
        why = " ".join(str(problem).split())[:200]
        return ArpadError("bundle-member", file=str(self.path), member=member, problem=why)


@contextmanager
def opened(path: Path) -> Iterator[BundleFile]:
    """Open a bundle whose bytes are those that were written, with known members within bounds. Nothing is unpacked to
    the disk."""
    try:
        with path.open("rb") as file:
            archive = _archive(path, file)
            with archive:
                _check_bytes(path, file, archive)
                _check_members(path, archive)
                yield BundleFile(path, archive)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(path)) from None
    except OSError as problem:
        raise ArpadError("bundle-damaged", file=str(path), problem=problem.strerror or str(problem)) from None


def _archive(path: Path, file: IO[bytes]) -> zipfile.ZipFile:
    if file.read(len(ZIPPED)) != ZIPPED:
        raise ArpadError("bundle-none", file=str(path))
    try:
        return zipfile.ZipFile(file)
    except (*DAMAGE, ValueError, UnicodeDecodeError) as problem:
        raise ArpadError("bundle-damaged", file=str(path), problem=str(problem)) from None


def _check_bytes(path: Path, file: IO[bytes], archive: zipfile.ZipFile) -> None:
    """Refuse a file whose bytes are not those that were written, and say where."""
    size = file.seek(0, io.SEEK_END)
    comment = archive.comment
    if not comment.startswith(ENDING) or len(comment) != len(ENDING) + HASH:
        raise ArpadError("bundle-older", file=str(path), known=FORMAT)
    if _hash(file, size - HASH).encode() != comment[len(ENDING) :]:
        raise ArpadError("bundle-changed", file=str(path), place=_place(archive))


def _place(archive: zipfile.ZipFile) -> str:
    """The member in which bytes were changed."""
    for info in archive.infolist():
        try:
            with archive.open(info) as member:
                left = info.file_size
                while left > 0 and (data := member.read(min(left, BLOCK))):
                    left -= len(data)
        except (*DAMAGE, ValueError, KeyError):
            return info.filename[:100]
    return "zip"


def _check_members(path: Path, archive: zipfile.ZipFile) -> None:
    infos = archive.infolist()
    names = [info.filename for info in infos]
    if len(names) > MOST_MEMBERS or len(set(names)) != len(names):
        raise ArpadError("bundle-damaged", file=str(path), problem=f"{len(names)} ≠ {len(set(names))}")
    for info in infos:
        most = next((most for kind, most in KINDS.items() if re.fullmatch(kind, info.filename)), None)
        if most is None:
            raise ArpadError("bundle-unknown", file=str(path), member=info.filename[:100])
        large = info.file_size > most or info.file_size > max(SMALL, info.compress_size * MOST_RATIO)
        if large or info.compress_type != zipfile.ZIP_DEFLATED:
            raise ArpadError("bundle-large", file=str(path), member=info.filename, size=info.file_size)
    if sum(info.file_size for info in infos) > MOST_BYTES:
        raise ArpadError("bundle-large", file=str(path), member="zip", size=sum(info.file_size for info in infos))


def _bounded_table(name: str, data: bytes, schema: pa.Schema) -> pa.Table:
    """A table of a list, read without unpacking more than such a file can honestly hold."""
    file = pq.ParquetFile(io.BytesIO(data))
    few, more = ROWS_FOR[name]
    if file.schema_arrow.names != schema.names or file.metadata.num_rows > few + len(data) * more // 4:
        raise ValueError(f"{file.metadata.num_rows} rows")
    if any(file.schema_arrow.field(field.name).type != field.type for field in schema):
        raise ValueError("columns")
    texts = [field.name for field in schema if pa.types.is_string(field.type)]
    table = pq.read_table(io.BytesIO(data), read_dictionary=texts, use_threads=False)
    letters = sum(_letters(chunk) for text in texts for chunk in table[text].chunks)
    if letters > MOST_LETTERS or table.num_rows != file.metadata.num_rows:
        raise ValueError(f"{letters} letters")
    return table


def _letters(chunk: Any) -> int:
    """How many letters a column of texts has, of which each is kept once."""
    if not pa.types.is_dictionary(chunk.type):
        return int(pc.sum(pc.binary_length(chunk)).as_py() or 0)
    return int(pc.sum(pc.take(pc.cast(pc.binary_length(chunk.dictionary), pa.int64()), chunk.indices)).as_py() or 0)


def _hash(file: IO[bytes], size: int) -> str:
    """The hash of the first bytes of a file."""
    digest, left = hashlib.sha256(), size
    file.seek(0)
    while left > 0 and (data := file.read(min(left, BLOCK))):
        digest.update(data)
        left -= len(data)
    return digest.hexdigest()
