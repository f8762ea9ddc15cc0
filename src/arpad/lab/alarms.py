"""Alarms for the rating administrator when the scale moves too much, and their configurable limits."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from arpad.domain.values import MONTHS, month_number
from arpad.inputs.toml_tables import ANYTHING, TomlKey, TomlTable, load
from arpad.lab._calibration import CalibrationBand, Stretch, bands_of_width, calibrate, fit_stretch
from arpad.lab.monitor import WatchedScale
from arpad.lab.rating_account import PARTS
from arpad.lab.tables import decimal_of, fixed

# The limits of the alarms. No regulation names any: they are ours, and a file may change each of them.

LARGEST = 10_000


@dataclass(frozen=True, slots=True)
class AlarmLimits:
    """The limits above which an alarm is given. `first_50_average`, `panel_average`, `median`: points a year.
    `created_per_game`: points that games create, a game. `stretch_change`: of λ between two spans of twelve lists.
    `band_gap`: scored minus expected, a game of a band. `newcomer_gap`: points over the first 30 games."""

    first_50_average: Fraction = Fraction(5)
    panel_average: Fraction = Fraction(5)
    median: Fraction = Fraction(15)
    created_per_game: Fraction = Fraction(1, 5)
    stretch_change: Fraction = Fraction(5, 100)
    band_gap: Fraction = Fraction(2, 100)
    newcomer_gap: Fraction = Fraction(40)

    def items(self) -> Mapping[str, Fraction]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


def _limit(value: object) -> Fraction:
    """Read a number, 5 or 0.05, or a fraction as text, "1/5"."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise ValueError
    try:
        fraction = Fraction(value)
    except ZeroDivisionError:
        raise ValueError from None
    if not 0 <= fraction <= LARGEST:
        raise ValueError
    return fraction


KEYS = {field.name: TomlKey(_limit, '5 | 0.05 | "1/5"') for field in fields(AlarmLimits)}


def read_limits(file: Path) -> AlarmLimits:
    """Return the limits of a file; those that it does not name stay as they are."""
    head = TomlTable("lab-settings", str(file)).read(load(file), {"alarm": ANYTHING})
    values: dict[str, Any] = TomlTable("lab-settings", str(file), "[alarm]").read(head.get("alarm", {}), KEYS)
    return replace(AlarmLimits(), **values)


# Alarms: what moved by more than the settings allow. They are findings for the administrator; nothing is corrected.

FIFTY = 50
SPAN = 12
"""Calibration is compared between spans of this many lists."""
ENOUGH_GAMES = 1000
ENOUGH_NEWCOMERS = 30
FAR = 4
"""A band counts if it is this many standard errors off."""
SURE = 3
WIDTH = 50


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something beyond its limit, between two lists. `about` says more: a band, a year."""

    code: str
    value: Decimal
    limit: Fraction
    start: dt.date
    end: dt.date
    about: str = ""


@dataclass(frozen=True, slots=True)
class CalibratedSpan:
    """Scored against expected over some lists."""

    start: dt.date
    end: dt.date
    bands: tuple[CalibrationBand, ...]
    stretch: Stretch | None


def calibrated_spans(scale: WatchedScale) -> list[CalibratedSpan]:
    """Return the last twelve lists, and the twelve before them if there are any, the earlier first."""
    spans = []
    last = len(scale.steps)
    for end in (last - SPAN, last):
        begin = max(end - SPAN, 0)
        if end > begin:
            counts = scale.counts(begin, end)
            bands = tuple(calibrate(counts, bands_of_width(WIDTH)))
            span = scale.steps[begin].account.start, scale.steps[end - 1].account.end
            spans.append(CalibratedSpan(*span, bands, fit_stretch(counts)))
    return spans


def alarms(scale: WatchedScale, limits: AlarmLimits, spans: Sequence[CalibratedSpan]) -> list[Alarm]:
    """Return all alarms, by what they are about, the newest lists first."""
    return [
        *_moved(scale, limits),
        *_created(scale, limits.created_per_game),
        *_stretched(spans, limits.stretch_change),
        *_bands(spans[-1:], limits.band_gap),
        *_newcomers(scale, limits.newcomer_gap),
    ]


def _years(days: Sequence[dt.date]) -> Iterator[tuple[int, int]]:
    """Return pairs of lists a year apart, from the newest back."""
    end = len(days) - 1
    while end > 0:
        year_before = [place for place in range(end) if month_number(days[place]) <= month_number(days[end]) - MONTHS]
        if not year_before:
            return
        yield year_before[-1], end
        end = year_before[-1]


def _moved(scale: WatchedScale, limits: AlarmLimits) -> Iterator[Alarm]:
    """Compare the averages of the first 50 and of the panel, and the median, with those a year before."""
    days = [listed.date for listed in scale.lists]
    active = [listed.group("active").counts for listed in scale.lists]
    first = [counts.first(FIFTY) for counts in active]
    lines: dict[str, list[Fraction | None]] = {
        "first_50_average": [players.average if players.complete else None for players in first],
        "median": [counts.median for counts in active],
    }
    if scale.group is not None:
        lines["panel_average"] = [group_average.average for group_average in scale.group.panel]
    for code, values in lines.items():
        limit: Fraction = getattr(limits, code)
        for begin, end in _years(days):
            before, after = values[begin], values[end]
            if before is None or after is None:
                continue
            rate = (after - before) * MONTHS / (month_number(days[end]) - month_number(days[begin]))
            if abs(rate) > limit:
                yield Alarm(code, decimal_of(rate, 1), limit, days[begin], days[end])


def _created(scale: WatchedScale, limit: Fraction) -> Iterator[Alarm]:
    """Find years in which a game created or destroyed too many points on average."""
    days = [listed.date for listed in scale.lists]
    for begin, end in _years(days):
        steps = [step.account for step in scale.steps[begin:end]]
        games = sum(account.terms.both_rated for account in steps)
        created = sum(account.terms.created for account in steps)
        each = Fraction(created, PARTS * max(games, 1))
        if abs(each) > limit:
            yield Alarm("created_per_game", decimal_of(each, 3), limit, days[begin], days[end])


def _stretched(spans: Sequence[CalibratedSpan], limit: Fraction) -> Iterator[Alarm]:
    """Look at the change of λ between two spans; never its distance from 1, which noise alone brings about."""
    if len(spans) < 2 or spans[0].stretch is None or spans[1].stretch is None:
        return
    one, two = spans[0].stretch, spans[1].stretch
    change, error = two.slope - one.slope, np.hypot(one.slope_error, two.slope_error)
    if abs(change) > limit and abs(change) > SURE * error:
        yield Alarm("stretch_change", fixed(change, 4), limit, spans[0].start, spans[1].end)


def _bands(spans: Sequence[CalibratedSpan], limit: Fraction) -> Iterator[Alarm]:
    """Find bands in which the favourites scored more or less than expected."""
    for span in spans:
        for band in span.bands:
            z: Any = band.z if band.games >= ENOUGH_GAMES else None
            if z is not None and band.residual is not None and abs(band.residual) > limit and abs(z) > FAR:
                about = f"{band.low}–{band.high}" if band.high is not None else f"{band.low}+"
                yield Alarm("band_gap", decimal_of(band.residual, 4), limit, span.start, span.end, about)


def _newcomers(scale: WatchedScale, limit: Fraction) -> Iterator[Alarm]:
    """Find years whose newcomers were moved too far on average by their first games."""
    first, last = scale.lists[0].date, scale.lists[-1].date
    for year in reversed(scale.newcomers):
        if year.followed >= ENOUGH_NEWCOMERS and year.average is not None and abs(year.average) > limit:
            yield Alarm("newcomer_gap", decimal_of(year.average, 1), limit, first, last, str(year.year))
