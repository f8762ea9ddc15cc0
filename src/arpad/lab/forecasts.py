"""Editions judged by the same games: deviance, λ, and paired differences with an interval over events.

Games of an event are not independent, and events of a month have the same list behind them. So the bootstrap draws
groups of neighbouring events, not games.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import PCG64, Generator

from arpad.bulk.input_files import GameColumns
from arpad.bulk.replay import Line, calendar_of
from arpad.lab.counts import DIFFERENCES, FARTHEST, GameCounts
from arpad.lab.measures import ForecastSums, losses_of
from arpad.lab.predictors import TABLE, UNCAPPED, fitted
from arpad.lab.same_games import GameDifferences, WorldColumns
from arpad.lab.stretch import Floats, Stretch, fit_stretch
from arpad.rating.columns import Mask, Wide

GROUP = 200
"""At most this many neighbouring events are drawn together."""
FEWEST_GROUPS = 50
RESAMPLES = 200
SEED = 1
TAIL = 25
"""Thousandths that are left out at each end of an interval."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """How an edition predicted games: by its table with its cap, without the cap, and by a curve fitted to them."""

    counts: GameCounts
    table: ForecastSums
    uncapped: ForecastSums
    stretch: Stretch | None

    @property
    def fitted(self) -> ForecastSums | None:
        return None if self.stretch is None else fitted(self.stretch).sums(self.counts)


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The deviance of an edition minus that of the first one, a game, with the interval of 95 of 100 resamples."""

    mean: Any
    low: Any
    high: Any
    seed: int
    groups: int


def forecast(games: GameColumns, known: GameDifferences, which: Mask) -> Forecast:
    """Judge an edition by some games, all of them between players who are rated by it."""
    counts = known.counts(games, which)
    return Forecast(counts, TABLE.sums(counts), UNCAPPED.sums(counts), fit_stretch(counts))


def event_groups(games: GameColumns, which: Mask, events: int) -> Wide:
    """Return the group of every game: neighbouring events, by the day they end."""
    size = min(max(events // FEWEST_GROUPS, 1), GROUP)
    return games.event[which].astype(np.int64) // size


def game_losses(games: GameColumns, known: GameDifferences, which: Mask) -> Floats:
    """Return the deviance of each of some games by the table."""
    place = known.difference[which].astype(np.int64) + FARTHEST
    expected = TABLE.curve(DIFFERENCES, None)[place]
    held = known.capped[which]
    if held.any():
        expected[held] = TABLE.curve(DIFFERENCES, known.cap)[place[held]]
    return losses_of(expected, games.score[which].astype(np.int32))


@dataclass(frozen=True, slots=True)
class GroupedLosses:
    """The deviances of games, added up by groups of events."""

    games: Wide
    losses: Floats

    @classmethod
    def of(cls, group: Wide, losses: Floats) -> "GroupedLosses":
        added: Floats = np.bincount(group, weights=losses).astype(np.float64)
        return cls(np.bincount(group), added)


def paired(first: GroupedLosses, other: GroupedLosses, seed: int) -> PairedDifference | None:
    """Compare two editions on the same games; None if there are none."""
    there = first.games > 0
    games, apart = first.games[there], (other.losses - first.losses)[there]
    if not len(games):
        return None
    drawn = Generator(PCG64(seed)).integers(0, len(games), (RESAMPLES, len(games)))
    means = np.sort(apart[drawn].sum(axis=1) / games[drawn].sum(axis=1))
    cut = RESAMPLES * TAIL // 1000
    return PairedDifference(apart.sum() / games.sum(), means[cut], means[-1 - cut], seed, len(games))


def tested_games(
    world: WorldColumns, line: Line, known: Sequence[GameDifferences], start: dt.date | None, end: dt.date | None
) -> tuple[dt.date, Mask, Mask]:
    """Return the first day of the test, the games that were played from it on, and those of them between players whom
    all editions had rated. Without a `start` it begins with the list in the middle."""
    days = calendar_of(world.events, line).lists
    begin = days[len(days) // 2] if start is None else start
    played = world.between(begin, end)
    both_rated = played.copy()
    for one in known:
        both_rated &= one.rated
    return begin, played, both_rated
