"""The digest of an event: everything that counts, and nothing of when, by whom and how it came about.

Two logs that end in the same event have the same digest, also if a result was entered twice in one of them.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from arpad.domain.canonical import canonical, sha256_of
from arpad.tournament.changing import changed
from arpad.tournament.state import EventState

LEFT_OUT = frozenset({
    "n", "head", "rules", "breaches", "remarks", "claims", "links", "staff", "incidents", "appeals", "version",
    "history", "drawn_n", "amended_n", "published_at", "started_at", "started_n", "results_n", "results_at", "posted",
    "presence", "presence_open", "handed_over", "home", "imported",
})  # fmt: skip


def state_document(state: EventState) -> dict[str, Any]:
    """Return the event as a document."""
    there = {number: entry for number, entry in state.entries.items() if entry.state != "removed"}
    document = _plain(changed(state, entries=there))
    assert isinstance(document, dict)
    return document


def state_digest(state: EventState) -> str:
    """Return the digest of an event."""
    return sha256_of(canonical(state_document(state)))


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        named = {one.name: getattr(value, one.name) for one in fields(value) if one.name not in LEFT_OUT}
        return {name.removesuffix("_n"): _field(name, one) for name, one in named.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {_key(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple | frozenset):
        return [_plain(one) for one in (sorted(value) if isinstance(value, frozenset) else value)]
    return str(value) if isinstance(value, Fraction) else value


def _field(name: str, value: Any) -> Any:
    """A line number that says only whether something has happened."""
    return value is not None if name.endswith("_n") else _plain(value)


def _key(name: object) -> str:
    return " ".join(map(str, name)) if isinstance(name, tuple) else str(name)
