"""Curves that predict a game by the difference of the two ratings: the table, formulas, a fitted curve, a half."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.lab.counts import DIFFERENCES, GameCounts
from arpad.lab.measures import ForecastSums, sums_of_counts
from arpad.lab.stretch import Floats, Stretch, logistic
from arpad.rating.columns import Numbers
from arpad.rating.columns.conversion import expected as table_of

WHITE = 30
"""What the white pieces are worth, in points, as published studies found."""
Curve = Callable[[Numbers, int | None], Floats]


@dataclass(frozen=True, slots=True)
class Predictor:
    """A curve with its name. It takes differences, White's rating minus Black's, and the cap that held for the
    favourites of these games (None: none did), and gives White's expected scores."""

    name: str
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


TABLE = Predictor("table", _table)
UNCAPPED = Predictor("table-uncapped", lambda difference, _cap: _table(difference, None))
LOGISTIC = Predictor("logistic", lambda difference, _cap: logistic(difference))
HALF = Predictor("half", _half)


def logistic_white(white: Any = WHITE) -> Predictor:
    """14.1 with the worth of the white pieces added to the difference."""
    return Predictor("logistic-white", lambda difference, _cap: logistic(difference + white))


def fitted(stretch: Stretch) -> Predictor:
    """A curve that was fitted to other games."""
    return Predictor("fitted", lambda difference, _cap: stretch.expected(difference))
