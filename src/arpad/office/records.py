"""The answers of the office: events, versions of lists, players with their history, corrections and their reach."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from arpad.domain.event import System
from arpad.domain.findings import Finding
from arpad.regulations.articles import TimeClass

if TYPE_CHECKING:
    from arpad.lists.compare import DifferenceKind, RatingDifference

EventState = Literal["registered", "accepted", "refused", "rated", "corrected", "withdrawn"]
"""registered: announced. accepted: its report may be rated. refused: it may not, as it stands. rated: in a closed
period. corrected: rated again with another report. withdrawn: taken back."""
EVENT_STATES: tuple[EventState, ...] = get_args(EventState)
IN_A_LIST: tuple[EventState, ...] = ("rated", "corrected")
"""The states of an event that was rated for a list."""
HELD: tuple[EventState, ...] = ("accepted", *IN_A_LIST)
"""The states of an event whose report was accepted."""

VersionState = Literal["provisional", "published"]


@dataclass(frozen=True, slots=True)
class Registration:
    """An event as it is announced. `facts` are those of the eligibility room: registered, official, norms …"""

    name: str
    start: dt.date
    end: dt.date | None = None
    city: str = ""
    federation: str = ""
    time_class: TimeClass | None = None
    system: System | None = None
    edition: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event of the office. `period` is the list it was rated for; `due` the one in which it counts or will count;
    `late_for` the one that its report missed, if it came in late."""

    id: int
    name: str
    city: str
    federation: str
    start: dt.date | None
    end: dt.date | None
    time_class: TimeClass
    state: EventState
    period: dt.date | None
    due: dt.date | None
    revision: int
    late_for: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """A report that was received for an event. A correction is the next number."""

    number: int
    sha256: str
    received: dt.date | None
    reason: str
    accepted: bool
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class EventDetail:
    """An event with all its reports and what is known beside them."""

    event: EventRecord
    facts: Mapping[str, Any]
    revisions: tuple[Revision, ...]


@dataclass(frozen=True, slots=True)
class VersionRecord:
    """A version of a list. `made` by closing a period or by importing; `release` is the program's that made it."""

    period: dt.date
    number: int
    made: Literal["import", "closed"]
    state: VersionState
    digest: str
    reason: str
    release: str
    players: int


@dataclass(frozen=True, slots=True)
class ListChanges:
    """What a list changes, by time class and kind, the largest changes first. `against` is the version that it is
    compared with: the list before, or for a list that was imported again the version in whose place it came; None for a
    first list, which changes nothing."""

    against: VersionRecord | None
    players: Mapping[TimeClass, Mapping["DifferenceKind", Sequence["RatingDifference"]]]


@dataclass(frozen=True, slots=True)
class Submitted:
    """The verdict on a report: the event, and the findings."""

    event: EventRecord
    revision: Revision

    @property
    def accepted(self) -> bool:
        return self.revision.accepted


@dataclass(frozen=True, slots=True)
class ClosedPeriod:
    """A period that was closed: its version, and what went into it."""

    version: VersionRecord
    reports: int
    games: int
    transitions: tuple[str, ...]
    findings: tuple[tuple[int, Finding], ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """What a correction did: the new versions, list after list, and the players whose rating differs on each."""

    versions: tuple[VersionRecord, ...]
    touched: tuple[tuple["RatingDifference", ...], ...]
    submitted: Submitted | None = None

    @property
    def changed(self) -> tuple[int, ...]:
        """How many ratings differ on each."""
        return tuple(len(players) for players in self.touched)


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A player on one version of a list."""

    period: dt.date
    version: int
    rating: int | None
    k: int | None
    games: int
    change: int | None


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player as on the newest list, with their history, list after list, every version of it. For a player who left
    the newest list `last_list` is the day of the last list that has them, and the rest is as it was then."""

    id: str
    name: str
    federation: str
    sex: str
    title: str
    born: int | None
    absent: str
    merged_into: str | None
    history: Mapping[TimeClass, tuple[HistoryEntry, ...]]
    last_list: dt.date | None = None


@dataclass(frozen=True, slots=True)
class KeptDecision:
    """A decision that counts from a list on. `undone`: a later decision took it back."""

    id: int
    period: dt.date
    kind: str
    data: Mapping[str, Any]
    reason: str
    undone: bool


@dataclass(frozen=True, slots=True)
class Verified:
    """A version compared with stored data. `problems` say what differs. `state` is what it is if nothing does: proved
    (recomputed from its reports), imported (kept as it came: there is nothing to recompute it from), or kept (as its
    digest says, and not recomputed)."""

    period: dt.date
    number: int
    digest: str
    found: str
    problems: tuple[str, ...]
    state: Literal["proved", "imported", "kept"] = "proved"

    @property
    def sound(self) -> bool:
        """Whether it is what its digest says, as far as that can be known."""
        return not self.problems and self.digest == self.found

    @property
    def proved(self) -> bool:
        """Whether it was recomputed, and came out the same."""
        return self.sound and self.state == "proved"
