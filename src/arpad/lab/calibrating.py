"""Scored against expected over the games of some lists, by difference alone or by groups, with the fitted curve."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.bulk.threads import in_order
from arpad.done import StepsDone
from arpad.lab.calibration import CalibrationBand, bands_of_table, bands_of_width, calibrate
from arpad.lab.fixed import fixed, fixed_or_none
from arpad.lab.game_keys import BY_GAP, KEYS, KeyedCounts, Moment
from arpad.lab.steps import ScaleSource, ScaleStep
from arpad.lab.stretch import Stretch, fit_stretch
from arpad.lab.tables import LabTable, exact_fields
from arpad.locale import ArpadError
from arpad.rating.columns import Wide
from arpad.trail.fields import ShownField, ShownFields

WIDTH = 50
ALL = "all"
TABLE_ROWS = 0
"""The width that stands for the rows of table B."""


@dataclass(frozen=True, slots=True)
class CalibrationWishes:
    """The lists between two days, by what the games are told apart, and the width of the bands (0: the rows of
    table B)."""

    start: dt.date | None = None
    end: dt.date | None = None
    by: str = "difference"
    width: int = WIDTH

    @property
    def lows(self) -> Sequence[int]:
        return bands_of_table() if self.width == TABLE_ROWS else bands_of_width(self.width)


@dataclass(frozen=True, slots=True)
class GroupBand:
    """A band of a group of games; of a kind without bands all its games."""

    group: str
    band: CalibrationBand


@dataclass(frozen=True, slots=True)
class GroupStretch:
    """The curve fitted to the games of a group, or to all games."""

    group: str
    stretch: Stretch


@dataclass(frozen=True, slots=True)
class Calibrated:
    """Scored against expected. `bands` are in the order of their groups, `curves` begin with all games."""

    kind: str
    digests: dict[str, str]
    start: dt.date
    end: dt.date
    by: str
    games: int
    played: int
    bands: tuple[GroupBand, ...]
    curves: tuple[GroupStretch, ...]


def calibration_of(source: ScaleSource, wishes: CalibrationWishes, progress: StepsDone | None = None) -> Calibrated:
    """Count the games between lists that are looked at, and compare them with what was expected."""
    lows = wishes.lows
    counts = KeyedCounts(KEYS[wishes.by])
    played, lists = 0, list[dt.date]()
    with in_order(counts.add_step, _moments(source, wishes, progress)) as steps:
        for step in steps:
            played += sum(step.played.values())
            lists = [lists[0] if lists else step.before.date, step.after.date]
    if not lists:
        raise ArpadError("lab-one-list", count=0)
    whole = counts.whole()
    bands, curves = list[GroupBand](), list[GroupStretch]()
    for place, name in enumerate(counts.key.names):
        own = counts.of(place)
        if not len(own) and name:
            continue
        wide = wishes.by in ("age", "k", "games")
        bands += [
            GroupBand(name, band) for band in calibrate(own, (0,) if wide else lows, signed=wishes.by == "colour")
        ]
        curve = fit_stretch(own) if name else None
        curves += [GroupStretch(name, curve)] if curve is not None else []
    every = fit_stretch(whole)
    curves = [*([GroupStretch(ALL, every)] if every is not None else []), *curves]
    shown = tuple(row for row in bands if row.band.games or wishes.by not in BY_GAP)
    start, end = lists
    kind, digests = source.kind, dict(source.digests)
    return Calibrated(kind, digests, start, end, wishes.by, len(whole), played, shown, tuple(curves))


def _moments(
    source: ScaleSource, wishes: CalibrationWishes, progress: StepsDone | None
) -> Iterator[tuple[ScaleStep, Moment]]:
    """The steps between the lists that are looked at, each with what its players were before."""
    so_far: Wide = source.people.played.astype(np.int64)
    for number, step in enumerate(source.steps(), 1):
        start, end = step.before.date, step.after.date
        if (wishes.start is None or start >= wishes.start) and (wishes.end is None or end <= wishes.end):
            yield step, Moment(source.people, step.before, so_far)
        so_far = so_far + step.after.games
        if progress is not None:
            progress(number, source.count - 1)


BAND_FIELDS = ShownFields[GroupBand](
    ShownField("group", heading="lab-name", words="lab.key."),
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
CURVE_FIELDS = ShownFields[GroupStretch](
    ShownField("group", heading="lab-name", words="lab.key."),
    ShownField("games", lambda row: row.stretch.games, "lab-games"),
    ShownField("lambda", lambda row: fixed(row.stretch.slope, 5), "lab-lambda"),
    ShownField("lambda_error", lambda row: fixed(row.stretch.slope_error, 5), "lab-error"),
    ShownField("white", lambda row: fixed(row.stretch.white, 2), "lab-white"),
    ShownField("white_error", lambda row: fixed(row.stretch.white_error, 2), "lab-error"),
)


def calibrated_tables(found: Calibrated) -> list[LabTable[Any]]:
    """Return the bands and the curves."""
    grouped = any(row.group for row in found.bands)
    banded = len({row.band.low for row in found.bands}) > 1
    shown = [name for name in BAND_FIELDS.names if not name.endswith("_exact")]
    left_out = {*(() if grouped else ("group",)), *(() if banded else ("low", "high"))}
    return [
        LabTable("calibration", BAND_FIELDS, found.bands, [name for name in shown if name not in left_out]),
        LabTable("stretch", CURVE_FIELDS, found.curves),
    ]


def calibrated_document(found: Calibrated) -> dict[str, Any]:
    """The whole answer as one document."""
    return {
        "source": {"kind": found.kind, "digests": found.digests},
        "from": found.start,
        "to": found.end,
        "by": found.by,
        "games": found.games,
        "played": found.played,
        **{table.named: table.document() for table in calibrated_tables(found)},
    }
