"""Sign log lines and published lists with the office's Ed25519 key, which is kept in a private file.

A missing key refuses nothing: rows are then written without signatures, and `office verify` reports it.
"""

import hashlib
import hmac
import os
from collections.abc import Collection, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from sqlalchemy import Connection, insert, select

from arpad.domain.values import canonical
from arpad.i18n import ArpadError
from arpad.office.storage._dialects import Address
from arpad.office.storage._log import add_row
from arpad.office.storage.schema import keys, log, signatures, systems, versions

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


# The secret keys of an office, in a private file: one line each, `ed25519 PUBLIC SECRET`, the newest last. The file
# lies beside the file of an SQLite database, or where ARPAD_KEY says. It is no part of a backup. A key is found by its
# public half, so one file may serve several offices.

KIND = "ed25519"
OWN = 0o600
FOR_ALL = 0o007
LENGTH = 64  # of a half, in hexadecimal digits


class OfficeKey:
    """A key with which an office signs lists and heads of its log, and seals what it only keeps for a while."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def __repr__(self) -> str:
        return f"OfficeKey({self.public})"

    @cached_property
    def _private(self) -> "Ed25519PrivateKey":
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  (slow)

        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self.secret))

    @cached_property
    def public(self) -> str:
        return self._private.public_key().public_bytes_raw().hex()

    @cached_property
    def _sealing(self) -> bytes:
        return hmac.digest(bytes.fromhex(self.secret), b"arpad seals", "sha256")

    def sign(self, text: str) -> str:
        """Return the signature of a text."""
        return self._private.sign(text.encode()).hex()

    def seal(self, text: str) -> str:
        """Return the seal of a text: only somebody with the key can make it, or check it."""
        return hmac.digest(self._sealing, text.encode(), hashlib.sha256).hex()


def new_key() -> OfficeKey:
    """Make a key."""
    return OfficeKey(os.urandom(32).hex())


def is_signed(public: str, text: str, signature: str) -> bool:
    """Whether a signature is that of a text by a public key. There is one way to write it: in small letters."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  (slow)
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    try:
        if bytes.fromhex(signature).hex() != signature:
            return False
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def key_file(address: Address) -> Path:
    """Return where the keys of a database are: in the file that ARPAD_KEY names, else beside the file of the database,
    else in the folder for data (XDG_DATA_HOME)."""
    chosen = os.environ.get("ARPAD_KEY")
    if chosen:
        return Path(chosen)
    path = address.path
    if path is not None:
        return path.with_name(f"{path.name}.key")
    folder = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(folder) / "arpad" / f"{address.url.database}.key"


def has_own_keys(address: Address) -> bool:
    """Whether the file of the keys is for this database alone: it lies beside its file."""
    return address.path is not None and not os.environ.get("ARPAD_KEY")


def head_file(address: Address) -> Path:
    """Return where `office verify` keeps the last head of the log: beside the file of the keys, under the name of the
    database, and where that is if the file of the keys may serve several."""
    path, url = address.path, address.url
    name = str(url.database) if path is None else path.name
    if not has_own_keys(address):
        where = f"{url.host}:{url.port}/{url.database}" if path is None else str(path.resolve())
        name = f"{name}-{hashlib.sha256(where.encode()).hexdigest()[:8]}"
    return key_file(address).with_name(f"{name}.head")


def read_keys(path: Path) -> dict[str, OfficeKey]:
    """Return the keys of a file by their public halves; none if there is no file."""
    try:
        if path.stat().st_mode & FOR_ALL:
            raise ArpadError("key-file-open", file=str(path))
        lines = path.read_text("ascii").split("\n")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise ArpadError("key-file", file=str(path), problem=why) from None
    found = {}
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            found[_public(path, number, line)] = OfficeKey(line.split()[2])
    return found


def _public(path: Path, number: int, line: str) -> str:
    parts = line.split()
    hexadecimal = all(len(half) == LENGTH and set(half) <= set("0123456789abcdef") for half in parts[1:])
    if len(parts) != 3 or parts[0] != KIND or not hexadecimal:
        raise ArpadError("key-file-line", file=str(path), line=number)
    return parts[1]


def find_key(path: Path, public: str) -> OfficeKey | None:
    """Return the key of a file that has this public half; None if it is not there."""
    key = read_keys(path).get(public)
    if key is not None and key.public != public:
        raise ArpadError("key-file-halves", file=str(path), public=public)
    return key


def add_key(path: Path, key: OfficeKey) -> None:
    """Write a key into a file, after those that are there."""
    if key.public in read_keys(path):
        return
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, OWN), "w") as file:
            _put(file, [key])
    except OSError as problem:
        raise ArpadError("key-file", file=str(path), problem=problem.strerror or str(problem)) from None


def drop_key(path: Path, public: str) -> None:
    """Take a key out of a file. It is written beside its place and moved there, so that a power cut leaves the one or
    the other."""
    left = [key for own, key in read_keys(path).items() if own != public]
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWN), "w") as file:
            _put(file, left)
        part.replace(path)
    except OSError as problem:
        raise ArpadError("key-file", file=str(path), problem=problem.strerror or str(problem)) from None
    finally:
        part.unlink(missing_ok=True)


def _put(file: TextIO, keys: list[OfficeKey]) -> None:
    file.writelines(f"{KIND} {key.public} {key.secret}\n" for key in keys)
    file.flush()
    os.fsync(file.fileno())


# Signing: every line of the log and every published list, in the transaction that writes it. An office has its key
# from `init` on. A transaction that does not find the key writes without signatures and seals, and `office verify`
# says so: nothing is refused because a key is missing.

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
            office_key = find_key(self.file, public)
            if office_key is None:
                return None
            self._known[public] = office_key
        return self._known[public]

    def new(self) -> OfficeKey:
        """Make a key, and write it into the file."""
        key = new_key()
        add_key(self.file, key)
        self._known[key.public] = key
        return key


def signer_of(connection: Connection) -> Signer | None:
    """Return the signer of a transaction that writes."""
    option = connection.get_execution_options().get(SIGNER)
    return option if isinstance(option, Signer) else None


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
    key = key_at_hand(connection)
    if key is not None:
        _sign(connection, key, [(HEAD, number, head_statement(number, sha256))])


def sign_lists(connection: Connection, ids: Collection[int]) -> None:
    """Sign versions that are published by this transaction."""
    key = key_at_hand(connection) if ids else None
    if key is not None:
        _sign(connection, key, _list_statements(connection, versions.c.id.in_(sorted(ids))))


def sign_all(connection: Connection) -> int:
    """Sign what is not signed yet: lines since the first key, and published lists. Returns how many."""
    key = key_at_hand(connection)
    if key is None:
        return 0
    since = connection.execute(select(keys.c.since).order_by(keys.c.number).limit(1)).scalar_one()
    signed = {(row.kind, row.number) for row in connection.execute(select(signatures.c.kind, signatures.c.number))}
    lines = connection.execute(select(log.c.id, log.c.sha256).where(log.c.id >= since).order_by(log.c.id))
    wanted = [(HEAD, row.id, head_statement(row.id, row.sha256)) for row in lines]
    wanted += _list_statements(connection, versions.c.state == "published")
    missing = [one for one in wanted if one[:2] not in signed]
    _sign(connection, key, missing)
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
    key = signer.new()
    add_row(connection, keys, {"number": 1, "public": key.public, "since": since, "proof": ""})
    return key


def hand_on(connection: Connection, since: int, *, lost: bool = False) -> tuple[str, OfficeKey] | None:
    """Give an office its next key, which the key before signs unless it is lost. Returns the public half of the key
    before, and the new one; None if the key before is not here, and not declared lost."""
    signer, newest = signer_of(connection), connection.execute(NEWEST).first()
    if signer is None or newest is None:
        return None
    old = signer.key(newest.public)
    if old is None and not lost:
        return None
    office_key, number = signer.new(), newest.number + 1
    statement = key_statement(number, office_key.public, newest.public)
    proof = f"{'' if old is None else old.sign(statement)}:{office_key.sign(statement)}"
    add_row(connection, keys, {"number": number, "public": office_key.public, "since": since, "proof": proof})
    return newest.public, office_key
