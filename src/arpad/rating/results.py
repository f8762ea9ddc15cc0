"""Results of a rating with their parts; rounding over whole numbers, and the symbols of averages (Rc, Ra)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Protocol, TypeVar

from msgspec import UNSET, UnsetType

from arpad.documents.document import ArticleNumber, Document, InWords, ShownAs, TextOrNone, shows
from arpad.documents.schema import HalfPoints, Hundredths
from arpad.documents.steps import Reasons, Step, sentence
from arpad.domain.games import PlayerGame
from arpad.rating.columns import Wide
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import RoundingName

# What the engine returns for a rated player. Expectations and sums are whole hundredths, scores whole half points.


RoundedAverage = Annotated[Fraction, ShownAs(int, lambda average: rounded("half-up", average))]


class OwnGame(Document, frozen=True):
    """A game of the player."""

    game: PlayerGame

    @property
    def opponent(self) -> int | None:
        return self.game.opponent

    @property
    def score(self) -> HalfPoints:
        return self.game.score

    @property
    def event(self) -> TextOrNone:
        return self.game.event


class GameChange(OwnGame, frozen=True):
    """A game that counts for a change: D, the D used, PD and score − PD. `own_k`: a K of its own, by its number."""

    shown = shows("opponent", "score", "event", "difference", "used_difference", "capped", "expected", "change")
    difference: int
    used_difference: int
    expected: Hundredths
    change: Hundredths
    own_k: int | None = None

    @property
    def capped(self) -> bool:
        return self.used_difference != self.difference

    def times_k(self, k: int) -> int:
        """K times the change, with the K of the period or the game's own."""
        return (k if self.own_k is None else self.own_k) * self.change


class EventChange(Document, frozen=True):
    """An event that counts by its average: D = R − Rc, PD, We, and W − We; the change is K times it."""

    shown = shows(
        "event", "games", "average", "average_exact", "difference", "expected", "expected_score", "score", "result",
        "change",
    )  # fmt: skip
    event: TextOrNone
    games: int
    score: HalfPoints
    average: RoundedAverage
    difference: int
    expected: Hundredths
    expected_score: Hundredths
    result: Hundredths
    change: Hundredths = 0

    @property
    def average_exact(self) -> str:
        return str(self.average)


class NotCounted(OwnGame, frozen=True):
    """A game that does not count, and why."""

    shown = shows("opponent", "score", "event", "code", "article", "reason")
    code: str
    article: ArticleNumber

    @property
    def reason(self) -> Annotated[Step, InWords(str, sentence)]:
        opponent = "@word.unrated" if self.game.opponent is None else self.game.opponent
        return Step(self.article, f"left-out.{self.code}", {"opponent": opponent}, None)


class RatingChange(Document, frozen=True):
    """The change of a rated player over one event or one period. `listed_k` is K before the limit of K times n.

    `below_floor`: with the new rating the next list shows the player as not rated.
    """

    shown = shows(
        "edition", "rating", "k", "listed_k", "games", "not_counted", "games_counted", "sum", "change",
        "rounded_change", "new_rating", "below_floor", "steps", "events",
    )  # fmt: skip
    edition: str
    rating: int
    listed_k: int
    k: int
    games: tuple[GameChange, ...]
    averaged: tuple[EventChange, ...]
    not_counted: tuple[NotCounted, ...]
    games_counted: int
    sum: Hundredths
    change: Hundredths
    rounded_change: int
    new_rating: int
    below_floor: bool
    steps: Reasons

    @property
    def events(self) -> tuple[EventChange, ...] | UnsetType:
        """The events of an edition that rates by their averages."""
        return self.averaged or UNSET


# Rounding as named functions over whole numbers: a numerator and its denominator, never a float. A formula works for
# one number and for a column of numbers: it has no `if` on a number.

Whole = TypeVar("Whole", int, Wide)
"""One whole number, or a column of them."""


class Rounding(Protocol):
    """A way of rounding a numerator over its denominator."""

    def __call__(self, numerator: Whole, denominator: Whole | int) -> Whole: ...


def half_away_from_zero(numerator: Whole, denominator: Whole | int) -> Whole:
    """To the nearest whole; a half away from zero: 2.5 is 3, −2.5 is −3 (FIDE 8.57, and 8.3.4 in its original)."""
    nearest = (2 * abs(numerator) + denominator) // (2 * denominator)
    return nearest * (1 - 2 * (numerator < 0))


def half_up(numerator: Whole, denominator: Whole | int) -> Whole:
    """To the nearest whole; a half upwards: 2.5 is 3, −2.5 is −2 (B.01 1.4.7b, 1.4.9)."""
    return (2 * numerator + denominator) // (2 * denominator)


ROUNDINGS: Mapping[RoundingName, Rounding] = {
    "half-away-from-zero": half_away_from_zero,
    "half-up": half_up,
}


def rounded_sum(name: RoundingName, old: Whole, change: Whole, unit: int) -> Whole:
    """An old rating plus a change in hundredths, to a multiple of a unit. A tie is a tie of the change: half away from
    zero means away from the old rating, so that 2000 − 2.5 is 1997 as 2000 + 2.5 is 2003."""
    side = 1 - 2 * ((change < 0) & (name == "half-away-from-zero"))
    return side * half_up(side * (100 * old + change), 100 * unit) * unit


def is_half(old: int, change: int, unit: int) -> bool:
    """Return whether the sum is exactly between two multiples of the unit."""
    return 2 * (100 * old + change) % (200 * unit) == 100 * unit


def rounded(name: RoundingName, value: Fraction | int, unit: int = 1) -> int:
    """A value rounded by the named function to a multiple of a unit."""
    return ROUNDINGS[name](value.numerator, value.denominator * unit) * unit


# The symbol for an average: Rc in FIDE's texts of 2003 to 2017, Ra in FEDA's text and from 2022 on.


def newcomer_average(edition: Edition) -> str:
    """The average of an unrated player's opponents: Rc by 10.21a and 8.21a, Ra by FEDA 9.21.a and 8.2.2."""
    return edition.initial.average.value.partition(" = ")[0]


def opponents_average(edition: Edition) -> str:
    """Return the symbol of the average for a rated player, if an edition rates by event: Rc by 10.51, Ra by FEDA
    9.51."""
    return edition.change.difference.value.rpartition(" - ")[2]


def competition_average(edition: Edition) -> str:
    """The average of a round robin as it counts for its unrated players: Rc, which is also Ra (10.21b); FEDA: Ra."""
    own = newcomer_average(edition)
    return own if own == "Ra" else f"{own} = Ra"
