"""How wide the scale is spread, and what White is worth: E = 1 / (1 + 10^(−(λ·D + w) / 400)), fitted to games.

Maximum likelihood by Newton's method, a draw as half a win; standard errors are robust (sandwich). λ below 1 says that
favourites score less than the formula expects. Noise in the ratings alone does that: λ proves no stretched scale.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.lab.counts import DIFFERENCES, GameCounts

Floats = np.ndarray[Any, np.dtype[np.float64]]
MOST_STEPS = 100
CLOSE = 10**-12
SCALE = 400


@dataclass(frozen=True, slots=True)
class Stretch:
    """A fitted curve. `white` is what the white pieces are worth, in points; the errors are standard errors."""

    games: int
    slope: Any
    slope_error: Any
    white: Any
    white_error: Any

    def expected(self, difference: Any) -> Floats:
        """Return White's expected score by the difference."""
        return logistic(self.slope * difference + self.white)


def logistic(difference: Any) -> Floats:
    """2005 14.1: P = 1 / (1 + 10^(−D / 400)), which approximates the table."""
    curve: Floats = 1 / (1 + np.exp(-np.log(10) / SCALE * np.asarray(difference)))
    return curve


def fit_stretch(counts: GameCounts) -> Stretch | None:
    """Fit the curve to games; None if they do not determine it, as if all ended alike."""
    rows = np.flatnonzero(counts.games.sum(axis=1))
    weights = counts.games[rows].astype(np.float64)
    difference = DIFFERENCES[rows].astype(np.float64)
    rate = np.log(10) / SCALE
    place = np.array([1, 0], dtype=np.float64)
    sides = np.stack([difference, np.ones_like(difference)]) * rate
    results = np.array([0, 1, 2]) / 2
    for _ in range(MOST_STEPS):
        with np.errstate(over="ignore"):
            expected = 1 / (1 + np.exp(-(place @ sides)))
        rest = results[None, :] - expected[:, None]
        slope = (sides * (weights * rest).sum(axis=1)).sum(axis=1)
        bend = (sides * (weights.sum(axis=1) * expected * (1 - expected))) @ sides.T
        if not np.isfinite(bend).all() or np.linalg.cond(bend) > 1 / np.finfo(np.float64).eps:
            return None
        step = np.linalg.solve(bend, slope)
        place = place + step
        if np.abs(step).max() < CLOSE * max(1, np.abs(place).max()):
            break
    else:
        return None
    inverse = np.linalg.inv(bend)
    spread = (sides * (weights * rest**2).sum(axis=1)) @ sides.T
    errors = np.sqrt(np.diag(inverse @ spread @ inverse))
    return Stretch(len(counts), place[0], errors[0], place[1], errors[1])
