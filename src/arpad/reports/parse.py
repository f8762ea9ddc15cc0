"""What people type, made into values; what cannot be used is said in one line."""

import datetime as dt
from fractions import Fraction

from arpad.domain import PlayerGame
from arpad.domain.limits import HIGHEST_RATING, LOWEST_RATING
from arpad.locale import ArpadError
from arpad.reports.dates import FIRST_YEAR, LAST_YEAR

SCORES = {"1": 2, "1.0": 2, "0.5": 1, ".5": 1, "0,5": 1, "½": 1, "1/2": 1, "=": 1, "0": 0, "0.0": 0}
FORFEITS = {"+": 2, "-": 0}
UNRATED = {"unrated", "u", "0", "0000"}
STANDING_IN = "s"
MOST_FIGURES = 18


def rating(where: str, typed: str) -> int:
    """A rating as a list would print it."""
    value = _whole(typed)
    if value is None:
        raise ArpadError("rating-number", where=where, rating=typed)
    if not LOWEST_RATING <= value <= HIGHEST_RATING:
        raise ArpadError("rating-range", where=where, rating=typed, most=HIGHEST_RATING)
    return value


def _whole(typed: str) -> int | None:
    """A whole number in plain figures, of at most 18; None for anything else."""
    figures = typed.strip().removeprefix("-")
    if not (figures.isascii() and figures.isdigit() and len(figures) <= MOST_FIGURES):
        return None
    return int(typed)


def game(typed: str) -> PlayerGame:
    """OPPONENT:SCORE[:EVENT]; the opponent a rating, `unrated`, or `s1850` where his standard rating stands in."""
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
    return [game(one) for one in typed]


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


def birth(typed: str) -> tuple[int, dt.date | None]:
    """A year of birth, or a whole date: the year, and the day where it is known."""
    if typed.isascii() and typed.isdecimal() and len(typed) == 4:
        return int(typed), None
    try:
        day = dt.date.fromisoformat(typed)
    except ValueError:
        raise ArpadError("born", value=typed) from None
    return day.year, day


def pair(option: str, typed: str, example: str) -> tuple[str, str]:
    """Two parts around a colon."""
    first, colon, second = typed.partition(":")
    if not colon or not second:
        raise ArpadError("format-form", option=option, value=typed, example=example)
    return first.strip(), second.strip()
