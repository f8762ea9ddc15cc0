"""The five plots of the watched scale: first players, panel, drift, calibration, percentiles."""

from collections.abc import Sequence
from fractions import Fraction

from arpad.i18n import Language, text
from arpad.lab.alarms import CalibratedSpan
from arpad.lab.calibration import CalibrationBand
from arpad.lab.chart import Chart, ChartArea, ChartDots, ChartLine, chart_words, exact
from arpad.lab.fixed import fixed
from arpad.lab.rating_counts import BAND, PERCENTILES
from arpad.lab.watching import WatchedScale

OPEN_BAND = 50
"""An open band is drawn as if it were this wide."""


def scale_charts(scale: WatchedScale, spans: Sequence[CalibratedSpan], language: Language) -> dict[str, Chart]:
    """Return the plots by their names. Without a fixed group there is no plot of a panel."""
    found = {"first": first_chart(scale, language)}
    if scale.group is not None:
        found["panel"] = _panel(scale, language)
    return found | {
        "drift": drift_chart(scale, language),
        "calibration": calibration_chart(spans[-1].bands, language),
        "percentiles": percentile_chart(scale, language),
    }


def first_chart(scale: WatchedScale, language: Language) -> Chart:
    """Draw the averages of the first players."""
    lines = []
    for asked in scale.first:
        found = [(listed.date, listed.group("active").counts.first(asked)) for listed in scale.lists]
        points = tuple((exact(day), first.average) for day, first in found if first.complete and first.average)
        lines.append(ChartLine(text("lab.chart.first-of", language, count=asked), points))
    return Chart(*chart_words("first", language), lines=tuple(line for line in lines if line.points), dates=True)


def _panel(scale: WatchedScale, language: Language) -> Chart:
    assert scale.group is not None
    lines = [
        ChartLine(
            text(f"lab.line.{kind}", language),
            tuple((exact(found.date), found.average) for found in line if found.average is not None),
        )
        for kind, line in (("all", scale.group.everybody), ("panel", scale.group.panel))
    ]
    return Chart(*chart_words("panel", language), lines=tuple(lines), dates=True)


def drift_chart(scale: WatchedScale, language: Language) -> Chart:
    """Draw the drift of the mean since the first list, its parts stacked: those that raise it above 0, the others
    below; a part that is still 0 waits where it will go."""
    names = ("stayers", "newcomers", "leavers")
    totals = dict.fromkeys(names, Fraction(0))
    ends = {name: sum((getattr(one, name) for one in scale.drift), Fraction(0)) for name in names}
    areas: dict[str, list[tuple[Fraction, Fraction, Fraction]]] = {name: [] for name in names}
    drifts = scale.drift
    line: list[tuple[Fraction, Fraction]] = []
    start = exact(scale.lists[0].date)
    for day, drift in [(start, None), *((exact(one.end), one) for one in drifts)]:
        up = down = Fraction(0)
        for name in names:
            totals[name] += getattr(drift, name) if drift is not None else 0
            value = totals[name]
            above = (value or ends[name]) > 0
            base = up if above else down
            areas[name].append((day, min(base, base + value), max(base, base + value)))
            up, down = (up + value, down) if above else (up, down + value)
        line.append((day, up + down))
    drawn = tuple(ChartArea(text(f"lab.chart.{name}", language), tuple(areas[name])) for name in names)
    total = ChartLine(text("lab.chart.drift-total", language), tuple(line))
    return Chart(*chart_words("drift", language), lines=(total,), areas=drawn, dates=True)


def band_middle(band: CalibrationBand) -> Fraction:
    """Return the difference in the middle of a band, where it is drawn."""
    width = OPEN_BAND if band.high is None else band.high - band.low + 1
    return Fraction(2 * band.low + width, 2)


def calibration_chart(bands: Sequence[CalibrationBand], language: Language) -> Chart:
    """Draw the scores with two standard errors either way, the expectation as rated, and the formula of 14.1."""
    games = [band for band in bands if band.games]
    middles = [band_middle(band) for band in games]
    dots = []
    for x, band in zip(middles, games, strict=True):
        scored, error = Fraction(band.scored, 100 * band.games), Fraction(fixed(2 * band.error, 6))
        dots.append((x, scored, scored - error, scored + error))
    lines = (
        ChartLine(
            text("lab.chart.expected", language),
            tuple((x, Fraction(band.expected, 100 * band.games)) for x, band in zip(middles, games, strict=True)),
        ),
        ChartLine(
            text("lab.chart.logistic", language),
            tuple(
                (x, Fraction(fixed(band.logistic / (100 * band.games), 6)))
                for x, band in zip(middles, games, strict=True)
            ),
        ),
    )
    scored_dots = ChartDots(text("lab.chart.scored", language), tuple(dots))
    return Chart(*chart_words("calibration", language, "calibration-across"), lines=lines, dots=(scored_dots,))


def percentile_chart(scale: WatchedScale, language: Language) -> Chart:
    """Draw percentiles of the active players through the lists."""
    lines = []
    for share in (PERCENTILES[-1], PERCENTILES[-3], 75, 50, 25, PERCENTILES[2], PERCENTILES[0]):
        points = tuple(
            (exact(listed.date), Fraction(value))
            for listed in scale.lists
            if (value := listed.group("active").counts.percentile(share)) is not None
        )
        lines.append(ChartLine(text("lab.chart.percentile", language, share=share), points))
    return Chart(*chart_words("percentiles", language), lines=tuple(lines), dates=True)


def band_chart(scale: WatchedScale, language: Language) -> Chart:
    """Draw the active players of the newest list by bands of 100 points."""
    points: list[tuple[Fraction, Fraction, Fraction]] = []
    bands = scale.lists[-1].group("active").counts.bands()
    for low in range(min(bands, default=0), max(bands, default=0) + BAND, BAND):
        height = Fraction(bands.get(low, 0))
        points += [(Fraction(low), Fraction(0), height), (Fraction(low + BAND), Fraction(0), height)]
    area = ChartArea(text("lab.chart.bands-of", language, date=f"{scale.lists[-1].date:%Y-%m}"), tuple(points))
    return Chart(*chart_words("bands", language, "bands-across"), areas=(area,))
