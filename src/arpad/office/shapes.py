"""The shapes of the documents of the office."""

import datetime as dt
from typing import Annotated, Any, TypeAlias, TypedDict

from arpad.office.documents import EVENT, HISTORY, PERSON, VERSION
from arpad.trail.shapes import Bag, FindingDocument, joined

EventShape: TypeAlias = Annotated[dict[str, Any], EVENT]
VersionShape: TypeAlias = Annotated[dict[str, Any], VERSION]
HistoryShape: TypeAlias = Annotated[dict[str, Any], HISTORY]


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


class SubmittedDocument(TypedDict):
    """The verdict on a report."""

    event: EventShape
    accepted: bool
    revision: int
    sha256: str
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
    """A version recomputed from stored data."""

    period: dt.date
    version: int
    digest: str
    found: str
    proved: bool
    problems: list[str]


class VerifiedDocument(TypedDict):
    """The proof of lists."""

    verified: int
    versions: list[ProvedVersionDocument]


PLAYER = joined("Player", PERSON, HistoriesDocument)
DETAIL = joined("EventDetail", EVENT, MoreOfEventDocument)
CLOSED = joined("ClosedPeriod", VERSION, MoreOfClosedDocument)
