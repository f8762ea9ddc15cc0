"""Games in groups: counted by difference, result, age, K and games played; actual against expected scores, fitted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from arpad.documents.fields import ShownField
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.i18n import ArpadError
from arpad.lab.source import GameBlock, LabPeople, ListColumns, ScaleStep
from arpad.lab.tables import exact_fields, fixed, fixed_or_none
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.rating.game_by_game import expected_column

# Ages on the day of a list: the year of the list minus the year of birth.

BOUNDS = (12, 16, 19, 31, 51, 66)
"""Each group ends before this age."""
AGE_GROUPS = ("under-12", "12-15", "16-18", "19-30", "31-50", "51-65", "over-65", "unknown")
UNKNOWN = len(AGE_GROUPS) - 1
GROUP_OF_AGE: Numbers = np.searchsorted(BOUNDS, np.arange(BOUNDS[-1] + 1), side="right").astype(np.int32)
"""The group of every age; older people are in the last one."""
JUNIOR = 20
"""A junior is born in the year of the list minus this many, or later."""


def age_groups(born: Numbers, year: int) -> Numbers:
    """Return the group of everybody as a place among AGE_GROUPS."""
    found: Numbers = np.where(born > 0, GROUP_OF_AGE.take(year - born, mode="clip"), np.int32(UNKNOWN))
    return found


def is_junior(born: Numbers, year: int) -> Mask:
    """Return who is a junior; players whose year of birth is not known are not."""
    return np.asarray((born > 0) & (born >= year - JUNIOR))


# Games counted by difference and result: nearly everything that the laboratory says about games follows from it. A
# cell is a difference, White's rating minus Black's, and White's half points. Counts are only added up, so they may be
# made anywhere and in any order.

FARTHEST = HIGHEST_RATING
DIFFERENCES: Numbers = np.arange(-FARTHEST, FARTHEST + 1, dtype=np.int32)
RESULTS = 3
CELLS = RESULTS * len(DIFFERENCES)


def _none() -> Wide:
    return np.zeros((len(DIFFERENCES), RESULTS), dtype=np.int64)


def cells(difference: Numbers, score: Any) -> Numbers:
    """Return the cell of every game."""
    found: Numbers = (difference + np.int32(FARTHEST)) * np.int32(RESULTS) + score
    return found


@dataclass(slots=True)
class GameCounts:
    """Counts by difference and result, a row for each difference. `capped` are those in which the cap held for the
    favourite, by the cap."""

    games: Wide = field(default_factory=_none)
    capped: dict[int, Wide] = field(default_factory=dict)

    def add(self, block: GameBlock, cap: int) -> None:
        """Count the games of a block."""
        place = cells(block.difference, block.score)
        self.games += counted_cells(place)
        if block.capped.any():
            self.capped.setdefault(cap, _none())
            self.capped[cap] += counted_cells(place[block.capped])

    def __add__(self, other: "GameCounts") -> "GameCounts":
        caps = sorted({*self.capped, *other.capped})
        capped = {cap: self.capped.get(cap, _none()) + other.capped.get(cap, _none()) for cap in caps}
        return GameCounts(self.games + other.games, capped)

    def __len__(self) -> int:
        return int(self.games.sum())

    def of_favourites(self) -> "GameCounts":
        """Return the same games seen by the higher rated player; if both are equal, by White."""
        return GameCounts(_turned(self.games), {cap: _turned(counts) for cap, counts in self.capped.items()})


def counted_cells(place: Numbers) -> Wide:
    """Return how many games are in each cell, a row for each difference."""
    return np.bincount(place, minlength=CELLS).reshape(-1, RESULTS)


def _turned(counts: Wide) -> Wide:
    """Return counts with the games below 0 seen from the other side."""
    turned = counts + counts[::-1, ::-1]
    turned[:FARTHEST] = 0
    turned[FARTHEST] = counts[FARTHEST]
    return turned


# Games are grouped not only by their difference, but also by ratings, ages, K and games so far. The
# favourite is the higher rated player, of equal ones White; the other one is the underdog.

RATING_LOWS = (0, *range(1200, 2801, 200))
GAME_LOWS = (0, 30, 100, 300, 1000)
COEFFICIENTS = (0, 10, 15, 20, 25, 30, 40)
"""K as the editions know it; a list is asked for the next below."""
BY = ("difference", "rating", "colour", "age", "gap-age", "k", "games")
BY_GAP = ("rating", "gap-age")
"""Of these kinds each group has all bands of differences; of the others one line."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a game's players were before it: the list before, and the games so far."""

    people: LabPeople
    before: ListColumns
    so_far: Wide


KeyOf = Callable[[GameBlock, Moment], Numbers]


@dataclass(frozen=True, slots=True)
class GameKey:
    """A kind of groups: their names, and the group of every game of a block as a place among them."""

    names: tuple[str, ...]
    of: KeyOf


def _underdog(block: GameBlock) -> Numbers:
    underdog: Numbers = np.where(block.difference >= 0, block.black, block.white)
    return underdog


def _lows(lows: Sequence[int], values: Numbers | Wide) -> Numbers:
    return (np.searchsorted(np.asarray(lows, dtype=values.dtype), values, side="right") - 1).astype(np.int32)


def _between(lows: Sequence[int]) -> tuple[str, ...]:
    """Name groups by their ends."""
    ends = [f"{low}–{high - 1}" for low, high in pairwise(lows)]
    return (*ends, f"{lows[-1]}+")


def _rating(block: GameBlock, _moment: Moment) -> Numbers:
    """Return the favourite's rating: White's, or White's and what Black has more."""
    return _lows(RATING_LOWS, block.rating - np.minimum(block.difference, 0))


def _age(block: GameBlock, moment: Moment) -> Numbers:
    return age_groups(moment.people.born.take(_underdog(block)), moment.before.date.year)


def _k(block: GameBlock, moment: Moment) -> Numbers:
    return _lows(COEFFICIENTS, moment.before.k[_underdog(block)])


def _games(block: GameBlock, moment: Moment) -> Numbers:
    return _lows(GAME_LOWS, moment.so_far[_underdog(block)])


def _one(block: GameBlock, _moment: Moment) -> Numbers:
    return np.zeros(len(block), dtype=np.int32)


KEYS = {
    "difference": GameKey(("",), _one),
    "rating": GameKey(_between(RATING_LOWS), _rating),
    "colour": GameKey(("",), _one),
    "age": GameKey(AGE_GROUPS, _age),
    "gap-age": GameKey(AGE_GROUPS, _age),
    "k": GameKey(tuple(str(k) for k in COEFFICIENTS), _k),
    "games": GameKey(_between(GAME_LOWS), _games),
}


@dataclass(slots=True)
class KeyedCounts:
    """Games counted by group, difference and result."""

    key: GameKey
    games: Wide = field(init=False)
    capped: dict[int, Wide] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.games = self._none()

    def _none(self) -> Wide:
        return np.zeros(len(self.key.names) * CELLS, dtype=np.int64)

    def add(self, block: GameBlock, moment: Moment, cap: int) -> None:
        """Count the games of a block."""
        place = self.key.of(block, moment) * np.int32(CELLS) + cells(block.difference, block.score)
        self.games += np.bincount(place, minlength=len(self.games))
        if block.capped.any():
            self.capped.setdefault(cap, self._none())
            self.capped[cap] += np.bincount(place[block.capped], minlength=len(self.games))

    def add_step(self, step_and_moment: tuple[ScaleStep, Moment]) -> ScaleStep:
        """Count all games of a step."""
        step, moment = step_and_moment
        for block in step.blocks():
            self.add(block, moment, step.cap)
        return step

    def of(self, group: int) -> GameCounts:
        """Return the counts of one group."""
        part = slice(group * CELLS, (group + 1) * CELLS)
        capped = {cap: counts[part].reshape(-1, RESULTS) for cap, counts in self.capped.items()}
        return GameCounts(self.games[part].reshape(-1, RESULTS), capped)

    def whole(self) -> GameCounts:
        """Return the counts of all groups together."""
        return sum((self.of(group) for group in range(len(self.key.names))), GameCounts())


# How wide the scale is spread, and what White is worth: E = 1 / (1 + 10^(−(λ·D + w) / 400)), fitted to games. Maximum
# likelihood by Newton's method, a draw as half a win; standard errors are robust (sandwich). λ below 1 says that
# favourites score less than the formula expects. Noise in the ratings alone does that: λ proves no stretched scale.

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


# Scored against expected, band by band: what the favourites made, and what the table had expected of them.

OPEN_AT = 400
"""The last band has all differences from here on."""
BEYOND_TABLE = 736
"""From here on the table has no row of its own."""
NARROWEST = 5


@dataclass(frozen=True, slots=True)
class CalibrationBand:
    """Games of differences from `low` to `high` (None: open). Scores and expectations are hundredths; `expected` is as
    rated, `uncapped` without the cap, `logistic` by the formula of 14.1. `squares` adds up (score − expected)²."""

    low: int
    high: int | None
    games: int
    scored: int
    expected: int
    uncapped: int
    logistic: Any
    squares: int

    @property
    def residual(self) -> Fraction | None:
        """Return what was scored beyond the expectation, a game, in points."""
        return Fraction(self.scored - self.expected, 100 * self.games) if self.games else None

    @property
    def error(self) -> Any:
        """Return the standard error of the residual."""
        mean = Fraction(self.scored - self.expected, self.games)
        spread = (self.squares - self.games * mean**2) / 10_000
        return np.sqrt(np.float64(spread.numerator) / np.float64(spread.denominator)) / self.games

    @property
    def z(self) -> Any | None:
        """Return the residual in standard errors; None if all games differ alike from what was expected."""
        if self.residual is None or not self.error > 0:
            return None
        return np.float64(self.residual.numerator) / self.residual.denominator / self.error


def bands_of_width(width: int) -> tuple[int, ...]:
    """Return the lowest differences of the bands: steps of a width to 400, then all that is beyond."""
    if width < NARROWEST or OPEN_AT % width:
        raise ArpadError("lab-band", width=width, least=NARROWEST, most=OPEN_AT)
    return tuple(range(0, OPEN_AT + 1, width))


def bands_of_table() -> tuple[int, ...]:
    """Return the rows of table B: the differences at which its value changes."""
    values = expected_column(np.arange(BEYOND_TABLE + 1, dtype=np.int32))
    return (0, *(np.flatnonzero(values[1:] != values[:-1]) + 1).tolist())


def calibrate(counts: GameCounts, lows: Sequence[int], *, signed: bool = False) -> list[CalibrationBand]:
    """Return the bands, seen by the higher rated player; if `signed`, by White, with bands below 0 too."""
    seen = counts if signed else counts.of_favourites()
    edges = [*(-low for low in reversed(lows) if low and signed), *lows]
    bands = []
    for place, low in enumerate(edges):
        high = edges[place + 1] - 1 if place + 1 < len(edges) else None
        begin = 0 if signed and place == 0 else low + FARTHEST
        rows = slice(begin, None if high is None else high + FARTHEST + 1)
        bands.append(_band(seen, rows, low, high))
    return bands


def _band(counts: GameCounts, rows: slice, low: int, high: int | None) -> CalibrationBand:
    """Add up a band: scored and expected in hundredths, and the squares of what they differ by."""
    games = counts.games[rows]
    table = expected_column(DIFFERENCES[rows]).astype(np.int64)
    scores = 50 * np.arange(RESULTS, dtype=np.int64)
    rated, squares = int((games.sum(axis=1) * table).sum()), _squares(games, scores, table)
    uncapped = rated
    for cap, all_capped in counts.capped.items():
        capped = all_capped[rows]
        used = expected_column(np.clip(DIFFERENCES[rows], -cap, cap)).astype(np.int64)
        rated += int((capped.sum(axis=1) * (used - table)).sum())
        squares += _squares(capped, scores, used) - _squares(capped, scores, table)
    return CalibrationBand(
        low,
        high,
        int(games.sum()),
        int((games * scores).sum()),
        rated,
        uncapped,
        (games.sum(axis=1) * logistic(DIFFERENCES[rows])).sum() * 100,
        squares,
    )


def _squares(games: Wide, scores: Wide, table: Wide) -> int:
    return int((games * (scores[None, :] - table[:, None]) ** 2).sum())


BAND_FIELDS: tuple[ShownField[Any], ...] = (
    ShownField("low", lambda row: row.band.low, "lab-low"),
    ShownField("high", lambda row: row.band.high, "lab-high"),
    ShownField("games", lambda row: row.band.games, "lab-games"),
    ShownField("scored_100", lambda row: row.band.scored, "lab-scored"),
    ShownField("expected_100", lambda row: row.band.expected, "lab-expected"),
    ShownField("expected_uncapped_100", lambda row: row.band.uncapped, "lab-uncapped"),
    ShownField("logistic_100", lambda row: fixed(row.band.logistic, 1), "lab-logistic"),
    *exact_fields("residual", lambda row: row.band.residual, 4, "lab-residual"),
    ShownField("error", lambda row: fixed(row.band.error, 4) if row.band.games else None, "lab-error"),
    ShownField("z", lambda row: fixed_or_none(row.band.z, 2), "lab-z"),
)
"""The fields of rows that have a `band`."""
STRETCH_FIELDS: tuple[ShownField[Any], ...] = (
    ShownField("games", lambda row: row.stretch.games if row.stretch else 0, "lab-games"),
    ShownField("lambda", lambda row: fixed(row.stretch.slope, 5) if row.stretch else None, "lab-lambda"),
    ShownField("lambda_error", lambda row: fixed(row.stretch.slope_error, 5) if row.stretch else None, "lab-error"),
    ShownField("white", lambda row: fixed(row.stretch.white, 2) if row.stretch else None, "lab-white"),
    ShownField("white_error", lambda row: fixed(row.stretch.white_error, 2) if row.stretch else None, "lab-error"),
)
"""The fields of rows that have a `stretch`, which is None if no curve could be fitted."""
