"""The shapes of documents: what the JSON of a thing holds, declared once.

A shape is a type: a plain one, a `TypedDict` for a document that is written out (the type checker holds it to its
declaration), a frozen dataclass, or the fields of a thing (`trail.fields`). `trail.schemas` makes the JSON schema.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, TypeAlias, TypedDict


class JsonKind(tuple[str, ...]):
    """The kinds of JSON values that a value may be; none: all of them."""

    __slots__ = ()


Points: TypeAlias = Annotated[Fraction, JsonKind(["number"])]
"""Points of games: whole or half ones, so always a number."""
Number: TypeAlias = Annotated[Any, JsonKind(["number"])]
"""A decimal with exactly its digits: 56.4."""
Exact: TypeAlias = Annotated[Any, JsonKind(["number", "string"])]
"""A number that may have no last digit: then it is a text, `7/3`."""
Anything: TypeAlias = Annotated[Any, JsonKind()]
"""Whatever the thing at this place is."""
Bag: TypeAlias = Annotated[Any, JsonKind(["object"])]
"""An object whose keys depend on what it is about."""


@dataclass(frozen=True, slots=True)
class JoinedShape:
    """A document that has the fields of several."""

    named: str
    parts: tuple[Any, ...]


def joined(named: str, *parts: Any) -> JoinedShape:
    """Return the shape of documents that are put together."""
    return JoinedShape(named, parts)


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
