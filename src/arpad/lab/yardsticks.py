"""Glicko and Glicko-2 run through the lists: they see the games of two rated players, list after list.

Everybody begins with the first rating on a list, and with one deviation for all. The parameters are fitted by golden
section on the deviance of the training lists, each game predicted before it is learnt from.
"""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from arpad.lab.glicko import PeriodResults, Strengths, glicko2_period, glicko_period
from arpad.lab.measures import ForecastSums, sums_of_games
from arpad.lab.steps import GameBlock, ScaleSource
from arpad.lab.stretch import Floats
from arpad.rating.columns import Numbers

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
    found = ForecastSums()
    for place, (rating, blocks) in enumerate(steps):
        yardstick.enter(place, rating, place)
        for block in blocks:
            found += sums_of_games(yardstick.expected(place, block), block.score)
        yardstick.learn(blocks)
    return found


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
