"""What editions call their parameters and how they write their values: of ratings, of titles, of tie-breaks."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from arpad.domain.rating_list import TITLES
from arpad.i18n import Language, has, number, text
from arpad.regulations.rating_rules import Rule
from arpad.regulations.tiebreak_editions import TieBreakCode
from arpad.regulations.title_editions import NORM_TITLES
from arpad.trail.editions import rule_text, value_text

CODES = "codes"


class EditionWords(NamedTuple):
    """What a kind of edition calls its groups (the beginning of their keys) and its parameters, and how it writes their
    values."""

    groups: str
    label: Callable[[str, Language], str]
    value: Callable[[str, Rule[Any] | None, Language], str]


def title_value(name: str, value: object, spoken: Language) -> str:
    """A value of the title regulations as a person reads it: shares as fractions or percent, a number a title."""
    if isinstance(value, Fraction):
        return str(value) if value.denominator <= 5 else f"{number(value * 100, spoken)}%"
    if isinstance(value, tuple) and all(isinstance(item, int) for item in value):
        owners = {len(NORM_TITLES): NORM_TITLES, len(TITLES): TITLES}.get(len(value))
        if owners:
            return ", ".join(f"{title} {item}" for title, item in zip(owners, value, strict=True))
    if isinstance(value, tuple) and value:
        return ", ".join(title_value(name, item, spoken) for item in value)
    key = f"title-policy.{name}.{value}"
    return text(key, spoken) if has(key) else value_text(name, value, spoken)


def _title_rule(name: str, rule: Rule[Any] | None, spoken: Language) -> str:
    return title_value(name, None if rule is None else rule.value, spoken)


def tie_break_label(name: str, spoken: Language) -> str:
    """A parameter or a code of the tie-breaks in words."""
    group, _, field = name.partition(".")
    if group != CODES:
        return text(f"tie-break-parameter.{name}", spoken)
    return f"{field}: {text(f'tie-break.{field}', spoken)}"


def _tie_break_rule(name: str, rule: Rule[Any] | None, spoken: Language) -> str:
    """A value in words; of a code, the events it is for and its modifiers."""
    if rule is None:
        return text("label.none", spoken)
    if isinstance(rule.value, TieBreakCode):
        return _code(rule.value, spoken)
    key = f"tie-break-policy.{name}.{rule.value}"
    return text(key, spoken) if has(key) else value_text(name, rule.value, spoken)


def _code(code: TieBreakCode, spoken: Language) -> str:
    parts = [", ".join(text(f"event-kind.{kind}", spoken) for kind in code.events)]
    if code.advised_against:
        kinds = ", ".join(text(f"event-kind.{kind}", spoken) for kind in code.advised_against)
        parts.append(text("standings.advised-against", spoken, kinds=kinds))
    if marks := [*(f":{score}" for score in code.scores), *(f"/{modifier}" for modifier in code.modifiers)]:
        parts.append(" ".join(marks))
    return "; ".join(parts)


def arbiter_value(name: str, value: object, spoken: Language) -> str:
    """A value of the regulations for arbiters as a person reads it: shares in percent, languages by name."""
    if isinstance(value, Fraction):
        return f"{number(value * 100, spoken)}%"
    if isinstance(value, tuple):
        return ", ".join(arbiter_value(name, item, spoken) for item in value)
    if name in ("fa.languages", "ia.language"):
        return text(f"arbiter.language.{value}", spoken)
    return value_text(name, value, spoken)


def _arbiter_rule(name: str, rule: Rule[Any] | None, spoken: Language) -> str:
    return arbiter_value(name, None if rule is None else rule.value, spoken)


RATING_WORDS = EditionWords("group", lambda name, spoken: text(f"parameter.{name}", spoken), rule_text)
TITLE_WORDS = EditionWords("title-group", lambda name, spoken: text(f"title-parameter.{name}", spoken), _title_rule)
ARBITER_WORDS = EditionWords(
    "arbiter-group", lambda name, spoken: text(f"arbiter-parameter.{name}", spoken), _arbiter_rule
)
TIE_BREAK_WORDS = EditionWords("tie-break-group", tie_break_label, _tie_break_rule)
