"""The tables of the laboratory: each is declared once, for JSON, for CSV files, for the terminal and for pages."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from arpad.documents.fields import ShownField, ShownFields, Table, csv_table
from arpad.i18n import Language
from arpad.lab.fixed import decimal_or_none, ratio

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

    def told(self, language: Language, last: int | None = None) -> Table:
        """Return the rows for people, or the last of them: keys of headings, and cells in words."""
        return self._fields.told(self._rows[-last:] if last else self._rows, self._shown, language)


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
