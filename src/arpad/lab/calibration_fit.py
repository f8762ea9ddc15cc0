"""Calibration over the games of several lists, in total or by groups, and its plots."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.bulk.atomic_folders import in_order
from arpad.documents.fields import ShownField, ShownFields, word
from arpad.i18n import ArpadError, Language
from arpad.lab._calibration import (
    BAND_FIELDS,
    STRETCH_FIELDS,
    CalibrationBand,
    Stretch,
    bands_of_table,
    bands_of_width,
    calibrate,
    fit_stretch,
)
from arpad.lab.charts import COLOURS, Chart, ChartLine, chart_words
from arpad.lab.game_groups import BY_GAP, KEYS, KeyedCounts, Moment
from arpad.lab.scale_report import band_middle, calibration_chart
from arpad.lab.source import ScaleSource, ScaleStep
from arpad.lab.tables import LabTable
from arpad.progress import StepsDone, with_progress
from arpad.rating.columns import Wide

# Scored against expected over the games of some lists, by difference alone or by groups, with the fitted curve.

WIDTH = 50
ALL = "all"
TABLE_ROWS = 0
"""The width that stands for the rows of table B."""


@dataclass(frozen=True, slots=True)
class CalibrationWishes:
    """The lists between two days, by what the games are grouped, and the width of the bands (0: the rows of
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
    """Return the steps between the lists that are looked at, each with what its players were before."""
    so_far: Wide = source.people.played.astype(np.int64)
    for step in with_progress(source.steps(), source.count - 1, progress):
        start, end = step.before.date, step.after.date
        if (wishes.start is None or start >= wishes.start) and (wishes.end is None or end <= wishes.end):
            yield step, Moment(source.people, step.before, so_far)
        so_far = so_far + step.after.games


GROUP: ShownField[Any] = ShownField("group", heading="lab-name", words="lab.key.")
GROUP_BANDS = ShownFields[GroupBand](GROUP, *BAND_FIELDS)
GROUP_CURVES = ShownFields[GroupStretch](GROUP, *STRETCH_FIELDS)


def calibrated_tables(found: Calibrated) -> list[LabTable[Any]]:
    """Return the bands and the curves."""
    grouped = any(row.group for row in found.bands)
    banded = len({row.band.low for row in found.bands}) > 1
    shown = [name for name in GROUP_BANDS.names if not name.endswith("_exact")]
    left_out = {*(() if grouped else ("group",)), *(() if banded else ("low", "high"))}
    return [
        LabTable("calibration", GROUP_BANDS, found.bands, [name for name in shown if name not in left_out]),
        LabTable("stretch", GROUP_CURVES, found.curves),
    ]


def calibrated_document(found: Calibrated) -> dict[str, Any]:
    """Return the whole answer as one document."""
    return {
        "source": {"kind": found.kind, "digests": found.digests},
        "from": found.start,
        "to": found.end,
        "by": found.by,
        "games": found.games,
        "played": found.played,
        **{table.named: table.document() for table in calibrated_tables(found)},
    }


# Plots of scored against expected: by difference, by colour, and group by group.


def calibrated_charts(found: Calibrated, language: Language) -> dict[str, Chart]:
    """Return the plot of a calibration: scored and expected, or of groups how far the two are apart. Groups without
    bands have a table only."""
    if found.by in ("difference", "colour"):
        return {"calibration": calibration_chart([row.band for row in found.bands], language)}
    names = list(dict.fromkeys(row.group for row in found.bands))
    lines = [_line(name, [row for row in found.bands if row.group == name], language) for name in names]
    drawn = [line for line in lines if len(line.points) > 1]
    if not drawn:
        return {}
    words = chart_words("apart", language, "calibration-across")
    return {"calibration": Chart(*words, lines=tuple(drawn[:COLOURS]))}


def _line(name: str, rows: list[GroupBand], language: Language) -> ChartLine:
    points = [(band_middle(row.band), row.band.residual) for row in rows if row.band.residual is not None]
    return ChartLine(word(f"lab.key.{name}", language), tuple(points))
