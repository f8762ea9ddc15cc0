"""Facts of an event as they come in and go out: typed, in a TOML file, as a plain document."""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any

from arpad.documents.findings import message
from arpad.domain.findings import Finding
from arpad.eligibility.facts import FACTS, Fact, Facts
from arpad.i18n import ArpadError
from arpad.inputs import parse, toml_tables

OPTION = re.compile(r"--[a-z-]+")


def facts_told(told: Mapping[str, Any], where: Callable[[Fact], str]) -> Facts:
    """Read the typed facts, by their names. Missing facts and None were not given."""
    values = {fact: fact_value(fact, where(fact), told[fact.name]) for fact in FACTS if told.get(fact.name) is not None}
    return _made(values)


def fact_value(fact: Fact, where: str, typed: Any) -> Any:
    """Read one fact as it was typed."""
    match fact.kind:
        case "said" | "flag":
            return typed == "yes" if isinstance(typed, str) else typed
        case "number":
            return parse.whole(where, typed, 1, fact.most)
        case "day":
            return parse.date(where, typed)
        case "text":
            return " ".join(typed.split())
        case "ids":
            return tuple(typed.replace(",", " ").split() if isinstance(typed, str) else typed)


def _made(values: Mapping[Fact, Any]) -> Facts:
    return Facts(**{name: value for fact, value in values.items() for name in fact.fields})


def _key(fact: Fact) -> toml_tables.TomlKey:
    match fact.kind:
        case "said" | "flag":
            return toml_tables.FLAG
        case "number":
            return toml_tables.TomlKey(toml_tables.whole(1, fact.most), "2")
        case "day":
            return toml_tables.DAY
        case "text":
            return toml_tables.TomlKey(toml_tables.one_line, toml_tables.TEXT.example)
        case "ids":
            return toml_tables.TomlKey(toml_tables.texts, '["…"]')


FACT_KEYS = {fact.key: _key(fact) for fact in FACTS if not fact.with_report}
"""The facts that a file about an event may have."""


def facts_in(table: Mapping[str, Any]) -> Facts:
    """Read the facts of a table with these keys."""
    return _made({fact: table[fact.key] for fact in FACTS if fact.key in FACT_KEYS and fact.key in table})


def facts_document(facts: Facts) -> dict[str, Any]:
    """Return the known facts of an event as plain values; unknown facts are left out."""
    found = {}
    for fact in fields(Facts):
        value = getattr(facts, fact.name)
        if value != fact.default and fact.name != "system":
            found[fact.name] = _plain(value)
    return found


def facts_at_registration(facts: Facts) -> dict[str, Any]:
    """Return the given facts of the event (not of its report) as plain values. Facts not given are left out."""
    with_report = {name for fact in FACTS if fact.with_report for name in fact.fields}
    return {name: value for name, value in facts_document(facts).items() if name not in with_report}


def facts_given(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts by their names as plain values, also those that are not so."""
    found = {name: given[fact.name] for fact in FACTS if fact.name in given for name in fact.fields}
    return {name: _plain(value) for name, value in found.items()}


def _plain(value: Any) -> Any:
    value = list(value) if isinstance(value, tuple) else value
    return value.isoformat() if isinstance(value, dt.date) else value


def facts_asked(findings: Iterable[Finding]) -> list[Fact]:
    """Return the facts that findings ask for: those whose option a message names."""
    named = set(OPTION.findall(" ".join(message(finding, "en") for finding in findings)))
    return [fact for fact in FACTS if named & set(fact.option.split("/"))]


def facts_of(document: Mapping[str, Any]) -> Facts:
    """Read the facts from plain values."""
    kinds = {name: fact.kind for fact in FACTS for name in fact.fields}
    for name in document:
        if name not in kinds and name != "system":
            raise ArpadError("facts-unknown", name=name, known=", ".join(sorted(kinds)))
    made: dict[str, Callable[[Any], Any]] = {"day": dt.date.fromisoformat, "ids": tuple}
    return Facts(
        **{name: made.get(kinds.get(name, ""), toml_tables.anything)(value) for name, value in document.items()}
    )
