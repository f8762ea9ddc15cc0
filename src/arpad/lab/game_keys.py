"""By what else games are told apart than by their difference: ratings, ages, K and games so far, each as groups.

The favourite is the higher rated player, of equal ones White; the other one is the underdog.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from arpad.lab.ages import AGE_GROUPS, age_groups
from arpad.lab.counts import CELLS, RESULTS, GameCounts, cells
from arpad.lab.steps import GameBlock, LabPeople, ListColumns, ScaleStep
from arpad.rating.columns import Numbers, Wide

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
    found: Numbers = np.where(block.difference >= 0, block.black, block.white)
    return found


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
