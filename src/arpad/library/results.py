"""Base classes of the library's results: documents, tables, reasons, and errors in Python's terms."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, ParamSpec, Self, TypeVar, get_type_hints

from arpad.documents.document import ColumnKind, Document, OneDecimal, TwoDecimals, column_kinds, known_language
from arpad.documents.findings import findings_json, message
from arpad.documents.json import dumps
from arpad.documents.steps import Explanation, as_text
from arpad.domain.findings import Finding as DomainFinding
from arpad.extras import missing_extra, needing_package
from arpad.i18n import Language, MessageError, hundredths
from arpad.library import values

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


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


def in_python(message: str) -> str:
    """Return a message with arguments instead of options and methods instead of commands: `--rounds N` is `rounds=`,
    `arpad office close 2024-10` is `office.close("2024-10")`."""
    if "arpad office" in message:
        message = COMMAND.sub(_method, message)
    return OPTION.sub(lambda found: f"{_argument(found[1])}=", message) if "--" in message else message


def _method(match: re.Match[str]) -> str:
    given = ", ".join(word if word.isdigit() else f'"{word}"' for word in match[3].split())
    return f"`office.{match[2].replace('-', '_')}({given})`"


def _argument(option: str) -> str:
    from arpad.eligibility.facts import FACTS
    from arpad.inputs.declared import by_flag

    facts = {by_flag(fact): fact.name for fact in FACTS}
    return facts.get(f"--{option}") or ARGUMENTS.get(option) or option.replace("-", "_")


def public(extra: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function public: its errors name arguments, not options; `extra` is what it needs beyond a plain
    install."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except MessageError as problem:
                problem.wording = in_python
                raise
            except ModuleNotFoundError as problem:
                missing = missing_extra(problem, extra)
                if missing is None:
                    raise
                raise missing from None

        return call

    return decorate


# What all results have in common: documents, tables and reasons.

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
SHOWN = 3
"""Parts of a result that its `repr` shows."""


class Column(NamedTuple):
    """A column of a result as a table: its name, and what it holds. Points have one decimal, hundredths two."""

    name: str
    kind: ColumnKind = "whole"


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


class Tabular:
    """A result that is also a table: a row for each of its parts."""

    __slots__ = ()

    def _columns(self) -> Sequence[Column]:
        """Return the columns of the table."""
        raise NotImplementedError

    def _rows(self) -> Sequence[Sequence[object]]:
        """Return a value for each column, for each part."""
        raise NotImplementedError

    @public("tables")
    def to_arrow(self) -> "pyarrow.Table":
        """Return the table for Arrow: whole numbers, exact decimals, days and texts."""
        return arrow_table(self._columns(), self._rows())

    @public("tables")
    def to_pandas(self) -> "pandas.DataFrame":
        """Return the table for pandas: whole numbers with gaps as `Int64`, exact decimals as `Decimal`."""
        return pandas_frame(self.to_arrow())

    @public("tables")
    def to_polars(self) -> "polars.DataFrame":
        """Return the table for polars."""
        return polars_frame(self.to_arrow())


class LibraryResult(Document, frozen=True, eq=False):
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


def arrow_table(columns: Sequence[Column], rows: Sequence[Sequence[object]]) -> "pyarrow.Table":
    """Rows as an Arrow table."""
    import pyarrow as pa

    kinds = {
        "whole": pa.int64(), "text": pa.string(), "day": pa.date32(), "yes": pa.bool_(),
        "points": pa.decimal128(9, 1), "hundredths": pa.decimal128(9, 2),
    }  # fmt: skip
    cells = zip(*rows, strict=True) if rows else [()] * len(columns)
    arrays = [pa.array(list(cell), kinds[column.kind]) for column, cell in zip(columns, cells, strict=True)]
    return pa.table(arrays, names=[column.name for column in columns])


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


class Finding(LibraryResult, frozen=True, eq=True):
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

    def __hash__(self) -> int:
        return hash((self.code, self.line, self.column, self.player, self.round))


def table_columns(kind: type[Document], names: Sequence[str] = ()) -> Sequence[Column]:
    """Return columns of a table by the types of attributes: those named, or all that are public."""
    return [Column(name, holds) for name, holds in column_kinds(kind, names or public_names(kind)).items()]


def part_rows(columns: Sequence[Column], parts: Iterable[object]) -> Sequence[Sequence[object]]:
    """Return a row for each part of a result: its values that the columns name."""
    return [[getattr(part, column.name) for column in columns] for part in parts]


def findings_of(findings: Sequence[DomainFinding]) -> tuple[Finding, ...]:
    return tuple(map(Finding.of, findings))


class TableRows(tuple[T_co, ...], Tabular):
    """Parts of a result, one after the other; as a table, a row for each."""

    __slots__ = ()
    columns: ClassVar[Sequence[Column]] = ()

    def _columns(self) -> Sequence[Column]:
        return self.columns

    def _rows(self) -> Sequence[Sequence[object]]:
        return part_rows(self.columns, self)

    def __repr__(self) -> str:
        shown = ", ".join(repr(part) for part in self[:SHOWN])
        return f"[{shown}, … {len(self) - SHOWN} more]" if len(self) > SHOWN else f"[{shown}]"
