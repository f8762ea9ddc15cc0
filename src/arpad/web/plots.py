"""Plots as SVG, drawn on the server: a player's ratings through time."""

import datetime as dt
from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 10, 24
STEPS = (10, 20, 25, 50, 100, 200, 250, 500)
MOST_LINES = 6
Point = tuple[dt.date, int]


def history_plot(lines: Mapping[str, Sequence[Point]], title: str) -> Markup:
    """One line for each time class (its name is the class of the path), with a grid of ratings and years."""
    points = [point for line in lines.values() for point in line]
    if len(points) < 2:
        return Markup()
    first, last = min(day for day, _ in points), max(day for day, _ in points)
    step, low, high = _scale(min(rating for _, rating in points), max(rating for _, rating in points))
    days = max(1, (last - first).days)

    def across(day: dt.date) -> int:
        return LEFT + (WIDTH - LEFT - RIGHT) * (day - first).days // days

    def down(rating: int) -> int:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) // (high - low)

    parts = [f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(title)}</title>']
    for rating in range(low, high + 1, step):
        y = down(rating)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{rating}</text>')
    for year in _years(first, last):
        x = across(dt.date(year, 1, 1))
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{x}" y="{HEIGHT - 6}" text-anchor="middle">{year}</text>')
    for name, line in lines.items():
        ordered = sorted(line)
        if ordered:
            places = " ".join(f"{across(day)},{down(rating)}" for day, rating in ordered)
            parts.append(f'<path class="{escape(name)}" d="M {places}"/>')
    return Markup("".join([*parts, "</svg>"]))


def _scale(lowest: int, highest: int) -> tuple[int, int, int]:
    """A step of the grid, and the round numbers around the ratings."""
    step = next((one for one in STEPS if (highest - lowest) // one < MOST_LINES), STEPS[-1])
    low = lowest // step * step
    return step, low, max(low + step, -(-highest // step) * step)


def _years(first: dt.date, last: dt.date) -> list[int]:
    """The years that begin in between, not more of them than can be read."""
    years = list(range(first.year + 1, last.year + 1))
    return years[:: max(1, len(years) // 10)]
