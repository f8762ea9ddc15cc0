"""Types of JSON documents, declared once, and the JSON schemas made from them."""

import datetime as dt
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from decimal import Decimal
from fractions import Fraction
from inspect import cleandoc
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    TypeAlias,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from msgspec import UnsetType

from arpad.documents.document import Digits, Document, InWords, ShownAs, key_of, shown_types
from arpad.documents.fields import ShownFields, attribute_types
from arpad.documents.json import json_value
from arpad.domain.games import points
from arpad.i18n import hundredths

# The shapes of documents: what the JSON of a thing holds, declared once. A shape is a type: a plain one, a `Document`,
# a `TypedDict` for a document that is written out, a frozen dataclass, or the fields of a thing (`documents.fields`).
# `Schemas` makes the JSON schema.


class JsonKind(tuple[str, ...]):
    """The kinds of JSON values that a value may be; none: all of them."""

    __slots__ = ()


Points: TypeAlias = Annotated[Fraction, JsonKind(["number"])]
"""Points of games: whole or half ones, so always a number."""
HalfPoints: TypeAlias = Annotated[int, ShownAs(Points, points)]
"""Whole half points, which a document shows as points."""
Number: TypeAlias = Annotated[Any, JsonKind(["number"])]
"""A decimal with exactly its digits: 56.4."""


def hundredths_json(value: int | None) -> object:
    return None if value is None else json_value(hundredths(value))


Hundredths: TypeAlias = Annotated[int, ShownAs(Number, hundredths_json)]
"""Whole hundredths, which a document shows as a decimal."""
Exact: TypeAlias = Annotated[Any, JsonKind(["number", "string"])]
"""A number that may have no last digit: then it is a text, `7/3`."""
ExactFraction: TypeAlias = Annotated[Fraction, ShownAs(Exact, json_value)]
Anything: TypeAlias = Annotated[Any, JsonKind()]
"""Whatever the thing at this place is."""
Bag: TypeAlias = Annotated[Any, JsonKind(["object"])]
"""An object whose keys depend on what it is about."""


@dataclass(frozen=True, slots=True, eq=False)
class JoinedShape:
    """A document that has the fields of several. A part may also be the fields themselves, by name."""

    named: str
    parts: tuple[Any, ...]


def joined(named: str, *parts: Any, **fields: Any) -> JoinedShape:
    """Return the shape of documents that are put together, with further fields by their types."""
    return JoinedShape(named, (*parts, fields))


class FindingDocument(TypedDict):
    """Something that was found in a report or an event."""

    code: str
    severity: str
    article: str | None
    line: int | None
    column: int | None
    player: int | None
    round: int | None
    who: Any
    message: str


class _StepHead(TypedDict):
    article: str
    source: str
    what: str
    key: str
    inputs: Bag
    value: Anything


class StepDocument(_StepHead, total=False):
    """A step of the reasons, with the steps that led to it."""

    steps: "list[StepDocument]"


# JSON schemas of documents, made from their shapes: the same declarations that make the documents.

Schema = dict[str, Any]
PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    None: {"type": "null"},
    type(None): {"type": "null"},
    Decimal: {"type": "number"},
    Fraction: {"type": ["number", "string"]},
    dt.date: {"type": "string", "format": "date"},
    dt.datetime: {"type": "string", "format": "date-time"},
    Any: {},
    object: {},
}
LISTS = (list, tuple, Sequence, set, frozenset)
MAPPINGS = (dict, Mapping)
ENDING = "Document"


class Schemas:
    """Schemas by their names. `words` tells what a field is, by its name."""

    def __init__(self, words: Callable[[str], str] = lambda _name: "", prefix: str = "#/components/schemas/") -> None:
        self._words, self._prefix = words, prefix
        self._shapes: dict[str, Any] = {}
        self.components: dict[str, Schema] = {}

    def of(self, shape: Any) -> Schema:
        """Return the schema of a shape; what has a name is a component, to which it refers."""
        if isinstance(shape, ShownFields):
            return self._component(shape.named, shape, shape.types)
        if isinstance(shape, JoinedShape):
            return self._component(shape.named, shape, lambda: self._fields(shape))
        if isinstance(shape, type) and issubclass(shape, Document):
            return self._component(shape.__name__.removesuffix(ENDING), shape, lambda: self._fields(shape))
        if is_typeddict(shape) or is_dataclass(shape) or hasattr(shape, "_fields"):
            return self._component(shape.__name__.removesuffix(ENDING), shape, lambda: self._fields(shape))
        if shape in PLAIN:
            return dict(PLAIN[shape])
        return self._generic(shape, get_origin(shape), get_args(shape))

    def _generic(self, shape: Any, origin: Any, parts: tuple[Any, ...]) -> Schema:
        if origin is Annotated:
            return self._annotated(parts[0], parts[1:])
        if origin in (NotRequired, Required):
            return self.of(parts[0])
        if origin is Literal:
            return _one_of_values(parts)
        if origin in (Union, types.UnionType):
            return _one_of([self.of(part) for part in parts if part is not UnsetType])
        if origin in MAPPINGS:
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        if origin in LISTS:
            return self._list(origin, parts)
        raise TypeError(f"{shape!r} has no place in a schema")

    def _list(self, origin: Any, parts: tuple[Any, ...]) -> Schema:
        of_one = parts[:1] if origin is not tuple or parts[-1] is ... else tuple(dict.fromkeys(parts))
        schema: Schema = {"type": "array", "items": _one_of([self.of(part) for part in of_one])}
        if origin is tuple and parts[-1] is not ...:
            schema |= {"minItems": len(parts), "maxItems": len(parts)}
        return schema

    def _annotated(self, shape: Any, more: tuple[Any, ...]) -> Schema:
        """A type with words about it, or with the schema that it has here."""
        shown = [one.type if isinstance(one, ShownAs | InWords) else one for one in more]
        fields = [one for one in shown if not isinstance(one, str | JsonKind | Digits)]
        kinds = [one for one in more if isinstance(one, JsonKind)]
        schema = self.of(fields[0]) if fields else _of_kind(kinds[0]) if kinds else self.of(shape)
        words = [one for one in more if isinstance(one, str)]
        return schema | {"description": words[0]} if words else schema

    def _component(self, name: str, shape: Any, fields: Callable[[], Mapping[str, Any]]) -> Schema:
        if not name:
            return self._object(fields(), "")
        known = self._shapes.setdefault(name, shape)
        if known is not shape:
            raise TypeError(f"two shapes are named {name}: {known!r}, {shape!r}")
        if name not in self.components:
            self.components[name] = {}  # a shape may hold itself
            self.components[name] |= {"title": name} | self._object(fields(), _about(shape))
        return {"$ref": self._prefix + name}

    def _object(self, fields: Mapping[str, Any], about: str) -> Schema:
        described = {"type": "object"} | ({"description": about} if about else {})
        properties = {name: self._field(name, of) for name, of in fields.items()}
        required = [name for name, of in fields.items() if not _may_be_missing(of)]
        return described | {"properties": properties} | ({"required": required} if required else {})

    def _field(self, name: str, of: Any) -> Schema:
        schema = self.of(of)
        words = self._words(name)
        return schema | {"description": words} if words and "description" not in schema else schema

    def _fields(self, shape: Any) -> Mapping[str, Any]:
        """The fields of a document, those that may be missing marked so."""
        if isinstance(shape, JoinedShape):
            parts = [part if isinstance(part, dict) else self._fields(part) for part in shape.parts]
            return {name: of for part in parts for name, of in part.items()}
        if isinstance(shape, ShownFields):
            return shape.types()
        if isinstance(shape, type) and issubclass(shape, Document):
            return {key_of(name): of for name, of in shown_types(shape).items()}
        if is_typeddict(shape):
            hints = get_type_hints(shape, include_extras=True)
            missing = shape.__optional_keys__
            return {name: NotRequired[of] if name in missing else of for name, of in hints.items()}
        return {name: of for name, of in attribute_types(shape).items() if name in _names(shape)}


def fields_of(shape: Any) -> dict[str, Any]:
    """Return the fields of a document, with their types, for documents that have some of them."""
    return dict(Schemas()._fields(shape))


def _may_be_missing(of: Any) -> bool:
    types = (of, *(mark.type for mark in get_args(of) if isinstance(mark, ShownAs | InWords)))
    return get_origin(of) is NotRequired or any(UnsetType in get_args(one) for one in types)


def _of_kind(kind: JsonKind) -> Schema:
    if not kind:
        return {}
    return {"type": kind[0] if len(kind) == 1 else list(kind)}


def _names(shape: Any) -> Sequence[str]:
    """The names of the fields of a dataclass or a named tuple."""
    names: Sequence[str] = shape._fields if hasattr(shape, "_fields") else tuple(shape.__dataclass_fields__)
    return names


def _about(shape: Any) -> str:
    """The first sentence of a document's words."""
    words = "" if isinstance(shape, ShownFields | JoinedShape) else cleandoc(shape.__doc__ or "")
    return " ".join(words.partition("\n\n")[0].split())


def _one_of(schemas: list[Schema]) -> Schema:
    """One of several. Plain types stand beside each other."""
    distinct = [schema for at, schema in enumerate(schemas) if schema not in schemas[:at]]
    if len(distinct) == 1 or {} in distinct:
        return distinct[0] if len(distinct) == 1 else {}
    if all(set(one) <= {"type"} for one in distinct):
        types = [name for one in distinct for name in ([one["type"]] if isinstance(one["type"], str) else one["type"])]
        return {"type": list(dict.fromkeys(types))}
    return {"anyOf": distinct}


def _one_of_values(values: tuple[Any, ...]) -> Schema:
    kinds = _one_of([dict(PLAIN[type(value)]) for value in values])
    return kinds | {"enum": list(values)}
