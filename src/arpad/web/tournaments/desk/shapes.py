"""The shapes of the documents of the desk of an event: what to do, rounds, boards, results."""

from typing import Annotated, Any, NotRequired, TypedDict

from arpad.documents.schema import Anything, StepDocument, joined
from arpad.tournament.shapes import (
    AbsentDocument,
    BoardDocument,
    MatchDocument,
    SeenRoundDocument,
    WarningDocument,
)
from arpad.tournament.state import Breach, Restriction
from arpad.web.tournaments.shapes import AtLineDocument


class DeskStepDocument(TypedDict):
    """Something to do, and the page for it below the event."""

    step: str
    page: str
    done: bool


class ClaimDocument(TypedDict):
    """What the players of a board say."""

    board: int
    w: NotRequired[str]
    b: NotRequired[str]
    white: NotRequired[str]
    black: NotRequired[str]
    differ: bool


class ActiveDocument(TypedDict):
    """Somebody who did something a short while ago."""

    name: str
    at: str


class StaffLineDocument(TypedDict):
    """Somebody who works in the event."""

    name: str
    role: str
    boards: Anything


class AdjournedDocument(TypedDict):
    """An adjourned game."""

    round: int
    board: int


class OtherPlaceDocument(TypedDict):
    """A place that the file of an event printed, and that of its table, if it has one."""

    number: int
    name: str
    printed: int
    place: int | None


class EventDeskDocument(TypedDict):
    """Where an event stands, as somebody with this role may see it."""

    event: str
    name: str
    n: int
    head: str
    time_zone: str
    kind: str
    system: str
    rounds: int
    players: int
    state: str
    round: int
    open: list[int]
    outside_rules: int | None
    adjourned: NotRequired[list[AdjournedDocument]]
    unexplained: NotRequired[list[int]]
    breaches: NotRequired[list[Annotated[dict[str, Any], Breach]]]
    other_places: NotRequired[list[OtherPlaceDocument]]
    role: str
    next: list[DeskStepDocument]
    claims: list[ClaimDocument]
    active: list[ActiveDocument]
    staff: list[StaffLineDocument]


class ResultSeatDocument(TypedDict):
    """A player at a board of the desk."""

    entry: int
    number: int | None
    name: str


class ResultRowDocument(TypedDict):
    """A board at the desk: `own`, in the sector of the seat; who touched it last; what its players say."""

    board: int
    table: int
    white: ResultSeatDocument
    black: ResultSeatDocument
    result: str | None
    version: int
    own: bool
    who: str | None
    at: str | None
    claims: dict[str, str]


class RoundResultsDocument(TypedDict):
    """A round at its desk."""

    round: int
    state: str
    open: list[int]
    own_open: list[int]
    started_at: str | None
    default_time: str | None
    time_zone: str
    results_published: bool
    boards: list[ResultRowDocument]


class AbsentPlayersDocument(TypedDict):
    """The open boards of a round, and whether the default time is over."""

    round: int
    default_time: str | None
    time_zone: str
    over: bool
    boards: list[ResultRowDocument]


class DeskBoardDocument(BoardDocument):
    """A board with everything that was entered for it."""

    claims: dict[str, str]
    own: bool


class UnexplainedDocument(AbsentDocument):
    """Somebody who does not play, and whether they have said why."""

    unexplained: bool


class MoreOfDeskRoundDocument(AtLineDocument):
    """A round at the desk: its draft, or what is known before it is drawn."""

    bye_name: str | None
    absent: list[UnexplainedDocument]
    next: int | None
    matches: NotRequired[list[MatchDocument]]


class RoundToDrawDocument(AtLineDocument):
    """A round that is not drawn yet."""

    round: int
    state: str
    pairs: list[Anything]
    bye_entry: int | None
    bye_name: str | None
    differs: bool
    started_at: str | None
    time_zone: str
    absent: list[UnexplainedDocument]
    next: int | None


DESK_ROUND = joined("DeskRound", SeenRoundDocument, MoreOfDeskRoundDocument)


class PairingWhyDocument(TypedDict):
    """Why a round is paired as it is."""

    event: str
    round: int
    board: int | None
    differs: bool
    steps: list[StepDocument]


class NamesDocument(TypedDict):
    """The names of players."""

    names: list[str]


RESTRICTION = joined("Restriction", Restriction, NamesDocument)


class PairsDocument(AtLineDocument):
    """Players who may not meet."""

    restrictions: list[Annotated[dict[str, Any], RESTRICTION]]


class AmendedPairDocument(TypedDict):
    """A board by pairing numbers."""

    board: int
    white: int
    black: int


class AmendingDocument(AtLineDocument):
    """The boards of a round to change, with everything that speaks against them."""

    round: int
    pairs: list[AmendedPairDocument]
    bye: int | None
    lines: str
    findings: list[WarningDocument]
