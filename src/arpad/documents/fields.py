"""Fields declared once and used for JSON objects, CSV rows and tables on screen; CSV writing."""

import csv
import datetime as dt
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_type_hints

from arpad.i18n import Language, has, number, text

# A table as CSV, for spreadsheets.

RESULTS = re.compile(r"[-+½\d ]*")
"""Results and numbers: nothing in them is a formula that does harm."""


AT_ONCE = 1_000
"""Rows of one part of a long table."""


def csv_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows under headings. Headings are names of fields, the same in every language."""
    return "".join(csv_parts(headings, rows))


def csv_parts(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Write a table part by part, so that a long one is nowhere in memory as a whole."""
    yield _lines([headings])
    left = iter(rows)
    while part := list(islice(left, AT_ONCE)):
        yield _lines([_harmless(cell) for cell in row] for row in part)


def _lines(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def _harmless(cell: object) -> object:
    """A text that a spreadsheet would take for a formula is kept a text."""
    if cell is None:
        return ""
    if not isinstance(cell, str) or RESULTS.fullmatch(cell):
        return cell
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


# The fields of a thing, declared once: a JSON object, a row of a CSV file and a row of a table for people.

T = TypeVar("T")


class Table(NamedTuple):
    """Rows under headings."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class ShownField(Generic[T]):
    """One field of a thing. `name` is its key in JSON and its heading in a CSV file; the word above a column is
    `table.HEADING`, with the name for the heading if none is given.

    `take` gives the value, by default the attribute of this name; `cell` the cell in a CSV file and `say` the words for
    people, if they are not simply the value. A value that is itself a key has its word under `words`. `of` is the type
    of the value in JSON, by default that of the attribute (`documents.schema`).
    """

    name: str
    take: Callable[[T], Any] | None = None
    heading: str = ""
    words: str = ""
    cell: Callable[[T], Any] | None = None
    say: Callable[[T], str] | None = None
    of: Any = None

    def value(self, thing: T) -> Any:
        return getattr(thing, self.name) if self.take is None else self.take(thing)

    def in_csv(self, thing: T) -> Any:
        return self.value(thing) if self.cell is None else self.cell(thing)

    def in_words(self, thing: T, language: Language) -> str:
        if self.say is not None:
            return self.say(thing)
        value = self.in_csv(thing)
        if self.words:
            return word(f"{self.words}{value}", language)
        return in_words(value, language)


class ShownFields(Generic[T]):
    """The fields of a thing, in the order of its JSON object. `named` is what the thing is called in the schema of the
    API, if it is part of it."""

    def __init__(self, *fields: ShownField[T], named: str = "") -> None:
        self._fields = {field.name: field for field in fields}
        self.named = named

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._fields)

    def types(self) -> dict[str, Any]:
        """Return the types of the values: those that the fields name, or those of the attributes."""
        things = get_args(getattr(self, "__orig_class__", None))
        without_type = any(field.of is None for field in self._fields.values())
        own = attribute_types(things[0]) if things and without_type else {}
        return {name: own[name] if field.of is None else field.of for name, field in self._fields.items()}

    def only(self, named: str, *names: str) -> "ShownFields[T]":
        """Return some of the fields, as a thing of their own in the schema."""
        types = self.types()
        return ShownFields(*(replace(self._fields[name], of=types[name]) for name in names), named=named)

    def document(self, thing: T, names: Iterable[str] = ()) -> dict[str, Any]:
        """Return the thing for JSON: the fields named, or all of them."""
        return {field.name: field.value(thing) for field in self._chosen(names)}

    def table(self, things: Iterable[T], names: Iterable[str] = ()) -> Table:
        """Return the things for a CSV file: the fields named, or all of them."""
        chosen = self._chosen(names)
        return Table([field.name for field in chosen], [[field.in_csv(thing) for field in chosen] for thing in things])

    def in_words(self, things: Iterable[T], names: Iterable[str], language: Language) -> Table:
        """Return the things for people: keys of headings, and cells in words."""
        chosen = self._chosen(names)
        rows = [[field.in_words(thing, language) for field in chosen] for thing in things]
        return Table([field.heading or field.name for field in chosen], rows)

    def _chosen(self, names: Iterable[str]) -> list[ShownField[T]]:
        return [self._fields[name] for name in names] or list(self._fields.values())


def by_key(*names: str, named: str = "", **types: Any) -> ShownFields[dict[str, Any]]:
    """Return the fields of things that are read as rows: each under its own key, None if a row has no such key. Those
    that programs get in JSON are given with their types."""
    fields = {**dict.fromkeys(names), **types}
    return ShownFields(
        *(ShownField(name, lambda row, name=name: row.get(name), of=of) for name, of in fields.items()),  # type: ignore[misc]
        named=named,
    )


def attribute_types(thing: Any) -> dict[str, Any]:
    """Return the types of the attributes of a class, properties too."""
    hints = get_type_hints(thing, include_extras=True)
    for name in dir(thing):
        made = getattr(thing, name, None)
        if isinstance(made, property) and made.fget is not None:
            hints[name] = get_type_hints(made.fget, include_extras=True).get("return")
    return hints


def word(key: str, language: Language) -> str:
    """Return the word for something that is stored by its name; the name itself if there is none."""
    return text(key, language) if has(key) else key.rpartition(".")[2]


def in_words(value: object, language: Language) -> str:
    """Write a plain value for people: yes or no, a number, a date, nothing for None."""
    if isinstance(value, bool):
        return text("label.yes" if value else "label.no", language)
    if isinstance(value, int | Fraction | Decimal):
        return number(value, language)
    return "" if value is None else value.isoformat() if isinstance(value, dt.date) else str(value)
