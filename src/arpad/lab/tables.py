"""Tables and plots of the laboratory: declared once for JSON, CSV, terminal and web; SVG written by hand."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from html import escape
from typing import Any, Generic, NamedTuple, TypeVar

from arpad.documents.fields import ShownField, ShownFields, Table, csv_table
from arpad.domain.values import MONTHS, first_of_month, month_number
from arpad.i18n import Language, month_text, number, text

# Numbers of the laboratory for people and programs: exact fractions, and statistics with a fixed number of digits.


def fixed(value: Any, digits: int) -> Decimal:
    """Write a statistic (a logarithm, a root, a fitted slope) with this many digits."""
    return Decimal(f"{value:.{digits}f}")


def fixed_or_none(value: Any | None, digits: int) -> Decimal | None:
    return None if value is None else fixed(value, digits)


def decimal_of(value: Fraction | int, digits: int) -> Decimal:
    """Write an exact number with this many digits, a half upwards."""
    scaled = Fraction(value) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Decimal(whole).scaleb(-digits)


def decimal_or_none(value: Fraction | int | None, digits: int) -> Decimal | None:
    return None if value is None else decimal_of(value, digits)


def ratio(value: Fraction | None) -> str | None:
    """Write a fraction as p/q."""
    return None if value is None else f"{value.numerator}/{value.denominator}"


def root(value: Fraction) -> Decimal:
    """Return the square root of an exact number, with one digit."""
    found = (Decimal(value.numerator) / Decimal(value.denominator)).sqrt()
    return found.quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)


# The tables of the laboratory: each is declared once, for JSON, for CSV files, for the terminal and for pages.

EXACT = "_exact"
"""How the name of a field ends that has an exact fraction."""
T = TypeVar("T")
Whole = TypeVar("Whole")


class PartOf(NamedTuple, Generic[Whole, T]):
    """A row of a table that is a part of something: a list of a run, a threshold crossed by an edition."""

    whole: Whole
    part: T


class LabTable(Generic[T]):
    """Rows under declared fields. `named` is what the table is called; `shown` are the fields that people see, by
    default all but exact fractions."""

    def __init__(self, named: str, fields: ShownFields[T], rows: Iterable[T], shown: Sequence[str] = ()) -> None:
        self.named, self._fields, self._rows = named, fields, list(rows)
        self._shown = tuple(shown) or tuple(name for name in fields.names if not name.endswith(EXACT))

    def __len__(self) -> int:
        return len(self._rows)

    def with_rows(self, rows: Iterable[T]) -> "LabTable[T]":
        """Return the same table with other rows."""
        return LabTable(self.named, self._fields, rows, self._shown)

    def where(self, holds: Callable[[T], bool], shown: Sequence[str] = ()) -> "LabTable[T]":
        """Return some of the rows, and if they are named, some of the fields for people."""
        return LabTable(self.named, self._fields, filter(holds, self._rows), shown or self._shown)

    def cells(self) -> Table:
        """Return the rows as they stand in a CSV file."""
        return self._fields.table(self._rows, [name for name in self._fields.names if name not in NESTED])

    def document(self) -> list[dict[str, Any]]:
        """Return the rows for JSON."""
        return [self._fields.document(row) for row in self._rows]

    def csv(self) -> str:
        """Return the rows as CSV, without fields that are tables themselves."""
        return csv_table(*self.cells())

    def in_words(self, language: Language, last: int | None = None) -> Table:
        """Return the rows for people, or the last of them: keys of headings, and cells in words."""
        return self._fields.in_words(self._rows[-last:] if last else self._rows, self._shown, language)


NESTED = ("bands",)
"""Fields that hold a table."""


def list_field(name: str, take: Callable[[T], dt.date], heading: str) -> ShownField[T]:
    """Return a field for the day of a list; people see its month."""
    return ShownField(name, take, heading, say=lambda row: f"{take(row):%Y-%m}")


def exact_fields(
    name: str, take: Callable[[T], Fraction | None], digits: int, heading: str = ""
) -> tuple[ShownField[T], ShownField[T]]:
    """Return two fields for an exact number: the decimal, and the fraction p/q."""

    def decimal(row: T) -> Decimal | None:
        return decimal_or_none(take(row), digits)

    return ShownField(name, decimal, heading), ShownField(f"{name}{EXACT}", lambda row: ratio(take(row)))


# The axes of plots: round numbers and first days of months, not more of them than a phone can show.

STEPS = (1, 2, 3, 6, 12, 24, 60, 120)
"""Months between two days that are named."""
MOST_DATES = 5
MOST_NUMBERS = 7
ROUND = (1, 2, 5)
WHOLE = 10_000
"""Places are hundredths of a percent."""


def percent(place: int) -> str:
    """Write a place."""
    sign = "-" if place < 0 else ""
    whole, rest = divmod(abs(place), 100)
    return f"{sign}{whole}.{rest:02}%" if rest else f"{sign}{whole}%"


def date_ticks(first: dt.date, last: dt.date, language: Language) -> list[tuple[dt.date, str]]:
    """Return first days of months or years in between, with their names."""
    start, end = month_number(first), month_number(last)
    every = next((months for months in STEPS if (end - start) // months < MOST_DATES), STEPS[-1])
    days = [first_of_month(month) for month in range(-(-start // every) * every, end + 1, every)]
    named = [(day, str(day.year) if every >= MONTHS else month_text(day, language)) for day in days]
    return [(day, words) for day, words in named if first <= day <= last]


def number_ticks(low: Fraction, high: Fraction, language: Language) -> list[tuple[Fraction, str]]:
    """Return round numbers from one at or below the lowest value to one at or above the highest."""
    step = _step(high - low) if high > low else Fraction(1)
    begin, end = low // step, -(-high // step)
    if begin == end:
        end += 1
    digits = next(digits for digits in range(10) if (step * 10**digits).denominator == 1)
    return [(place * step, _written(place * step, digits, language)) for place in range(begin, end + 1)]


def _step(span: Fraction) -> Fraction:
    """Return the least round step that does not give too many numbers."""
    power = Fraction(1, 10**6)
    while True:
        for factor in ROUND:
            if span / (factor * power) < MOST_NUMBERS:
                return factor * power
        power *= 10


def _written(value: Fraction, digits: int, language: Language) -> str:
    return number(decimal_of(value, digits) if digits else Decimal(int(value)), language)


# Plots as SVG, written by hand: lines, stacked areas, dots with error bars. The same values give the same bytes.
# Places are in percent, so that letters keep their size on a phone. On a page the style sheet gives the colours by
# class; a file brings its own. Lines differ in their dashes too, and each has a title that is read aloud.

COLOURS = 8
WIDTH, HEIGHT = 720, 360
LEFT, TOP, RIGHT, BOTTOM = 64, 72, 16, 40
LINE_OF_KEY = 18
KEYS_IN_LINE = 3

Place = Fraction
Point = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line with its name; with `steps` a value holds until the next."""

    name: str
    points: tuple[Point, ...]
    steps: bool = False


@dataclass(frozen=True, slots=True)
class ChartArea:
    """An area between two values at each place."""

    name: str
    points: tuple[tuple[Fraction, Fraction, Fraction], ...]


@dataclass(frozen=True, slots=True)
class ChartDots:
    """Dots, each with the ends of its error bar."""

    name: str
    points: tuple[tuple[Fraction, Fraction, Fraction, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot. `dates`: the places across are days. `across` and `upward` name the axes."""

    title: str
    across: str
    upward: str
    lines: tuple[ChartLine, ...] = ()
    areas: tuple[ChartArea, ...] = ()
    dots: tuple[ChartDots, ...] = ()
    dates: bool = False

    @property
    def key(self) -> list[tuple[str, str]]:
        """Return the class and the name of everything that is drawn, areas first."""
        return [(f"c{place % COLOURS + 1}", part.name) for place, part in enumerate(self._parts)]

    @property
    def _parts(self) -> tuple[Any, ...]:
        return (*self.areas, *self.dots, *self.lines)


def exact(value: Any) -> Fraction:
    """Return a place for a number of any kind, or for a day."""
    return Fraction(value.toordinal()) if isinstance(value, dt.date) else Fraction(value)


def chart_words(key: str, language: Language, across: str = "") -> tuple[str, str, str]:
    """Return the title of a plot and the names of its axes; days need no name across."""
    title, upward = (text(f"lab.chart.{key}{part}", language) for part in ("", "-upward"))
    return title, text(f"lab.chart.{across}", language) if across else "", upward


def chart_inside(chart: Chart, language: Language) -> str:
    """Draw a plot to stand in a page; empty if there are not two places to draw between."""
    drawn = _drawn(chart, language)
    return f'<svg class="plot" role="img" aria-label="{escape(chart.title)}">{drawn}</svg>' if drawn else ""


def chart_file(chart: Chart, language: Language) -> str:
    """Draw a plot as a file of its own, with its title and its key; its style sheet is inside."""
    rows = -(-len(chart.key) // KEYS_IN_LINE)
    top = TOP + LINE_OF_KEY * max(rows - 1, 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="{escape(chart.title)}">',
        f"<title>{escape(chart.title)}</title><style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text class="title" x="{LEFT}" y="24">{escape(chart.title)}</text>',
    ]
    for place, (css, name) in enumerate(chart.key):
        row, column = divmod(place, KEYS_IN_LINE)
        x, y = LEFT + column * (WIDTH - LEFT - RIGHT) // KEYS_IN_LINE, 44 + LINE_OF_KEY * row
        parts.append(
            f'<g class="{css}"><path d="M{x} {y - 4}h20"/></g><text x="{x + 26}" y="{y}">{escape(name)}</text>'
        )
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - top - BOTTOM
    drawn = _drawn(chart, language)
    parts.append(f'<svg class="plot" x="{LEFT}" y="{top}" width="{width}" height="{height}">{drawn}</svg></svg>\n')
    return "".join(parts)


def _drawn(chart: Chart, language: Language) -> str:
    """Draw the grid with its numbers, then areas, dots and lines."""
    xs, ys = _values(chart)
    if not xs or min(xs) == max(xs):
        return ""
    upward = number_ticks(min(ys), max(ys), language)
    low, high = upward[0][0], upward[-1][0]
    first, last = min(xs), max(xs)
    if chart.dates:
        days = date_ticks(dt.date.fromordinal(int(first)), dt.date.fromordinal(int(last)), language)
        ticks = [(Fraction(day.toordinal()), words) for day, words in days]
    else:
        ticks = number_ticks(first, last, language)
        first, last = ticks[0][0], ticks[-1][0]

    def across(x: Fraction) -> int:
        return int(WHOLE * (x - first) // (last - first))

    def down(y: Fraction) -> int:
        return int(WHOLE * (high - y) // (high - low))

    parts = []
    for value, words in upward:
        y = percent(down(value))
        css = "grid zero" if value == 0 and low < 0 else "grid"
        parts.append(f'<line class="{css}" x1="0" x2="100%" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="-8" y="{y}" dy="4" text-anchor="end">{escape(words)}</text>')
    for value, words in ticks:
        x = percent(across(value))
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="0" y2="100%"/>')
        parts.append(f'<text x="{x}" y="100%" dy="18" text-anchor="middle">{escape(words)}</text>')
    parts.append(f'<text x="0" y="-8" text-anchor="start">{escape(chart.upward)}</text>')
    if chart.across:
        parts.append(f'<text x="100%" y="100%" dy="34" text-anchor="end">{escape(chart.across)}</text>')
    classes = [css for css, _ in chart.key]
    parts.append(f'<svg viewBox="0 0 {WHOLE} {WHOLE}" preserveAspectRatio="none">')
    parts += _shapes(chart, classes, across, down)
    parts.append("</svg>")
    for css, dots in zip(classes[len(chart.areas) :], chart.dots, strict=False):
        parts.append(_dots(css, dots, across, down))
    return "".join(parts)


Position = Callable[[Fraction], int]


def _shapes(chart: Chart, classes: Sequence[str], across: Position, down: Position) -> list[str]:
    """Draw areas and lines, which are stretched with the plot; their strokes are not."""
    parts = []
    for css, area in zip(classes, chart.areas, strict=False):
        there = [f"{across(x)} {down(top)}" for x, _, top in area.points]
        back = [f"{across(x)} {down(bottom)}" for x, bottom, _ in reversed(area.points)]
        parts.append(
            f'<path class="area {css}" d="M{"L".join([*there, *back])}Z"><title>{escape(area.name)}</title></path>'
        )
    for css, line in zip(classes[len(chart.areas) + len(chart.dots) :], chart.lines, strict=True):
        if not line.points:
            continue
        places = [(across(x), down(y)) for x, y in line.points]
        way = "".join(f"H{x}V{y}" if line.steps else f"L{x} {y}" for x, y in places[1:])
        path = f"M{places[0][0]} {places[0][1]}{way}"
        parts.append(f'<path class="{css}" d="{path}"><title>{escape(line.name)}</title></path>')
    return parts


def _dots(css: str, dots: ChartDots, across: Position, down: Position) -> str:
    parts = [f'<g class="{css}"><title>{escape(dots.name)}</title>']
    for x, y, low, high in dots.points:
        place, middle = percent(across(x)), percent(down(y))
        ends = percent(down(low)), percent(down(high))
        parts.append(f'<line class="bar" x1="{place}" x2="{place}" y1="{ends[0]}" y2="{ends[1]}"/>')
        parts.append(f'<circle class="dot" cx="{place}" cy="{middle}" r="3"/>')
    return "".join([*parts, "</g>"])


def _values(chart: Chart) -> tuple[list[Fraction], list[Fraction]]:
    """Return everything that has to fit: places across, and values."""
    xs, ys = list[Fraction](), list[Fraction]()
    parts: tuple[Any, ...] = (*chart.lines, *chart.areas, *chart.dots)
    for part in parts:
        for x, *values in part.points:
            xs.append(x)
            ys += values
    return xs, ys


LIGHT = ("#14532d", "#b45309", "#1d4ed8", "#9d174d", "#0e7490", "#6d28d9", "#a16207", "#57534e")
DARK = ("#86d3a2", "#f3a85b", "#93b4ff", "#f39abf", "#67d5e8", "#c0a6ff", "#e6c66a", "#c9c4bd")
DASHES = ("", "7 4", "2 3", "10 3 2 3", "5 2", "1 4", "12 4", "4 4 1 4")


def _style() -> str:
    """Return the style sheet of a file."""
    colours = "".join(f".c{place + 1}{{--of:{colour}}}" for place, colour in enumerate(LIGHT))
    dark = "".join(f".c{place + 1}{{--of:{colour}}}" for place, colour in enumerate(DARK))
    dashes = "".join(
        f"path.c{place + 1},.c{place + 1} path{{stroke-dasharray:{way}}}" for place, way in enumerate(DASHES) if way
    )
    return (
        "text{font:12px serif;fill:#5b5650}.title{font:bold 15px serif;fill:#1d1b18}.paper{fill:#fdfcfa}"
        ".grid{stroke:#dfdbd2}.zero{stroke:#5b5650}.plot,.plot svg{overflow:visible}"
        "path{fill:none;stroke:var(--of);stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round}"
        f"{dashes}path.area{{fill:var(--of);fill-opacity:.35;stroke-width:1;stroke-dasharray:none}}"
        f".bar{{stroke:var(--of);stroke-width:1.5}}.dot{{fill:var(--of)}}{colours}"
        f"@media(prefers-color-scheme:dark){{text{{fill:#aaa49c}}.title{{fill:#ece9e2}}.paper{{fill:#171614}}"
        f".grid{{stroke:#3b3833}}.zero{{stroke:#aaa49c}}{dark}}}"
    )


STYLE = _style()
