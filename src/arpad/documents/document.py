"""A result of the program, declared once: its attributes, its JSON, the schema, tables and columns follow from a class.

    class Place(Document, frozen=True):
        "A player's place."

        shown = shows("place", "name", "score", "reason")
        place: int
        name: str
        half_points: int
        reason: Annotated[Words, InWords(str, Words.text)]

        @property
        def score(self) -> Points:
            return points(self.half_points)

The name of an attribute is its key in JSON, its type is the schema. `shown` names fields and properties in the order of
the JSON object; without it, all fields are shown. A field that may be missing has the type `X | UnsetType` and the
default UNSET; one that is left out if it is empty is `Annotated[X, ShownAs(X | UnsetType, or_unset)]`. A nested result
is shown as the class that is declared for it, also if the value is of a subclass.
"""

import dataclasses
import datetime as dt
import json
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import (  # fmt: skip
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import UNSET, Struct, UnsetType, structs

from arpad.documents.fields import Table, in_words, word
from arpad.documents.json import dumps
from arpad.i18n import LANGUAGES, ArpadError, Language
from arpad.regulations.articles import Article

# How a value is shown, if not as it is: markers of its type, `Annotated[int, ShownAs(Points, points)]`.


class ShownAs(NamedTuple):
    """Shown as a value of another type, which `make` makes of it; without `make`, shown as another document."""

    type: Any
    make: Callable[[Any], Any] | None = None


class InWords(NamedTuple):
    """Shown in the language of the reader."""

    type: Any
    make: Callable[[Any, Language], Any]


class Digits(int):
    """The digits after the point that a column of a table has."""

    __slots__ = ()


OneDecimal = Annotated[Decimal, Digits(1)]
TwoDecimals = Annotated[Decimal, Digits(2)]
ArticleNumber = Annotated[Article, ShownAs(str, str)]
TextOrNone = Annotated[str, ShownAs(str | None, lambda text: text or None)]
"""A text that is null in JSON if it is empty."""


class TableColumn(NamedTuple):
    """A column of tables, if it is not simply the attribute under its own name.

    The word above it is `table.HEADING`. A value that is itself a key has its word under `words`; `cell` gives the cell
    in a CSV file and `say` the words for people, if they are not the value."""

    name: str
    heading: str = ""
    words: str = ""
    cell: Callable[[Any], Any] | None = None
    say: Callable[[Any, Language], str] | None = None

    def in_csv(self, thing: Any) -> Any:
        return getattr(thing, self.name) if self.cell is None else self.cell(thing)

    def in_words(self, thing: Any, language: Language) -> str:
        if self.say is not None:
            return self.say(thing, language)
        value = self.in_csv(thing)
        return word(f"{self.words}{value}", language) if self.words else in_words(value, language)


class Document(Struct, frozen=True):
    """What the program answers: an object whose attributes are the keys of its JSON."""

    shown: ClassVar[tuple[str, ...]] = ()
    columns: ClassVar[tuple[TableColumn, ...]] = ()

    def document(self, language: Language = "en") -> dict[str, Any]:
        """Return the document as values for JSON."""
        return document_of(type(self), self, language)

    def to_json(self, language: str = "en") -> str:
        """Return the document as JSON, decimals with exactly their digits."""
        return dumps(self.document(known_language(language)))

    def to_dict(self, language: str = "en") -> dict[str, Any]:
        """Return the document as plain values: exact decimals as `Decimal`, days as texts."""
        values: dict[str, Any] = json.loads(self.to_json(language), parse_float=Decimal)
        return values


AnyDocument = TypeVar("AnyDocument", bound=Document)
Value = TypeVar("Value")


def shows(*names: str) -> tuple[str, ...]:
    """Return the names for `shown`, as many as there are (a tuple written out has a type of its own)."""
    return names


def known_language(value: str) -> Language:
    """Check that Arpad speaks a language."""
    for language in LANGUAGES:
        if value == language:
            return language
    raise ArpadError("surface.choice", option="language", value=str(value), known=", ".join(LANGUAGES))


def replace(value: Value, **changes: Any) -> Value:
    """Return a copy with changes, of a document or of a dataclass."""
    changed = structs.replace if isinstance(value, Struct) else dataclasses.replace
    return changed(value, **changes)  # type: ignore[type-var]


def extended(kind: type[AnyDocument], thing: object, /, **more: Any) -> AnyDocument:
    """Return a document with the attributes of a thing, and with those that the thing does not have, or otherwise."""
    known = {name: getattr(thing, name) for name in kind.__struct_fields__ if name not in more and hasattr(thing, name)}
    return kind(**known, **more)


def or_unset(value: Value) -> Value | UnsetType:
    """Leave out a value that is empty."""
    return value or UNSET


# Documents as values for JSON.


def document_of(kind: type[Document], thing: object, language: Language = "en") -> dict[str, Any]:
    """Return anything that has the attributes of a document as this document."""
    values = {}
    for name, write in _writers(kind):
        value = getattr(thing, name)
        if value is not UNSET and (written := write(value, language)) is not UNSET:
            values[key_of(name)] = written
    return values


def key_of(name: str) -> str:
    """Return the key of an attribute: its name, without the underscore of a name that Python keeps (`from_`)."""
    return name.rstrip("_")


def plain(value: object, language: Language) -> Any:
    """Return documents in lists and dictionaries as values for JSON."""
    if isinstance(value, Document):
        return value.document(language)
    if isinstance(value, Mapping):
        return {key: plain(item, language) for key, item in value.items()}
    return [plain(item, language) for item in value] if isinstance(value, list | tuple) else value


Writer = Callable[[Any, Language], Any]
UNIONS = (Union, types.UnionType)
CONTAINERS = (list, tuple, Sequence, set, frozenset, dict, Mapping)


@cache
def _writers(kind: type[Document]) -> tuple[tuple[str, Writer], ...]:
    return tuple((name, _writer(of)) for name, of in shown_types(kind).items())


def _as_it_is(value: Any, _language: Language) -> Any:
    return value


def _named(value: Any, _language: Language) -> Any:
    """A named tuple of plain values as an object."""
    return value._asdict()


def _writer(of: Any) -> Writer:
    """Return how a value of a type is written."""
    origin, parts = get_origin(of), get_args(of)
    if origin is Annotated:
        marks = [mark for mark in parts[1:] if isinstance(mark, ShownAs | InWords)]
        return _marked(marks[0]) if marks else _writer(parts[0])
    if origin in UNIONS:
        return _union([part for part in parts if part not in (type(None), UnsetType)])
    if origin in CONTAINERS:
        return _container(origin, [_writer(part) for part in parts if part is not ...])
    if isinstance(of, type) and issubclass(of, Document):
        return lambda value, language: document_of(of, value, language)
    return _named if hasattr(of, "_fields") else _as_it_is


def _marked(mark: ShownAs | InWords) -> Writer:
    write, make = _writer(mark.type), mark.make
    if isinstance(mark, InWords):
        return lambda value, language: write(mark.make(value, language), language)
    return write if make is None else lambda value, language: write(mark.make(value), language)  # type: ignore[misc]


def _union(parts: Sequence[Any]) -> Writer:
    """One of several types: a value is written as the first of them that it is."""
    writers = [(_class(part), write) for part in parts if (write := _writer(part)) is not _as_it_is]
    if len(parts) == 1 and writers:
        only = writers[0][1]
        return lambda value, language: value if value is None or value is UNSET else only(value, language)
    return lambda value, language: next(
        (write(value, language) for kind, write in writers if isinstance(value, kind)), value
    )


def _class(of: Any) -> Any:
    return _class(of.__origin__) if get_origin(of) is Annotated else get_origin(of) or of


def _container(origin: Any, writers: Sequence[Writer]) -> Writer:
    """Lists, dictionaries, and tuples in which each place has its own type."""
    last = writers[-1]
    if origin in (dict, Mapping):
        return lambda value, language: {key: last(item, language) for key, item in value.items()}
    if len(writers) > 1:
        return lambda value, language: [write(item, language) for write, item in zip(writers, value, strict=True)]
    return lambda value, language: [last(item, language) for item in value]


# The types of documents: for schemas (`documents.schema`) and for columns of tables.


@cache
def shown_types(kind: type[Document]) -> Mapping[str, Any]:
    """Return the types of the attributes that are shown, in their order."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints.get(name) or _property_type(kind, name) for name in kind.shown or kind.__struct_fields__}


def _property_type(kind: type[Document], name: str) -> Any:
    return get_type_hints(getattr(kind, name).fget, include_extras=True)["return"]


ColumnKind = Literal["whole", "text", "day", "yes", "points", "hundredths"]
"""What a column of a table holds."""
KINDS: Mapping[Any, ColumnKind] = {
    int: "whole", str: "text", dt.date: "day", bool: "yes", Digits(1): "points", Digits(2): "hundredths",
}  # fmt: skip


def column_kinds(kind: type[Document], names: Iterable[str]) -> dict[str, ColumnKind]:
    """Return what columns of Arrow, pandas or polars hold, by the types of the attributes."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _column_kind(hints.get(name) or _property_type(kind, name)) for name in names}


def _column_kind(of: Any) -> ColumnKind:
    """An optional value is in a column of its type, a literal in one of texts."""
    if of in KINDS or isinstance(of, str):
        return KINDS[type(of) if isinstance(of, str) else of]
    parts = [part for part in get_args(of) if part not in (type(None), Decimal)]
    if not parts:
        raise TypeError(f"{of!r} has no column")
    return _column_kind(parts[0])


# Documents as tables: raw cells for CSV files, words for people.


def csv_rows(kind: type[Document], things: Iterable[object], names: Iterable[str] = ()) -> Table:
    """Return things for a CSV file: the attributes named, or all that are shown."""
    chosen = _columns(kind, names)
    return Table([column.name for column in chosen], [[column.in_csv(thing) for column in chosen] for thing in things])


def word_rows(kind: type[Document], things: Iterable[object], language: Language, names: Iterable[str] = ()) -> Table:
    """Return things for people: keys of headings, and cells in words."""
    chosen = _columns(kind, names)
    rows = [[column.in_words(thing, language) for column in chosen] for thing in things]
    return Table([column.heading or column.name for column in chosen], rows)


def _columns(kind: type[Document], names: Iterable[str]) -> list[TableColumn]:
    declared = {column.name: column for column in kind.columns}
    return [declared.get(name) or TableColumn(name) for name in names or kind.shown or kind.__struct_fields__]
