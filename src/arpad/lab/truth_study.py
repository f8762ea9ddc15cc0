"""A world with known truth, and the lists that editions made of it: how near the ratings are to the true strengths."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arpad.bulk.replay import Line, calendar_of
from arpad.bulk.world import Truth, read_truth
from arpad.bulk.world_events import true_expectation
from arpad.domain.values import MONTHS, month_number
from arpad.done import StepsDone, with_progress
from arpad.i18n import ArpadError
from arpad.lab.bulk_source import ListFile, bulk_people
from arpad.lab.counts import FARTHEST, GameCounts
from arpad.lab.forecasts import Forecast, forecast, tested_games
from arpad.lab.half_life import HalfLife, edition_ks, half_life
from arpad.lab.measures import LOG_2, ForecastSums, sums_of_games
from arpad.lab.same_games import GameDifferences, WorldColumns, game_differences, true_strengths
from arpad.lab.steps import LabPeople, ListColumns
from arpad.lab.stretch import Stretch, fit_stretch
from arpad.lab.truth_errors import TruthList, truth_list
from arpad.lab.truth_newcomers import JuniorLag, NewcomerArrivals, NewcomersArrived, junior_lag
from arpad.rating.columns import Mask, Numbers


@dataclass(frozen=True, slots=True)
class TruthRun:
    """Lists to compare with the truth: their folder, their editions, and what they are called."""

    name: str
    out: Path
    line: Line


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """An edition against the truth. `share_known`: what its ratings knew of a game, of all that can be known.
    `attenuation`: the slope that noise alone would give."""

    name: str
    digest: str
    lists: tuple[TruthList, ...]
    lags: tuple[JuniorLag, ...]
    newcomers: NewcomersArrived
    half_lives: tuple[HalfLife, ...]
    forecast: Forecast
    share_known: Any | None
    attenuation: Any | None


@dataclass(frozen=True, slots=True)
class TruthStudy:
    """All editions against the truth. The games from `start` on, of players rated by all editions, are predicted."""

    start: dt.date
    end: dt.date | None
    games: int
    played: int
    runs: tuple[JudgedRun, ...]
    truth: ForecastSums
    truth_stretch: Stretch | None
    white: int
    slope: Any


@dataclass(frozen=True, slots=True)
class _Walk:
    """One pass over the lists of a run."""

    digest: str
    lists: list[TruthList]
    lags: list[JuniorLag]
    newcomers: NewcomersArrived
    known: GameDifferences


def study_truth(
    world: WorldColumns,
    runs: Sequence[TruthRun],
    start: dt.date | None = None,
    end: dt.date | None = None,
    progress: StepsDone | None = None,
) -> TruthStudy:
    """Compare the lists of one or more editions with the truth of their world. Games are predicted from the list in the
    middle on, or from a day."""
    truth = read_truth(world.folder, world.players)
    people = bulk_people(world.players)
    walks = [_walk(world, people, truth, run) for run in with_progress(runs, len(runs), progress)]
    begin, chosen, which = tested_games(world, runs[0].line, [walk.known for walk in walks], start, end)
    strong = true_strengths(world, truth)
    which &= (strong[0] > 0) & (strong[1] > 0)
    if not which.any():
        raise ArpadError("lab-no-test-games", start=f"{begin:%Y-%m}")
    best, counts = _by_truth(world, truth, strong, which)
    judged = tuple(_judged(world, run, walk, which, strong, best) for run, walk in zip(runs, walks, strict=True))
    return TruthStudy(
        begin,
        end,
        int(np.count_nonzero(which)),
        int(np.count_nonzero(chosen)),
        judged,
        best,
        fit_stretch(counts),
        truth.causes.white,
        truth.causes.slope,
    )


def _walk(world: WorldColumns, people: LabPeople, truth: Truth, run: TruthRun) -> _Walk:
    """Go through the lists of an edition once."""
    calendar = calendar_of(world.events, run.line)
    file = ListFile.of(run.out, world.folder, world.players.ids, calendar, run.line)
    arrivals = NewcomerArrivals((world.players.rating > 0) | (world.players.highest > 0))
    found, lags = list[TruthList](), list[JuniorLag]()

    def observed() -> Iterator[ListColumns]:
        """Look at each list before it is handed on."""
        played = world.players.games_played.astype(np.int64)
        past: list[tuple[dt.date, Numbers]] = []
        lists = file.read(len(people), calendar.lists)
        for listed, strength in zip(lists, truth.on_days(calendar.lists), strict=True):
            played = played + (listed.games if past else 0)
            arrivals.step(listed, strength)
            floor = run.line.on(listed.date).lists.floor.value
            found.append(truth_list(people, listed, strength, played, floor))
            past = [(day, before) for day, before in past if month_number(listed.date) - month_number(day) <= MONTHS]
            earlier = (month_number(listed.date) - month_number(past[0][0]), past[0][1]) if past else None
            lags.append(junior_lag(people, listed, strength, earlier))
            past.append((listed.date, strength))
            yield listed

    known = game_differences(world, calendar, observed(), run.line.on(calendar.lists[-1]))
    return _Walk(file.digest, found, lags, arrivals.found(), known)


def _by_truth(
    world: WorldColumns, truth: Truth, strong: tuple[Numbers, Numbers], which: Mask
) -> tuple[ForecastSums, GameCounts]:
    """Predict the games by the true strengths: nobody can do better."""
    white, black = strong[0][which], strong[1][which]
    score = world.games.score[which].astype(np.int32)
    best = sums_of_games(true_expectation(white, black, truth.causes) / 100, score)
    difference, every = (white - black).astype(np.int16), np.ones(len(score), dtype=np.bool_)
    known = GameDifferences(difference, white.astype(np.int16), ~every, FARTHEST)
    counts = known.counts(world.games.take(np.flatnonzero(which)), every)
    return best, counts


def _judged(
    world: WorldColumns,
    run: TruthRun,
    walk: _Walk,
    which: Mask,
    strong: tuple[Numbers, Numbers],
    best: ForecastSums,
) -> JudgedRun:
    told = forecast(world.games, walk.known, which)
    can_be_known = LOG_2 - best.deviance10 if best.deviance10 is not None else 0
    share = (LOG_2 - told.table.deviance10) / can_be_known if can_be_known > 0 else None
    edition = run.line.on(walk.lists[-1].date)
    return JudgedRun(
        run.name,
        walk.digest,
        tuple(walk.lists),
        tuple(walk.lags),
        walk.newcomers,
        tuple(half_life(k) for k in edition_ks(edition)),
        told,
        share,
        _attenuation(strong, walk.known, which),
    )


def _attenuation(strong: tuple[Numbers, Numbers], known: GameDifferences, which: Mask) -> Any | None:
    """Return var(D) / (var(D) + 2·var(error)): errors of ratings flatten a fitted curve by that much."""
    white, black = (true[which].astype(np.int64) for true in strong)
    rated = known.white[which].astype(np.int64)
    apart = white - black
    errors = np.concatenate([rated - white, rated - known.difference[which] - black])
    under = apart.var() + 2 * errors.var()
    return apart.var() / under if under > 0 else None
