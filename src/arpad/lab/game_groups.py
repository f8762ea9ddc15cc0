"""Group and count games by rating difference, result, age, K and games played so far."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from arpad.domain.rating_list import HIGHEST_RATING
from arpad.lab.source import GameBlock, LabPeople, ListColumns, ScaleStep
from arpad.rating.columns import Mask, Numbers, Wide

# Ages on the day of a list: the year of the list minus the year of birth.

BOUNDS = (12, 16, 19, 31, 51, 66)
"""Each group ends before this age."""
AGE_GROUPS = ("under-12", "12-15", "16-18", "19-30", "31-50", "51-65", "over-65", "unknown")
UNKNOWN = len(AGE_GROUPS) - 1
GROUP_OF_AGE: Numbers = np.searchsorted(BOUNDS, np.arange(BOUNDS[-1] + 1), side="right").astype(np.int32)
"""The group of every age; older people are in the last one."""
JUNIOR = 20
"""A junior is born in the year of the list minus this many, or later."""


def age_groups(born: Numbers, year: int) -> Numbers:
    """Return the group of everybody as a place among AGE_GROUPS."""
    found: Numbers = np.where(born > 0, GROUP_OF_AGE.take(year - born, mode="clip"), np.int32(UNKNOWN))
    return found


def is_junior(born: Numbers, year: int) -> Mask:
    """Return who is a junior; players whose year of birth is not known are not."""
    return np.asarray((born > 0) & (born >= year - JUNIOR))


# Games counted by difference and result: nearly everything that the laboratory says about games follows from it. A
# cell is a difference, White's rating minus Black's, and White's half points. Counts are only added up, so they may be
# made anywhere and in any order.

FARTHEST = HIGHEST_RATING
DIFFERENCES: Numbers = np.arange(-FARTHEST, FARTHEST + 1, dtype=np.int32)
RESULTS = 3
CELLS = RESULTS * len(DIFFERENCES)


def _none() -> Wide:
    return np.zeros((len(DIFFERENCES), RESULTS), dtype=np.int64)


def cells(difference: Numbers, score: Any) -> Numbers:
    """Return the cell of every game."""
    found: Numbers = (difference + np.int32(FARTHEST)) * np.int32(RESULTS) + score
    return found


@dataclass(slots=True)
class GameCounts:
    """Counts by difference and result, a row for each difference. `capped` are those in which the cap held for the
    favourite, by the cap."""

    games: Wide = field(default_factory=_none)
    capped: dict[int, Wide] = field(default_factory=dict)

    def add(self, block: GameBlock, cap: int) -> None:
        """Count the games of a block."""
        place = cells(block.difference, block.score)
        self.games += counted_cells(place)
        if block.capped.any():
            self.capped.setdefault(cap, _none())
            self.capped[cap] += counted_cells(place[block.capped])

    def __add__(self, other: "GameCounts") -> "GameCounts":
        caps = sorted({*self.capped, *other.capped})
        capped = {cap: self.capped.get(cap, _none()) + other.capped.get(cap, _none()) for cap in caps}
        return GameCounts(self.games + other.games, capped)

    def __len__(self) -> int:
        return int(self.games.sum())

    def of_favourites(self) -> "GameCounts":
        """Return the same games seen by the higher rated player; if both are equal, by White."""
        return GameCounts(_turned(self.games), {cap: _turned(counts) for cap, counts in self.capped.items()})


def counted_cells(place: Numbers) -> Wide:
    """Return how many games are in each cell, a row for each difference."""
    return np.bincount(place, minlength=CELLS).reshape(-1, RESULTS)


def _turned(counts: Wide) -> Wide:
    """Return counts with the games below 0 seen from the other side."""
    turned = counts + counts[::-1, ::-1]
    turned[:FARTHEST] = 0
    turned[FARTHEST] = counts[FARTHEST]
    return turned


# Games are grouped not only by their difference, but also by ratings, ages, K and games so far. The
# favourite is the higher rated player, of equal ones White; the other one is the underdog.

RATING_LOWS = (0, *range(1200, 2801, 200))
GAME_LOWS = (0, 30, 100, 300, 1000)
COEFFICIENTS = (0, 10, 15, 20, 25, 30, 40)
"""K as the editions know it; a list is asked for the next below."""
BY = ("difference", "rating", "colour", "age", "gap-age", "k", "games")
BY_GAP = ("rating", "gap-age")
"""Of these kinds each group has all bands of differences; of the others one line."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a game's players were before it: the list before, and the games so far."""

    people: LabPeople
    before: ListColumns
    so_far: Wide


KeyOf = Callable[[GameBlock, Moment], Numbers]


@dataclass(frozen=True, slots=True)
class GameKey:
    """A kind of groups: their names, and the group of every game of a block as a place among them."""

    names: tuple[str, ...]
    of: KeyOf


def _underdog(block: GameBlock) -> Numbers:
    underdog: Numbers = np.where(block.difference >= 0, block.black, block.white)
    return underdog


def _lows(lows: Sequence[int], values: Numbers | Wide) -> Numbers:
    return (np.searchsorted(np.asarray(lows, dtype=values.dtype), values, side="right") - 1).astype(np.int32)


def _between(lows: Sequence[int]) -> tuple[str, ...]:
    """Name groups by their ends."""
    ends = [f"{low}–{high - 1}" for low, high in pairwise(lows)]
    return (*ends, f"{lows[-1]}+")


def _rating(block: GameBlock, _moment: Moment) -> Numbers:
    """Return the favourite's rating: White's, or White's and what Black has more."""
    return _lows(RATING_LOWS, block.rating - np.minimum(block.difference, 0))


def _age(block: GameBlock, moment: Moment) -> Numbers:
    return age_groups(moment.people.born.take(_underdog(block)), moment.before.date.year)


def _k(block: GameBlock, moment: Moment) -> Numbers:
    return _lows(COEFFICIENTS, moment.before.k[_underdog(block)])


def _games(block: GameBlock, moment: Moment) -> Numbers:
    return _lows(GAME_LOWS, moment.so_far[_underdog(block)])


def _one(block: GameBlock, _moment: Moment) -> Numbers:
    return np.zeros(len(block), dtype=np.int32)


KEYS = {
    "difference": GameKey(("",), _one),
    "rating": GameKey(_between(RATING_LOWS), _rating),
    "colour": GameKey(("",), _one),
    "age": GameKey(AGE_GROUPS, _age),
    "gap-age": GameKey(AGE_GROUPS, _age),
    "k": GameKey(tuple(str(k) for k in COEFFICIENTS), _k),
    "games": GameKey(_between(GAME_LOWS), _games),
}


@dataclass(slots=True)
class KeyedCounts:
    """Games counted by group, difference and result."""

    key: GameKey
    games: Wide = field(init=False)
    capped: dict[int, Wide] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.games = self._none()

    def _none(self) -> Wide:
        return np.zeros(len(self.key.names) * CELLS, dtype=np.int64)

    def add(self, block: GameBlock, moment: Moment, cap: int) -> None:
        """Count the games of a block."""
        place = self.key.of(block, moment) * np.int32(CELLS) + cells(block.difference, block.score)
        self.games += np.bincount(place, minlength=len(self.games))
        if block.capped.any():
            self.capped.setdefault(cap, self._none())
            self.capped[cap] += np.bincount(place[block.capped], minlength=len(self.games))

    def add_step(self, step_and_moment: tuple[ScaleStep, Moment]) -> ScaleStep:
        """Count all games of a step."""
        step, moment = step_and_moment
        for block in step.blocks():
            self.add(block, moment, step.cap)
        return step

    def of(self, group: int) -> GameCounts:
        """Return the counts of one group."""
        part = slice(group * CELLS, (group + 1) * CELLS)
        capped = {cap: counts[part].reshape(-1, RESULTS) for cap, counts in self.capped.items()}
        return GameCounts(self.games[part].reshape(-1, RESULTS), capped)

    def whole(self) -> GameCounts:
        """Return the counts of all groups together."""
        return sum((self.of(group) for group in range(len(self.key.names))), GameCounts())
