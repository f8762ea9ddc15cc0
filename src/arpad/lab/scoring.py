"""Measure predictions: deviance, Brier score, errors, and paired comparisons of editions by bootstrap."""

import datetime as dt
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.random import PCG64, Generator

from arpad.bulk.input_files import Events, GameColumns, Players, read_events, read_games, read_players
from arpad.bulk.replay import Calendar, Line, calendar_of
from arpad.bulk.world import Truth
from arpad.i18n import ArpadError
from arpad.lab.game_groups import (
    DIFFERENCES,
    FARTHEST,
    RESULTS,
    Floats,
    GameCounts,
    Stretch,
    cells,
    counted_cells,
    fit_stretch,
    logistic,
)
from arpad.lab.source import ListColumns
from arpad.progress import StepsDone
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.rating.game_by_game import beyond_cap_column
from arpad.rating.game_by_game import expected_column as table_of
from arpad.regulations.rating_edition import Edition

# How well games were predicted: deviance, Brier's score and absolute errors, from counts or game by game. E is White's
# expected score, Y the score: 0, ½ or 1. E is kept between 0.01 and 0.99, so that no single game weighs without end.
# With draws as halves the deviance of a perfect forecaster is not 0: it is never a share of the truth.

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


# Curves that predict a game by the difference of the two ratings: the table, formulas, a fitted curve, a half.

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
        forecast_sums = sums_of_counts(self.curve(DIFFERENCES, None), plain)
        for cap, capped in counts.capped.items():
            forecast_sums += sums_of_counts(self.curve(DIFFERENCES, cap), capped)
        return forecast_sums


def _table(difference: Numbers, cap: int | None) -> Floats:
    used = difference if cap is None else np.clip(difference, -cap, cap)
    table: Floats = table_of(used) / 100
    return table


def _half(difference: Numbers, _cap: int | None) -> Floats:
    half: Floats = np.ones(len(difference)) / 2
    return half


TABLE = Predictor(_table)
UNCAPPED = Predictor(lambda difference, _cap: _table(difference, None))
LOGISTIC = Predictor(lambda difference, _cap: logistic(difference))
LOGISTIC_WHITE = Predictor(lambda difference, _cap: logistic(difference + WHITE))
"""14.1 with the worth of the white pieces added to the difference."""
HALF = Predictor(_half)


def fitted(stretch: Stretch) -> Predictor:
    """Return a curve that was fitted to other games."""
    return Predictor(lambda difference, _cap: stretch.expected(difference))


# The same games under several editions: the difference that each had for every game, by its list in force.

Narrow = npt.NDArray[np.int16]
UNRATED = np.iinfo(np.int16).min


@dataclass(frozen=True)
class WorldColumns:
    """A world read whole: its players, events and games. `names` are the ids by which people know the players, if these
    are not those of the files."""

    folder: Path
    players: Players
    events: Events
    games: GameColumns
    names: Any = None

    @classmethod
    def read(cls, folder: Path, progress: StepsDone | None = None) -> "WorldColumns":
        players, events = read_players(folder), read_events(folder)
        if not len(events):
            raise ArpadError("bulk-no-events", folder=str(folder))
        return cls(folder, players, events, read_games(folder, players, events, progress))

    def digest(self) -> str:
        """Return a digest of all players, events and games, whatever the bytes of the files are."""
        summary = hashlib.sha256()
        players, events, games = self.players, self.events, self.games
        columns = (
            *(players.ids, players.born, players.rating, players.games_played, players.highest),
            *(events.ids, events.start.astype(np.int64), events.end.astype(np.int64), events.round_robin),
            *(games.event, games.white, games.black, games.score, games.played),
        )
        for column in columns:
            summary.update(np.ascontiguousarray(column, dtype="<i8").data)
        return summary.hexdigest()

    def between(self, start: dt.date, end: dt.date | None) -> Mask:
        """Return the games that were played in events that begin on a day or later, and before another day."""
        chosen = self.events.start >= np.datetime64(start, "D")
        if end is not None:
            chosen &= self.events.start < np.datetime64(end, "D")
        return chosen[self.games.event] & self.games.played


@dataclass(frozen=True, slots=True)
class GameDifferences:
    """What an edition knew of every game: White's rating minus Black's on the list in force when the event began
    (UNRATED if one of them had none), White's rating, and the games in which the cap holds for the favourite."""

    difference: Narrow
    white: Narrow
    capped: Mask
    cap: int

    @property
    def rated(self) -> Mask:
        return np.asarray(self.difference != UNRATED)

    def counts(self, games: GameColumns, which: Mask) -> GameCounts:
        """Count some of the games by difference and result."""
        game_counts = GameCounts()
        game_counts.games += self._cells(games, which)
        if (capped := which & self.capped).any():
            game_counts.capped[self.cap] = self._cells(games, capped)
        return game_counts

    def _cells(self, games: GameColumns, which: Mask) -> Wide:
        return counted_cells(cells(self.difference[which].astype(np.int32), games.score[which]))


def by_list(place: Numbers, lists: int) -> Iterator[Any]:
    """Return the games of every list, as a slice if they are in the order of the lists, else by their places."""
    if len(place) and (place[1:] < place[:-1]).any():
        order = np.argsort(place, kind="stable")
        bounds = np.searchsorted(place[order], np.arange(lists + 1))
        yield from (order[begin:end] for begin, end in pairwise(bounds))
        return
    bounds = np.searchsorted(place, np.arange(lists + 1))
    yield from (slice(begin, end) for begin, end in pairwise(bounds.tolist()))


def game_differences(
    world: WorldColumns, calendar: Calendar, lists: Iterable[ListColumns], edition: Edition
) -> GameDifferences:
    """Return the differences of all games by the lists of an edition. A prediction cannot know which game of an event
    will have the one cap of 2022, so the cap holds for all games beyond it."""
    games, count = world.games, len(world.games.event)
    difference, of_white = np.full(count, UNRATED, dtype=np.int16), np.zeros(count, dtype=np.int16)
    capped = np.zeros(count, dtype=np.bool_)
    parts = by_list(calendar.list_in_force[games.event], len(calendar.lists))
    for listed, part in zip(lists, parts, strict=True):
        white, black = listed.rating.take(games.white[part]), listed.rating.take(games.black[part])
        both = (white > 0) & (black > 0)
        difference[part], of_white[part] = np.where(both, white - black, UNRATED), white
        capped[part] = both & beyond_cap_column(edition, white, black)
    return GameDifferences(difference, of_white, capped, edition.change.cap.value)


def true_strengths(world: WorldColumns, truth: Truth) -> tuple[Numbers, Numbers]:
    """Return the true strengths of White and Black in the month in which the event of every game begins."""
    months, place = np.unique(world.events.start.astype("datetime64[M]"), return_inverse=True)
    games = world.games
    white, black = np.zeros(len(games.event), dtype=np.int32), np.zeros(len(games.event), dtype=np.int32)
    parts = by_list(place.astype(np.int32)[games.event], len(months))
    days: Sequence[dt.date] = months.astype("datetime64[D]").tolist()
    for strength, part in zip(truth.on_days(days), parts, strict=True):
        white[part], black[part] = strength.take(games.white[part]), strength.take(games.black[part])
    return white, black


# Editions judged by the same games: deviance, λ, and paired differences with an interval over events. Games of an
# event are not independent, and events of a month have the same list behind them. So the bootstrap draws groups of
# neighbouring events, not games.

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
    for differences in known:
        both_rated &= differences.rated
    return begin, played, both_rated
