"""Glicko and Glicko-2 over columns, as yardsticks: rating, deviation and volatility of everybody, period after period.

Glickman, "Parameter estimation in large dynamic paired comparison experiments" (1999) and "Example of the Glicko-2
system" (2013). Nothing of this is ever published as a rating.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from arpad.lab.stretch import SCALE, Floats
from arpad.rating.columns import Mask, Numbers

WIDEST = 350
"""The deviation of a player of whom nothing is known."""
UNIT = np.float64(1737178) / 10_000
"""Points of Glicko in a unit of Glicko-2."""
FIRST_VOLATILITY = np.float64(6) / 100
RATE = np.log(10) / SCALE
CLOSE = np.float64(1) / 10**6
MOST_STEPS = 60


class PeriodResults(NamedTuple):
    """Games of one period: places of the players, and White's half points."""

    white: Numbers
    black: Numbers
    score: Numbers


@dataclass(slots=True)
class Strengths:
    """What is known of everybody: rating, deviation (0: not seen yet) and volatility."""

    rating: Floats
    deviation: Floats
    volatility: Floats

    @classmethod
    def nobody(cls, people: int) -> "Strengths":
        none = np.zeros(people, dtype=np.float64)
        return cls(none, none.copy(), none + FIRST_VOLATILITY)

    def enter(self, which: Any, rating: Any, deviation: Any) -> None:
        """Let players begin with a rating."""
        self.rating[which], self.deviation[which] = rating, deviation

    def expected(self, white: Numbers, black: Numbers) -> Floats:
        """Return White's expected scores; both deviations pull them towards a half."""
        both = np.hypot(self.deviation[white], self.deviation[black])
        curve: Floats = 1 / (1 + np.exp(-RATE * weight(both) * (self.rating[white] - self.rating[black])))
        return curve


def weight(deviation: Floats) -> Floats:
    """g(RD): how much a result against somebody of this deviation counts."""
    found: Floats = 1 / np.sqrt(1 + 3 * (RATE * deviation / np.pi) ** 2)
    return found


def _evidence(now: Strengths, games: PeriodResults) -> tuple[Mask, Floats, Floats]:
    """Return who played, what the games say of each (1 / d²), and the sum of g·(s − E)."""
    people = len(now.rating)
    information, surprise = np.zeros(people), np.zeros(people)
    sides = (games.white, games.black, games.score), (games.black, games.white, 2 - games.score)
    for mine, theirs, score in sides:
        g = weight(now.deviation[theirs])
        chance = 1 / (1 + np.exp(-RATE * g * (now.rating[mine] - now.rating[theirs])))
        information += np.bincount(mine, g**2 * chance * (1 - chance), people)
        surprise += np.bincount(mine, g * (score / 2 - chance), people)
    return information > 0, RATE**2 * information, surprise


def glicko_period(now: Strengths, games: PeriodResults, growth: Any) -> Strengths:
    """Return the strengths after a period of Glicko: `growth` is c, by which the deviation of everybody grows."""
    known = now.deviation > 0
    wider = np.where(known, np.minimum(np.hypot(now.deviation, growth), WIDEST), 0)
    before = Strengths(now.rating, wider, now.volatility)
    played, information, surprise = _evidence(before, games)
    rating, deviation = now.rating.copy(), wider
    spread = 1 / (1 / wider[played] ** 2 + information[played])
    rating[played] += RATE * spread * surprise[played]
    deviation[played] = np.sqrt(spread)
    return Strengths(rating, deviation, now.volatility)


def glicko2_period(now: Strengths, games: PeriodResults, tau: Any) -> Strengths:
    """Return the strengths after a period of Glicko-2: `tau` restrains the change of the volatility."""
    played, information, surprise = _evidence(now, games)
    rating, deviation, volatility = now.rating.copy(), now.deviation.copy(), now.volatility.copy()
    variance = 1 / (information[played] * UNIT**2)
    phi = now.deviation[played] / UNIT
    volatility[played] = _volatility(phi, volatility[played], variance, variance * surprise[played] * RATE * UNIT, tau)
    known = now.deviation > 0
    deviation[known] = np.hypot(now.deviation[known], volatility[known] * UNIT)
    wider = deviation[played] / UNIT
    spread = 1 / (1 / wider**2 + 1 / variance)
    rating[played] += UNIT * spread * surprise[played] * RATE * UNIT
    deviation[played] = UNIT * np.sqrt(spread)
    return Strengths(rating, np.minimum(deviation, WIDEST), volatility)


def _volatility(phi: Floats, old: Floats, variance: Floats, delta: Floats, tau: Any) -> Floats:
    """Step 5 of the example: the root of f by the Illinois method, for everybody at once."""
    start = np.log(old**2)

    def f(x: Floats) -> Floats:
        grown = np.exp(x)
        whole = phi**2 + variance + grown
        found: Floats = grown * (delta**2 - whole) / (2 * whole**2) - (x - start) / tau**2
        return found

    low = start.copy()
    far = delta**2 > phi**2 + variance
    high = np.where(far, np.log(np.where(far, delta**2 - phi**2 - variance, 1)), start - tau)
    for _ in range(MOST_STEPS):
        short = ~far & (f(high) < 0)
        if not short.any():
            break
        high = np.where(short, high - tau, high)
    at_low, at_high = f(low), f(high)
    for _ in range(MOST_STEPS):
        if not (np.abs(high - low) > CLOSE).any():
            break
        apart = np.where(at_high == at_low, 1, at_high - at_low)
        between = low + (low - high) * at_low / apart
        there = f(between)
        crossed = there * at_high <= 0
        low = np.where(crossed, high, low)
        at_low = np.where(crossed, at_high, at_low / 2)
        high, at_high = between, there
    found: Floats = np.exp(low / 2)
    return found
