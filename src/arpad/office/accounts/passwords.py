"""Passwords: stored as argon2 hashes, and refused if everybody would guess them first."""

import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from arpad.i18n import ArpadError

if TYPE_CHECKING:
    from pwdlib import PasswordHash

LEAST_PASSWORD, LONGEST_PASSWORD = 10, 200
FEWEST_LETTERS = 5
"""Different letters that a password has at least."""
SHORTEST_NAME = 4
"""A name with at least this many letters may not be a part of the password."""


@cache
def guessed() -> frozenset[str]:
    """Return passwords of ten letters or more that are tried first everywhere."""
    return frozenset((files("arpad.office.accounts") / "guessed.txt").read_text("utf-8").split())


@cache
def password_hasher() -> "PasswordHash":
    """Argon2, with as much work for each password as is recommended."""
    from pwdlib import PasswordHash  # noqa: PLC0415  (only the web and one command need it)

    return PasswordHash.recommended()


def fingerprint(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def hashed_password(password: str, name: str) -> str:
    """Return the hash of a new password for an account. One that is too short, or guessed first, is refused."""
    if not LEAST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise ArpadError("account-password", least=LEAST_PASSWORD, most=LONGEST_PASSWORD)
    plain, own = password.casefold(), name.casefold()
    named = len(own) >= SHORTEST_NAME and own in plain
    if plain in guessed() or named or len(set(plain)) < FEWEST_LETTERS:
        raise ArpadError("account-password-easy")
    return password_hasher().hash(password)


def password_fits(password: str, hashed: str | None) -> bool:
    """Whether a password is the one of a hash. Without a hash it takes as long, and is not."""
    found = password_hasher().verify(password[:LONGEST_PASSWORD], _nobody() if hashed is None else hashed)
    return found and hashed is not None


@cache
def _nobody() -> str:
    """A hash that no password fits, so that an unknown name takes as long as a known one."""
    return password_hasher().hash("nobody has this password")
