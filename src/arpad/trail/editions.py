"""An edition in words and as JSON: its head, its values, the differences between two."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from arpad.i18n import DECIMAL_MARK, Language, has, number, text
from arpad.regulations.rating_edition import Difference, Edition
from arpad.regulations.rating_rules import Rule
from arpad.trail.fields import ShownField, ShownFields
from arpad.trail.render import json_value


def edition_fields(sources: Mapping[str, Mapping[str, str]], language: Language) -> ShownFields[Edition]:
    """The head of an edition."""
    return ShownFields(
        *map(ShownField, ("id", "system", "time_class", "effective", "until", "extends")),
        ShownField("name", lambda edition: edition.name[language]),
        ShownField("source", lambda edition: sources[edition.source][language]),
    )


def _label(parameter: str, language: Language) -> str:
    return text(f"parameter.{parameter}", language)


def _value(rule: Rule[Any] | None) -> object:
    return None if rule is None else plain_value(rule.value)


def difference_fields(
    language: Language,
    label: Callable[[str, Language], str] = _label,
    value: Callable[[Rule[Any] | None], object] = _value,
) -> ShownFields[Difference]:
    """A parameter that differs between two editions."""
    return ShownFields(
        ShownField("parameter"),
        ShownField("a", lambda rules: value(rules.a), cell=lambda rules: _in_one_cell(value(rules.a))),
        ShownField("b", lambda rules: value(rules.b), cell=lambda rules: _in_one_cell(value(rules.b))),
        ShownField("article_a", lambda rules: rules.a.article.number if rules.a else None),
        ShownField("article_b", lambda rules: rules.b.article.number if rules.b else None),
        ShownField("what", lambda rules: label(rules.parameter, language)),
    )


def _in_one_cell(value: object) -> object:
    return str(value) if isinstance(value, list) else value


def plain_value(value: object) -> object:
    """A value of the regulations for JSON."""
    if isinstance(value, tuple):
        return [plain_value(item) for item in value]
    return json_value(value)


def rule_document(rule: Rule[object], stated: bool, language: str) -> dict[str, Any]:
    """A rule for JSON: its value, article and source, and the reading taken."""
    shown = {
        "value": plain_value(rule.value),
        "article": rule.article.number,
        "source": rule.article.source,
        "stated": stated,
    }
    if rule.note is not None:
        shown["note"] = rule.note[language]
    return shown


def edition_document(edition: Edition, sources: Mapping[str, Mapping[str, str]], language: Language) -> dict[str, Any]:
    """An edition with all its parameters for JSON."""
    rules = {name: rule_document(rule, name in edition.own, language) for name, rule in edition.parameters()}
    return edition_fields(sources, language).document(edition) | {"parameters": rules}


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
    """A rule's value; pairs of the time limits as `2400: 120`."""
    if rule is None:
        return text("label.none", language)
    if parameter == "eligibility.minutes" and isinstance(rule.value, tuple) and rule.value:
        return ", ".join(f"{rating}+: {minutes}" for rating, minutes in rule.value)
    return value_text(parameter, rule.value, language)


def in_force(edition: Edition, language: Language) -> str:
    """From when, and until when if it ended."""
    words = text("label.in-force", language, date=edition.effective)
    return words if edition.until is None else f"{words} {text('label.until', language, date=edition.until)}"


def edition_title(edition: Edition, language: Language) -> str:
    return f"{edition.id} – {edition.name[language]}"
