"""An edition with other values: what a rule would give if a number were another one."""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from arpad.i18n import ArpadError
from arpad.regulations.article import Article
from arpad.regulations.rating_edition import GROUPS, Edition
from arpad.regulations.rules import Rule
from arpad.regulations.schema import NONE, Unfit, convert, describe, group_schema

CHANGED = "*"
"""Marks the number of an article whose value somebody has changed."""


def with_values(edition: Edition, values: Mapping[str, object]) -> Edition:
    """Return the edition with other values, by the full names of their parameters: {"k.junior": 30}.

    Each keeps the article that it replaces, marked with *. The id and the name of the new edition say what was changed.
    """
    groups: dict[str, Any] = {}
    changed = []
    for name, value in values.items():
        group, _, field = name.partition(".")
        rule = find_rule(edition, name)
        made = _value(name, group_schema(GROUPS[group])[field], value)
        number = rule.article.number.removesuffix(CHANGED) + CHANGED
        held = groups.get(group) or getattr(edition, group)
        groups[group] = replace(held, **{field: Rule(made, Article(number, rule.article.source), rule.note)})
        changed.append(f"{name}={NONE if value is None else value}")
    told = "+".join((edition.id, *changed))
    names = {language: f"{words}, {', '.join(changed)}" for language, words in edition.name.items()}
    return replace(edition, id=told, name=names, own=edition.own | frozenset(values), **groups) if changed else edition


def find_rule(edition: Edition, name: str) -> Rule[Any]:
    """Return a parameter by its full name; an unknown one is refused, with those that may be meant."""
    group, _, field = name.partition(".")
    held = getattr(edition, group) if group in GROUPS else None
    if held is None or field not in group_schema(GROUPS[group]):
        raise ArpadError("edition.no-parameter", name=name, edition=edition.id, near=_near(edition, name))
    found: Rule[Any] = getattr(held, field)
    return found


def _value(name: str, kind: Any, value: object) -> Any:
    """A value of Python in the type of its parameter, within the same bounds as in a file."""
    raw = NONE if value is None else [*value] if isinstance(value, tuple) else value
    if isinstance(raw, float):
        raw = Fraction(str(raw))
    try:
        return convert(kind, raw)
    except Unfit as problem:
        if (bounds := problem.bounds) is not None:
            limits = {"least": bounds.least, "most": bounds.most}
            raise ArpadError("surface.number-range-write", option=name, value=str(value), **limits) from None
        raise ArpadError("edition.value", name=name, value=str(value), expected=_described(kind)) from None


def _described(kind: Any) -> str:
    """Return how a value is written in Python, which has None for no value."""
    return describe(kind).replace(f'"{NONE}"', "None")


def _near(edition: Edition, name: str) -> str:
    """Return the names of parameters that may be meant."""
    known = [parameter for parameter, _ in edition.parameters()]
    return ", ".join(get_close_matches(name, known, 3, 0) or known[:3])
