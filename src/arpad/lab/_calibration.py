"""Actual against expected scores by rating difference, and the logistic curve fitted to the games.

E = 1 / (1 + 10^(−(λ·D + w) / 400)), fitted by maximum likelihood. A λ below 1 says that favourites score less than
expected; noise in the ratings alone can cause that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from arpad.documents.fields import ShownField
from arpad.i18n import ArpadError
from arpad.lab.game_groups import DIFFERENCES, FARTHEST, RESULTS, GameCounts
from arpad.lab.tables import exact_fields, fixed, fixed_or_none
from arpad.rating.columns import Wide
from arpad.rating.game_by_game import expected_column

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
