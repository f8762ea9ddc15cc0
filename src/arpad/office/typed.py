"""What people type for the office, made into values. `option` names the place where it was typed."""

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence

from arpad.domain import SYSTEMS, System
from arpad.locale import ArpadError
from arpad.regulations import TIME_CLASSES, TimeClass
from arpad.regulations import TITLES as FIDE_TITLES
from arpad.reports import parse

NONE = "none"
MOST = 1_000_000_000
FIRST_YEAR, LAST_YEAR = 1850, 2999
TITLES = (*FIDE_TITLES, "WH")


def period(option: str, value: str) -> dt.date:
    """2024-05 or 2024-05-01: the list of 1 May 2024."""
    day = day_or_month(option, value)
    if day.day != 1:
        raise ArpadError("office-period-day", option=option, value=value, month=f"{day:%Y-%m}")
    return day


def day_or_month(option: str, value: str) -> dt.date:
    """A date, or a month for its first day."""
    if re.fullmatch(r"\d{4}-\d\d", value):
        try:
            return dt.date(int(value[:4]), int(value[5:]), 1)
        except ValueError:
            raise ArpadError("office-period", option=option, value=value) from None
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        raise ArpadError("office-period", option=option, value=value)
    return parse.date(option, value)


def time_class(value: str, option: str = "--time-class") -> TimeClass:
    for known in TIME_CLASSES:
        if value == known:
            return known
    raise ArpadError("format-form", option=option, value=value, example=" | ".join(TIME_CLASSES))


def playing_system(value: str, option: str = "--format") -> System:
    for known in SYSTEMS:
        if value == known:
            return known
    raise ArpadError("format-form", option=option, value=value, example=" | ".join(SYSTEMS))


def rating(value: str, option: str = "RATING") -> int | None:
    """A rating, or none."""
    return None if value == NONE else parse.rating(option, value)


def federation(option: str, value: str) -> str:
    """Three letters."""
    if not re.fullmatch(r"[A-Za-z]{3}", value):
        raise ArpadError("office-federation", option=option, value=value)
    return value.upper()


def choice(option: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise ArpadError("format-form", option=option, value=value, example=" | ".join(known))
    return value


def identities(values: Sequence[str], option: str = "--player") -> dict[int, str]:
    """RANK=ID, as often as there are players."""
    found: dict[int, str] = {}
    for value in values:
        rank, equals, id_ = value.partition("=")
        if not equals or not id_.strip() or not rank.strip().isdecimal():
            raise ArpadError("format-form", option=option, value=value, example="12=2250000")
        place = parse.whole(option, rank, 1, 9999)
        if place in found:
            raise ArpadError("office-rank-twice", rank=place)
        found[place] = id_.strip()
    return found


def person_changes(
    given: Mapping[str, str | None], *, deceased: bool, option: Callable[[str], str]
) -> dict[str, str | int]:
    """What is to be known of a player from now on: name, federation, sex, title, born, birthday. None: as it is."""
    made: dict[str, Callable[[str, str], str | int]] = {
        "name": lambda _, value: " ".join(value.split()),
        "federation": federation,
        "sex": lambda where, value: choice(where, value.lower(), ("m", "f")).upper(),
        "title": lambda where, value: "" if value == NONE else choice(where, value.upper(), TITLES),
        "born": lambda where, value: parse.whole(where, value, FIRST_YEAR, LAST_YEAR),
        "birthday": _day_as_number,
    }
    changes = {name: make(option(name), value) for name, make in made.items() if (value := given.get(name)) is not None}
    if deceased:
        changes["deceased"] = 1
    if not changes or changes.get("name") == "":
        raise ArpadError("office-person-nothing")
    return changes


def _day_as_number(option: str, value: str) -> int:
    day = parse.date(option, value)
    return day.year * 10_000 + day.month * 100 + day.day
