"""The shapes of what programs are told when something is done in an event."""

from functools import cache
from typing import Annotated, Any, TypedDict, Union

from arpad.documents.schema import JoinedShape, joined
from arpad.pairing.check import ImpossibleRoundDocument
from arpad.tournament.acts.act import Act
from arpad.tournament.documents import (
    DoneDocument,
    EventRoundDocument,
)
from arpad.tournament.drawing import PairingOffers


class FoundedDocument(TypedDict):
    """An event that was made here."""

    event: str
    slug: str
    address: str


class LogHeadDocument(TypedDict):
    """How far the log of an event goes."""

    event: str
    n: int
    sha256: str
    at_home: bool
    home: str | None


class LogTakenDocument(TypedDict):
    """A copy that was brought up to date."""

    event: str
    n: int
    taken: int
    digest: str
    home: str | None


class NoPairingDocument(ImpossibleRoundDocument):
    """A draw that is not possible, and what may be lifted."""

    event: str
    n: int
    unpairable_entries: list[int]
    lift: PairingOffers


@cache
def done_with(shape: Any) -> JoinedShape:
    """Return the shape of the answer of an act: what was written, and more."""
    if isinstance(shape, JoinedShape):
        return shape
    return joined(f"Done{shape.__name__.removesuffix('Document')}", DoneDocument, shape)


def answers_of(kind: type[Act]) -> Any:
    """Return the shape of what an act answers; one that pairs may find that there is no pairing."""
    shapes: list[Any] = [Annotated[dict[str, Any], done_with(shape)] for shape in kind.answers]
    pairs = (NoPairingDocument,) if EventRoundDocument in kind.answers else ()
    return Union[(*(shapes or [DoneDocument]), *pairs)]
