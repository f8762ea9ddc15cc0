"""Glicko and Glicko-2 over columns, fitted and run as benchmarks; never published as ratings."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from arpad.lab._calibration import SCALE, Floats
from arpad.lab.scoring import ForecastSums, sums_of_games
from arpad.lab.source import GameBlock, ScaleSource
from arpad.rating.columns import Mask, Numbers

# Glicko and Glicko-2 over columns, as yardsticks: rating, deviation and volatility of everybody, period after period.
# Glickman, "Parameter estimation in large dynamic paired comparison experiments" (1999) and "Example of the Glicko-2
# system" (2013). Nothing of this is ever published as a rating.

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
    volatility: Floats = np.exp(low / 2)
    return volatility


# Glicko and Glicko-2 run through the lists: they see the games of two rated players, list after list. Everybody begins
# with the first rating on a list, and with one deviation for all. The parameters are fitted by golden section on the
# deviance of the training lists, each game predicted before it is learnt from.

GLICKO = ("glicko", "glicko2")
GOLDEN = (np.sqrt(np.float64(5)) - 1) / 2
PERIODS: Mapping[str, Callable[[Strengths, PeriodResults, Any], Strengths]] = {
    "glicko": glicko_period,
    "glicko2": glicko2_period,
}


class Searched(NamedTuple):
    """A parameter to fit: where it is looked for, how closely, and its value until it is fitted."""

    name: str
    low: int
    high: int
    close: int
    unit: int
    start: int


SEARCHED = {
    "glicko": (Searched("deviation", 30, 350, 10, 1, 150), Searched("c", 0, 100, 1, 1, 20)),
    "glicko2": (Searched("deviation", 30, 350, 10, 1, 150), Searched("tau", 20, 150, 10, 100, 50)),
}
"""Tau is looked for in hundredths. The deviation is the one that everybody begins with."""


class Yardstick:
    """A system on its way through the lists. It remembers what it knew on the lists that are still asked for."""

    def __init__(self, name: str, people: int, parameters: Mapping[str, Any]) -> None:
        self.name, self.parameters = name, parameters
        self._now = Strengths.nobody(people)
        self._known: dict[int, Strengths] = {}

    def enter(self, place: int, rating: Numbers, oldest: int) -> None:
        """Let the players of a list in who are not known yet; this is what is known on that list."""
        new = np.flatnonzero((rating > 0) & (self._now.deviation == 0))
        self._now.enter(new, rating[new], self.parameters["deviation"])
        self._known = {at: known for at, known in self._known.items() if at >= oldest} | {place: self._now}

    def expected(self, place: int, block: GameBlock) -> Floats:
        """Return White's expected scores of games by what was known on a list."""
        known = self._known.get(place, self._now)
        self._meet(known, block)
        return known.expected(block.white, block.black)

    def learn(self, blocks: Sequence[GameBlock]) -> None:
        """Take the games of a period in."""
        for block in blocks:
            self._meet(self._now, block)
        columns = [(block.white, block.black, block.score) for block in blocks]
        if columns:
            games = PeriodResults(*(np.concatenate(column) for column in zip(*columns, strict=True)))
        else:
            games = PeriodResults(*(np.zeros(0, dtype=np.int32) for _ in range(3)))
        self._now = PERIODS[self.name](self._now, games, self.parameters[SEARCHED[self.name][1].name])

    def _meet(self, known: Strengths, block: GameBlock) -> None:
        """Let players in who were rated by a decision only, and not on the list."""
        for who, rating in ((block.white, block.rating), (block.black, block.rating - block.difference)):
            new = known.deviation[who] == 0
            if new.any():
                known.enter(who[new], rating[new], self.parameters["deviation"])


class _Training(NamedTuple):
    """The games of a training list, and the ratings of the list before."""

    rating: Numbers
    blocks: list[GameBlock]


def fit_yardstick(name: str, source: ScaleSource, before: dt.date, given: Mapping[str, Fraction] | None) -> Yardstick:
    """Return a system at its start, with parameters that are given or fitted on the lists before a day."""
    people = len(source.people)
    parameters: dict[str, Any] = {one.name: np.float64(one.start) / one.unit for one in SEARCHED[name]}
    if given is not None:
        exact = {key: np.float64(value.numerator) / value.denominator for key, value in given.items()}
        return Yardstick(name, people, parameters | exact)
    steps = []
    for step in source.steps():
        if step.before.date >= before:
            break
        steps.append(_Training(step.before.rating, list(step.blocks())))

    def deviance(values: Mapping[str, Any]) -> Any:
        return _trained(Yardstick(name, people, values), steps).deviance

    for one in SEARCHED[name]:
        parameters[one.name] = golden(
            lambda value, one=one: deviance(parameters | {one.name: value}),  # type: ignore[misc]
            np.float64(one.low) / one.unit,
            np.float64(one.high) / one.unit,
            np.float64(one.close) / one.unit,
        )
    return Yardstick(name, people, parameters)


def _trained(yardstick: Yardstick, steps: Sequence[_Training]) -> ForecastSums:
    sums = ForecastSums()
    for place, (rating, blocks) in enumerate(steps):
        yardstick.enter(place, rating, place)
        for block in blocks:
            sums += sums_of_games(yardstick.expected(place, block), block.score)
        yardstick.learn(blocks)
    return sums


def golden(f: Callable[[Any], Any], low: Any, high: Any, close: Any) -> Any:
    """Return where a function with one valley is lowest, by golden section, to half of `close`."""
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = f(left), f(right)
    while high - low > close:
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = f(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = f(right)
    return (low + high) / 2
