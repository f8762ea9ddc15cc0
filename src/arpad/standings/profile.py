"""What a condition may ask of a player: each word with its kind, and what a player's profile says to it."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from arpad.domain.event import Player

Sort = Literal["number", "birth", "sex", "federation", "title", "text"]
"""What kind of value a word is compared with."""
WORDS: Mapping[str, Sort] = {
    "rating": "number",
    "age": "number",
    "born": "birth",
    "sex": "sex",
    "federation": "federation",
    "title": "title",
    "points": "number",
    "rank": "number",
    "id": "text",
}

Value = Fraction | dt.date | str


@dataclass(frozen=True, slots=True)
class Span:
    """A value that is known: from `low` to `high`, which are equal unless only the year of birth is known."""

    low: Value
    high: Value


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a player. None or empty: not known; but without a rating or a title they have none.

    `born` is the year of birth, `birthday` the whole day. Ages are those on the day `on`. `others` are further columns
    of a ranking, by their name in small letters.
    """

    rating: int | None = None
    born: int | None = None
    birthday: dt.date | None = None
    sex: str | None = None
    federation: str = ""
    title: str = ""
    points: Fraction | None = None
    rank: int | None = None
    id: str = ""
    on: dt.date | None = None
    others: Mapping[str, str] = field(default_factory=dict)


def profile_of(
    player: Player, points: Fraction | None = None, rank: int | None = None, on: dt.date | None = None
) -> Profile:
    """Return what a report says of a player, with their points and rank in the standings."""
    born = player.born if player.birthday is None else player.birthday.year
    return Profile(
        player.rating,
        born,
        player.birthday,
        player.sex,
        player.federation,
        player.title,
        points,
        rank,
        player.id,
        on,
    )


def known(profile: Profile, word: str) -> Span | None:
    """Return what a profile says to a word; None if it says nothing."""
    match word:
        case "born":
            return _birth(profile)
        case "age":
            return _age(profile)
        case "rating" | "points" | "rank":
            number = getattr(profile, word)
            return None if number is None else Span(Fraction(number), Fraction(number))
        case "sex" | "federation" | "title" | "id":
            text = str(getattr(profile, word) or "").casefold()
        case _:
            text = profile.others.get(word, "").strip().casefold()
    return Span(text, text) if text else None


def _birth(profile: Profile) -> Span | None:
    if profile.birthday is not None:
        return Span(profile.birthday, profile.birthday)
    if profile.born is None:
        return None
    return Span(dt.date(profile.born, 1, 1), dt.date(profile.born, 12, 31))


def _age(profile: Profile) -> Span | None:
    """Return the age on the day asked; of a year of birth alone, the two ages it may be."""
    birth = _birth(profile)
    if birth is None or profile.on is None:
        return None
    assert isinstance(birth.low, dt.date)
    assert isinstance(birth.high, dt.date)
    return Span(Fraction(_years(birth.high, profile.on)), Fraction(_years(birth.low, profile.on)))


def _years(birth: dt.date, on: dt.date) -> int:
    """Return the whole years lived. Somebody born on 29 February has their birthday on 28 February of other years."""
    leap = on.year % 4 == 0 and (on.year % 100 != 0 or on.year % 400 == 0)
    day = 28 if (birth.month, birth.day) == (2, 29) and not leap else birth.day
    return on.year - birth.year - ((on.month, on.day) < (birth.month, day))
