"""The fields of an entry as people type them. `where` names the place in a message: an option, a key, a cell."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from arpad.bounded import exact
from arpad.domain.rating_list import HIGHEST_RATING, TITLES
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.inputs import parse as people
from arpad.tournament.rule_keys import MOST_ROUNDS
from arpad.tournament.rules import plain

Reader = Callable[[str, str], Any]
RATINGS = ("fide", "national", "other")
"""The lists of which a player may have a rating: FIDE's, the national one, any other (or the arbiter's estimate)."""
MOST_TABLES = 9999
BETWEEN = re.compile(r"[,;\s]+")
YES, NO = ("yes", "true", "1", "sí", "si", "x"), ("no", "false", "0", "")
LABEL = "label."


def rating(where: str, typed: str) -> int:
    """A rating; 0 or nothing for a player without one."""
    return parse.whole(where, typed or "0", 0, HIGHEST_RATING)


def title(where: str, typed: str) -> str:
    """A FIDE title, nothing for none."""
    return "" if typed.lower() in ("", parse.NONE) else parse.choice(where, typed.upper(), TITLES)


def flag(where: str, typed: str) -> bool:
    if typed.lower() in (*YES, *NO):
        return typed.lower() in YES
    raise ArpadError("event-field-flag", where=where, value=typed)


def amount(where: str, typed: str) -> object:
    """A fee, as 25 or 12.50."""
    try:
        found = exact(typed.replace(",", ".") or "0")
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if found < 0 or (found * 100).denominator != 1:
        raise ArpadError("event-field-amount", where=where, value=typed)
    return plain(found)


def _words(_where: str, typed: str) -> str:
    return " ".join(typed.split())


def _sex(where: str, typed: str) -> str:
    return "" if not typed else "f" if typed.lower() == "w" else people.sex(where, typed).lower()


def _federation(_where: str, typed: str) -> str:
    return typed.strip().upper()


def _year(where: str, typed: str) -> int | None:
    return None if typed in ("", "0") else people.year_of_birth(where, typed)


def _birthday(where: str, typed: str) -> str:
    return "" if not typed else parse.date(where, typed).isoformat()


def _table(where: str, typed: str) -> int | None:
    return None if not typed else parse.whole(where, typed, 1, MOST_TABLES)


def _round(where: str, typed: str) -> int:
    return parse.whole(where, typed or "1", 1, MOST_ROUNDS)


def _groups(_where: str, typed: str) -> list[str]:
    return [word for word in BETWEEN.split(typed) if word]


FIELDS: Mapping[str, Reader] = {
    "name": _words,
    "id": _words,
    "federation": _federation,
    "sex": _sex,
    "title": title,
    "rating": rating,
    **dict.fromkeys(RATINGS, rating),
    "born": _year,
    "birthday": _birthday,
    "club": _words,
    "family": _words,
    "groups": _groups,
    "invited": flag,
    "table": _table,
    "paid": amount,
    "from_round": _round,
}
"""What may be typed of a player, and how it is read."""


def read_field(where: str, name: str, typed: str) -> Any:
    """Return a field of a player as the log keeps it."""
    if name.startswith(LABEL) and len(name) > len(LABEL):
        return _words(where, typed)
    if name not in FIELDS:
        raise ArpadError("event-field-unknown", field=name, known=", ".join((*FIELDS, f"{LABEL}NAME")))
    return FIELDS[name](where, typed.strip())


def joined(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an entry: ratings and labels in tables of their own, nothing that is not known.

    A player with other ratings and one that counts has this one as FIDE's, unless that is told too.
    """
    single = {name: value for name, value in told.items() if name not in RATINGS and not name.startswith(LABEL)}
    ratings = {name: told[name] for name in RATINGS if told.get(name)}
    if ratings and "fide" not in ratings and single.get("rating"):
        ratings = {"fide": single["rating"], **ratings}
    if ratings and not single.get("rating"):
        single["rating"] = next(iter(ratings.values()))
    labels = {name.removeprefix(LABEL): value for name, value in told.items() if name.startswith(LABEL) and value}
    return {
        name: value
        for name, value in {**single, "ratings": ratings, "labels": labels}.items()
        if value not in ("", None, {}, [], False)
    }
