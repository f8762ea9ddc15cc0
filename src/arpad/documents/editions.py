"""Editions of the regulations in words and as JSON: parameter names, values and differences."""

import datetime as dt
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, TableColumn, extended
from arpad.documents.json import json_value
from arpad.documents.schema import Anything
from arpad.domain.rating_list import TITLES
from arpad.i18n import DECIMAL_MARK, Language, has, number, text
from arpad.regulations.arbiter_editions import ArbiterEdition
from arpad.regulations.rating_edition import Difference, Edition
from arpad.regulations.rating_rules import Rule
from arpad.regulations.tiebreak_editions import TieBreakCode, TieBreakEdition
from arpad.regulations.title_editions import NORM_TITLES, TitleEdition

# An edition in words and as JSON: its head, its values, the differences between two.

AnyEdition = Edition | TitleEdition | TieBreakEdition | ArbiterEdition
Sources = Mapping[str, Mapping[str, str]]


class HeadOfEdition(Document, frozen=True):
    """The head of an edition. Those of titles, tie-breaks and arbiters have no time class."""

    id: str
    system: str
    time_class: str | None
    effective: dt.date
    until: dt.date | None
    extends: str | None
    name: str
    source: str


class EditionRule(Document, frozen=True):
    """A value of an edition with its article; `stated` says that its own text states it, `note` how we read it."""

    value: Anything
    article: str
    source: str
    stated: bool
    note: str | UnsetType = UNSET


class EditionWithRules(HeadOfEdition, frozen=True):
    """An edition with all its values."""

    parameters: dict[str, EditionRule]


def _in_one_cell(name: str, difference: object) -> object:
    value = getattr(difference, name)
    return str(value) if isinstance(value, list) else value


class ParameterDifference(Document, frozen=True):
    """A parameter that differs between two editions, `a` and `b`."""

    columns = tuple(TableColumn(name, cell=partial(_in_one_cell, name)) for name in ("a", "b"))
    parameter: str
    a: Anything
    b: Anything
    article_a: str | None
    article_b: str | None
    what: str


def edition_head(edition: AnyEdition, sources: Sources, language: Language, system: str = "") -> HeadOfEdition:
    """Return the head of an edition. Editions of ratings know their system, of others it is given."""
    known = edition if isinstance(edition, Edition) else None
    return HeadOfEdition(
        edition.id,
        system if known is None else known.system,
        None if known is None else known.time_class,
        edition.effective,
        edition.until,
        edition.extends,
        edition.name[language],
        sources[edition.source][language],
    )


def edition_rule(edition: AnyEdition, name: str, rule: Rule[Any], language: Language) -> EditionRule:
    """Return a value of an edition, with the reading taken."""
    note = UNSET if rule.note is None else rule.note[language]
    return EditionRule(rule_value(rule), rule.article.number, rule.article.source, name in edition.own, note)


def edition_rules(edition: AnyEdition, language: Language) -> dict[str, EditionRule]:
    """Return all values of an edition."""
    return {name: edition_rule(edition, name, rule, language) for name, rule in edition.parameters()}


def edition_with_rules(edition: AnyEdition, sources: Sources, language: Language, system: str = "") -> EditionWithRules:
    """Return an edition with all its values."""
    head = edition_head(edition, sources, language, system)
    return extended(EditionWithRules, head, parameters=edition_rules(edition, language))


def parameter_difference(difference: Difference, words: "EditionWords", language: Language) -> ParameterDifference:
    """Return a parameter that differs between two editions."""
    name, a, b = difference.parameter, difference.a, difference.b
    article_a, article_b = (None if rule is None else rule.article.number for rule in (a, b))
    return ParameterDifference(name, rule_value(a), rule_value(b), article_a, article_b, words.label(name, language))


def rule_value(rule: Rule[Any] | None) -> object:
    """Return the value of a rule for JSON; a code of tie-breaks in its own words."""
    if rule is None:
        return None
    return str(rule.value) if isinstance(rule.value, TieBreakCode) else plain_value(rule.value)


def plain_value(value: object) -> object:
    """A value of the regulations for JSON."""
    if isinstance(value, tuple):
        return [plain_value(item) for item in value]
    return json_value(value)


def value_text(parameter: str, value: object, language: Language) -> str:  # noqa: PLR0911  (one line a type)
    """A value of the regulations as a person reads it."""
    if value is None:
        return text("label.none", language)
    if isinstance(value, bool):
        return text("label.yes" if value else "label.no", language)
    if isinstance(value, tuple):
        return ", ".join(value_text(parameter, item, language) for item in value) or text("label.none", language)
    if isinstance(value, Fraction) and value.denominator == 3:
        return str(value)
    if isinstance(value, int | Fraction):
        return number(value, language)
    key = f"policy.{parameter}.{value}"
    if has(key):
        return text(key, language)
    if parameter == "lists.fields":
        return text(f"field.{value}", language)
    return str(value).replace(".", DECIMAL_MARK[language]) if language != "en" else str(value)


def rule_text(parameter: str, rule: Rule[object] | None, language: Language) -> str:
    """A rule's value; pairs of the time limits as `2400+: 120`, of games and ratings with their K as `≤ 300: 24`."""
    if rule is None:
        return text("label.none", language)
    if parameter == "eligibility.minutes" and isinstance(rule.value, tuple) and rule.value:
        return ", ".join(f"{rating}+: {minutes}" for rating, minutes in rule.value)
    if parameter in ("numbered.by_games", "numbered.by_rating") and isinstance(rule.value, tuple):
        return ", ".join(f"≤ {most}: {k}" for most, k in rule.value)
    return value_text(parameter, rule.value, language)


def in_force(edition: Edition, language: Language) -> str:
    """From when, and until when if it ended."""
    words = text("label.in-force", language, date=edition.effective)
    return words if edition.until is None else f"{words} {text('label.until', language, date=edition.until)}"


# What editions call their parameters and how they write their values: of ratings, of titles, of tie-breaks.

CODES = "codes"


class EditionWords(NamedTuple):
    """What a kind of edition calls its groups (the beginning of their keys) and its parameters, and how it writes their
    values."""

    groups: str
    label: Callable[[str, Language], str]
    value: Callable[[str, Rule[Any] | None, Language], str]


def title_value(name: str, value: object, language: Language) -> str:
    """A value of the title regulations as a person reads it: shares as fractions or percent, a number a title."""
    if isinstance(value, Fraction):
        return str(value) if value.denominator <= 5 else f"{number(value * 100, language)}%"
    if isinstance(value, tuple) and all(isinstance(item, int) for item in value):
        owners = {len(NORM_TITLES): NORM_TITLES, len(TITLES): TITLES}.get(len(value))
        if owners:
            return ", ".join(f"{title} {item}" for title, item in zip(owners, value, strict=True))
    if isinstance(value, tuple) and value:
        return ", ".join(title_value(name, item, language) for item in value)
    key = f"title-policy.{name}.{value}"
    return text(key, language) if has(key) else value_text(name, value, language)


def _title_rule(name: str, rule: Rule[Any] | None, language: Language) -> str:
    return title_value(name, None if rule is None else rule.value, language)


def tie_break_label(name: str, language: Language) -> str:
    """A parameter or a code of the tie-breaks in words."""
    group, _, field = name.partition(".")
    if group != CODES:
        return text(f"tie-break-parameter.{name}", language)
    return f"{field}: {text(f'tie-break.{field}', language)}"


def _tie_break_rule(name: str, rule: Rule[Any] | None, language: Language) -> str:
    """A value in words; of a code, the events it is for and its modifiers."""
    if rule is None:
        return text("label.none", language)
    if isinstance(rule.value, TieBreakCode):
        return _code(rule.value, language)
    key = f"tie-break-policy.{name}.{rule.value}"
    return text(key, language) if has(key) else value_text(name, rule.value, language)


def _code(code: TieBreakCode, language: Language) -> str:
    parts = [", ".join(text(f"event-kind.{kind}", language) for kind in code.events)]
    if code.advised_against:
        kinds = ", ".join(text(f"event-kind.{kind}", language) for kind in code.advised_against)
        parts.append(text("standings.advised-against", language, kinds=kinds))
    if marks := [*(f":{score}" for score in code.scores), *(f"/{modifier}" for modifier in code.modifiers)]:
        parts.append(" ".join(marks))
    return "; ".join(parts)


def arbiter_value(name: str, value: object, language: Language) -> str:
    """A value of the regulations for arbiters as a person reads it: shares in percent, languages by name."""
    if isinstance(value, Fraction):
        return f"{number(value * 100, language)}%"
    if isinstance(value, tuple):
        return ", ".join(arbiter_value(name, item, language) for item in value)
    if name in ("fa.languages", "ia.language"):
        return text(f"arbiter.language.{value}", language)
    return value_text(name, value, language)


def _arbiter_rule(name: str, rule: Rule[Any] | None, language: Language) -> str:
    return arbiter_value(name, None if rule is None else rule.value, language)


RATING_WORDS = EditionWords("group", lambda name, spoken: text(f"parameter.{name}", spoken), rule_text)
TITLE_WORDS = EditionWords("title-group", lambda name, spoken: text(f"title-parameter.{name}", spoken), _title_rule)
ARBITER_WORDS = EditionWords(
    "arbiter-group", lambda name, spoken: text(f"arbiter-parameter.{name}", spoken), _arbiter_rule
)
TIE_BREAK_WORDS = EditionWords("tie-break-group", tie_break_label, _tie_break_rule)
