"""Conditions in words and in JSON: what is required, what was found, what is missing."""

import datetime as dt
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from arpad.cli.output import table
from arpad.i18n import Language, has, number, plain, text
from arpad.titles.documents import SIGNS
from arpad.titles.model import Check

SHARES = {"least-score", "subgroup-score"}
MARKS = {True: "titles.ok", False: "titles.not-ok", None: "titles.not-known"}


def value_words(check: Check, value: object, language: Language) -> str:
    """Return a required or found value for readers."""
    if value is None:
        return "–"
    if check.name in SHARES and isinstance(value, int | Fraction):
        return f"{number(value * 100, language)}%"
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(plain(value, language)) if isinstance(value, int | Fraction | Decimal) else str(value)


def asked(check: Check, language: Language) -> str:
    """Return the required value: at least, at most, or exactly."""
    words = value_words(check, check.required, language)
    return words if check.required is None else SIGNS[check.sense] + words


def check_name(check: Check, language: Language) -> str:
    """Return the name of a condition; conditions of a report have the names of `arpad norm`."""
    own = f"titles.check.{check.name}"
    return text(own if has(own) else f"norm.check.{check.name}", language)


class CheckWords(NamedTuple):
    """What a room calls a condition, and how it writes what is required and what was found."""

    name: Callable[[Check, Language], str]
    asked: Callable[[Check, Language], str]
    found: Callable[[Check, Language], str]


TITLE_CHECKS = CheckWords(check_name, asked, lambda check, language: value_words(check, check.found, language))


def check_rows(
    checks: Iterable[Check], language: Language, before: tuple[str, ...] = (), words: CheckWords = TITLE_CHECKS
) -> list[list[str]]:
    """Return conditions as rows: article, name, required, found, and whether it holds."""
    return [
        [
            *before,
            check.article.number,
            words.name(check, language),
            words.asked(check, language),
            words.found(check, language),
            text(MARKS[check.ok], language),
        ]
        for check in checks
    ]


def show_checks(rows: list[list[str]], language: Language, first: tuple[str, ...] = ()) -> None:
    """Print a table of conditions; `first` are the headings of the columns before them."""
    headings = [*first, "article", "condition", "asked", "found", "holds"]
    place = len(first)
    table(language, headings, rows, left=(*range(place + 2), place + 4))


def lack_words(check: Check, language: Language) -> str:
    """Return what is missing, and by which article."""
    article = check.article.number
    if check.missing:
        keys, name = ", ".join(check.missing), check_name(check, language)
        return text("titles.missing", language, keys=keys, check=name, article=article)
    values = {
        "required": value_words(check, check.required, language),
        "found": value_words(check, check.found, language),
        "article": article,
    }
    own = f"titles.lack.{check.name}"
    if has(own):
        return text(own, language, **values)
    return text("titles.lack.of-report", language, check=check_name(check, language), **values)


def open_words(check: Check, language: Language) -> str:
    """Return the questions that others must decide."""
    own, article = f"titles.open.{check.name}", check.article.number
    if has(own):
        return text(own, language, article=article)
    return text("titles.open.of-report", language, check=check_name(check, language), article=article)
