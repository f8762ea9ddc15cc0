"""Parse single values that people type: scores, ratings, persons and web addresses."""

import datetime as dt
import ipaddress
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, TypeVar
from urllib.parse import urlsplit

from arpad.domain.games import PlayerGame
from arpad.domain.rating_list import FIRST_YEAR, HIGHEST_RATING, LAST_YEAR, LOWEST_RATING, TITLES
from arpad.i18n import ArpadError
from arpad.regulations.articles import TIME_CLASSES, TimeClass

# Single values. `option` names the place where a value was typed: an option, a field or a key.

SCORES = {"1": 2, "1.0": 2, "0.5": 1, ".5": 1, "0,5": 1, "½": 1, "1/2": 1, "=": 1, "0": 0, "0.0": 0}
FORFEITS = {"+": 2, "-": 0}
UNRATED = {"unrated", "u", "0", "0000"}
STANDING_IN = "s"
MOST_FIGURES = 18
MOST = 1_000_000_000
"""The greatest number of an event, a version or a decision."""
NONE = "none"
MOST_GAMES = 1_000
BETWEEN = re.compile(r"[\s;]+")
MONTH = re.compile(r"(\d{4})-(\d{2})(?:-01)?")

Choice = TypeVar("Choice", bound=str)


def rating(where: str, typed: str) -> int:
    """A rating as a list would print it."""
    value = _whole(typed)
    if value is None:
        raise ArpadError("rating-number", where=where, rating=typed)
    if not LOWEST_RATING <= value <= HIGHEST_RATING:
        raise ArpadError("rating-range", where=where, rating=typed, most=HIGHEST_RATING)
    return value


def rating_or_none(option: str, typed: str) -> int | None:
    """A rating, or the word `none` for a player without one."""
    return None if typed == NONE else rating(option, typed)


def _whole(typed: str) -> int | None:
    """A whole number in plain figures, of at most 18; None for anything else."""
    figures = typed.strip().removeprefix("-")
    if not (figures.isascii() and figures.isdigit() and len(figures) <= MOST_FIGURES):
        return None
    return int(typed)


def game(typed: str) -> PlayerGame:
    """OPPONENT:SCORE[:EVENT]; the opponent is a rating, `unrated`, or `s1850` if the standard rating is used
    instead."""
    parts = typed.split(":", 2)
    if len(parts) < 2 or not parts[0].strip():
        raise ArpadError("game-form", game=typed)
    opponent, score = parts[0].strip().lower(), parts[1].strip()
    event = parts[2].strip() if len(parts) == 3 else ""
    played = score not in FORFEITS
    if played and score not in SCORES:
        raise ArpadError("game-score", game=typed, score=score)
    half_points = SCORES[score] if played else FORFEITS[score]
    if opponent in UNRATED:
        return PlayerGame(None, half_points, event, played)
    standing_in = opponent.startswith(STANDING_IN)
    return PlayerGame(
        rating(f"--game {typed}", opponent.removeprefix(STANDING_IN)), half_points, event, played, standing_in
    )


def games(typed: list[str] | None) -> list[PlayerGame]:
    """All games of the line; none at all is a mistake."""
    if not typed:
        raise ArpadError("no-games")
    return [game(text) for text in typed]


def games_in(typed: str) -> list[PlayerGame]:
    """A game a line, or several with blanks between: opponent:result, as `1926:1` or `2067:0.5`."""
    parts = [part for part in BETWEEN.split(typed.strip()) if part]
    if len(parts) > MOST_GAMES:
        raise ArpadError("number-range", option="games", value=len(parts), least=1, most=MOST_GAMES)
    return games(parts)


def score(option: str, typed: str) -> int:
    """A result in half points."""
    if typed not in SCORES:
        raise ArpadError("score", option=option, score=typed)
    return SCORES[typed]


def whole(option: str, typed: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    value = _whole(typed)
    if value is None:
        raise ArpadError("number-whole", option=option, value=typed, least=least, most=most)
    if not least <= value <= most:
        raise ArpadError("number-range", option=option, value=typed, least=least, most=most)
    return value


def number(option: str, typed: str) -> int:
    """The number of an event, a version or a decision."""
    return whole(option, typed, 1, MOST)


def version(typed: str | None) -> int | None:
    """The version of a list; None for the newest."""
    return None if typed is None else number("--version", typed)


def points(option: str, typed: str, example: str) -> int:
    """A total score in half points."""
    try:
        halves = Fraction(typed.replace(",", ".")) * 2
    except (ValueError, ZeroDivisionError):
        raise ArpadError("format-form", option=option, value=typed, example=example) from None
    if halves.denominator != 1 or halves < 0:
        raise ArpadError("format-form", option=option, value=typed, example=example)
    return int(halves)


def date(option: str, typed: str) -> dt.date:
    """A date as ISO writes it."""
    try:
        day = dt.date.fromisoformat(typed)
    except ValueError:
        raise ArpadError("date", option=option, value=typed) from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ArpadError("date-year", option=option, value=typed, first=FIRST_YEAR, last=LAST_YEAR)
    return day


def period(option: str, typed: str) -> dt.date:
    """2024-05 or 2024-05-01: the list of 1 May 2024."""
    day = day_or_month(option, typed)
    if day.day != 1:
        raise ArpadError("office-period-day", option=option, value=typed, month=f"{day:%Y-%m}")
    return day


def day_or_month(option: str, typed: str) -> dt.date:
    """A date, or a month for its first day."""
    if re.fullmatch(r"\d{4}-\d\d", typed):
        try:
            return dt.date(int(typed[:4]), int(typed[5:]), 1)
        except ValueError:
            raise ArpadError("office-period", option=option, value=typed) from None
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", typed):
        raise ArpadError("office-period", option=option, value=typed)
    return date(option, typed)


def period_in_address(typed: str) -> dt.date:
    """The list of a month in the address of a page: 2024-05 is the list of 1 May 2024."""
    match = MONTH.fullmatch(typed)
    if match is None or not 1 <= int(match[2]) <= 12 or int(match[1]) < 1:
        raise ArpadError("web-period", value=typed[:20])
    return dt.date(int(match[1]), int(match[2]), 1)


def birth(typed: str) -> tuple[int, dt.date | None]:
    """Read a year of birth, or a whole date: the year, and the day if it is known."""
    if typed.isascii() and typed.isdecimal() and len(typed) == 4:
        return int(typed), None
    try:
        day = dt.date.fromisoformat(typed)
    except ValueError:
        raise ArpadError("born", value=typed) from None
    return day.year, day


OLDEST = 130


def check_birth(year: int | None, typed: object, day: dt.date) -> None:
    """Refuse a year in which nobody can be born who plays on a day."""
    if year is not None and not 0 <= day.year - year <= OLDEST:
        raise ArpadError("born-range", value=str(typed), date=day.isoformat())


def pair(option: str, typed: str, example: str) -> tuple[str, str]:
    """Two parts around a colon."""
    first, colon, second = typed.partition(":")
    if not colon or not second:
        raise ArpadError("format-form", option=option, value=typed, example=example)
    return first.strip(), second.strip()


def choice(option: str, typed: str, known: Sequence[Choice]) -> Choice:
    """One of the words that are known here."""
    for word in known:
        if word == typed:
            return word
    raise ArpadError("format-form", option=option, value=typed, example=" | ".join(known))


def time_class(option: str, typed: str) -> TimeClass:
    return choice(option, typed, TIME_CLASSES)


def federation(option: str, typed: str) -> str:
    """Three letters."""
    code = typed.strip().upper()
    if not re.fullmatch(r"[A-Z]{3}", code):
        raise ArpadError("office-federation", option=option, value=typed)
    return code


# Players: the ids of starting ranks, and the data of a person.

GIVEN_TITLES = (*TITLES, "WH")


def identities(option: str, values: Sequence[str]) -> dict[int, str]:
    """RANK=ID, as often as there are players."""
    found: dict[int, str] = {}
    for value in values:
        rank, equals, id_ = value.partition("=")
        if not equals or not id_.strip() or not rank.strip().isdecimal():
            raise ArpadError("format-form", option=option, value=value, example="12=2250000")
        place = whole(option, rank, 1, 9999)
        if place in found:
            raise ArpadError("office-rank-twice", rank=place)
        found[place] = id_.strip()
    return found


def full_name(_option: str, typed: str) -> str:
    return " ".join(typed.split())


def sex(option: str, typed: str) -> str:
    return choice(option, typed.lower(), ("m", "f")).upper()


def title(option: str, typed: str) -> str:
    """A title, or the word `none` for a player without one."""
    return "" if typed == NONE else choice(option, typed.upper(), GIVEN_TITLES)


def year_of_birth(option: str, typed: str) -> int:
    return whole(option, typed, FIRST_YEAR, LAST_YEAR)


def birthday(option: str, typed: str) -> int:
    """A day as the lists write it: 20100131."""
    day = date(option, typed)
    return day.year * 10_000 + day.month * 100 + day.day


# Addresses of a server, as they are printed as QR codes: whether the telephones of a hall can open them.

Unreachable = Literal["loopback", "everywhere", "link-local", "one-word"]
"""Why telephones cannot open an address: it means the machine itself; it is where a server listens, not where it is;
it holds on one cable only; it is a name that only some networks know."""


def server_address(typed: str) -> str:
    """Return the address of a server, without anything behind it; refuse what is none."""
    parts = urlsplit(typed.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ArpadError("event-paper-address", value=typed)
    return typed.strip().rstrip("/")


def unreachable(address: str) -> Unreachable | None:
    """Return why telephones cannot open an address, None if nothing speaks against it."""
    host = (urlsplit(address).hostname or "").rstrip(".")
    if is_loopback(host):
        return "loopback"
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None if "." in host else "one-word"
    if found.is_unspecified:
        return "everywhere"
    return "link-local" if found.is_link_local else None


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
