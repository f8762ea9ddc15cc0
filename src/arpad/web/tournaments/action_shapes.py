"""The shapes of what programs are told when something is done in an event."""

from functools import cache
from typing import Annotated, Any, TypedDict, Union

from arpad.documents.schema import JoinedShape, joined
from arpad.office.tournaments.hand_over import HandedReportDocument
from arpad.pairing.documents import ImpossibleRoundDocument
from arpad.tournament.documents import (
    BoardDocument,
    DoneDocument,
    EventTeamDocument,
    LineUpDocument,
    MatchDocument,
    NumberedPlayerDocument,
    PlayOffDocument,
    TieDocument,
)
from arpad.web.tournaments.desk.shapes import HandedOverDocument


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


class LiftedDocument(TypedDict):
    """What may be lifted so that a round can be paired."""

    restrictions: list[int]
    together: bool
    bye: int | None


class NoPairingDocument(ImpossibleRoundDocument):
    """A draw that is not possible, and what may be lifted."""

    event: str
    n: int
    unpairable_entries: list[int]
    lift: LiftedDocument


class OneBoardDocument(TypedDict):
    """The board."""

    board: BoardDocument


class MadeLinkDocument(TypedDict):
    """A link, told once."""

    link: int
    secret: str
    address: str


class ToOfficeDocument(TypedDict):
    """What the office said of the reports, and what was handed over so far."""

    accepted: bool
    reports: list[HandedReportDocument]
    handed_over: list[HandedOverDocument]


class EnteredDocument(TypedDict):
    """The player who was entered."""

    entry: int
    number: int | None


class AppliedDocument(TypedDict):
    """The application."""

    entry: int


class NumbersDocument(TypedDict):
    """The players by pairing number."""

    numbers: list[NumberedPlayerDocument]


class RoundStateDocument(TypedDict):
    """How far a round is."""

    round: int
    state: str


class NoRoundDocument(TypedDict):
    """A round that is not there any more."""

    round: int
    state: None


class OpenBoardsDocument(RoundStateDocument):
    """The boards of a round without a result."""

    open: list[int]


class OneTeamDocument(TypedDict):
    """The team."""

    team: EventTeamDocument


class OneLineUpDocument(TypedDict):
    """The line-up."""

    lineup: LineUpDocument | None


class MatchesDocument(TypedDict):
    """The matches of a round."""

    matches: list[MatchDocument]


class OneTieDocument(TypedDict):
    """The tie."""

    tie: TieDocument


class AllPlayOffsDocument(TypedDict):
    """All play-offs."""

    play_offs: list[PlayOffDocument]


class ClaimedDocument(TypedDict):
    """The board of a claim."""

    round: int
    table: int
    board: int
    result: str | None


@cache
def done_with(shape: Any) -> JoinedShape:
    """Return the shape of the answer of an action: what was written, and more."""
    name = shape.__name__.removesuffix("Document")
    return joined(f"Done{name}", DoneDocument, shape)


def answers_of(told: tuple[Any, ...], draws: bool) -> Any:
    """Return the shape of what an action answers; one that pairs may find that there is no pairing."""
    found: list[Any] = [Annotated[dict[str, Any], done_with(shape)] for shape in told] or [DoneDocument]
    return Union[(*found, *((NoPairingDocument,) if draws else ()))]
