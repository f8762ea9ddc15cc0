"""Signing: every line of the log and every published list, in the transaction that writes it.

An office has its key from `init` on. A transaction that does not find the key writes without signatures and seals, and
`office verify` says so: nothing is refused because a key is missing.
"""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from arpad.domain.values import canonical
from arpad.office.storage.address import Address
from arpad.office.storage.journal import add_row
from arpad.office.storage.key_file import OfficeKey, add_key, drop_key, find_key, key_file, new_key
from arpad.office.storage.schema import keys, log, signatures, systems, versions

SIGNER = "arpad_signer"
NEWEST = select(keys.c.number, keys.c.public).order_by(keys.c.number.desc()).limit(1)
HEAD, LIST = "head", "list"
_LISTS = (
    select(
        systems.c.name,
        *(versions.c[name] for name in ("period", "number", "digest", "players", "reason", "release", "id")),
    )
    .join(systems, systems.c.id == versions.c.system_id)
    .order_by(versions.c.id)
)
_SIGN = insert(signatures)


class Signer:
    """Where the secret keys of a database are. Keys that were read are kept; a file is read again for another one."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._known: dict[str, OfficeKey] = {}

    @property
    def file(self) -> Path:
        """Return the file of the keys."""
        return key_file(self._address)

    def forget(self, public: str) -> None:
        """Take a key out of the file: another has taken its place."""
        drop_key(self.file, public)
        self._known.pop(public, None)

    def key(self, public: str) -> OfficeKey | None:
        """Return the secret key of a public one; None if it is not here."""
        if public not in self._known:
            found = find_key(self.file, public)
            if found is None:
                return None
            self._known[public] = found
        return self._known[public]

    def new(self) -> OfficeKey:
        """Make a key, and write it into the file."""
        made = new_key()
        add_key(self.file, made)
        self._known[made.public] = made
        return made


def signer_of(connection: Connection) -> Signer | None:
    """Return the signer of a transaction that writes."""
    found = connection.get_execution_options().get(SIGNER)
    return found if isinstance(found, Signer) else None


def key_at_hand(connection: Connection) -> tuple[int, OfficeKey] | None:
    """Return the newest key of the office and its number; None if it has none, or the secret is not here."""
    signer = signer_of(connection)
    newest = None if signer is None else connection.execute(NEWEST).first()
    key = None if signer is None or newest is None else signer.key(newest.public)
    return None if newest is None or key is None else (newest.number, key)


# ---------------------------------------------------------------- what is signed


def head_statement(line: int, sha256: str) -> str:
    """What is signed of a line of the log."""
    return canonical({"arpad": "head-1", "line": line, "sha256": sha256})


def list_statement(system: str, period: str, version: int, digest: str, players: int, reason: str, release: str) -> str:
    """What is signed of a published list."""
    what = {"system": system, "period": period, "version": version, "digest": digest, "players": players}
    return canonical({"arpad": "list-1", **what, "reason": reason, "release": release})


def key_statement(number: int, public: str, before: str) -> str:
    """What the key before signs of a new one, and the new one of the key before."""
    return canonical({"arpad": "key-1", "number": number, "public": public, "before": before})


def sign_line(connection: Connection, number: int, sha256: str) -> None:
    """Sign a line of the log."""
    found = key_at_hand(connection)
    if found is not None:
        _sign(connection, found, [(HEAD, number, head_statement(number, sha256))])


def sign_lists(connection: Connection, ids: Collection[int]) -> None:
    """Sign versions that are published by this transaction."""
    found = key_at_hand(connection) if ids else None
    if found is not None:
        _sign(connection, found, _list_statements(connection, versions.c.id.in_(sorted(ids))))


def sign_all(connection: Connection) -> int:
    """Sign what is not signed yet: lines since the first key, and published lists. Returns how many."""
    found = key_at_hand(connection)
    if found is None:
        return 0
    since = connection.execute(select(keys.c.since).order_by(keys.c.number).limit(1)).scalar_one()
    signed = {(row.kind, row.number) for row in connection.execute(select(signatures.c.kind, signatures.c.number))}
    lines = connection.execute(select(log.c.id, log.c.sha256).where(log.c.id >= since).order_by(log.c.id))
    wanted = [(HEAD, row.id, head_statement(row.id, row.sha256)) for row in lines]
    wanted += _list_statements(connection, versions.c.state == "published")
    missing = [one for one in wanted if one[:2] not in signed]
    _sign(connection, found, missing)
    return len(missing)


def _list_statements(connection: Connection, which: Any) -> list[tuple[str, int, str]]:
    rows = connection.execute(_LISTS.where(which))
    return [(LIST, id_, list_statement(system, period.isoformat(), *more)) for system, period, *more, id_ in rows]


def _sign(connection: Connection, found: tuple[int, OfficeKey], statements: Iterable[tuple[str, int, str]]) -> None:
    number, key = found
    rows = [
        {"kind": kind, "number": of, "key": number, "statement": statement, "signature": key.sign(statement)}
        for kind, of, statement in statements
    ]
    if rows:
        connection.execute(_SIGN, rows)


# ---------------------------------------------------------------- keys


def begin_key(connection: Connection, since: int) -> OfficeKey | None:
    """Give an office its first key, if it has none. The next line of the log, `since`, tells of it."""
    signer = signer_of(connection)
    if signer is None or connection.execute(NEWEST).first() is not None:
        return None
    made = signer.new()
    add_row(connection, keys, {"number": 1, "public": made.public, "since": since, "proof": ""})
    return made


def hand_on(connection: Connection, since: int, *, lost: bool = False) -> tuple[str, OfficeKey] | None:
    """Give an office its next key, which the key before signs unless it is lost. Returns the public half of the key
    before, and the new one; None if the key before is not here, and not said to be lost."""
    signer, newest = signer_of(connection), connection.execute(NEWEST).first()
    if signer is None or newest is None:
        return None
    old = signer.key(newest.public)
    if old is None and not lost:
        return None
    made, number = signer.new(), newest.number + 1
    statement = key_statement(number, made.public, newest.public)
    proof = f"{'' if old is None else old.sign(statement)}:{made.sign(statement)}"
    add_row(connection, keys, {"number": number, "public": made.public, "since": since, "proof": proof})
    return newest.public, made
