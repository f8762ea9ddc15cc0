"""SVG plots of rating histories and the rating scale, and the style guide page."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.fields import Table
from arpad.i18n import ArpadError, Language, text
from arpad.lab.monitor import Alarm, AlarmLimits, CalibratedSpan, WatchedScale, alarms, calibrated_spans, watch
from arpad.lab.rating_account import PERCENTILES
from arpad.lab.scale_report import band_chart, first_chart, percentile_chart, scale_charts, scale_tables
from arpad.lab.tables import WHOLE, Chart, LabTable, chart_inside, date_ticks, decimal_or_none, percent
from arpad.office.context import Desk
from arpad.office.lab_data import office_source
from arpad.office.lists import versions
from arpad.regulations.articles import TimeClass
from arpad.web.cache import html
from arpad.web.site import Site, language_of

# Plots as SVG, drawn on the server: ratings through time, as steps from list to list. A plot is as wide as its place
# and takes its height from style.css. Places in it are in percent, so letters keep their size on a phone.

STEPS = (10, 20, 25, 50, 100, 200, 250, 500)
MOST_LINES = 6


@dataclass(frozen=True, slots=True)
class PlotPoint:
    """A rating from a day on. With an address it has a dot, which leads there; `words` say what it is."""

    day: dt.date
    rating: int
    address: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A line of a plot. `css` says how it looks: a time class, and `other` for the line of somebody else."""

    css: str
    points: Sequence[PlotPoint]


def step_plot(lines: Iterable[PlotLine], title: str, language: Language) -> Markup:
    """Draw lines over a grid of ratings and dates; nothing if there are not two days."""
    drawn = [PlotLine(line.css, sorted(line.points, key=lambda point: point.day)) for line in lines if line.points]
    points = [point for line in drawn for point in line.points]
    first = min((point.day for point in points), default=dt.date.max)
    last = max((point.day for point in points), default=first)
    if first == last or not points:
        return Markup()
    step, low, high = _scale(min(point.rating for point in points), max(point.rating for point in points))

    def across(day: dt.date) -> int:
        return WHOLE * (day - first).days // (last - first).days

    def down(rating: int) -> int:
        return WHOLE * (high - rating) // (high - low)

    ends = f'data-first="{first}" data-last="{last}" data-low="{low}" data-high="{high}"'
    parts = [f'<svg class="plot" role="group" aria-label="{escape(title)}" {ends}>']
    for rating in range(low, high + 1, step):
        y = percent(down(rating))
        parts.append(f'<line class="grid" x1="0" x2="100%" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="-8" y="{y}" dy="4" text-anchor="end">{rating}</text>')
    for day, words in date_ticks(first, last, language):
        parts.append(_date(across(day), words))
    parts.append(f'<svg viewBox="0 0 {WHOLE} {WHOLE}" preserveAspectRatio="none">')
    for line in drawn:
        places = [(across(point.day), down(point.rating)) for point in line.points]
        steps = "".join(f"H{x}V{y}" for x, y in places[1:])
        parts.append(f'<path class="{escape(line.css)}" d="M{places[0][0]} {places[0][1]}{steps}"/>')
    parts.append("</svg>")
    for line in drawn:
        dots = [_dot(point, across(point.day), down(point.rating)) for point in line.points if point.address]
        parts.append(f'<g class="{escape(line.css)}">{"".join(dots)}</g>')
    return Markup("".join([*parts, "</svg>"]))


def _dot(point: PlotPoint, x: int, y: int) -> str:
    """A dot that leads to the reasons. The tables have the same links for those who use the keyboard."""
    return (
        f'<a href="{escape(point.address)}" tabindex="-1" aria-label="{escape(point.words)}">'
        f'<circle cx="{percent(x)}" cy="{percent(y)}" r="4"><title>{escape(point.words)}</title></circle></a>'
    )


def _date(x: int, words: str) -> str:
    place = percent(x)
    return (
        f'<line class="grid" x1="{place}" x2="{place}" y1="0" y2="100%"/>'
        f'<text x="{place}" y="100%" dy="18" text-anchor="middle">{escape(words)}</text>'
    )


def _scale(lowest: int, highest: int) -> tuple[int, int, int]:
    """A step of the grid, and the round numbers around the ratings."""
    step = next((one for one in STEPS if (highest - lowest) // one < MOST_LINES), STEPS[-1])
    low = lowest // step * step
    return step, low, max(low + step, -(-highest // step) * step)


# The scale on pages: plots with their tables, made once for each newest list.

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
    table: Table


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
    scale: KnownScale | None = site.remembered.of(key, (), lambda: _watched(desk, time_class))
    return scale


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
    tables = {name: table.in_words(language, ROWS) for name, table in public_tables(known).items()}
    return [figure(name, chart, tables.get(name, NO_TABLE), language) for name, chart in charts.items()]


def office_figures(known: KnownScale, language: Language) -> list[ScaleFigure]:
    """All plots, and the tables that have none."""
    charts: Mapping[str, Chart] = scale_charts(known.scale, known.spans, language)
    plots = {"first": charts["first"], "lists": charts["percentiles"], "drift": charts["drift"]}
    plots["calibration"] = charts["calibration"]
    order = ("first", "lists", "ledger", "drift", "calibration", "stretch", "newcomers")
    tables = {name: known.tables[name] for name in order}
    return [
        figure(name, plots.get(name), table.in_words(language, ROWS), language)
        for name, table in tables.items()
        if len(table)
    ]


def figure(name: str, chart: Chart | None, table: Table, language: Language, titles: str = "lab.table.") -> ScaleFigure:
    """Return a table with its plot. Without a plot, its title is the message under `titles` with its name."""
    if chart is None:
        return ScaleFigure(name, text(f"{titles}{name}", language), Markup(), (), table)
    return ScaleFigure(name, chart.title, Markup(chart_inside(chart, language)), chart.key, table)


# The page that shows every part of the design, for those who make pages.

style = APIRouter(include_in_schema=False)

RATINGS = {"standard": (2012, 2031, 2024, 2057, 2089), "rapid": (1954, 1954, 1988, 1971, 2002)}


@style.get("/style")
def parts(request: Request) -> Response:
    """Every part of the design on one page."""
    lines = [
        PlotLine(name, [_point(at, rating) for at, rating in enumerate(ratings)]) for name, ratings in RATINGS.items()
    ]
    plot = step_plot(lines, "step_plot", language_of(request))
    return html(request, "style.html", {"plot": plot, "day": dt.date(2023, 2, 1)})


def _point(at: int, rating: int) -> PlotPoint:
    return PlotPoint(dt.date(2022, 1 + 2 * at, 1), rating, "#plots", str(rating))
