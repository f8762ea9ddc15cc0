"""The shapes of the documents of the officers' desk."""

import datetime as dt
from typing import Annotated, Any, NotRequired, TypedDict

from arpad.documents.schema import Anything, FindingDocument, joined
from arpad.lists.compare import RatingDifference
from arpad.office.documents import (
    ACCOUNT,
    CLOSED,
    LOG,
    SIGN_IN,
    VERSION,
    DifferenceCountsDocument,
    DifferenceShape,
    EventShape,
    ListChangesDocument,
    ReplayedDocument,
    SubmittedDocument,
    VersionShape,
)


class DeskDocument(TypedDict):
    """What is waiting in the office."""

    following: dt.date | None
    provisional: VersionShape | None
    published: VersionShape | None
    registered: list[EventShape]
    refused: list[EventShape]
    accepted: list[EventShape]
    due: list[EventShape]
    system: str
    own: list[EventShape]
    log: list[Annotated[dict[str, Any], LOG]]


class MoreOfDeskListDocument(TypedDict):
    """The changes of a list, against the version that it is compared with."""

    against: VersionShape | None
    time_class: str
    counts: DifferenceCountsDocument
    kind: str
    page: int
    rows: list[DifferenceShape]


class OpenPeriodDocument(TypedDict):
    """A list that is not closed yet."""

    period: dt.date
    state: str
    due: list[EventShape]


class LateDocument(ListChangesDocument):
    """What a list changes, and the events that come too late for it."""

    late: list[EventShape]


class SignInsDocument(TypedDict):
    """The last sign-ins."""

    sign_ins: list[Annotated[dict[str, Any], SIGN_IN]]


class ChangedFieldDocument(TypedDict):
    """A field of a person that becomes different."""

    field: str
    before: Anything
    after: Anything


class ConcernedPersonDocument(TypedDict):
    """A person of a preview."""

    id: str | None
    name: str | None
    federation: str | None
    sex: str | None
    title: str | None
    born: int | None
    birthday: Anything
    absent: str | None
    changes: list[ChangedFieldDocument]


class PreviewedDocument(TypedDict):
    """What a correction would change, if it was asked for only to be shown."""

    touched: NotRequired[list[list[Annotated[dict[str, Any], RatingDifference]]]]
    people: NotRequired[list[ConcernedPersonDocument]]


class MoreOfImportDocument(TypedDict):
    """What is odd in an imported list; before it is imported, the lists that are recomputed, and the list before."""

    findings: list[FindingDocument]
    findings_count: int
    again: NotRequired[list[VersionShape]]
    before: NotRequired[VersionShape | None]


class DroppedTokenDocument(TypedDict):
    """A token that was taken back."""

    beginning: str
    account: NotRequired[str]


DESK_LIST = Annotated[dict[str, Any], joined("DeskList", VERSION, MoreOfDeskListDocument)]
CLOSING = joined("Closing", CLOSED, ListChangesDocument)
PUBLISHING = joined("Publishing", VERSION, LateDocument)
OWN_ACCOUNT = joined("OwnAccount", ACCOUNT, SignInsDocument)
IMPORTED = joined("ImportedList", VERSION, ListChangesDocument, MoreOfImportDocument)
REPLAY = joined("Replay", ReplayedDocument, PreviewedDocument)
CORRECTED = joined("CorrectedEvent", ReplayedDocument, SubmittedDocument, PreviewedDocument)
"""The answer to another report, or to other facts, of an event."""
ANY_REPLAY = Annotated[dict[str, Any], CORRECTED] | Annotated[dict[str, Any], REPLAY]
