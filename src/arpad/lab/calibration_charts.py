"""Plots of scored against expected: by difference, by colour, and group by group."""

from arpad.documents.fields import word
from arpad.i18n import Language
from arpad.lab.calibrating import Calibrated, GroupBand
from arpad.lab.chart import COLOURS, Chart, ChartLine, chart_words
from arpad.lab.scale_charts import band_middle, calibration_chart


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
