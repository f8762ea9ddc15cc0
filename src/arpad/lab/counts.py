"""Games counted by difference and result: nearly everything that the laboratory says about games follows from it.

A cell is a difference, White's rating minus Black's, and White's half points. Counts are only added up, so they may be
made anywhere and in any order.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from arpad.domain.rating_list import HIGHEST_RATING
from arpad.lab.steps import GameBlock
from arpad.rating.columns import Numbers, Wide

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
