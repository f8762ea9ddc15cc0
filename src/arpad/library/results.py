"""Base classes of the library's results: documents, tables, reasons, plots, and errors in Python's terms."""

import datetime as dt
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, wraps
from html import escape
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    ParamSpec,
    Self,
    SupportsIndex,
    TypeVar,
    get_type_hints,
    overload,
)

from arpad.documents.document import ColumnKind, Document, OneDecimal, TwoDecimals, column_kinds, known_language
from arpad.documents.findings import findings_json, message
from arpad.documents.json import dumps
from arpad.documents.steps import Explanation, as_text
from arpad.domain.findings import Finding as DomainFinding
from arpad.extras import missing_extra, needing_package
from arpad.i18n import ArpadError, Language, MessageError, hundredths, number, text
from arpad.library import values
from arpad.library.files import Target, write

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from arpad.lab.tables import Chart


# What stands around every public function: errors in the words of a program, and the extra that is missing by its name.

P = ParamSpec("P")
R = TypeVar("R")

OPTION = re.compile(r"--(?:no-)?([a-z][a-z-]*)(?: (?:or|o|u) --[a-z-]+)?(?: [A-ZÑ][A-ZÑ:|]*(?![\w:]))?")
"""An option of the command line, with its opposite (`--hybrid or --no-hybrid`) and what it takes (`--rounds N`)."""
ARGUMENTS = {"list": "ratings", "format": "format", "stage": "stages", "lang": "language", "date": "on", "db": "url"}
"""Options whose argument is not called like them."""


COMMAND = re.compile(
    r"(`)?arpad office (close|publish|discard|player|submit|correct|events|import-list|verify)((?: [\w-]+)*)(?(1)`|$)"
)
"""A command of the office that is also a method, with its values: in backquotes, or at the end of a message."""


EVENT_COMMAND = re.compile(r"arpad event ([a-z-]+)(?: (?:[A-Z]+|[0-9]+|[a-z0-9-]+(?=$|[ .;,)])))*")
EVENT_METHODS = {
    "close-list": "close", "draw": "pair", "publish": "pair", "next": "pair", "result": "result", "results": "results",
    "enter": "enter", "absent": "absent", "withdraw": "withdraw", "finish": "finish", "reopen": "reopen",
}  # fmt: skip
"""The commands of a tournament that are also methods."""


def in_python(message: str) -> str:
    """Return a message with arguments instead of options and methods instead of commands: `--rounds N` is `rounds=`,
    `arpad office close 2024-10` is `office.close("2024-10")`, `arpad event draw` is `tournament.pair()`."""
    if "arpad office" in message:
        message = COMMAND.sub(_method, message)
    if "arpad event" in message:
        message = EVENT_COMMAND.sub(_event_method, message)
    return OPTION.sub(lambda found: f"{_argument(found[1])}=", message) if "--" in message else message


def _method(match: re.Match[str]) -> str:
    given = ", ".join(word if word.isdigit() else f'"{word}"' for word in match[3].split())
    return f"`office.{match[2].replace('-', '_')}({given})`"


def _event_method(match: re.Match[str]) -> str:
    method = EVENT_METHODS.get(match[1])
    return match[0] if method is None else f"tournament.{method}()"


def _argument(option: str) -> str:
    from arpad.eligibility.facts import FACTS
    from arpad.inputs.declared import by_flag

    facts = {by_flag(fact): fact.name for fact in FACTS}
    return facts.get(f"--{option}") or ARGUMENTS.get(option) or option.replace("-", "_")


class UnusableValue(ArpadError, ValueError):
    """A value that cannot be used: also a `ValueError`."""


class UnknownKey(ArpadError, KeyError):
    """Something that is not there under this name: also a `KeyError`."""


class MissingFile(ArpadError, FileNotFoundError):
    """A file that is not there: also a `FileNotFoundError`."""


class MissingPackage(ArpadError, ImportError):
    """A package that is not installed: also an `ImportError`."""


KINDS: Mapping[str, type[ArpadError]] = {
    **dict.fromkeys(
        (
            "edition.unknown", "edition.no-parameter", "event-entry-unknown", "event-round-unknown",
            "event-board-unknown", "office-no-event", "office-no-list", "office-no-version", "player-unknown",
            "standings.nobody", "surface.list-entry-unknown", "surface.player-not-rated", "surface.player-several",
            "surface.player-unknown",
        ),
        UnknownKey,
    ),
    **dict.fromkeys(("file-missing", "signature-missing"), MissingFile),
    **dict.fromkeys(("needs-extra", "needs-package"), MissingPackage),
}  # fmt: skip
"""The errors that Python has a name for, by their keys. All others are about a value."""


def in_python_terms(problem: MessageError) -> MessageError:
    """Return an error in the words of a program, and as the error that Python has for it."""
    found = problem
    if type(problem) is ArpadError:
        found = KINDS.get(problem.key, UnusableValue)(problem.key, **problem.values).with_traceback(
            problem.__traceback__
        )
    found.wording = in_python
    return found


def needed_extra(problem: ModuleNotFoundError, extra: str) -> Exception:
    """Return the error that names the extra to install; the same problem if no extra brings the module."""
    missing = missing_extra(problem, extra)
    return problem if missing is None else in_python_terms(missing)


def public(extra: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function public: its errors name arguments, not options, and are also those of Python; `extra` is what it
    needs beyond a plain install."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except MessageError as problem:
                found = in_python_terms(problem)
                if found is problem:
                    raise
                raise found from None
            except ModuleNotFoundError as problem:
                raise needed_extra(problem, extra) from None

        return call

    return decorate


# What all results have in common: documents, tables and reasons.

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
SHOWN = 3
"""Parts of a result that its `repr` shows."""


Holds = ColumnKind | Literal["number"]
"""What a column holds; a `number` has as many decimals as its values need, two at least."""


class ResultColumn(NamedTuple):
    """A column of a result as a table: its name, and what it holds. Points have one decimal, hundredths two."""

    name: str
    kind: Holds = "whole"


RANKED = (ResultColumn("rank"), ResultColumn("number"), ResultColumn("name", "text"))
"""The first columns of a table by places."""


class Reasoned:
    """A result with its reasons."""

    __slots__ = ()

    def _steps(self) -> Explanation:
        """Return the reasons: those of what was computed."""
        steps: Explanation = self._of.steps  # type: ignore[attr-defined]
        return steps

    def why(self, language: str = "en") -> str:
        """Return the reasons, step by step, each with its article; `language` is "en" or "es"."""
        return as_text(self._steps(), known_language(language))


class ResultDocument:
    """A result that is also a document: the same that the command prints with `--json`."""

    __slots__ = ()

    def _document(self, language: Language) -> object:
        """Return what `--json` prints."""
        raise NotImplementedError

    def to_json(self, language: str = "en") -> str:
        """Return the document as JSON, decimals with exactly their digits."""
        return dumps(self._document(known_language(language)))

    def to_dict(self, language: str = "en") -> dict[str, Any]:
        """Return the document as plain values: exact decimals as `Decimal`, days as texts."""
        found: dict[str, Any] = json.loads(self.to_json(language), parse_float=Decimal)
        return found


MOST_ROWS = 50
"""Rows of a table that a notebook shows."""


class Tabular:
    """A result that is also a table: a row for each of its parts. pandas, polars, DuckDB and pyarrow take it as it
    is."""

    __slots__ = ()

    def _columns(self) -> Sequence[ResultColumn]:
        """Return the columns of the table."""
        raise NotImplementedError

    def _rows(self) -> Sequence[Sequence[object]]:
        """Return a value for each column, for each part."""
        raise NotImplementedError

    @public("tables")
    def to_arrow(self, *, exact: bool = True) -> "pyarrow.Table":
        """Return the table for Arrow: whole numbers, exact decimals, days and texts. Without `exact`, decimals are
        floats, with which everything computes."""
        table = arrow_table(self._columns(), self._rows())
        return table if exact else with_floats(table)

    @public("tables")
    def to_pandas(self, *, exact: bool = True) -> "pandas.DataFrame":
        """Return the table for pandas: whole numbers with gaps as `Int64`, exact decimals as `Decimal`, or as floats
        without `exact`."""
        return pandas_frame(self.to_arrow(exact=exact))

    @public("tables")
    def to_polars(self, *, exact: bool = True) -> "polars.DataFrame":
        """Return the table for polars; without `exact`, decimals are floats."""
        return polars_frame(self.to_arrow(exact=exact))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the table as a stream of Arrow, for every library that takes one."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        rows, title = self._rows(), repr(self) if isinstance(self, Document) else ""
        return html_table(title, self._columns(), rows[:MOST_ROWS], len(rows))


def html_table(title: str, columns: Sequence[ResultColumn], rows: Sequence[Sequence[object]], count: int) -> str:
    """Return rows as a table of HTML; `count` is how many there are in all."""
    heads = "".join(f"<th>{escape(column.name)}</th>" for column in columns)
    lines = "".join(
        f"<tr>{''.join(html_cell(value, column.kind) for value, column in zip(row, columns, strict=True))}</tr>"
        for row in rows
    )
    more = f"<p>… {count - len(rows)} more</p>" if count > len(rows) else ""
    caption = f"<caption>{escape(title.strip('<>'))}</caption>" if title else ""
    return f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>{more}"


def html_cell(value: object, kind: Holds = "text") -> str:
    """Return a value as a cell: numbers to the right, nothing for None."""
    side = "" if kind in ("text", "day", "yes") else ' style="text-align: right"'
    shown = "" if value is None else number(value) if isinstance(value, Fraction) else str(value)
    return f"<td{side}>{escape(shown)}</td>"


class Comparable:
    """A result that is equal to another if both say the same."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Results are equal if they say the same."""
        if type(self) is not type(other) or not isinstance(self, Document) or not isinstance(other, Document):
            return NotImplemented
        return self is other or self.to_json() == other.to_json()

    def __hash__(self) -> int:
        assert isinstance(self, Document)
        return hash(self.to_json())


class LibraryResult(Comparable, Document, frozen=True, eq=False):
    """A result of the library: what the engine computed, with points and decimals instead of whole half points and
    hundredths. Its attributes have the names that the engine gives them; those with an underscore are not public."""

    _of: Any

    @classmethod
    def of(cls, computed: object, **more: Any) -> Self:
        """Return what was computed as a result of the library, with attributes that the engine does not have."""
        public = {name: convert(getattr(computed, name)) for name, convert in _conversions(cls) if name not in more}
        return cls(_of=computed, **public, **more)

    def document(self, language: Language = "en") -> dict[str, Any]:
        """Return the document as values for JSON."""
        document: dict[str, Any] = self._of.document(language)
        return document

    def _repr_html_(self) -> str:
        """Return the result for a notebook: its table, or its attributes, one under the other."""
        if isinstance(self, Tabular):
            return Tabular._repr_html_(self)
        rows = [(name, getattr(self, name)) for name in public_names(type(self))]
        plain = [row for row in rows if not isinstance(row[1], tuple | Mapping | Document)]
        return html_table(repr(self), (ResultColumn("", "text"), ResultColumn("", "text")), plain, len(plain))


CONVERSIONS: Mapping[Any, Callable[[Any], Any]] = {
    OneDecimal: values.in_points,
    OneDecimal | None: values.in_points_or_none,
    TwoDecimals: hundredths,
    TwoDecimals | None: values.in_decimals,
}
"""How attributes of these types are made of whole half points and hundredths."""


@cache
def _conversions(kind: type[LibraryResult]) -> Sequence[tuple[str, Callable[[Any], Any]]]:
    names = public_names(kind)
    hints = get_type_hints(kind, include_extras=True) if names else {}
    return [(name, CONVERSIONS.get(hints[name], _unchanged)) for name in names]


def _unchanged(value: Any) -> Any:
    return value


def public_names(kind: type[Document]) -> Sequence[str]:
    """Return the names of the attributes that programs see."""
    return [name for name in kind.__struct_fields__ if not name.startswith("_")]


def arrow_table(columns: Sequence[ResultColumn], rows: Sequence[Sequence[object]]) -> "pyarrow.Table":
    """Rows as an Arrow table."""
    import pyarrow as pa

    kinds = {
        "whole": pa.int64(), "text": pa.string(), "day": pa.date32(), "yes": pa.bool_(),
        "points": pa.decimal128(9, 1), "hundredths": pa.decimal128(9, 2),
    }  # fmt: skip
    cells = zip(*rows, strict=True) if rows else [()] * len(columns)
    arrays = [
        number_array(cell) if column.kind == "number" else pa.array(list(cell), kinds[column.kind])
        for column, cell in zip(columns, cells, strict=True)
    ]
    return pa.table(arrays, names=[column.name for column in columns])


DIGITS, DECIMALS = 18, 2
"""The digits of a column of numbers, and how many of them come after the point if no value needs more."""


def number_array(cells: Sequence[object]) -> "pyarrow.Array":
    """Numbers of any kind as a column: exact decimals; floats if the digits of one never end; texts if one is several
    numbers, such as the scores of the boards of a team."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if any(isinstance(cell, tuple) for cell in cells):
        return pa.array([None if cell is None else number_text(cell) for cell in cells], pa.string())
    if any(isinstance(cell, Fraction) for cell in cells):
        ratios = [(None, None) if cell is None else Fraction(str(cell)).as_integer_ratio() for cell in cells]
        return pc.divide(*(pa.array(parts, pa.float64()) for parts in zip(*ratios, strict=True)))
    decimals = [-int(cell.as_tuple().exponent) for cell in cells if isinstance(cell, Decimal)]
    return pa.array(list(cells), pa.decimal128(DIGITS, max(DECIMALS, *decimals, DECIMALS)))


def number_text(value: object) -> str:
    """Return a number, or several, as a text that programs read."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def with_floats(table: "pyarrow.Table") -> "pyarrow.Table":
    """The same table with floats in the place of decimals."""
    import pyarrow as pa

    fields = [field.with_type(pa.float64()) if pa.types.is_decimal(field.type) else field for field in table.schema]
    return table.cast(pa.schema(fields))


def pandas_frame(table: "pyarrow.Table") -> "pandas.DataFrame":
    """An Arrow table as a frame of pandas. No whole number becomes a float, as it would with a gap."""
    with needing_package("pandas"):
        import pandas as pd
    wide = {"int64": pd.Int64Dtype(), "int32": pd.Int32Dtype(), "string": pd.StringDtype(), "bool": pd.BooleanDtype()}
    return table.to_pandas(types_mapper=lambda kind: wide.get(str(kind)), date_as_object=False)


def polars_frame(table: "pyarrow.Table") -> "polars.DataFrame":
    """An Arrow table as a frame of polars."""
    with needing_package("polars"):
        import polars as pl
    frame: pl.DataFrame = pl.from_arrow(table)
    return frame


class Finding(LibraryResult, frozen=True):
    """Something found in a report or a list: a code, how grave it is, its place and its words.

    `severity` is "error", "warning" or "info"; `line` and `column` point into the file; `player` is a starting rank.
    """

    _of: DomainFinding
    code: str
    severity: Literal["error", "warning", "info"]
    article: str | None
    line: int | None
    column: int | None
    player: int | None
    round: int | None

    def text(self, language: str = "en") -> str:
        """Return what was found, in words."""
        return in_python(message(self._of, known_language(language)))

    def document(self, language: Language = "en") -> dict[str, Any]:
        """Return the finding as the commands print it."""
        return dict(findings_json([self._of], language)[0])

    def __repr__(self) -> str:
        place = "" if self.line is None else f" in line {self.line}"
        return f"<Finding {self.severity} {self.code}{place}: {self.text()}>"


def table_columns(kind: type[Document], names: Sequence[str] = ()) -> Sequence[ResultColumn]:
    """Return columns of a table by the types of attributes: those named, or all that are public."""
    return [ResultColumn(name, holds) for name, holds in column_kinds(kind, names or public_names(kind)).items()]


def part_rows(columns: Sequence[ResultColumn], parts: Iterable[object]) -> Sequence[Sequence[object]]:
    """Return a row for each part of a result: its values that the columns name."""
    return [[getattr(part, column.name) for column in columns] for part in parts]


def findings_of(findings: Sequence[DomainFinding]) -> tuple[Finding, ...]:
    return tuple(map(Finding.of, findings))


class TableRows(Generic[T_co], Tabular):
    """Parts of a result, one after the other; as a table, a row for each. A part is found by its place, or by the name
    or the ID of the player it is about."""

    # No `Sequence`: pyarrow and polars would take it for rows of their own, and not ask for the table.
    __slots__ = ("_held",)
    columns: ClassVar[Sequence[ResultColumn]] = ()

    def __init__(self, parts: Iterable[T_co] = ()) -> None:
        self._held = tuple(parts)

    def _columns(self) -> Sequence[ResultColumn]:
        return self.columns

    def _rows(self) -> Sequence[Sequence[object]]:
        return part_rows(self.columns, self._held)

    def _some(self, parts: Iterable[Any]) -> Self:
        """Return some of the parts as they all are."""
        return type(self)(parts)

    @overload
    def __getitem__(self, key: SupportsIndex | str, /) -> T_co: ...
    @overload
    def __getitem__(self, key: slice, /) -> Self: ...
    def __getitem__(self, key: SupportsIndex | str | slice, /) -> "T_co | Self":
        """Return a part by its place, or by the name or the ID of its player; some parts by a slice."""
        if isinstance(key, str):
            return self._named(key)
        return self._some(self._held[key]) if isinstance(key, slice) else self._held[key]

    @public()
    def _named(self, key: str) -> T_co:
        return values.find_part(self._held, key)

    def __contains__(self, key: object, /) -> bool:
        return values.is_named(self._held, key) if isinstance(key, str) else key in self._held

    def get(self, key: str) -> T_co | None:
        """Return a part by the name or the ID of its player, None if there is none."""
        return self._named(key) if key in self else None

    def __iter__(self) -> Iterator[T_co]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __eq__(self, other: object) -> bool:
        return self._held == other._held if isinstance(other, TableRows) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._held)

    def __repr__(self) -> str:
        shown = ", ".join(repr(part) for part in self._held[:SHOWN])
        return f"[{shown}, … {len(self) - SHOWN} more]" if len(self) > SHOWN else f"[{shown}]"


class ByPlayer(Generic[T_co]):
    """A result whose parts are found by the starting number, the name or the ID of a player."""

    __slots__ = ()

    def _parts(self) -> Sequence[T_co]:
        """Return the parts, in their order."""
        raise NotImplementedError

    @public()
    def __getitem__(self, who: int | str) -> T_co:
        return values.find_part(self._parts(), who)

    def __contains__(self, who: object) -> bool:
        parts = self._parts()
        numbered = isinstance(who, int) and any(who == getattr(part, "number", None) for part in parts)
        return numbered or values.is_named(parts, who) or who in parts

    def get(self, who: int | str) -> T_co | None:
        """Return the part of a player by starting number, name or ID, None if there is none."""
        if who not in self:
            return None
        return self[who]

    def __iter__(self) -> Iterator[T_co]:
        return iter(self._parts())

    def __len__(self) -> int:
        return len(self._parts())


# Plots: a picture as SVG, which a notebook shows and a file keeps.


class Plot:
    """A picture: notebooks show it, `save` writes it as SVG."""

    __slots__ = ("svg", "title")

    def __init__(self, title: str, svg: str) -> None:
        self.title, self.svg = title, svg

    @public()
    def save(self, file: Target) -> None:
        """Write the picture into a file, as SVG."""
        write(self.svg.encode(), file)

    def _repr_svg_(self) -> str:
        return self.svg

    def __eq__(self, other: object) -> bool:
        return self.svg == other.svg if isinstance(other, Plot) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.svg)

    def __repr__(self) -> str:
        return f"<Plot {self.title}>"


def rating_plot(title: str, lines: Mapping[str, Iterable[tuple[dt.date, int | None]]], language: Language) -> Plot:
    """Draw ratings through time, each until the next."""
    from arpad.lab.tables import Chart, ChartLine, exact

    drawn = tuple(
        ChartLine(name, tuple((exact(day), Fraction(rating)) for day, rating in points if rating), steps=True)
        for name, points in lines.items()
    )
    upward = text("surface.plot-rating", language)
    return plotted(Chart(title, "", upward, lines=tuple(line for line in drawn if line.points), dates=True), language)


def plotted(chart: "Chart", language: str) -> Plot:
    """Draw a chart."""
    from arpad.lab.tables import chart_file

    return Plot(chart.title, chart_file(chart, known_language(language)))
