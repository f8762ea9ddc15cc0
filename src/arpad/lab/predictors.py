"""Curves that predict a game by the difference of the two ratings: the table, formulas, a fitted curve, a half."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from arpad.lab.counts import DIFFERENCES, GameCounts
from arpad.lab.measures import ForecastSums, sums_of_counts
from arpad.lab.stretch import Floats, Stretch, logistic
from arpad.rating.columns import Numbers
from arpad.rating.columns.games import expected as table_of

WHITE = 30
"""What the white pieces are worth, in points, as published studies found."""
Curve = Callable[[Numbers, int | None], Floats]


@dataclass(frozen=True, slots=True)
class Predictor:
    """A curve. It takes differences, White's rating minus Black's, and the cap that held for the favourites of these
    games (None: none did), and gives White's expected scores."""

    curve: Curve

    def sums(self, counts: GameCounts) -> ForecastSums:
        """Return the sums of counted games."""
        plain = counts.games - sum(counts.capped.values())
        found = sums_of_counts(self.curve(DIFFERENCES, None), plain)
        for cap, capped in counts.capped.items():
            found += sums_of_counts(self.curve(DIFFERENCES, cap), capped)
        return found


def _table(difference: Numbers, cap: int | None) -> Floats:
    used = difference if cap is None else np.clip(difference, -cap, cap)
    found: Floats = table_of(used) / 100
    return found


def _half(difference: Numbers, _cap: int | None) -> Floats:
    found: Floats = np.ones(len(difference)) / 2
    return found


TABLE = Predictor(_table)
UNCAPPED = Predictor(lambda difference, _cap: _table(difference, None))
LOGISTIC = Predictor(lambda difference, _cap: logistic(difference))
LOGISTIC_WHITE = Predictor(lambda difference, _cap: logistic(difference + WHITE))
"""14.1 with the worth of the white pieces added to the difference."""
HALF = Predictor(_half)


def fitted(stretch: Stretch) -> Predictor:
    """Return a curve that was fitted to other games."""
    return Predictor(lambda difference, _cap: stretch.expected(difference))
