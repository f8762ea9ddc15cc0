"""Conditions with their articles: what is required, what was found, whether it holds, and all that in words."""

import datetime as dt
from collections.abc import Iterable
from fractions import Fraction
from operator import eq, ge, gt, le
from typing import Any, Literal

from arpad.documents.document import ArticleNumber, Document, shows
from arpad.documents.schema import Anything
from arpad.i18n import Language, has, number, plain, text
from arpad.regulations.articles import Article
from arpad.regulations.rating_rules import Rule

Sense = Literal["least", "over", "most", "is"]
HOLDS = {"least": ge, "over": gt, "most": le, "is": eq}
SIGNS = {"least": "≥ ", "over": "> ", "most": "≤ ", "is": ""}


class Check(Document, frozen=True):
    """A condition; `ok` is null if it cannot be decided, `missing` then names the facts or columns that are needed.

    `name` is its message key (`norm.check.NAME`, `titles.check.NAME` or `arbiter.check.NAME`). `sense` says whether
    `required` is the least or the most there may be, must be exceeded, or is what there must be; `detail` says what was
    counted."""

    shown = shows("article", "name", "required", "found", "ok", "sense", "detail", "missing")
    article: ArticleNumber
    name: str
    required: Anything
    found: Anything
    ok: bool | None
    missing: tuple[str, ...] = ()
    sense: Sense = "least"
    detail: str = ""


def compared(
    article: Article, name: str, required: Any, found: Any, key: str = "", sense: Sense = "least", detail: str = ""
) -> Check:
    """Compare what was found with what is required; `key` names the fact that is missing if it is not known."""
    ok = None if found is None else HOLDS[sense](found, required)
    return Check(article, name, required, found, ok, (key,) if ok is None and key else (), sense, detail)


def by_rule(rule: Rule[Any], name: str, found: Any, key: str = "", sense: Sense = "least", detail: str = "") -> Check:
    """Compare what was found with the value of a rule."""
    return compared(rule.article, name, rule.value, found, key, sense, detail)


def stated(article: Article, name: str, answer: bool | None, key: str) -> Check:
    """Check a fact that somebody must state; `key` names it."""
    return compared(article, name, True, answer, key, "is")


def decided(
    article: Article, name: str, required: object, found: object, ok: bool | None, *keys: str, sense: Sense = "least",
    detail: str = "",
) -> Check:  # fmt: skip
    """Return a condition that was decided elsewhere; `keys` name the facts that are missing if it is open."""
    return Check(article, name, required, found, ok, keys if ok is None else (), sense, detail)


# The result of many conditions: an answer, what is missing, and what others must decide.


def every(answers: Iterable[bool | None]) -> bool | None:
    """Return whether all answers are yes: False if one is no, None if none is no but one is open."""
    known = set(answers)
    return False if False in known else None if None in known else True


def any_holds(answers: Iterable[bool | None]) -> bool | None:
    """Return whether one of some answers is yes; None if that depends on one that is not known."""
    known = set(answers)
    return True if True in known else None if None in known else False


def all_hold(checks: Iterable[Check]) -> bool | None:
    """Return whether all conditions are met: False if one fails, None if none fails but one is open."""
    return every(check.ok for check in checks)


def is_lacking(check: Check) -> bool:
    """Return whether a condition fails, or needs a fact that the user can give."""
    return check.ok is False or (check.ok is None and bool(check.missing))


def is_open(check: Check) -> bool:
    """Return whether no further fact can decide a condition: others must decide."""
    return check.ok is None and not check.missing


# Conditions in words. Each room has its own words for them: `norm`, `titles` or `arbiter`.

Room = Literal["norm", "titles", "arbiter"]
SHARES = frozenset({"least-score", "subgroup-score", "exam", "rated-share"})
WORDED = {"system": "arbiter.system", "kind": "arbiter.kind", "world-level": "arbiter.level"}
"""Conditions whose values are words of ours."""


def value_words(check: Check, value: object, language: Language) -> str:
    """Return a required or found value for readers."""
    if value is None:
        return text("arbiter.kind.ordinary", language) if check.name == "kind" else "–"
    if check.name in WORDED:
        return text(f"{WORDED[check.name]}.{value}", language)
    if check.name in SHARES and isinstance(value, int | Fraction):
        return f"{number(value * 100, language)}%"
    return value.isoformat() if isinstance(value, dt.date) else str(plain(value, language))


def required_words(check: Check, language: Language) -> str:
    """Return what is required: at least (≥ 5), more than, at most, or exactly."""
    words = value_words(check, check.required, language)
    return words if check.required is None else SIGNS[check.sense] + words


def found_words(check: Check, language: Language) -> str:
    """Return what was found, and for whom."""
    words = value_words(check, check.found, language)
    return f"{words} ({check.detail})" if check.detail else words


def check_name(check: Check, language: Language, room: Room = "norm") -> str:
    """Return what a room calls a condition; the conditions of a report have the names of `arpad norm`."""
    key = f"{room}.check.{check.name}"
    return text(key if has(key) else f"norm.check.{check.name}", language)


def check_words(check: Check, language: Language) -> str:
    """Return a condition of a norm in one line: what was found, and what is required."""
    values = {"found": found_words(check, language), "required": required_words(check, language)}
    return text("norm.wanting", language, name=check_name(check, language), **values)


def check_cells(check: Check, language: Language, room: Room = "norm") -> tuple[str, str, str, str]:
    """Return the cells of a table: article, name, what is required, what was found."""
    words = value_words(check, check.found, language) if room == "titles" else found_words(check, language)
    return check.article.number, check_name(check, language, room), required_words(check, language), words


def mark(check: Check, language: Language) -> str:
    """Return whether a condition of a norm is met, in a word."""
    return text("norm.open" if check.ok is None else "label.yes" if check.ok else "label.no", language)
