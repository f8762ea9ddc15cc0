"""The secret keys of an office, in a private file: one line each, `ed25519 PUBLIC SECRET`, the newest last.

The file lies beside the file of an SQLite database, or where ARPAD_KEY says. It is no part of a backup. A key is found
by its public half, so one file may serve several offices.
"""

import hashlib
import hmac
import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from arpad.i18n import ArpadError
from arpad.office.storage.address import Address

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

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
    found = read_keys(path).get(public)
    if found is not None and found.public != public:
        raise ArpadError("key-file-halves", file=str(path), public=public)
    return found


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
