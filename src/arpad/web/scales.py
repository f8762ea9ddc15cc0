"""The scale on pages: plots with their tables, made once for each newest list."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from arpad.documents.fields import Table
from arpad.i18n import ArpadError, Language, text
from arpad.lab.alarms import Alarm, AlarmLimits, CalibratedSpan, alarms, calibrated_spans
from arpad.lab.charts import Chart, chart_inside
from arpad.lab.monitor import WatchedScale, watch
from arpad.lab.rating_account import PERCENTILES
from arpad.lab.scale_report import band_chart, first_chart, percentile_chart, scale_charts, scale_tables
from arpad.lab.tables import LabTable, decimal_or_none
from arpad.office.context import Desk
from arpad.office.lab_data import office_source
from arpad.office.lists import versions
from arpad.regulations.articles import TimeClass
from arpad.web.site import Site

ROWS = 24
"""How many rows of a table a page shows; the files have all of them."""
NO_TABLE = Table((), ())
SHARES = tuple(f"p{share}" for share in PERCENTILES)


@dataclass(frozen=True, slots=True)
class ScaleFigure:
    """A plot and the table below it. `name` is that of the table's file."""

    name: str
    title: str
    plot: Markup
    key: Sequence[tuple[str, str]]
    told: Table


@dataclass(frozen=True, slots=True)
class KnownScale:
    """The scale of the published lists of a time class, with what follows from it."""

    scale: WatchedScale
    spans: tuple[CalibratedSpan, ...]
    alarms: tuple[Alarm, ...]

    @property
    def glance(self) -> dict[str, Any]:
        """The newest list in a few numbers."""
        counts = self.scale.lists[-1].group("active").counts
        first = counts.first(next((size for size in (50, 10) if counts.players >= size), max(counts.players, 1)))
        return {
            "active": counts.players,
            "mean": decimal_or_none(counts.mean, 1),
            "median": decimal_or_none(counts.median, 1),
            "first": first.asked,
            "average": decimal_or_none(first.average, 1),
            "lists": len(self.scale.lists),
            "since": self.scale.lists[0].date,
            "until": self.scale.lists[-1].date,
        }

    @property
    def tables(self) -> dict[str, LabTable[Any]]:
        return {table.named: table for table in scale_tables(self.scale, self.spans)}


def known_scale(site: Site, desk: Desk, time_class: TimeClass) -> KnownScale | None:
    """Return the scale, computed once for the newest published versions; None with fewer than two lists."""
    newest = {version.period: version.digest for version in versions(desk, published=True)}
    if len(newest) < 2:
        return None
    key = ("scale", desk.system, tuple(newest.values()), time_class)
    found: KnownScale | None = site.remembered.of(key, (), lambda: _watched(desk, time_class))
    return found


def _watched(desk: Desk, time_class: TimeClass) -> KnownScale | None:
    try:
        with office_source(desk, time_class) as source:
            scale = watch(source)
    except ArpadError as problem:
        if problem.key != "lab-one-list":
            raise
        return None
    spans = calibrated_spans(scale)
    return KnownScale(scale, tuple(spans), tuple(alarms(scale, AlarmLimits(), spans)))


def public_tables(known: KnownScale) -> dict[str, LabTable[Any]]:
    """First players and distribution: what everybody may see."""
    active: Callable[[Any], bool] = lambda row: row.group.by == "active"  # noqa: E731
    tables = known.tables
    return {
        "first": tables["first"].where(active, ("list", "first", "players", "average", "place")),
        "lists": tables["lists"].where(active, ("list", "players", "mean", "median", "deviation", *SHARES)),
    }


def public_figures(known: KnownScale, language: Language) -> list[ScaleFigure]:
    scale = known.scale
    charts = {
        "first": first_chart(scale, language),
        "lists": percentile_chart(scale, language),
        "": band_chart(scale, language),
    }
    told = {name: table.told(language, ROWS) for name, table in public_tables(known).items()}
    return [figure(name, chart, told.get(name, NO_TABLE), language) for name, chart in charts.items()]


def office_figures(known: KnownScale, language: Language) -> list[ScaleFigure]:
    """All plots, and the tables that have none."""
    charts: Mapping[str, Chart] = scale_charts(known.scale, known.spans, language)
    plots = {"first": charts["first"], "lists": charts["percentiles"], "drift": charts["drift"]}
    plots["calibration"] = charts["calibration"]
    order = ("first", "lists", "ledger", "drift", "calibration", "stretch", "newcomers")
    tables = {name: known.tables[name] for name in order}
    return [
        figure(name, plots.get(name), table.told(language, ROWS), language)
        for name, table in tables.items()
        if len(table)
    ]


def figure(name: str, chart: Chart | None, told: Table, language: Language, titles: str = "lab.table.") -> ScaleFigure:
    """Return a table with its plot. Without a plot, its title is the message under `titles` with its name."""
    if chart is None:
        return ScaleFigure(name, text(f"{titles}{name}", language), Markup(), (), told)
    return ScaleFigure(name, chart.title, Markup(chart_inside(chart, language)), chart.key, told)
