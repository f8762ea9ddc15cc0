"""Arguments of the library's functions: files, scores, dates, facts and players, checked and converted.

A value that cannot be used raises an `ArpadError` that names the argument and says what to write instead.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from operator import index
from typing import Any, TypeVar

from arpad.clock import instant
from arpad.documents.document import known_language
from arpad.domain.event import SYSTEMS, Player, System
from arpad.domain.games import PlayerGame, points
from arpad.domain.rating_list import HIGHEST_RATING, LEAST_K, LOWEST_RATING, MOST_K
from arpad.eligibility.facts import FACTS, Facts, facts_in_words
from arpad.i18n import ArpadError, Words, exact, hundredths
from arpad.inputs import parse
from arpad.inputs.declared import by_name

# Values as a program has them, checked: scores in points, ratings, K, dates, games. A value that cannot be used raises
# an `ArpadError` that names the argument and says what to write instead.

Score = int | float | str | Decimal | Fraction
"""Points of the player: 1, 0.5, 0, "1-0", "=", "½", "0-1"; "+" and "-" are forfeits."""
GameLike = tuple[int | None, Score] | tuple[int | None, Score, str] | str
"""(opponent, score) or (opponent, score, event); or a text as on the command line, "1926:1". An opponent without a
rating is None."""
Day = dt.date | str
"""A day: a date, or a text like 2024-05-01."""
Word = TypeVar("Word", bound=str)

RESULTS: dict[Any, int] = {
    **parse.SCORES, 0: 0, Fraction(1, 2): 1, 1: 2,
    "1-0": 2, "1–0": 2, "½-½": 1, "½–½": 1, "1/2-1/2": 1, "0.5-0.5": 1, "0-1": 0, "0–1": 0,
}  # fmt: skip
"""Results as texts and as numbers of any kind, in half points of the player named first."""
MOST_GAMES = 10_000
OPPONENT = "opponent"


def half_points(score: object) -> int:
    """Return a score of a game that was played, in whole half points."""
    try:
        halves = None if isinstance(score, bool) else RESULTS.get(score.strip() if isinstance(score, str) else score)
    except TypeError:  # a value that is no key of a dictionary
        halves = None
    if halves is None:
        raise ArpadError("surface.points", score=str(score))
    return halves


def in_points(halves: int) -> Decimal:
    """Return half points as points: 3 is 1.5."""
    return exact_decimal(points(halves))


def in_points_or_none(halves: int | None) -> Decimal | None:
    return None if halves is None else in_points(halves)


def exact_decimal(value: Fraction) -> Decimal:
    """Return a fraction whose digits end as a decimal with exactly these digits."""
    found = exact(value)
    assert found is not None
    return found


def in_decimals(value: int | None) -> Decimal | None:
    """Return whole hundredths as a decimal, None for None."""
    return None if value is None else hundredths(value)


def whole(name: str, value: object, least: int, most: int) -> int:
    """Check a whole number between two bounds."""
    found = _index(value)
    if found is None:
        raise ArpadError("number-whole", option=name, value=str(value), least=least, most=most)
    if not least <= found <= most:
        raise ArpadError("surface.number-range-write", option=name, value=found, least=least, most=most)
    return found


def _index(value: object) -> int | None:
    """Return a whole number of any type as an int, None for anything else."""
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def rating(name: str, value: object) -> int:
    """Check a rating as a list would print it."""
    found = _index(value)
    if found is None or not LOWEST_RATING <= found <= HIGHEST_RATING:
        key = "surface.opponent-rating" if name == OPPONENT else "surface.rating-argument"
        raise ArpadError(key, where=name, rating=repr(value), most=HIGHEST_RATING)
    return found


def k_of(value: object) -> int:
    """Check a K that a regulation could give."""
    return whole("k", value, LEAST_K, MOST_K)


TODAY = "today"


def day(name: str, value: object) -> dt.date:
    """Return a day from a date, or from a text as ISO writes it; for `on` also "today", the day in UTC."""
    if (name, value) == ("on", TODAY):
        return instant().date()
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, dt.date):
        return value
    if not isinstance(value, str):
        raise ArpadError("date", option=name, value=str(value))
    return parse.date(name, value)


def day_or_none(name: str, value: object) -> dt.date | None:
    return None if value is None else day(name, value)


def period(name: str, value: object) -> dt.date:
    """Return the day of the list of a month: 2024-05, or its first day."""
    return parse.period(name, value.isoformat() if isinstance(value, dt.date) else str(value))


def list_day(name: str, value: object) -> dt.date:
    """Return the day of a list from a date, or from a month for its first day."""
    return value if isinstance(value, dt.date) else parse.day_or_month(name, str(value))


def birth(value: object) -> tuple[int | None, dt.date | None]:
    """Return the year of birth, and the day if it is known, from a year or a whole date."""
    if value is None:
        return None, None
    if isinstance(value, dt.date):
        return value.year, value
    return parse.birth(str(value))


language = known_language


def who(name: object) -> str:
    """Return the name for a log."""
    if not isinstance(name, str) or not name.strip():
        raise ArpadError("office-who")
    return " ".join(name.split())


def chosen(name: str, value: object, known: Sequence[Word]) -> Word:
    """Check that a value is one of several words."""
    for word in known:
        if value == word:
            return word
    raise ArpadError("surface.choice", option=name, value=str(value), known=", ".join(known))


def several(value: str | Sequence[str] | None) -> list[str]:
    """Return words from a list, or from one text with commas between them."""
    if value is None:
        return []
    return [word.strip() for word in (value.split(",") if isinstance(value, str) else map(str, value)) if word.strip()]


def games(given: Iterable[GameLike]) -> list[PlayerGame]:
    """Return the games of a player; no games at all is a mistake."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ArpadError("surface.game-tuples", game=str(given))
    found = [game(one) for one in given]
    if not found:
        raise ArpadError("surface.no-games-given")
    if len(found) > MOST_GAMES:
        raise ArpadError("surface.number-range-write", option="games", value=len(found), least=1, most=MOST_GAMES)
    return found


def game(given: object) -> PlayerGame:
    """Return one game from (opponent, score), (opponent, score, event) or a text. A `PlayerGame`, which counts half
    points, is refused: its 1 is a draw."""
    if isinstance(given, str):
        return parse.game(given)
    if isinstance(given, PlayerGame) or not isinstance(given, Sequence) or len(given) not in (2, 3):
        raise ArpadError("surface.game-tuples", game=str(given))
    opponent, score, event = (*given, "")[:3]
    met = None if opponent is None else rating(OPPONENT, opponent)
    forfeit = parse.FORFEITS.get(score.strip()) if isinstance(score, str) else None
    if forfeit is not None:
        return PlayerGame(met, forfeit, str(event), played=False)
    return PlayerGame(met, half_points(score), str(event))


# The facts of an event that its report does not have, as a program gives them.


def facts_given(given: Mapping[str, Any]) -> Facts:
    """Facts of an event that its report does not have, by their names: registered="2024-05-01", hybrid=False."""
    facts = {fact.name: fact for fact in FACTS}
    for name in given:
        if name not in facts:
            raise ArpadError("facts-unknown", name=name, known=", ".join(sorted(facts)))
    for name, value in given.items():
        if facts[name].yes_or_no and not isinstance(value, bool | None):
            raise ArpadError("surface.yes-or-no", option=name, value=repr(value))
    as_given = {name for name, fact in facts.items() if fact.yes_or_no or fact.several}
    typed = {name: value if name in as_given else str(value) for name, value in given.items() if value is not None}
    return facts_in_words(typed, by_name)


def system_given(name: str | None) -> System | None:
    """How an event is played, if somebody says so."""
    return None if name is None else chosen("format", name, SYSTEMS)


# Finding a player of a report.

NEAR = 3
"""The most names that are suggested."""


def find_player(players: Sequence[Player], who: int | str) -> Player:
    """Return a player by starting number, name or ID. Give the number of a player who shares the name with another."""
    return find_part(players, who, "rank")


Part = TypeVar("Part")


def find_part(parts: Sequence[Part], who: object, number: str = "number") -> Part:
    """Return what is about a player, by starting number (the attribute `number`), name or ID."""
    numbers = [getattr(part, number, None) for part in parts]
    if isinstance(who, int) and not isinstance(who, bool):
        found = [part for part, own in zip(parts, numbers, strict=True) if own == who]
    else:
        found = [part for part in parts if _is_called(part, who)]
    if len(found) == 1:
        return found[0]
    if found:
        ranks = ", ".join(str(getattr(part, number, "–")) for part in found)
        raise ArpadError("surface.player-several", player=str(who), count=len(found), ranks=ranks)
    known = [own for own in numbers if own is not None] or [0]
    names = dict.fromkeys(str(getattr(part, "name", "")) for part in parts)
    near = get_close_matches(str(who), [name for name in names if name], NEAR)
    perhaps = Words("surface.near", names=" | ".join(near)) if near else ""
    raise ArpadError("surface.player-unknown", player=str(who), first=min(known), last=max(known), near=perhaps)


def is_named(parts: Iterable[object], who: object) -> bool:
    """Whether something is about a player, by name or ID."""
    return any(_is_called(part, who) for part in parts)


def _is_called(part: object, who: object) -> bool:
    return bool(who) and who in (getattr(part, "name", None), getattr(part, "id", None))
