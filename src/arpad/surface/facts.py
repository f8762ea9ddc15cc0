"""The facts of an event that its report does not have, as a program gives them."""

from collections.abc import Mapping
from typing import Any

from arpad.domain.event import SYSTEMS, System
from arpad.eligibility.facts import FACTS, Facts, facts_told
from arpad.i18n import ArpadError
from arpad.surface import values

TEXTS = ("day", "number", "text")
SAID = ("said", "flag")
"""Kinds of facts that are written as texts, and those that are true or false."""


def facts_given(given: Mapping[str, Any]) -> Facts:
    """Facts of an event that its report does not have, by their names: registered="2024-05-01", hybrid=False."""
    kinds = {fact.name: fact.kind for fact in FACTS}
    for name in given:
        if name not in kinds:
            raise ArpadError("facts-unknown", name=name, known=", ".join(sorted(kinds)))
    for name, value in given.items():
        if kinds[name] in SAID and not isinstance(value, bool | None):
            raise ArpadError("surface.yes-or-no", option=name, value=repr(value))
    told = {name: str(value) if kinds[name] in TEXTS else value for name, value in given.items() if value is not None}
    return facts_told(told, lambda fact: fact.name)


def system_given(name: str | None) -> System | None:
    """How an event is played, if somebody says so."""
    return None if name is None else values.chosen("format", name, SYSTEMS)
