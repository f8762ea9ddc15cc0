"""Plots as SVG, drawn on the server: ratings through time, as steps from list to list.

A plot is as wide as its place and takes its height from style.css. Places in it are in percent, so letters keep
their size on a phone.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from arpad.i18n import Language
from arpad.lab.charts import WHOLE, date_ticks, percent

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

    parts = [f'<svg class="plot" role="group" aria-label="{escape(title)}">']
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
