"""Bundles: one file with a list and everything it was computed from, verifiable without a database."""

import datetime as dt
import hashlib
import io
import json
import os
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from sqlalchemy import Row

from arpad.domain.values import canonical, sha256_of
from arpad.formats.rating_lists.files import list_bytes
from arpad.i18n import ArpadError
from arpad.lists.ledger import SCHEMAS, Ledger
from arpad.lists.list_versions import ListVersion
from arpad.lists.manifest import named_in
from arpad.lists.period import list_editions
from arpad.lists.published import published_table
from arpad.office._list_repository import ListRepository, version_record
from arpad.office.context import Desk
from arpad.office.list_tables import before_decided, list_table, read_transaction
from arpad.office.proof.signatures import check_signed, list_signature, public_keys, read_public_keys, trusted_keys
from arpad.office.proof.verification import IMPORTED, Stored, prove
from arpad.office.records import Proof, ProvedVersion
from arpad.office.storage._signing import list_statement
from arpad.office.storage._tables import get_contents, get_edition, get_report, sha256
from arpad.regulations.rating_editions import Regulations
from arpad.untrusted import json_value

# The file of a bundle: a zip of known members within bounds, that ends with the hash of all its other bytes.

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
UNREADABLE_FILE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError)
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
        except (*UNREADABLE_FILE, MemoryError):
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
    except (*UNREADABLE_FILE, ValueError, UnicodeDecodeError) as problem:
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
        except (*UNREADABLE_FILE, ValueError, KeyError):
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


# A list to take away: the list, its reports and all that it was made from, in one file that proves itself anywhere.


def export_bundle(
    desk: Desk, period: dt.date, number: int | None, out: Path, *, overwrite: bool = False
) -> ListVersion:
    """Write a version with its reports, the lists and the editions that it was made from."""
    if out.exists() and not overwrite:
        raise ArpadError("bundle-there", file=str(out))
    with read_transaction(desk) as repository:
        row = repository.find(period, number)
        part = out.with_name(f".{out.name}.{os.getpid()}.part")
        try:
            with part.open("w+b") as file, written(file) as archive:
                _write(desk, repository, row, archive)
            part.replace(out)
        except OSError as problem:
            raise ArpadError("file-unwritable", file=str(out), problem=problem.strerror or str(problem)) from None
        finally:
            part.unlink(missing_ok=True)
        return version_record(row)


def _write(desk: Desk, repository: ListRepository, row: Row[Any], archive: zipfile.ZipFile) -> None:
    manifest = repository.manifest(row)
    held = {digest: repository.by_digest(digest) for digest in sorted(needed_lists(manifest) | {row.digest})}
    numbers = {digest: version.number for digest, version in held.items()}
    head = {"format": FORMAT, "digest": row.digest, "numbers": numbers, "release": row.release, "reason": row.reason}
    put(archive, HEAD, canonical(head).encode())
    put(archive, CSV, list_as_csv(list_table(desk, repository, row)))
    put(archive, SIGNATURES, canonical(_signatures(repository, held)).encode())
    for digest, version in held.items():
        put(archive, f"manifests/{digest}.json", repository.manifest_text(version).encode())
        for name, data in get_contents(repository.connection, version.id, SCHEMAS.keys()).items():
            put(archive, f"lists/{digest}/{name}.parquet", data)
    for key in needed_reports(manifest):
        put(archive, f"reports/{key}", get_report(repository.connection, key))
    for key in sorted(set(manifest.get("editions", {}).values())):
        put(archive, f"editions/{key}", get_edition(repository.connection, key)[1].encode())


def _signatures(repository: ListRepository, held: Mapping[str, Row[Any]]) -> dict[str, Any]:
    """The keys of the office, and the signatures of the lists that have one: a provisional list has none."""
    found = {digest: list_signature(repository.connection, version.id) for digest, version in held.items()}
    keys = [key.document() for key in public_keys(repository.connection)]
    return {"keys": keys, "lists": {digest: signed for digest, signed in found.items() if signed is not None}}


def list_as_csv(content: pa.Table) -> bytes:
    """Return the list for people, in addition to the one for the proof."""
    return list_bytes(content, "csv")


def needed_lists(manifest: Mapping[str, Any]) -> set[str]:
    """The digests of the lists that a list was made from."""
    previous = {manifest["previous"]} if "previous" in manifest else set()
    return previous | set(manifest.get("lists", {}).values()) | set(manifest.get("foreign", {}).values())


def needed_reports(manifest: Mapping[str, Any]) -> list[str]:
    """The hashes of the reports that a list was made from, each once."""
    documents = [one for report in manifest.get("reports", []) for one in (report, *report.get("earlier", ()))]
    return list(
        dict.fromkeys(key for document in documents for key in (document["sha256"], *document.get("stages", ())))
    )


# A bundle, checked whole without a database: every byte, every member, the readable list, the proof, the signature.

UNREADABLE_DATA = (KeyError, ValueError, TypeError, AttributeError, IndexError, RecursionError)
HEADS = {"format", "digest", "numbers", "release", "reason"}


def verify_bundle(path: Path, regulations: Regulations, known: str | None = None) -> Proof:
    """Prove the list of a bundle, and that the lists it was made from are what their digests say. With a key of the
    office, its lists must be signed by it."""
    with opened(path) as file:
        try:
            return Proof(tuple(_verified(file, regulations, known)))
        except UNREADABLE_DATA as problem:
            raise ArpadError("bundle-damaged", file=str(path), problem=str(problem)[:200]) from None


def _verified(file: BundleFile, regulations: Regulations, known: str | None) -> list[ProvedVersion]:
    head = file.json(HEAD)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        found = head.get("format") if isinstance(head, dict) else head
        raise ArpadError("bundle-format", file=str(file.path), found=str(found)[:40], known=FORMAT)
    if set(head) != HEADS or file.text(HEAD) != canonical(head):
        raise file.wrong(HEAD, ", ".join(sorted(set(head) ^ HEADS)))
    own = head["digest"]
    manifests = {own: _manifest(file, own)}
    manifests |= {digest: _manifest(file, digest) for digest in sorted(needed_lists(manifests[own]))}
    if head["numbers"].keys() != manifests.keys():
        raise file.wrong(HEAD, "numbers")
    ledgers = {digest: file.ledger(digest) for digest in manifests}
    for digest, manifest in manifests.items():
        if ledgers[digest].hashes() != manifest["list"]:
            raise file.wrong(f"lists/{digest}", "SHA-256")
    stored = _stored(file, ledgers)
    for key in needed_reports(manifests[own]):
        stored.report(key)
    for key in manifests[own].get("editions", {}).values():
        stored.edition(key)
    _check_csv(file, manifests[own], ledgers, own, regulations)
    _check_signatures(file, head, manifests, ledgers, known)
    unknown = sorted(set(file.archive.namelist()) - file.read)
    if unknown:
        raise ArpadError("bundle-unknown", file=str(file.path), member=unknown[0])
    before = [_kept(digest, manifests[digest], head) for digest in manifests if digest != own]
    text = file.text(f"manifests/{own}.json")
    return [*before, prove(own, text, head["numbers"][own], ledgers[own], stored, regulations)]


def _manifest(file: BundleFile, digest: str) -> dict[str, Any]:
    name = f"manifests/{digest}.json"
    text = file.text(name)
    found = file.json(name)
    if sha256_of(text) != digest or not isinstance(found, dict):
        raise file.wrong(name, "SHA-256")
    whole: dict[str, Any] = json.loads(text)
    return whole


def _stored(file: BundleFile, ledgers: Mapping[str, Ledger]) -> Stored:
    """What a proof needs, out of the bundle."""

    def named(folder: str, key: str) -> bytes:
        data = file.member(f"{folder}/{key}")
        if sha256(data) != key:
            raise file.wrong(f"{folder}/{key}", "SHA-256")
        return data

    return Stored(
        lambda digest: ledgers[digest],
        lambda key: named("reports", key),
        lambda key: named("editions", key).decode(),
    )


def _kept(digest: str, manifest: Mapping[str, Any], head: Mapping[str, Any]) -> ProvedVersion:
    """A list that another was made from: it is what its digest says, and was not recomputed here."""
    day = dt.date.fromisoformat(manifest["period"])
    made = manifest["made"]
    return ProvedVersion(day, head["numbers"][digest], digest, digest, (), "imported" if made == IMPORTED else "kept")


def _check_csv(
    file: BundleFile, manifest: Mapping[str, Any], ledgers: Mapping[str, Ledger], own: str, regulations: Regulations
) -> None:
    """Refuse a list for people that is not the list for the proof, and say in which line."""
    day = dt.date.fromisoformat(manifest["period"])
    editions = list_editions(regulations, manifest["system"], day, named_in(manifest).own)
    before = before_decided(ledgers[manifest["previous"]], manifest) if "previous" in manifest else None
    expected = list_as_csv(published_table(ledgers[own], editions, None, "listed", before))
    found = file.member(CSV)
    if found == expected:
        return
    pairs = zip_longest(found.split(b"\n"), expected.split(b"\n"))
    line, one, other = next((n, one, other) for n, (one, other) in enumerate(pairs, 1) if one != other)
    shown = [(text or b"").decode("utf-8", "replace")[:80] for text in (one, other)]
    raise ArpadError("bundle-csv", file=str(file.path), line=line, found=shown[0], expected=shown[1])


def _check_signatures(
    file: BundleFile,
    head: Mapping[str, Any],
    manifests: Mapping[str, Mapping[str, Any]],
    ledgers: Mapping[str, Ledger],
    known: str | None,
) -> None:
    """Check what is signed: by the keys of the bundle itself, or by those that a known key leads to."""
    document = file.json(SIGNATURES)
    if set(document) != {"keys", "lists"} or not set(document["lists"]) <= set(manifests):
        raise file.wrong(SIGNATURES, ", ".join(sorted(document)))
    own = head["digest"]
    if not document["keys"]:
        if known is not None or document["lists"]:
            raise ArpadError("bundle-unsigned", file=str(file.path))
        return
    keys = read_public_keys(document["keys"])
    trusted = trusted_keys(keys, keys[-1].public if known is None else known)
    if not trusted:
        raise ArpadError("key-other", file=str(file.path), key=str(known))
    if known is not None and own not in document["lists"]:
        raise ArpadError("bundle-unsigned", file=str(file.path))
    for digest, signed in document["lists"].items():
        check_signed(file.path, signed, trusted)
        statement, manifest = json.loads(signed["statement"]), manifests[digest]
        more = (statement["reason"], statement["release"]) if digest != own else (head["reason"], head["release"])
        number, players = head["numbers"][digest], len(ledgers[digest])
        if signed["statement"] != list_statement(
            manifest["system"], manifest["period"], number, digest, players, *more
        ):
            raise file.wrong(SIGNATURES, signed["statement"])
