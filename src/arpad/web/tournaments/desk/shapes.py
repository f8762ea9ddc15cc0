"""Types of the JSON documents of an event's staff pages."""

import datetime as dt
from typing import Annotated, Any, NotRequired, TypedDict

from arpad.documents.schema import Anything, Bag, FindingDocument, StepDocument, joined
from arpad.office.tournaments.players import Contact
from arpad.tournament.documents import (
    BoardDocument,
    EventTeamDocument,
    LineUpDocument,
    MatchDocument,
    PlayOffDocument,
    SeenRoundDocument,
    TieDocument,
    WarningDocument,
)
from arpad.tournament.rules_check import RuleFinding
from arpad.tournament.standings import MovedPlaceDocument
from arpad.tournament.state import Breach, Restriction
from arpad.web.tournaments.shapes import AtLineDocument

# The shapes of the documents of the desk of an event: people, corrections, rules, papers, the end.


class PresentPlayerDocument(TypedDict):
    """A player who is expected."""

    entry: int
    name: str
    club: str
    paid: int | str
    there: bool
    owes: str


class PresenceDocument(AtLineDocument):
    """Who is there before the next round."""

    round: int | None
    players: list[PresentPlayerDocument]
    missing: int


class WindowDocument(TypedDict):
    """What can still be corrected in a round."""

    round: int
    window: str


class MadeCorrectionDocument(TypedDict):
    """A correction."""

    n: int
    kind: str
    round: int | None
    board: int | None
    entry: int | None
    was: Anything
    result: Anything
    reason: str
    who: str


class CorrectionsDocument(AtLineDocument):
    """What can still be corrected, and what was."""

    rounds: list[WindowDocument]
    made: list[MadeCorrectionDocument]


class IncidentDocument(TypedDict):
    """An incident, or an appeal with its decision."""

    n: int
    text: str
    round: NotRequired[int]
    board: NotRequired[int]
    decision: NotRequired[str]


class IncidentsDocument(AtLineDocument):
    """Incidents and appeals. They are never public."""

    incidents: list[IncidentDocument]
    appeals: list[IncidentDocument]


class StaffAccountDocument(TypedDict):
    """An account of the staff."""

    account: str
    role: str
    boards: NotRequired[Anything]
    team: NotRequired[int | None]


class StaffLinkDocument(TypedDict):
    """A link for somebody without an account."""

    link: int
    label: str
    role: str
    boards: NotRequired[Anything]
    team: NotRequired[int | None]
    ends: str
    over: bool


class StaffDocument(AtLineDocument):
    """The staff of the event, and its links."""

    staff: list[StaffAccountDocument]
    links: list[StaffLinkDocument]


class RulesDocument(AtLineDocument):
    """The rules of the event, and what must be announced."""

    rules: Bag
    findings: list[RuleFinding]


class EventLogLineDocument(TypedDict):
    """A line of the log of an event."""

    n: int
    at: str
    who: str
    kind: str
    data: Bag
    prev: str
    sha256: str


class SaidLogLineDocument(EventLogLineDocument):
    """A line of the log with its sentence in the language of the reader. `undone_by` is the line that undid it;
    `undo` says whether it can be undone as long as no later line depends on it."""

    sentence: str
    undone_by: int | None
    undo: bool


class EventLogDocument(AtLineDocument):
    """The log, the newest lines first."""

    lines: list[SaidLogLineDocument]


class DeskTeamsDocument(AtLineDocument):
    """The teams at the desk."""

    teams: list[EventTeamDocument]


class LineUpSideDocument(TypedDict):
    """The line-up of a team, as somebody may see it."""

    team: int
    name: str
    line_up: LineUpDocument | None
    may: bool


class MoreOfLineUpsDocument(TypedDict):
    """The line-ups of a match."""

    sides: list[LineUpSideDocument]


LINE_UP_MATCH = joined("LineUpMatch", MatchDocument, MoreOfLineUpsDocument)


class LineUpsDocument(AtLineDocument):
    """The line-ups of a round."""

    round: int
    boards: int
    matches: list[Annotated[dict[str, Any], LINE_UP_MATCH]]
    names: dict[int, str]
    lists: dict[int, list[int]]


class DeskBracketDocument(AtLineDocument):
    """The ties at the desk."""

    ties: list[TieDocument]


class DeskPlayOffsDocument(AtLineDocument):
    """The play-offs at the desk."""

    play_offs: list[PlayOffDocument]


class OfEntryDocument(TypedDict):
    """A player by the number of entry."""

    entry: int
    name: str


class OfCaptainDocument(TypedDict):
    """A captain."""

    team: int
    name: str
    captain: str


ENTRY_CONTACT = joined("EntryContact", OfEntryDocument, Contact)
CAPTAIN_CONTACT = joined("CaptainContact", OfCaptainDocument, Contact)


class ContactsDocument(AtLineDocument):
    """How players and captains can be reached."""

    players: list[Annotated[dict[str, Any], ENTRY_CONTACT]]
    captains: list[Annotated[dict[str, Any], CAPTAIN_CONTACT]]


class PaperDocument(TypedDict):
    """Something that can be printed. `per_page`: how many cards a page may have, the usual number first; `groups`: the
    groups of players that it may be of."""

    paper: str
    group: str
    per_page: list[int]
    groups: list[str]
    of_round: bool
    two: bool
    public: bool
    codes: bool


class PapersDocument(AtLineDocument):
    """Everything that can be printed. `address` is what QR codes open, `unreachable` why telephones cannot."""

    papers: list[PaperDocument]
    rounds: list[int]
    address: str
    unreachable: str | None


class MendDocument(TypedDict):
    """A page of the desk on which an error can be mended: of a player, or of a rule of the event."""

    page: str
    player: str | None
    rule: str | None


class TriedReportDocument(TypedDict):
    """A report as the office would take it."""

    time_class: str
    games: int
    accepted: bool
    known: bool
    due: dt.date | None
    late_for: dt.date | None
    findings: list[FindingDocument]
    mend: list[MendDocument]


class ReceivedReportDocument(TypedDict):
    """The last report of a time class, as the office has it now. `state`: accepted, refused, replaced by another report
    of the office, or withdrawn."""

    time_class: str
    office_event: int
    state: str
    due: dt.date | None
    late_for: dt.date | None
    findings: list[FindingDocument]


class NamedNormDocument(TypedDict):
    """A norm of a player."""

    name: str
    title: str


class HandedOverDocument(TypedDict):
    """A report that the office received: `office_event` is its number at `/events/{number}`."""

    n: int
    time_class: str
    office_event: int
    revision: int
    sha256: str
    accepted: bool
    reason: NotRequired[str]


class HandOverDocument(AtLineDocument):
    """What is missing before the end; then what the hand-over will do."""

    finished: bool
    missing: str | None
    problem: str | None
    reports: list[TriedReportDocument]
    norms: list[NamedNormDocument]
    handed_over: list[HandedOverDocument]
    office: list[ReceivedReportDocument]


# The shapes of the documents of the desk of an event: what to do, rounds, boards, results.


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


class CorrectionPreviewDocument(TypedDict):
    """What a correction would do: it is not done yet. `moved` are those whose places or points change."""

    result: str
    rating_only: bool
    warnings: list[WarningDocument]
    moved: list[MovedPlaceDocument]


class MoreOfBoardDocument(TypedDict):
    """What players claim at a board, and whether it is one of the own; what a correction to another result would
    change, if the address names one."""

    claims: dict[str, str]
    own: bool
    correction: NotRequired[CorrectionPreviewDocument]


DESK_BOARD = joined("DeskBoard", BoardDocument, MoreOfBoardDocument)


class UnexplainedDocument(TypedDict):
    """Somebody who does not play, and whether they have said why."""

    entry: int
    kind: str
    name: str
    unexplained: bool
    why: str


class UnusualDocument(TypedDict):
    """Something unusual about a drawn round, in the language of the reader."""

    code: str
    board: int | None
    message: str


class MoreOfDeskRoundDocument(AtLineDocument):
    """A round at the desk: its draft, or what is known before it is drawn. `misfit` is a player with whom the draft no
    longer fits; `line_ups_missing` are teams that have given no line-up."""

    bye_name: str | None
    absent: list[UnexplainedDocument]
    next: int | None
    unusual: list[UnusualDocument]
    misfit: str | None
    line_ups_missing: list[str]
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
    unusual: list[UnusualDocument]
    misfit: str | None
    line_ups_missing: list[str]


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
