"""Compare ratings with the known true strengths of a generated world: errors, newcomers and juniors."""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from arpad.bulk.replay import Line, calendar_of
from arpad.bulk.world import Truth, read_truth
from arpad.bulk.world_files import true_expectation
from arpad.documents.fields import ShownField, ShownFields
from arpad.domain.values import MONTHS, month_number
from arpad.i18n import ArpadError, Language
from arpad.lab.bulk_source import ListFile, bulk_people
from arpad.lab.game_groups import AGE_GROUPS, FARTHEST, GameCounts, Stretch, age_groups, fit_stretch
from arpad.lab.interim import GAMES, HalfLife, edition_ks, half_life
from arpad.lab.scoring import (
    LOG_2,
    Forecast,
    ForecastSums,
    GameDifferences,
    WorldColumns,
    forecast,
    game_differences,
    sums_of_games,
    tested_games,
    true_strengths,
)
from arpad.lab.source import LabPeople, ListColumns
from arpad.lab.tables import (
    Chart,
    ChartLine,
    LabTable,
    PartOf,
    chart_words,
    decimal_of,
    decimal_or_none,
    exact,
    exact_fields,
    fixed,
    fixed_or_none,
    list_field,
    root,
)
from arpad.progress import StepsDone, with_progress
from arpad.rating.columns import Mask, Numbers, Wide

# Ratings against true strengths, list by list: bias, error, spread, order; by age and by games played.

GAME_BOUNDS = (10, 30, 100, 300)
GAME_GROUPS = ("0-9", "10-29", "30-99", "100-299", "300+")
YOUNGEST_JUNIOR, OLDEST_JUNIOR = 8, 18
GROUPS = {
    "juniors": (0, OLDEST_JUNIOR),
    "adults": (25, 999),
}
"""Ages from and to: the list's year minus the year of birth."""


@dataclass(frozen=True, slots=True)
class TruthErrors:
    """The errors of some players of a list: how many are rated, the sum of rating − true strength, and of its
    squares."""

    by: str
    name: str
    rated: int
    sum: int
    squares: int

    @property
    def bias(self) -> Fraction | None:
        return Fraction(self.sum, self.rated) if self.rated else None

    @property
    def mean_square(self) -> Fraction | None:
        return Fraction(self.squares, self.rated) if self.rated else None

    @property
    def rmse(self) -> Decimal | None:
        """Return the root of the mean square, with one digit."""
        return None if self.mean_square is None else root(self.mean_square)


@dataclass(frozen=True, slots=True)
class TruthList:
    """A list against the truth. `spread`: the deviation of the ratings, divided by that of the true strengths. `order`:
    Spearman's rank correlation. `below`: of all people, how many are truly below the floor of the list."""

    date: dt.date
    groups: tuple[TruthErrors, ...]
    spread: Any | None
    order: Any | None
    people: int
    below: int

    @property
    def everybody(self) -> TruthErrors:
        return self.groups[0]

    def group(self, name: str) -> TruthErrors:
        return next(group for group in self.groups if group.by == name)


def truth_list(people: LabPeople, listed: ListColumns, strength: Numbers, played: Wide, floor: int) -> TruthList:
    """Compare a list with the strengths of its day; `played` are everybody's games so far. Players of whom nothing is
    known are left out."""
    known = (listed.rating > 0) & (strength > 0)
    rating, true = listed.rating[known].astype(np.int64), strength[known].astype(np.int64)
    return TruthList(
        listed.date,
        tuple(_groups(people, listed.date, known, rating - true, played)),
        _spread(rating, true),
        spearman(rating, true),
        int(np.count_nonzero(strength)),
        int(np.count_nonzero((strength > 0) & (strength < floor))),
    )


def _groups(people: LabPeople, date: dt.date, known: Mask, error: Wide, played: Wide) -> Iterator[TruthErrors]:
    yield _errors("everybody", "", error)
    born = people.born[known]
    age = np.where(born > 0, date.year - born, -1)
    for name, (low, high) in GROUPS.items():
        yield _errors(name, "", error[(age >= low) & (age <= high)])
    for by, names, codes in (
        ("age", AGE_GROUPS, age_groups(born, date.year)),
        ("games", GAME_GROUPS, np.searchsorted(GAME_BOUNDS, played[known], side="right")),
    ):
        for place, name in enumerate(names):
            errors = _errors(by, name, error[codes == place])
            if errors.rated:
                yield errors


def _errors(by: str, name: str, error: Wide) -> TruthErrors:
    return TruthErrors(by, name, len(error), int(error.sum()), int((error**2).sum()))


def _spread(rating: Wide, true: Wide) -> Any | None:
    below = true.std() if len(true) else 0
    return rating.std() / below if below > 0 else None


def spearman(wide: Wide, other: Wide) -> Any | None:
    """Return Spearman's rank correlation; equal values share the mean of their ranks."""
    if len(wide) < 2:
        return None
    first, second = _ranks(wide), _ranks(other)
    first, second = first - first.mean(), second - second.mean()
    under = np.sqrt((first**2).sum() * (second**2).sum())
    return (first * second).sum() / under if under > 0 else None


def _ranks(values: Wide) -> Any:
    """Return ranks from below, times two so that halves are whole."""
    counts = np.bincount(values - values.min())
    upto = np.cumsum(counts)
    return (2 * upto - counts + 1)[values - values.min()]


# Newcomers on their way to their true strength, and juniors behind theirs.

CLOSE = 50
"""A newcomer has arrived when the rating is at most this far from the true strength."""
WITHIN = (10, 20, 30, 50)
NEVER = -1


@dataclass(frozen=True, slots=True)
class NewcomersArrived:
    """Players with a first rating after the first list: how many there are, how many came within 50 points of their
    true strength, after how many games the middle one did (None: fewer than half ever did), and how many did within
    10, 20, 30 and 50 games."""

    newcomers: int
    reached: int
    median: int | None
    within: tuple[int, ...]


class NewcomerArrivals:
    """Follows newcomers from their first rating on, list by list."""

    def __init__(self, rated_before: Mask) -> None:
        self._old = rated_before.copy()
        self._new = np.zeros(len(rated_before), dtype=np.bool_)
        self._games = np.zeros(len(rated_before), dtype=np.int64)
        self._arrived = np.full(len(rated_before), NEVER, dtype=np.int64)

    def step(self, listed: ListColumns, strength: Numbers) -> None:
        """Look at the next list."""
        self._games[self._new] += listed.games[self._new]
        rated = (listed.rating > 0) & ~self._old
        self._new |= rated
        near = rated & (strength > 0) & (np.abs(listed.rating - strength) <= CLOSE) & (self._arrived == NEVER)
        self._arrived[near] = self._games[near]

    def found(self) -> NewcomersArrived:
        games = self._arrived[self._new]
        reached = np.sort(games[games != NEVER])
        half = (len(games) + 1) // 2
        median = int(reached[half - 1]) if 0 < half <= len(reached) else None
        within = tuple(int(np.count_nonzero(reached <= most)) for most in WITHIN)
        return NewcomersArrived(len(games), len(reached), median, within)


@dataclass(frozen=True, slots=True)
class JuniorLag:
    """Juniors of 8 to 18 on a list: the sum of true strength − rating, and of what they truly gained in `months`."""

    date: dt.date
    juniors: int
    lag_sum: int
    gained_sum: int
    months: int

    @property
    def lag(self) -> Fraction | None:
        """Return how far the ratings are behind, in points."""
        return Fraction(self.lag_sum, self.juniors) if self.juniors else None

    @property
    def gain(self) -> Fraction | None:
        """Return the true gain a month."""
        if not self.juniors or not self.months:
            return None
        return Fraction(self.gained_sum, self.juniors * self.months)

    @property
    def lag_months(self) -> Fraction | None:
        """Return how many months of growth the ratings are behind."""
        return None if self.lag is None or not self.gain else self.lag / self.gain


def junior_lag(
    people: LabPeople, listed: ListColumns, strength: Numbers, earlier: tuple[int, Numbers] | None
) -> JuniorLag:
    """Return the lag of a list; `earlier` are strengths some months before, if they are known."""
    age = listed.date.year - people.born
    junior = (people.born > 0) & (age >= YOUNGEST_JUNIOR) & (age <= OLDEST_JUNIOR)
    junior &= (listed.rating > 0) & (strength > 0)
    months, before = (0, strength) if earlier is None else earlier
    there: Wide = (strength - before)[junior & (before > 0)].astype(np.int64)
    count = int(np.count_nonzero(junior))
    gained = int(there.sum()) * count // len(there) if len(there) else 0
    return JuniorLag(listed.date, count, int((strength - listed.rating)[junior].sum(dtype=np.int64)), gained, months)


# A world with known truth, and the lists that editions made of it: how near the ratings are to the true strengths.


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
    truth_lists, lags = list[TruthList](), list[JuniorLag]()

    def observed() -> Iterator[ListColumns]:
        """Look at each list before it is handed on."""
        played = world.players.games_played.astype(np.int64)
        past: list[tuple[dt.date, Numbers]] = []
        lists = file.read(len(people), calendar.lists)
        for listed, strength in zip(lists, truth.on_days(calendar.lists), strict=True):
            played = played + (listed.games if past else 0)
            arrivals.step(listed, strength)
            floor = run.line.on(listed.date).lists.floor.value
            truth_lists.append(truth_list(people, listed, strength, played, floor))
            past = [(day, before) for day, before in past if month_number(listed.date) - month_number(day) <= MONTHS]
            earlier = (month_number(listed.date) - month_number(past[0][0]), past[0][1]) if past else None
            lags.append(junior_lag(people, listed, strength, earlier))
            past.append((listed.date, strength))
            yield listed

    known = game_differences(world, calendar, observed(), run.line.on(calendar.lists[-1]))
    return _Walk(file.digest, truth_lists, lags, arrivals.found(), known)


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
    forecasts = forecast(world.games, walk.known, which)
    can_be_known = LOG_2 - best.deviance10 if best.deviance10 is not None else 0
    share = (LOG_2 - forecasts.table.deviance10) / can_be_known if can_be_known > 0 else None
    edition = run.line.on(walk.lists[-1].date)
    return JudgedRun(
        run.name,
        walk.digest,
        tuple(walk.lists),
        tuple(walk.lags),
        walk.newcomers,
        tuple(half_life(k) for k in edition_ks(edition)),
        forecasts,
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


# Ratings against the truth as tables, as plots and as one document.

WITHIN_HEADINGS = ("lab-within-10", "lab-within-20", "lab-within-30", "lab-within-50")
AFTER_HEADINGS = ("lab-after-30", "lab-after-50", "lab-after-75")
YEAR = 12


class RunErrors(NamedTuple):
    """A group of players of a list of a run."""

    whole: JudgedRun
    listed: TruthList
    group: TruthErrors


@dataclass(frozen=True, slots=True)
class Predicted:
    """A row of the predictions: an edition, the truth, or nothing known at all."""

    name: str
    games: int
    deviance: Any
    uncapped: Any | None
    fitted: Any | None
    brier: Any
    stretch: Stretch | None
    share: Any | None
    attenuation: Any | None


def _share(take: Callable[[Any], tuple[int, int]]) -> Callable[[Any], Any]:
    """Return a share in percent, with one digit."""

    def value(row: Any) -> Any:
        part, whole = take(row)
        return decimal_of(Fraction(100 * part, whole), 1) if whole else None

    return value


RUN: ShownField[Any] = ShownField("edition", lambda row: row.whole.name, "lab-edition")
TRUTH_LISTS = ShownFields[PartOf[JudgedRun, TruthList]](
    RUN,
    list_field("list", lambda row: row.part.date, "lab-list"),
    ShownField("rated", lambda row: row.part.everybody.rated, "lab-rated"),
    *exact_fields("bias", lambda row: row.part.everybody.bias, 1, "lab-bias"),
    ShownField("rmse", lambda row: row.part.everybody.rmse, "lab-rmse"),
    ShownField("spread", lambda row: fixed_or_none(row.part.spread, 4), "lab-spread"),
    ShownField("spearman", lambda row: fixed_or_none(row.part.order, 4), "lab-spearman"),
    ShownField("people", lambda row: row.part.people),
    ShownField("below_floor", lambda row: row.part.below),
    ShownField("below_floor_percent", _share(lambda row: (row.part.below, row.part.people)), "lab-below-floor"),
)
ERRORS = ShownFields[RunErrors](
    RUN,
    list_field("list", lambda row: row.listed.date, "lab-list"),
    ShownField("group", lambda row: row.group.by, "lab-group", words="lab.group."),
    ShownField("name", lambda row: row.group.name, "lab-name", words="lab.age."),
    ShownField("rated", lambda row: row.group.rated, "lab-rated"),
    *exact_fields("bias", lambda row: row.group.bias, 1, "lab-bias"),
    ShownField("rmse", lambda row: row.group.rmse, "lab-rmse"),
)
LAGS = ShownFields[PartOf[JudgedRun, JuniorLag]](
    RUN,
    list_field("list", lambda row: row.part.date, "lab-list"),
    ShownField("juniors", lambda row: row.part.juniors, "lab-juniors"),
    *exact_fields("lag", lambda row: row.part.lag, 1, "lab-lag"),
    *exact_fields("gain_a_month", lambda row: row.part.gain, 2, "lab-gain-a-month"),
    *exact_fields("lag_months", lambda row: row.part.lag_months, 1, "lab-lag-months"),
)
ARRIVED = ShownFields[JudgedRun](
    ShownField("edition", lambda row: row.name, "lab-edition"),
    ShownField("newcomers", lambda row: row.newcomers.newcomers, "lab-newcomers"),
    ShownField("reached", lambda row: row.newcomers.reached, "lab-reached"),
    ShownField("median_games", lambda row: row.newcomers.median, "lab-median-games"),
    *(
        ShownField(
            f"within_{most}_percent",
            _share(lambda row, place=place: (row.newcomers.within[place], row.newcomers.newcomers)),  # type: ignore[misc]
            heading,
        )
        for place, (most, heading) in enumerate(zip(WITHIN, WITHIN_HEADINGS, strict=True))
    ),
)
HALF_LIVES = ShownFields[PartOf[JudgedRun, HalfLife]](
    RUN,
    ShownField("k", lambda row: row.part.k, "lab-k"),
    ShownField("games", lambda row: fixed(row.part.formula, 1), "lab-half-life"),
    ShownField("games_by_table", lambda row: row.part.table, "lab-half-life-table"),
    *(
        ShownField(
            f"after_{games}_percent",
            lambda row, place=place: fixed(100 * row.part.made_up[place], 0),  # type: ignore[misc]
            heading,
        )
        for place, (games, heading) in enumerate(zip(GAMES, AFTER_HEADINGS, strict=True))
    ),
)
PREDICTED = ShownFields[Predicted](
    ShownField("edition", lambda row: row.name, "lab-edition", words="lab.knows."),
    ShownField("games", lambda row: row.games, "lab-games"),
    ShownField("deviance10", lambda row: fixed(row.deviance, 6), "lab-deviance"),
    ShownField("uncapped", lambda row: fixed_or_none(row.uncapped, 6), "lab-uncapped"),
    ShownField("fitted", lambda row: fixed_or_none(row.fitted, 6), "lab-fitted"),
    ShownField("brier", lambda row: fixed(row.brier, 6), "lab-brier"),
    ShownField("lambda", lambda row: fixed(row.stretch.slope, 4) if row.stretch else None, "lab-lambda"),
    ShownField("white", lambda row: fixed(row.stretch.white, 2) if row.stretch else None, "lab-white"),
    ShownField("share_known", lambda row: fixed_or_none(row.share, 4), "lab-share-known"),
    ShownField("attenuation", lambda row: fixed_or_none(row.attenuation, 4), "lab-attenuation"),
)


def truth_tables(study: TruthStudy) -> list[LabTable[Any]]:
    """Return all tables, in the order of the document."""
    lists = [PartOf(run, listed) for run in study.runs for listed in run.lists]
    errors = [RunErrors(run, listed, group) for run, listed in lists for group in listed.groups]
    shown = tuple(name for name in TRUTH_LISTS.names if not name.endswith("_exact"))
    return [
        LabTable("lists", TRUTH_LISTS, lists, tuple(name for name in shown if name not in ("people", "below_floor"))),
        LabTable("errors", ERRORS, errors),
        LabTable("newcomers", ARRIVED, study.runs),
        LabTable("juniors", LAGS, (PartOf(run, lag) for run in study.runs for lag in run.lags)),
        LabTable("half_lives", HALF_LIVES, (PartOf(run, life) for run in study.runs for life in run.half_lives)),
        LabTable("prediction", PREDICTED, _predictions(study)),
    ]


def last_lists(study: TruthStudy) -> list[LabTable[Any]]:
    """Return the tables that people see: the lists of each edition a year apart, and the groups of the last list."""
    tables = {table.named: table for table in truth_tables(study)}
    every = [PartOf(run, listed) for run in study.runs for listed in run.lists[::-YEAR][::-1]]
    last = [RunErrors(run, run.lists[-1], group) for run in study.runs for group in run.lists[-1].groups]
    lags = [PartOf(run, run.lags[-1]) for run in study.runs]
    return [
        tables["lists"].with_rows(every),
        tables["errors"].with_rows(last),
        tables["newcomers"],
        tables["juniors"].with_rows(lags),
        tables["half_lives"],
        tables["prediction"],
    ]


def _predictions(study: TruthStudy) -> list[Predicted]:
    found = [
        Predicted(
            run.name,
            study.games,
            run.forecast.table.deviance10,
            run.forecast.uncapped.deviance10,
            run.forecast.fitted.deviance10 if run.forecast.fitted is not None else None,
            run.forecast.table.brier,
            run.forecast.stretch,
            run.share_known,
            run.attenuation,
        )
        for run in study.runs
    ]
    best: ForecastSums = study.truth
    truth = Predicted("truth", best.games, best.deviance10, None, None, best.brier, study.truth_stretch, 1, None)
    return [*found, truth, Predicted("half", best.games, LOG_2, None, None, _nothing(study), None, 0, None)]


def _nothing(study: TruthStudy) -> Any:
    """Return Brier's score of who always says a half."""
    decided = study.runs[0].forecast.counts.games[:, [0, 2]].sum()
    return decided / (4 * study.games)


def truth_document(study: TruthStudy, world: str) -> dict[str, Any]:
    """Return the whole answer as one document."""
    return {
        "source": {"kind": "bulk", "world": world, "digests": {run.name: run.digest for run in study.runs}},
        "truth": {"white": study.white, "slope": decimal_or_none(study.slope, 2)},
        "test": {"from": study.start, "to": study.end, "games": study.games, "played": study.played},
        **{table.named: table.document() for table in truth_tables(study)},
    }


def truth_charts(study: TruthStudy, language: Language) -> dict[str, Chart]:
    """Return the plots: bias and error through the lists, and the juniors' lag."""
    return {
        "bias": _through(study, "bias", lambda listed: listed.everybody.bias, language),
        "rmse": _through(study, "rmse", lambda listed: listed.everybody.rmse, language),
        "juniors": _through(study, "juniors", lambda listed: listed.group("juniors").bias, language),
    }


def _through(
    study: TruthStudy, key: str, take: Callable[[TruthList], Fraction | Decimal | None], language: Language
) -> Chart:
    lines = []
    for run in study.runs:
        found = [(exact(listed.date), take(listed)) for listed in run.lists]
        lines.append(ChartLine(run.name, tuple((day, exact(value)) for day, value in found if value is not None)))
    return Chart(*chart_words(f"truth-{key}", language), lines=tuple(lines), dates=True)
