"""Players: who a rank of a report is, and what is to be known of a person from now on."""

from collections.abc import Callable, Mapping, Sequence

from arpad.locale import ArpadError
from arpad.regulations import TITLES as FIDE_TITLES
from arpad.typed import parse

FIRST_YEAR, LAST_YEAR = 1850, 2999
TITLES = (*FIDE_TITLES, "WH")


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


def person_changes(
    given: Mapping[str, str | None], *, deceased: bool, option: Callable[[str], str]
) -> dict[str, str | int]:
    """What is to be known of a player from now on: name, federation, sex, title, born, birthday. None: as it is."""
    made: dict[str, Callable[[str, str], str | int]] = {
        "name": lambda _, value: " ".join(value.split()),
        "federation": parse.federation,
        "sex": lambda where, value: parse.choice(where, value.lower(), ("m", "f")).upper(),
        "title": lambda where, value: "" if value == parse.NONE else parse.choice(where, value.upper(), TITLES),
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
