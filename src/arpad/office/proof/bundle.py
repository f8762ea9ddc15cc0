"""A list to take away: the list, its reports and all that it was made from, in one file that proves itself anywhere."""

import datetime as dt
import json
import os
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
from sqlalchemy import Row

from arpad.domain.canonical import sha256_of
from arpad.lists.ledger import SCHEMAS, Ledger
from arpad.locale import ArpadError
from arpad.office.desk import Desk, Shelf, list_table, looking, version_record
from arpad.office.proof.proving import Stored, prove
from arpad.office.records import Verified, VersionRecord
from arpad.office.storage import get_contents, get_edition, get_report
from arpad.office.storage import sha256 as sha256_of_bytes
from arpad.regulations import Regulations
from arpad.reports.rating_lists import write_list

FORMAT = "arpad-bundle-1"
EPOCH = (1980, 1, 1, 0, 0, 0)  # a zip carries a time; the same bundle is the same bytes
DAMAGE = (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, OSError, EOFError)


def export_bundle(
    desk: Desk, period: dt.date, number: int | None, out: Path, *, overwrite: bool = False
) -> VersionRecord:
    """Write a version with its reports, the lists and the editions that it was made from."""
    if out.exists() and not overwrite:
        raise ArpadError("bundle-there", file=str(out))
    with looking(desk) as shelf:
        row = shelf.find(period, number)
        part = out.with_name(f".{out.name}.{os.getpid()}.part")
        try:
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
                _write(desk, shelf, row, archive)
            part.replace(out)
        except OSError as problem:
            raise ArpadError("file-unwritable", file=str(out), problem=problem.strerror or str(problem)) from None
        finally:
            part.unlink(missing_ok=True)
        return version_record(row)


def _write(desk: Desk, shelf: Shelf, row: Row[Any], archive: zipfile.ZipFile) -> None:
    manifest = json.loads(shelf.manifest(row))
    numbers = {digest: shelf.by_digest(digest).number for digest in needed_lists(manifest) | {row.digest}}
    head = {"format": FORMAT, "digest": row.digest, "numbers": numbers, "release": row.release, "reason": row.reason}
    _put(archive, "bundle.json", json.dumps(head, indent=2, sort_keys=True).encode())
    _put(archive, "list.csv", _as_csv(list_table(desk, shelf, row)))
    for digest in sorted(needed_lists(manifest) | {row.digest}):
        version = shelf.by_digest(digest)
        _put(archive, f"manifests/{digest}.json", shelf.manifest(version).encode())
        for name, data in get_contents(shelf.connection, version.id, SCHEMAS.keys()).items():
            _put(archive, f"lists/{digest}/{name}.parquet", data)
    documents = [one for report in manifest.get("reports", []) for one in (report, *report.get("earlier", ()))]
    for key in dict.fromkeys(
        key for document in documents for key in (document["sha256"], *document.get("stages", ()))
    ):
        _put(archive, f"reports/{key}", get_report(shelf.connection, key))
    for key in manifest.get("editions", {}).values():
        _put(archive, f"editions/{key}", get_edition(shelf.connection, key)[1].encode())


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def _as_csv(content: pa.Table) -> bytes:
    """Return the list for people, in addition to the one for the proof."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.csv"
        write_list(content, path)
        return path.read_bytes()


def needed_lists(manifest: Mapping[str, Any]) -> set[str]:
    """The digests of the lists that a list was made from."""
    previous = {manifest["previous"]} if "previous" in manifest else set()
    return previous | set(manifest.get("lists", {}).values()) | set(manifest.get("foreign", {}).values())


def verify_bundle(path: Path, regulations: Regulations) -> list[Verified]:
    """Prove the list of a bundle, and that the lists it was made from are what their digests say."""
    try:
        with zipfile.ZipFile(path) as archive:
            head = json.loads(archive.read("bundle.json"))
            if head["format"] != FORMAT:
                raise ArpadError("bundle-format", file=str(path), found=str(head["format"]), known=FORMAT)
            return _verified(archive, head, regulations)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(path)) from None
    except DAMAGE as problem:
        raise ArpadError("bundle-damaged", file=str(path), problem=str(problem)) from None


def _verified(archive: zipfile.ZipFile, head: Mapping[str, Any], regulations: Regulations) -> list[Verified]:
    def manifest(digest: str) -> str:
        return archive.read(f"manifests/{digest}.json").decode()

    def ledger(digest: str) -> Ledger:
        return Ledger.from_parquet({name: archive.read(f"lists/{digest}/{name}.parquet") for name in SCHEMAS})

    def report(key: str) -> bytes:
        data = archive.read(f"reports/{key}")
        if sha256_of_bytes(data) != key:
            raise ArpadError("office-report-damaged", sha256=key)
        return data

    def edition(key: str) -> str:
        return archive.read(f"editions/{key}").decode()

    found = []
    for digest in sorted(needed_lists(json.loads(manifest(head["digest"])))):
        text = manifest(digest)
        one = json.loads(text)
        whole = sha256_of(text) == digest and ledger(digest).hashes() == one["list"]
        day = dt.date.fromisoformat(one["period"])
        found.append(
            Verified(day, head["numbers"][digest], digest, digest if whole else "", () if whole else ("proof.list",))
        )
    stored = Stored(ledger, report, edition)
    text = manifest(head["digest"])
    found.append(
        prove(head["digest"], text, head["numbers"][head["digest"]], ledger(head["digest"]), stored, regulations)
    )
    return found
