"""The shapes of the documents of the office."""

import datetime as dt
from typing import Annotated, Any, NotRequired, TypeAlias, TypedDict

from arpad.documents.schema import Bag, FindingDocument, joined
from arpad.office.documents import DIFFERENCE, EVENT, HISTORY, PERSON, VERSION

EventShape: TypeAlias = Annotated[dict[str, Any], EVENT]
VersionShape: TypeAlias = Annotated[dict[str, Any], VERSION]
DifferenceShape: TypeAlias = Annotated[dict[str, Any], DIFFERENCE]
HistoryShape: TypeAlias = Annotated[dict[str, Any], HISTORY]


class DifferenceCountsDocument(TypedDict):
    """How many ratings changed, are first ones, or are no more."""

    changed: int
    first: int
    gone: int


class ListChangesDocument(TypedDict):
    """What a list changes against another version, by time class: how many ratings of each kind (`changed`, `first`,
    `gone`), and the largest changes of each. `against` is missing for a first list."""

    against: VersionShape | None
    counts: dict[str, DifferenceCountsDocument]
    largest: dict[str, dict[str, list[DifferenceShape]]]


class HistoriesDocument(TypedDict):
    """Every list a player is on."""

    history: list[HistoryShape]
    rapid_history: list[HistoryShape]
    blitz_history: list[HistoryShape]


class RevisionDocument(TypedDict):
    """A report that was received for an event."""

    number: int
    sha256: str
    received: dt.date | None
    reason: str
    accepted: bool
    findings: list[FindingDocument]


class MoreOfEventDocument(TypedDict):
    """The facts of an event, and every report received for it."""

    facts: Bag
    revisions: list[RevisionDocument]


class SameGamesDocument(TypedDict):
    """An event that has games of a report already: `equal` of the `games` of the report and of its `own`; `share` is
    the percentage of the smaller one."""

    event: int
    name: str
    start: dt.date | None
    equal: int
    games: int
    own: int
    share: int


class SubmittedDocument(TypedDict):
    """The verdict on a report."""

    event: EventShape
    accepted: bool
    revision: int
    sha256: str
    findings: list[FindingDocument]


class HandedReportDocument(TypedDict):
    """A report that the office was given, with its verdict. `known`: the office had it already."""

    time_class: str
    sha256: str
    office_event: int | None
    accepted: bool
    known: bool
    due: dt.date | None
    late_for: dt.date | None
    findings: list[FindingDocument]


class ReplayedDocument(TypedDict):
    """What a correction changed: the new versions, and how many ratings differ on each."""

    versions: list[VersionShape]
    changed: list[int]


class EventFindingDocument(FindingDocument):
    """A finding about an event of a period."""

    event: int


class MoreOfClosedDocument(TypedDict):
    """What went into a list."""

    reports: int
    games: int
    transitions: list[str]
    findings: list[EventFindingDocument]


class ProvedVersionDocument(TypedDict):
    """A version compared with stored data."""

    period: dt.date
    version: int
    digest: str
    found: str
    sound: bool
    proved: bool
    state: str
    problems: list[str]


class VerifiedDocument(TypedDict):
    """The proof of lists."""

    verified: int
    imported: int
    kept: int
    versions: list[ProvedVersionDocument]


class ExaminedTableDocument(TypedDict):
    """A table of the office, and what proves its rows."""

    table: str
    rows: int
    proved_by: str
    wrong: int


class WrongRowDocument(TypedDict):
    """A row that is not as it should be."""

    code: str
    table: str
    row: str
    column: str
    found: str
    expected: str
    message: str


class ExaminationDocument(TypedDict):
    """The examination of the whole office."""

    sound: bool
    quick: bool
    line: int
    head: str
    key: str
    release: str
    tables: list[ExaminedTableDocument]
    wrong: list[WrongRowDocument]
    notes: list[str]


class VerifiedOfficeDocument(TypedDict):
    """The proof of a list, and the examination of the office, if asked for."""

    verified: NotRequired[int]
    imported: NotRequired[int]
    kept: NotRequired[int]
    versions: NotRequired[list[ProvedVersionDocument]]
    office: NotRequired[ExaminationDocument]


class PublicKeyDocument(TypedDict):
    """A public key of the office."""

    number: int
    public: str
    since: int
    proof: str


class SignedHeadDocument(TypedDict):
    """A line of the log: its hash, and its signature."""

    line: int
    at: str
    sha256: str
    key: int
    signature: str


class SignedListDocument(TypedDict):
    """A published list as it was signed."""

    system: str
    period: str
    version: int
    digest: str
    key: int
    statement: str
    signature: str


class PublicProofDocument(TypedDict):
    """What everybody may keep of the proof."""

    keys: list[PublicKeyDocument]
    heads: list[SignedHeadDocument]
    lists: list[SignedListDocument]
    older: int | None


PLAYER = joined("Player", PERSON, HistoriesDocument)
DETAIL = joined("EventDetail", EVENT, MoreOfEventDocument)
CLOSED = joined("ClosedPeriod", VERSION, MoreOfClosedDocument)
