"""How well games were predicted: deviance, Brier's score and absolute errors, from counts or game by game.

E is White's expected score, Y the score: 0, ½ or 1. E is kept between 0.01 and 0.99, so that no single game weighs
without end. With draws as halves the deviance of a perfect forecaster is not 0: it is never a share of the truth.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.lab.counts import RESULTS
from arpad.lab.stretch import Floats
from arpad.rating.columns import Numbers, Wide

KEPT_BETWEEN = (1, 99)
"""Hundredths that E never leaves."""
LOG_2 = np.log10(np.float64(2))
"""The deviance of who knows nothing: E is a half everywhere."""


@dataclass(frozen=True, slots=True)
class ForecastSums:
    """Sums over games: −[Y·log10 E + (1 − Y)·log10(1 − E)], (Y − E)², |Y − E|. They only add up, so games may be
    counted anywhere and in any order."""

    games: int = 0
    deviance: Any = 0
    squares: Any = 0
    distance: Any = 0

    def __add__(self, other: "ForecastSums") -> "ForecastSums":
        return ForecastSums(
            self.games + other.games,
            self.deviance + other.deviance,
            self.squares + other.squares,
            self.distance + other.distance,
        )

    @property
    def deviance10(self) -> Any | None:
        """Return the mean deviance to the base of 10; lower is better, log10 2 = 0.301030 knows nothing."""
        return self.deviance / self.games if self.games else None

    @property
    def scaled(self) -> Any | None:
        """Return the deviance of which 100 knows nothing."""
        return None if self.deviance10 is None else 100 * self.deviance10 / LOG_2

    @property
    def logloss(self) -> Any | None:
        """Return the deviance to the base of e."""
        return None if self.deviance10 is None else self.deviance10 * np.log(10)

    @property
    def brier(self) -> Any | None:
        return self.squares / self.games if self.games else None

    @property
    def mae(self) -> Any | None:
        return self.distance / self.games if self.games else None


def kept(expected: Floats) -> Floats:
    """Return expectations within 0.01 and 0.99."""
    low, high = KEPT_BETWEEN
    found: Floats = np.clip(expected, np.float64(low) / 100, np.float64(high) / 100)
    return found


def sums_of_counts(expected: Floats, games: Wide) -> ForecastSums:
    """Return the sums of counted games: an expectation for each row, a column for each result."""
    chance = kept(expected)
    results = np.arange(RESULTS) / 2
    losses = -(np.outer(np.log10(chance), results) + np.outer(np.log10(1 - chance), 1 - results))
    apart = results[None, :] - chance[:, None]
    return ForecastSums(
        int(games.sum()), (games * losses).sum(), (games * apart**2).sum(), (games * np.abs(apart)).sum()
    )


def losses_of(expected: Floats, score: Numbers) -> Floats:
    """Return the deviance of each game; the score is half points."""
    chance = kept(expected)
    losses: Floats = -np.log10(chance) * (score == RESULTS - 1) - np.log10(1 - chance) * (score == 0)
    drawn = score == 1
    losses[drawn] = -(np.log10(chance[drawn]) + np.log10(1 - chance[drawn])) / 2
    return losses


def sums_of_games(expected: Floats, score: Numbers) -> ForecastSums:
    """Return the sums of games, each with an expectation of its own; the score is half points."""
    apart = score / 2 - kept(expected)
    return ForecastSums(len(score), losses_of(expected, score).sum(), (apart**2).sum(), np.abs(apart).sum())


def month_gaps(expected: Floats, score: Numbers, white: Numbers, black: Numbers, people: int) -> tuple[int, Any]:
    """Return how many players played in a month, and the sum of the squares of what the score of each differs from
    the expected one (the measure of the first Kaggle contest)."""
    rest = score / 2 - kept(expected)
    apart = np.bincount(white, rest, people) - np.bincount(black, rest, people)
    played = np.bincount(white, minlength=people) + np.bincount(black, minlength=people)
    return int(np.count_nonzero(played)), (apart**2).sum()
