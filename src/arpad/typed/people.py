"""Players: the ids of starting ranks, and the data of a person."""

from collections.abc import Sequence

from arpad.domain.rating_list import FIRST_YEAR, LAST_YEAR, TITLES
from arpad.i18n import ArpadError
from arpad.typed import parse

GIVEN_TITLES = (*TITLES, "WH")


def identities(option: str, values: Sequence[str]) -> dict[int, str]:
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


def full_name(_option: str, typed: str) -> str:
    return " ".join(typed.split())


def sex(option: str, typed: str) -> str:
    return parse.choice(option, typed.lower(), ("m", "f")).upper()


def title(option: str, typed: str) -> str:
    """A title, or the word `none` for a player without one."""
    return "" if typed == parse.NONE else parse.choice(option, typed.upper(), GIVEN_TITLES)


def year_of_birth(option: str, typed: str) -> int:
    return parse.whole(option, typed, FIRST_YEAR, LAST_YEAR)


def birthday(option: str, typed: str) -> int:
    """A day as the lists write it: 20100131."""
    day = parse.date(option, typed)
    return day.year * 10_000 + day.month * 100 + day.day
