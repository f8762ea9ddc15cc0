"""A list to take away: the list, its reports and all that it was made from, in one file that proves itself anywhere."""

import datetime as dt
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
from sqlalchemy import Row

from arpad.domain.values import canonical
from arpad.formats.rating_lists.files import list_bytes
from arpad.i18n import ArpadError
from arpad.lists.ledger import SCHEMAS
from arpad.office.desk import Desk, Shelf, list_table, looking, version_record
from arpad.office.proof.bundle_file import CSV, FORMAT, HEAD, SIGNATURES, put, written
from arpad.office.proof.keys import public_keys
from arpad.office.proof.list_signature import list_signature
from arpad.office.records import VersionRecord
from arpad.office.storage import get_contents, get_edition, get_report


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
            with part.open("w+b") as file, written(file) as archive:
                _write(desk, shelf, row, archive)
            part.replace(out)
        except OSError as problem:
            raise ArpadError("file-unwritable", file=str(out), problem=problem.strerror or str(problem)) from None
        finally:
            part.unlink(missing_ok=True)
        return version_record(row)


def _write(desk: Desk, shelf: Shelf, row: Row[Any], archive: zipfile.ZipFile) -> None:
    manifest = shelf.manifest(row)
    held = {digest: shelf.by_digest(digest) for digest in sorted(needed_lists(manifest) | {row.digest})}
    numbers = {digest: version.number for digest, version in held.items()}
    head = {"format": FORMAT, "digest": row.digest, "numbers": numbers, "release": row.release, "reason": row.reason}
    put(archive, HEAD, canonical(head).encode())
    put(archive, CSV, list_as_csv(list_table(desk, shelf, row)))
    put(archive, SIGNATURES, canonical(_signatures(shelf, held)).encode())
    for digest, version in held.items():
        put(archive, f"manifests/{digest}.json", shelf.manifest_text(version).encode())
        for name, data in get_contents(shelf.connection, version.id, SCHEMAS.keys()).items():
            put(archive, f"lists/{digest}/{name}.parquet", data)
    for key in needed_reports(manifest):
        put(archive, f"reports/{key}", get_report(shelf.connection, key))
    for key in sorted(set(manifest.get("editions", {}).values())):
        put(archive, f"editions/{key}", get_edition(shelf.connection, key)[1].encode())


def _signatures(shelf: Shelf, held: Mapping[str, Row[Any]]) -> dict[str, Any]:
    """The keys of the office, and the signatures of the lists that have one: a provisional list has none."""
    found = {digest: list_signature(shelf.connection, version.id) for digest, version in held.items()}
    keys = [key.document() for key in public_keys(shelf.connection)]
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
