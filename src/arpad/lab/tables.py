"""Tables of the laboratory, declared once for JSON, CSV, terminal and web, and their number formats."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from arpad.documents.fields import ShownField, ShownFields, Table, csv_table
from arpad.i18n import Language

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
