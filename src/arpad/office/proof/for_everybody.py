"""The proof for everybody: the heads of the log one after the other, the public keys, and the lists as signed.

Who has kept a head can tell later whether the past was rewritten. What the lines say is not public; their hashes are.
"""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from arpad.office.proof.keys import public_keys
from arpad.office.proof.public_keys import PublicKey
from arpad.office.storage import HEAD, LIST, Database, metadata, signatures

log = metadata.tables["log"]


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A line of the log: its number, when it was written, its hash, and the signature."""

    line: int
    at: str
    sha256: str
    key: int
    signature: str


@dataclass(frozen=True, slots=True)
class SignedList:
    """A published list, as it was signed."""

    system: str
    period: str
    version: int
    digest: str
    key: int
    statement: str
    signature: str


@dataclass(frozen=True, slots=True)
class PublicProof:
    """What everybody may keep. `older` is the line before which there are more heads; None if there are none."""

    keys: tuple[PublicKey, ...]
    heads: tuple[SignedHead, ...]
    lists: tuple[SignedList, ...]
    older: int | None


def public_proof(database: Database, before: int | None, most: int) -> PublicProof:
    """Return the last heads before a line, the newest first."""
    with database.reading() as connection:
        heads = _heads(connection, before, most)
        older = heads[-1].line if len(heads) == most and heads[-1].line > 1 else None
        return PublicProof(tuple(public_keys(connection)), tuple(heads), tuple(_lists(connection)), older)


def _heads(connection: Connection, before: int | None, most: int) -> list[SignedHead]:
    own = (signatures.c.number == log.c.id) & (signatures.c.kind == HEAD)
    asked = select(log.c.id, log.c.at, log.c.sha256, signatures.c.key, signatures.c.signature).outerjoin(
        signatures, own
    )
    if before is not None:
        asked = asked.where(log.c.id < before)
    rows = connection.execute(asked.order_by(log.c.id.desc()).limit(most))
    return [SignedHead(line, at, sha256, key or 0, signature or "") for line, at, sha256, key, signature in rows]


def _lists(connection: Connection) -> list[SignedList]:
    asked = select(signatures).where(signatures.c.kind == LIST).order_by(signatures.c.number.desc())
    found = []
    for row in connection.execute(asked):
        told: dict[str, Any] = json.loads(row.statement)
        what = (told["system"], told["period"], told["version"], told["digest"])
        found.append(SignedList(*what, row.key, row.statement, row.signature))
    return found
