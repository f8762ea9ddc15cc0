"""The digest of an event: everything that counts, and nothing of when, by whom and how it came about.

Two logs that end in the same event have the same digest, also if a result was entered twice in one of them.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from arpad.domain.values import canonical, sha256_of
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


@cache
def _counted(kind: type) -> tuple[tuple[str, str, bool], ...]:
    """The fields of a class that count, as the document names them. Of a line number only whether there is one."""
    names = [one.name for one in fields(kind) if one.name not in LEFT_OUT]
    return tuple((name, name.removesuffix("_n"), name.endswith("_n")) for name in names)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        held = value.__dict__
        return {
            told: held[name] is not None if is_line else _plain(held[name])
            for name, told, is_line in _counted(value.__class__)
        }
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {_key(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple | frozenset):
        return [_plain(one) for one in (sorted(value) if isinstance(value, frozenset) else value)]
    return str(value) if isinstance(value, Fraction) else value


def _key(name: object) -> str:
    return " ".join(map(str, name)) if isinstance(name, tuple) else str(name)
