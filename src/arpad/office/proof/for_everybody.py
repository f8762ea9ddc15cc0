"""The proof for everybody: the heads of the log one after the other, the public keys, and the lists as signed.

Somebody who has kept a head can tell later whether the past was rewritten. What the lines say is not public; their
hashes are.
"""

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from arpad.office.proof.keys import public_keys
from arpad.office.storage import HEAD, LIST, Database, metadata, signatures

if TYPE_CHECKING:
    from arpad.office.shapes import PublicProofDocument, SignedHeadDocument, SignedListDocument

log = metadata.tables["log"]


def public_proof(database: Database, before: int | None, most: int) -> "PublicProofDocument":
    """Return what everybody may keep: the keys, the last heads before a line, the newest first, and the lists. `older`
    is the line before which there are more heads, or None."""
    with database.reading() as connection:
        heads = _heads(connection, before, most)
        older = heads[-1]["line"] if len(heads) == most and heads[-1]["line"] > 1 else None
        keys: list[Any] = [key.document() for key in public_keys(connection)]
        return {"keys": keys, "heads": heads, "lists": _lists(connection), "older": older}


def _heads(connection: Connection, before: int | None, most: int) -> "list[SignedHeadDocument]":
    own = (signatures.c.number == log.c.id) & (signatures.c.kind == HEAD)
    columns = (log.c.id, log.c.at, log.c.sha256, signatures.c.key, signatures.c.signature)
    asked = select(*columns).outerjoin(signatures, own)
    if before is not None:
        asked = asked.where(log.c.id < before)
    rows = connection.execute(asked.order_by(log.c.id.desc()).limit(most))
    return [
        {"line": line, "at": at, "sha256": sha256, "key": key or 0, "signature": signature or ""}
        for line, at, sha256, key, signature in rows
    ]


def _lists(connection: Connection) -> "list[SignedListDocument]":
    asked = select(signatures).where(signatures.c.kind == LIST).order_by(signatures.c.number.desc())
    return [_list(row.key, row.statement, row.signature) for row in connection.execute(asked)]


def _list(key: int, statement: str, signature: str) -> "SignedListDocument":
    told = json.loads(statement)
    return {
        "system": told["system"],
        "period": told["period"],
        "version": told["version"],
        "digest": told["digest"],
        "key": key,
        "statement": statement,
        "signature": signature,
    }
