"""The signature of a published list: of the list itself, and of a file with it, to be checked anywhere."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, select

from arpad.bounded import json_value
from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError
from arpad.office.desk import Desk, Shelf, looking
from arpad.office.proof.keys import public_keys
from arpad.office.proof.public_keys import read_public_keys, trusted_keys
from arpad.office.storage import LIST, is_signed, signatures

FORMAT = "arpad-signature-1"
PARTS = 256
LONGEST = 1 << 20
DAMAGE = (KeyError, ValueError, TypeError, AttributeError, IndexError)


def list_signature(connection: Connection, version: int) -> dict[str, Any] | None:
    """Return the signature of a published version; None if there is none."""
    own = (signatures.c.kind == LIST, signatures.c.number == version)
    row = connection.execute(select(signatures).where(*own)).one_or_none()
    return None if row is None else {"key": row.key, "statement": row.statement, "signature": row.signature}


def sign_file(desk: Desk, shelf: Shelf, row: Row[Any], name: str, data: bytes) -> str:
    """Return the signature of a file that was made from a published version, as the text of a file beside it. Only a
    version that is what the office signed is signed again."""
    connection = shelf.connection
    signed, keys = list_signature(connection, row.id), public_keys(connection)
    key = desk.database.signer.key(keys[-1].public) if keys else None
    if signed is None or key is None:
        raise ArpadError("list-unsigned", period=f"{row.period:%Y-%m}", version=row.number)
    _still_signed(shelf, row, signed, keys[signed["key"] - 1].public)
    statement = canonical(
        {"arpad": "file-1", "name": name, "sha256": hashlib.sha256(data).hexdigest(), "digest": row.digest}
    )
    document = {
        "format": FORMAT,
        "list": signed,
        "file": {"key": keys[-1].number, "statement": statement, "signature": key.sign(statement)},
        "keys": [one.document() for one in keys],
        "parts": part_hashes(data),
    }
    return canonical(document) + "\n"


def _still_signed(shelf: Shelf, row: Row[Any], signed: Mapping[str, Any], public: str) -> None:
    """Refuse a version that is not the one that was signed: its digest, its manifest and its list."""
    manifest = shelf.manifest_text(row)
    told = json_value(signed["statement"])
    whole = (
        is_signed(public, signed["statement"], signed["signature"])
        and told["digest"] == row.digest == sha256_of(manifest)
        and shelf.ledger(row).hashes() == json_value(manifest)["list"]
    )
    if not whole:
        raise ArpadError("list-not-as-signed", period=f"{row.period:%Y-%m}", version=row.number)


def part_hashes(data: bytes) -> list[str]:
    """Return hashes of at most 256 parts of a file, so that a change can be placed. A part is some lines."""
    return [hashlib.sha256(part).hexdigest()[:16] for part in _parts(data)]


def _parts(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    size = -(-len(lines) // PARTS)
    return [b"\n".join(lines[start : start + size]) for start in range(0, len(lines), size)]


def verify_list(path: Path, signature: Path, known: str) -> dict[str, Any]:
    """Check a file with a list by the signature beside it and a key of the office. Returns what was signed of the
    list."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise ArpadError("list-unreadable", file=str(path), problem=problem.strerror or str(problem)) from None
    try:
        text = signature.read_bytes()
    except OSError:
        raise ArpadError("signature-missing", file=str(path), signature=str(signature)) from None
    try:
        if len(text) > LONGEST:
            raise ValueError(f"> {LONGEST}")
        document = json_value(text)
        if document["format"] != FORMAT or text.decode() != canonical(document) + "\n":
            raise ValueError(FORMAT)
        return _verified(path, data, document, known)
    except DAMAGE as problem:
        raise ArpadError("signature-damaged", signature=str(signature), problem=str(problem)) from None


def _verified(path: Path, data: bytes, document: Mapping[str, Any], known: str) -> dict[str, Any]:
    trusted = trusted_keys(read_public_keys(document["keys"]), known)
    if not trusted:
        raise ArpadError("key-other", file=str(path), key=known)
    for part in ("list", "file"):
        check_signed(path, document[part], trusted)
    file, told = (json_value(document[part]["statement"]) for part in ("file", "list"))
    if file["arpad"] != "file-1" or told["arpad"] != "list-1" or file["digest"] != told["digest"]:
        raise ValueError("statement")
    if hashlib.sha256(data).hexdigest() != file["sha256"]:
        raise ArpadError("list-changed", file=str(path), place=_changed_lines(data, document["parts"]))
    return dict(told)


def check_signed(path: Path, signed: Mapping[str, Any], trusted: Mapping[int, str]) -> None:
    """Refuse a statement that none of these keys has signed."""
    public = trusted.get(signed["key"])
    if public is None or not is_signed(public, signed["statement"], signed["signature"]):
        raise ArpadError("not-signed-by", file=str(path), statement=str(signed["statement"])[:120])


def _changed_lines(data: bytes, parts: Sequence[str]) -> str:
    """The lines among which a file was changed."""
    lines = data.split(b"\n")
    size = -(-len(lines) // PARTS)
    for place, (found, expected) in enumerate(zip(part_hashes(data), parts, strict=False)):
        if found != expected:
            first, last = place * size + 1, min((place + 1) * size, len(lines))
            return str(first) if first == last else f"{first}–{last}"
    return str(len(lines))


def signed_file(desk: Desk, period: Any, number: int | None, name: str, data: bytes) -> str:
    """Return the signature of a file with a published version."""
    with looking(desk, published=True) as shelf:
        return sign_file(desk, shelf, shelf.find(period, number), name, data)
