"""The public keys of an office as others know them: each handed on by the one before, so that one leads to the rest."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from arpad.i18n import ArpadError
from arpad.office.storage import LENGTH, is_signed, key_statement

PUBLIC = re.compile(rf"[0-9a-f]{{{LENGTH}}}")


class PublicKey(NamedTuple):
    """A public key of an office. `since` is the line of the log that tells of it."""

    number: int
    public: str
    since: int
    proof: str

    def document(self) -> dict[str, Any]:
        return self._asdict()


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
