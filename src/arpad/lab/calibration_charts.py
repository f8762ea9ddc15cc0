"""Plots of scored against expected: by difference, by colour, and group by group."""

from fractions import Fraction

from arpad.lab.calibrating import Calibrated, GroupBand
from arpad.lab.chart import COLOURS, Chart, ChartLine
from arpad.lab.scale_charts import OPEN_BAND, calibration_chart
from arpad.locale import Language, text
from arpad.trail.fields import word


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
    return {
        "calibration": Chart(
            text("lab.chart.apart", language),
            text("lab.chart.calibration-across", language),
            text("lab.chart.apart-upward", language),
            lines=tuple(drawn[:COLOURS]),
        )
    }


def _line(name: str, rows: list[GroupBand], language: Language) -> ChartLine:
    points = []
    for row in rows:
        band = row.band
        wide = OPEN_BAND if band.high is None else band.high - band.low + 1
        if band.residual is not None:
            points.append((Fraction(2 * band.low + wide, 2), band.residual))
    return ChartLine(word(f"lab.key.{name}", language), tuple(points))
