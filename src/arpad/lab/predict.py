"""Predict games from earlier lists with several predictors, Glicko among them, and tabulate how well each did.

Parameters are fitted on the training lists only, never on the test lists.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from arpad.bulk.atomic_folders import in_order
from arpad.documents.fields import ShownField, ShownFields
from arpad.i18n import ArpadError
from arpad.lab.game_groups import CELLS, DIFFERENCES, RESULTS, SCALE, Floats, GameCounts, Stretch, cells, fit_stretch
from arpad.lab.scoring import (
    HALF,
    LOGISTIC,
    LOGISTIC_WHITE,
    RESAMPLES,
    SEED,
    TABLE,
    UNCAPPED,
    ForecastSums,
    GroupedLosses,
    PairedDifference,
    Predictor,
    fitted,
    losses_of,
    month_gaps,
    paired,
    sums_of_games,
)
from arpad.lab.source import GameBlock, ScaleSource, ScaleStep
from arpad.lab.tables import LabTable, decimal_of, fixed, fixed_or_none
from arpad.progress import StepsDone, with_progress
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


# Games predicted from the lists before them, by several predictors on the same games, and how well that went. A
# prediction is made from a list, for the games of events that begin while it is in force, or one of the next lists.
# Parameters are fitted on the training lists, which are those before the test lists; never on the test lists.

PLAIN: Mapping[str, Predictor] = {
    "table": TABLE,
    "table-uncapped": UNCAPPED,
    "logistic": LOGISTIC,
    "logistic-white": LOGISTIC_WHITE,
    "half": HALF,
}
FITTED = ("fitted", *GLICKO)
"""Predictors with parameters, which need training lists."""
PREDICTORS = (*PLAIN, *FITTED)
GROUPS = 200
"""Events are put into this many groups, which the bootstrap draws again and again."""
HORIZONS = (1, 36)
"""The fewest and the most lists that a prediction may look ahead."""


@dataclass(frozen=True, slots=True)
class PredictWishes:
    """What to predict: from which lists (`test`, the first and the last; without, from all), how many lists ahead, and
    by what. Differences are those from the first predictor."""

    test: tuple[dt.date, dt.date] | None = None
    horizon: int = 1
    predictors: tuple[str, ...] = tuple(PLAIN)
    parameters: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)
    seed: int = SEED


@dataclass(slots=True)
class ForecastTally:
    """What a predictor made of the test games: sums over games, by groups of events, and by players and lists."""

    sums: ForecastSums = field(default_factory=ForecastSums)
    groups: Floats = field(default_factory=lambda: np.zeros(GROUPS))
    months: int = 0
    month_squares: Any = 0

    @property
    def rmse_month(self) -> Any | None:
        return np.sqrt(self.month_squares / self.months) if self.months else None


@dataclass(frozen=True, slots=True)
class Prediction:
    """A predictor and how it did; `parameters` are those that were fitted or given."""

    name: str
    tally: ForecastTally
    parameters: Mapping[str, Any]
    difference: PairedDifference | None


@dataclass(frozen=True, slots=True)
class PredictedGames:
    """All predictors on the same games. `played` of the lists predicted from; `games` of two players with a rating."""

    kind: str
    digests: dict[str, str]
    start: dt.date
    end: dt.date
    horizon: int
    seed: int
    games: int
    played: int
    training: int
    predictions: tuple[Prediction, ...]


def predict(source: ScaleSource, wishes: PredictWishes, progress: StepsDone | None = None) -> PredictedGames:
    """Predict the games of a source."""
    run = _Run(source, wishes, progress)
    _check(run.dates, wishes)
    return run.predicted()


def _check(dates: Sequence[dt.date], wishes: PredictWishes) -> None:
    if wishes.test is None:
        needs = next((name for name in wishes.predictors if name in FITTED), None)
        if needs is not None:
            raise ArpadError("lab-test-needed", predictor=needs)
        return
    start, end = wishes.test
    if end < start or not any(start <= date <= end for date in dates[:-1]):
        known = f"{dates[0]:%Y-%m} … {dates[-2]:%Y-%m}"
        raise ArpadError("lab-test-none", test=f"{start:%Y-%m}..{end:%Y-%m}", known=known)
    if start < dates[1]:
        raise ArpadError("lab-test-first", test=f"{start:%Y-%m}..{end:%Y-%m}", second=f"{dates[1]:%Y-%m}")


@dataclass(slots=True)
class _Seen:
    """Games as one list shows them: `cell` is the difference and the result, beyond CELLS if the cap held."""

    block: GameBlock
    cell: Numbers
    place: int


class _Run:
    """The pass over the steps: training first, then the test."""

    def __init__(self, source: ScaleSource, wishes: PredictWishes, progress: StepsDone | None) -> None:
        self.source, self.wishes, self.progress = source, wishes, progress
        self.dates = list(source.dates)
        self.places = {date.toordinal(): place for place, date in enumerate(self.dates)}
        self.ratings: dict[int, Numbers] = {}
        self.counts, self.training = GameCounts(), GameCounts()
        self.played = 0
        self.yardsticks: dict[str, Yardstick] = {}
        self.tallies = {name: ForecastTally() for name in wishes.predictors}
        self.group_games = np.zeros(GROUPS, dtype=np.int64)
        self.curves: dict[str, Predictor] = {}
        self.stretch: Stretch | None = None

    def tested(self, place: int) -> bool:
        date = self.dates[place]
        return self.wishes.test is None or self.wishes.test[0] <= date <= self.wishes.test[1]

    def trains(self, place: int) -> bool:
        return self.wishes.test is not None and self.dates[place] < self.wishes.test[0]

    def predicted(self) -> PredictedGames:
        wanted = [name for name in self.wishes.predictors if name in GLICKO]
        for name in wanted:
            given = self.wishes.parameters.get(name)
            last = self.dates[-1] if self.wishes.test is None else self.wishes.test[0]
            self.yardsticks[name] = fit_yardstick(name, self.source, last, given)
        with in_order(self._step, self.source.steps()) as steps:
            for _ in with_progress(steps, len(self.dates) - 1, self.progress):
                pass
        if not len(self.counts):
            raise ArpadError("lab-no-predicted")
        for name, curve in self.curves.items():
            self.tallies[name].sums = curve.sums(self.counts)
        first = self.wishes.predictors[0]
        return PredictedGames(
            self.source.kind,
            dict(self.source.digests),
            *self._test_lists(),
            self.wishes.horizon,
            self.wishes.seed,
            len(self.counts),
            self.played,
            len(self.training),
            tuple(
                Prediction(name, tally, self._parameters(name), None if name == first else self._difference(name))
                for name, tally in self.tallies.items()
            ),
        )

    def _test_lists(self) -> tuple[dt.date, dt.date]:
        days = [date for place, date in enumerate(self.dates[:-1]) if self.tested(place)]
        return days[0], days[-1]

    def _parameters(self, name: str) -> dict[str, Any]:
        if name in self.yardsticks:
            return dict(self.yardsticks[name].parameters)
        if name == "fitted" and self.stretch is not None:
            return {"lambda": self.stretch.slope, "white": self.stretch.white}
        return {}

    def _step(self, step: ScaleStep) -> None:
        """Predict the games of a step from each list that is asked for, then let the yardsticks learn from them."""
        place = self.places[step.before.date.toordinal()]
        oldest = self.places.get(step.oldest.toordinal(), 0) - self.wishes.horizon + 1
        self.ratings = {at: rating for at, rating in self.ratings.items() if at >= oldest} | {place: step.before.rating}
        for yardstick in self.yardsticks.values():
            yardstick.enter(place, step.before.rating, oldest)
        seen = list(self._seen(step))
        tested = [one for one in seen if self.tested(one.place)]
        for one in seen:
            if self.trains(one.place):
                self.training.add(one.block, step.cap)
        if tested:
            self._ready()
            self._score(tested, step.cap)
        for date, games in step.played.items():
            in_force = self.places[date.toordinal()]
            self.played += games * sum(self.tested(in_force - back) for back in self._backs(in_force))
        blocks = [one.block for one in seen if self.places[int(one.block.listed[0])] == one.place]
        for yardstick in self.yardsticks.values():
            yardstick.learn(blocks)

    def _ready(self) -> None:
        """Make the curves when the first test list comes: the training is over."""
        if self.curves:
            return
        for name in self.wishes.predictors:
            if name in PLAIN:
                self.curves[name] = PLAIN[name]
            elif name == "fitted":
                self.stretch = fit_stretch(self.training)
                if self.stretch is None:
                    raise ArpadError("lab-not-fitted", games=len(self.training))
                self.curves[name] = fitted(self.stretch)

    def _seen(self, step: ScaleStep) -> Iterator[_Seen]:
        """Return the games as the list in force has them, and as the lists before it have them, up to the horizon."""
        for block in step.blocks():
            if not len(block):
                continue
            in_force = self.places[int(block.listed[0])]
            for back in self._backs(in_force):
                older = block if not back else self._older(block, in_force - back, step.cap)
                if len(older):
                    plain = cells(older.difference, older.score)
                    cell = np.where(older.capped, plain + np.int32(CELLS), plain)
                    yield _Seen(older, cell, in_force - back)

    def _backs(self, in_force: int) -> range:
        """Return how many lists before the one in force predictions are made from."""
        return range(min(self.wishes.horizon, in_force + 1))

    def _older(self, block: GameBlock, place: int, cap: int) -> GameBlock:
        """Return the games as an older list has them: both rated on it, every game with the cap."""
        rating = self.ratings.get(place)
        if rating is None:
            return block.take(slice(0, 0))
        mine, theirs = rating[block.white], rating[block.black]
        both = (mine > 0) & (theirs > 0)
        difference = mine - theirs
        return replace(block, rating=mine, difference=difference, capped=np.abs(difference) > cap).take(both)

    def _score(self, tested: Sequence[_Seen], cap: int) -> None:
        """Add the games of a step to every tally."""
        white, black, score, event, cell = (
            np.concatenate(columns)
            for columns in zip(
                *((one.block.white, one.block.black, one.block.score, one.block.event, one.cell) for one in tested),
                strict=True,
            )
        )
        for one in tested:
            self.counts.add(one.block, cap)
        group = event % GROUPS
        self.group_games += np.bincount(group, minlength=GROUPS)
        people = len(self.source.people)
        for name, tally in self.tallies.items():
            if name in self.curves:
                chance, losses = self._looked_up(self.curves[name], cell, cap)
            else:
                yardstick = self.yardsticks[name]
                chance = np.concatenate([yardstick.expected(one.place, one.block) for one in tested])
                losses = losses_of(chance, score)
                tally.sums += sums_of_games(chance, score)
            tally.groups += np.bincount(group, losses, GROUPS)
            months, squares = month_gaps(chance, score, white, black, people)
            tally.months, tally.month_squares = tally.months + months, tally.month_squares + squares

    def _looked_up(self, curve: Predictor, cell: Numbers, cap: int) -> tuple[Floats, Floats]:
        """Return expectation and deviance of games from a table by their cells: no logarithm for a game."""
        chances = np.repeat(np.concatenate([curve.curve(DIFFERENCES, None), curve.curve(DIFFERENCES, cap)]), RESULTS)
        results = np.tile(np.arange(RESULTS, dtype=np.int32), 2 * len(DIFFERENCES))
        return chances[cell], losses_of(chances, results)[cell]

    def _difference(self, name: str) -> PairedDifference | None:
        """Return the deviance a game beyond that of the first predictor; groups of events are drawn again and again."""
        games = self.group_games
        first, own = (GroupedLosses(games, self.tallies[one].groups) for one in (self.wishes.predictors[0], name))
        return paired(first, own, self.wishes.seed)


# Predictions as tables: how each predictor did, on the same games.

DIGITS = 6


def _measure(name: str, heading: str, digits: int = DIGITS) -> ShownField[Prediction]:
    return ShownField(name, lambda row: fixed_or_none(getattr(row.tally.sums, name), digits), heading)


def _apart(name: str, heading: str) -> ShownField[Prediction]:
    return ShownField(
        f"difference_{name}",
        lambda row: None if row.difference is None else fixed(getattr(row.difference, name), DIGITS),
        heading,
    )


def _parameters(row: Prediction) -> dict[str, Any]:
    return {name: fixed(value, 4) for name, value in row.parameters.items()}


def _parameters_text(row: Prediction) -> str:
    return ", ".join(f"{name} {fixed(value, 2)}" for name, value in row.parameters.items())


FIELDS = ShownFields[Prediction](
    ShownField("predictor", lambda row: row.name, "lab-predictor", words="lab.predictor."),
    ShownField("games", lambda row: row.tally.sums.games, "lab-games"),
    _measure("deviance10", "lab-deviance10"),
    _measure("scaled", "lab-scaled", 3),
    _measure("logloss", "lab-logloss"),
    _measure("brier", "lab-brier"),
    _measure("mae", "lab-mae"),
    ShownField("rmse_month", lambda row: fixed_or_none(row.tally.rmse_month, DIGITS), "lab-rmse-month"),
    ShownField("player_months", lambda row: row.tally.months, "lab-player-months"),
    _apart("mean", "lab-apart"),
    _apart("low", "lab-apart-low"),
    _apart("high", "lab-apart-high"),
    ShownField("parameters", _parameters, "lab-parameters", cell=_parameters_text),
)
_SHOWN = (
    "predictor", "deviance10", "scaled", "brier", "rmse_month", "difference_mean", "difference_low", "difference_high",
    "parameters",
)  # fmt: skip


def predict_table(games: PredictedGames) -> LabTable[Prediction]:
    """Return a row for each predictor, in the order asked for."""
    return LabTable("prediction", FIELDS, games.predictions, _SHOWN)


def predict_document(found: PredictedGames) -> dict[str, Any]:
    """Return the whole answer as one document."""
    return {
        "source": {"kind": found.kind, "digests": found.digests},
        "test": {"from": found.start, "to": found.end},
        "horizon": found.horizon,
        "games": found.games,
        "played": found.played,
        "coverage": decimal_of(Fraction(found.games, max(found.played, 1)), 4),
        "training_games": found.training,
        "bootstrap": {"resamples": RESAMPLES, "groups": GROUPS, "seed": found.seed},
        "prediction": predict_table(found).document(),
    }
