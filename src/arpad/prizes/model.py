"""What prizes are computed from: the ranking, and the rules that were announced before the event."""

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from arpad.prizes.money import Currency, RoundingRule
from arpad.prizes.progress import Progress
from arpad.standings.conditions import Condition, Profile

PrizeSystem = Literal["equal", "place", "hort"]
"""How players level on points share: equally, by their places, or half and half (Hort)."""
PRIZE_SYSTEMS: tuple[PrizeSystem, ...] = get_args(PrizeSystem)

PrizePolicy = Literal["cumulative", "main-first", "higher"]
"""What becomes of a player who could have a main prize and one of a category."""
PRIZE_POLICIES: tuple[PrizePolicy, ...] = get_args(PrizePolicy)

NOBODY = Profile()
"""A player of whom nothing is known."""

Measure = Literal["rank", "progress"]
MEASURES: tuple[Measure, ...] = get_args(Measure)


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A row of the ranking. `decided`: a play-off settled this place, so it is shared with nobody.

    `row` is where the file tells it.
    """

    rank: int
    points: Fraction
    name: str = ""
    profile: Profile = NOBODY
    decided: bool = False
    progress: Progress | None = None
    row: int = 0

    @property
    def id(self) -> str:
        return self.profile.id


@dataclass(frozen=True, slots=True)
class PrizeCategory:
    """Prizes of their own for players who meet a condition, best first."""

    name: str
    where: Condition
    prizes: tuple[int, ...]
    by: Measure = "rank"


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """The prizes and how they are shared. Amounts are minor units.

    `places`: only these ranks share; None: every player of a group that has a prize. `unit`: money is paid in these
    steps. `decided`: ranks that a play-off settled. `date`: the day on which ages count. `assumed`: nobody said the
    system, so it is the first one.
    """

    currency: Currency
    prizes: tuple[int, ...]
    system: PrizeSystem = "equal"
    places: int | None = None
    unit: int = 1
    rounding: RoundingRule = "rank"
    policy: PrizePolicy = "main-first"
    categories: tuple[PrizeCategory, ...] = ()
    progress_games: int = 5
    decided: frozenset[int] = frozenset()
    date: dt.date | None = None
    assumed: bool = False
