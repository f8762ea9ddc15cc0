"""Public proof of an office: its public keys, the log hashes, and the signatures of published lists."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, select

from arpad.documents.document import Document
from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError
from arpad.office._list_repository import ListRepository
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction
from arpad.office.storage._seals import seal_again
from arpad.office.storage._signing import HEAD, LENGTH, LIST, hand_on, is_signed, key_at_hand, key_statement, sign_all
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting, newest_head
from arpad.office.storage.schema import keys, metadata, signatures
from arpad.untrusted import json_value

# The public keys of an office as others know them: each handed on by the one before, so that one leads to the rest.

PUBLIC = re.compile(rf"[0-9a-f]{{{LENGTH}}}")


class PublicKey(Document, frozen=True):
    """A public key of an office. `since` is the line of the log that tells of it."""

    number: int
    public: str
    since: int
    proof: str


def handed_on(number: int, public: str, before: str, proof: str) -> tuple[bool, bool]:
    """Whether the key before has signed a key, and whether that key has signed the one before."""
    statement = key_statement(number, public, before)
    by_old, _, by_new = proof.partition(":")
    return is_signed(before, statement, by_old), is_signed(public, statement, by_new)


def read_public_keys(document: Any) -> list[PublicKey]:
    """Return the keys of a document, in their order. Raises ValueError if they are none."""
    keys = [PublicKey(int(key["number"]), str(key["public"]), int(key["since"]), str(key["proof"])) for key in document]
    if not keys or [key.number for key in keys] != list(range(1, len(keys) + 1)):
        raise ValueError("keys")
    return keys


def trusted_keys(keys: Sequence[PublicKey], known: str) -> Mapping[int, str]:
    """Return the keys that one which somebody knows leads to: forwards as long as each was handed on, backwards as long
    as each has signed the one before. Empty if it is not among them."""
    places = [place for place, key in enumerate(keys) if key.public == known]
    if not places:
        return {}
    found = {keys[places[0]].number: known}
    for before, key in zip(keys[places[0] :], keys[places[0] + 1 :], strict=False):
        if not handed_on(key.number, key.public, before.public, key.proof)[0]:
            break
        found[key.number] = key.public
    for place in range(places[0], 0, -1):
        key, before = keys[place], keys[place - 1]
        if not handed_on(key.number, key.public, before.public, key.proof)[1]:
            break
        found[before.number] = before.public
    return found


def typed_key(given: str) -> str:
    """Return a public key as it was typed: 64 hexadecimal digits, in groups or not."""
    plain = "".join(given.split()).replace(":", "").replace("-", "").lower()
    if not PUBLIC.fullmatch(plain):
        raise ArpadError("key-typed", value=given[:80])
    return plain


# The keys of an office: shown, and changed for a new one.

KEYS = select(keys.c.number, keys.c.public, keys.c.since, keys.c.proof).order_by(keys.c.number)


def public_keys(connection: Connection) -> list[PublicKey]:
    """Return the public keys of an office, the newest last."""
    return [PublicKey(*row) for row in connection.execute(KEYS)]


def office_keys(database: Database) -> tuple[list[PublicKey], str]:
    """Return the public keys of an office, and the file with the secret of the newest; empty if it is not there."""
    database.check()
    with database.reading() as connection:
        found = public_keys(connection)
    here = bool(found) and database.signer.key(found[-1].public) is not None
    return found, str(database.signer.file) if here else ""


def change_key(database: Database, by: Acting, *, lost: bool = False) -> PublicKey:
    """Give an office a new key. The old one hands on to it, and is then removed from its file. After a loss nobody
    hands on, and everything that is not signed is signed now."""
    database.check()
    with database.writing() as connection:
        before = key_at_hand(connection)
        hand = hand_on(connection, newest_head(connection)[0] + 1, lost=lost)
        if hand is None:
            raise ArpadError("key-away", file=str(database.signer.file))
        old, key = hand
        by.record(connection, "key-changed", key.public, before=old, lost=lost and before is None)
        sign_all(connection)
        seal_again(connection, None if before is None or lost else before[1])
        changed = public_keys(connection)[-1]
    if before is not None:
        database.signer.forget(old)
    return changed


# The proof for everybody: the heads of the log one after the other, the public keys, and the lists as signed. Somebody
# who has kept a head can tell later whether the past was rewritten. What the lines say is not public; their hashes
# are.

log = metadata.tables["log"]
STATED = ("system", "period", "version", "digest")


class SignedHead(Document, frozen=True):
    """A line of the log: its hash, and its signature."""

    line: int
    at: str
    sha256: str
    key: int
    signature: str


class SignedList(Document, frozen=True):
    """A published list as it was signed."""

    system: str
    period: str
    version: int
    digest: str
    key: int
    statement: str
    signature: str


class PublicProof(Document, frozen=True):
    """What everybody may keep of the proof. `older` is the line before which there are more heads."""

    keys: Sequence[PublicKey]
    heads: Sequence[SignedHead]
    lists: Sequence[SignedList]
    older: int | None


def public_proof(database: Database, before: int | None, most: int) -> PublicProof:
    """Return what everybody may keep: the keys, the last heads before a line, the newest first, and the lists."""
    with database.reading() as connection:
        heads = _heads(connection, before, most)
        older = heads[-1].line if len(heads) == most and heads[-1].line > 1 else None
        return PublicProof(public_keys(connection), heads, _lists(connection), older)


def _heads(connection: Connection, before: int | None, most: int) -> list[SignedHead]:
    own = (signatures.c.number == log.c.id) & (signatures.c.kind == HEAD)
    columns = (log.c.id, log.c.at, log.c.sha256, signatures.c.key, signatures.c.signature)
    asked = select(*columns).outerjoin(signatures, own)
    if before is not None:
        asked = asked.where(log.c.id < before)
    rows = connection.execute(asked.order_by(log.c.id.desc()).limit(most))
    return [SignedHead(line, at, sha256, key or 0, signature or "") for line, at, sha256, key, signature in rows]


def _lists(connection: Connection) -> list[SignedList]:
    asked = select(signatures).where(signatures.c.kind == LIST).order_by(signatures.c.number.desc())
    rows = [(json.loads(row.statement), row) for row in connection.execute(asked)]
    return [
        SignedList(
            **{name: stated[name] for name in STATED}, key=row.key, statement=row.statement, signature=row.signature
        )
        for stated, row in rows
    ]


# The signature of a published list: of the list itself, and of a file with it, to be checked anywhere.

FORMAT = "arpad-signature-1"
PARTS = 256
LONGEST = 1 << 20
DAMAGE = (KeyError, ValueError, TypeError, AttributeError, IndexError)


def list_signature(connection: Connection, version: int) -> dict[str, Any] | None:
    """Return the signature of a published version; None if there is none."""
    own = (signatures.c.kind == LIST, signatures.c.number == version)
    row = connection.execute(select(signatures).where(*own)).one_or_none()
    return None if row is None else {"key": row.key, "statement": row.statement, "signature": row.signature}


def sign_file(desk: Desk, repository: ListRepository, row: Row[Any], name: str, data: bytes) -> str:
    """Return the signature of a file that was made from a published version, as the text of a file beside it. Only a
    version that is what the office signed is signed again."""
    connection = repository.connection
    signed, keys = list_signature(connection, row.id), public_keys(connection)
    key = desk.database.signer.key(keys[-1].public) if keys else None
    if signed is None or key is None:
        raise ArpadError("list-unsigned", period=f"{row.period:%Y-%m}", version=row.number)
    _still_signed(repository, row, signed, keys[signed["key"] - 1].public)
    statement = canonical(
        {"arpad": "file-1", "name": name, "sha256": hashlib.sha256(data).hexdigest(), "digest": row.digest}
    )
    document = {
        "format": FORMAT,
        "list": signed,
        "file": {"key": keys[-1].number, "statement": statement, "signature": key.sign(statement)},
        "keys": [public_key.document() for public_key in keys],
        "parts": part_hashes(data),
    }
    return canonical(document) + "\n"


def _still_signed(repository: ListRepository, row: Row[Any], signed: Mapping[str, Any], public: str) -> None:
    """Refuse a version that is not the one that was signed: its digest, its manifest and its list."""
    manifest = repository.manifest_text(row)
    stated = json_value(signed["statement"])
    whole = (
        is_signed(public, signed["statement"], signed["signature"])
        and stated["digest"] == row.digest == sha256_of(manifest)
        and repository.ledger(row).hashes() == json_value(manifest)["list"]
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
    file, signed_list = (json_value(document[part]["statement"]) for part in ("file", "list"))
    if file["arpad"] != "file-1" or signed_list["arpad"] != "list-1" or file["digest"] != signed_list["digest"]:
        raise ValueError("statement")
    if hashlib.sha256(data).hexdigest() != file["sha256"]:
        raise ArpadError("list-changed", file=str(path), place=_changed_lines(data, document["parts"]))
    return dict(signed_list)


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
    with read_transaction(desk, published=True) as repository:
        return sign_file(desk, repository, repository.find(period, number), name, data)
