"""The answers of the office: events, versions of lists, players with their history, corrections and their reach."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple, get_args

from arpad.documents.document import Document, InWords, ShownAs, TableColumn, shows
from arpad.documents.editions import value_text
from arpad.documents.findings import findings_json
from arpad.documents.json import dumps
from arpad.documents.schema import FindingDocument, JsonKind
from arpad.domain.event import SYSTEMS, System
from arpad.domain.findings import Finding
from arpad.i18n import Language, date_text, has, text
from arpad.inputs import parse
from arpad.inputs.declared import Input, one_of
from arpad.lists.list_versions import SHORT, DifferenceKind, ListDifference, ListVersion, RatingDifference
from arpad.regulations.articles import TIME_CLASSES, TimeClass

# Types of fields, and columns that several tables have.

HASHES = ("digest", "sha256", "source")

Details = Annotated[Mapping[str, Any], JsonKind(["object"])]
"""What there is to add, by names that depend on what it is about."""
Instant = Annotated[dt.datetime, ShownAs(dt.datetime, dt.datetime.isoformat)]
Findings = Annotated[tuple[Finding, ...], InWords(list[FindingDocument], findings_json)]
NUMBER = TableColumn("id", "player-rank")
AT = TableColumn(
    "at", "when", cell=lambda line: line.at.isoformat(), say=lambda line, _: f"{line.at:%Y-%m-%d %H:%M:%S}"
)


def details_text(details: Mapping[str, Any]) -> str:
    """What there is to add, name by name; of a hash the beginning."""
    filled = {name: detail for name, detail in details.items() if detail not in ("", None)}
    return ", ".join(f"{name} {_detail_text(name, detail)}" for name, detail in filled.items())


def _detail_text(name: str, detail: Any) -> str:
    written = detail if isinstance(detail, str) else dumps(detail)
    return written[:SHORT] if name in HASHES else " ".join(written.split())


# Events, and the reports that are received for them.

EventState = Literal["registered", "accepted", "refused", "rated", "corrected", "withdrawn"]
"""registered: announced. accepted: its report may be rated. refused: it may not, as it stands. rated: in a closed
period. corrected: rated again with another report. withdrawn: taken back."""
EVENT_STATES: tuple[EventState, ...] = get_args(EventState)
IN_A_LIST: tuple[EventState, ...] = ("rated", "corrected")
"""The states of an event that was rated for a list."""
HELD: tuple[EventState, ...] = ("accepted", *IN_A_LIST)
"""The states of an event whose report was accepted."""


class Registration(NamedTuple):
    """An event as it is announced. `facts` are those of the eligibility room: registered, official, norms …"""

    name: str
    start: dt.date
    end: dt.date | None = None
    city: str = ""
    federation: str = ""
    time_class: TimeClass | None = None
    system: System | None = None
    edition: str | None = None
    facts: Mapping[str, Any] = {}


TIME_CLASS = Input(
    parse.time_class, "select", options=("", *TIME_CLASSES), words="time-class.", max_length=20, default=None,
    name="time_class", flag="--time-class", metavar="standard|rapid|blitz", help="cli.help.office-event-class",
)  # fmt: skip
FORMAT = Input(one_of(*SYSTEMS), "select", options=("", *SYSTEMS), words="format.", name="format", default=None)
EDITION = Input(name="edition", max_length=80, default=None, folded=True)
EVENT = Input(
    parse.number, "number", "A whole number.", max_length=10, name="event", default=None,
    flag="--event", metavar="EVENT", help="cli.help.office-of-event",
)  # fmt: skip
DAY = Input(parse.date, "date", "A day: 2024-05-17.", max_length=10, metavar="DATE")
RATED_AS = (TIME_CLASS, FORMAT, EDITION)
"""What an event and a report may say about their rating."""
ANNOUNCED = (
    Input(parse.full_name, name="name", flag="--name", metavar="TEXT", help="cli.help.office-event-name"),
    replace(DAY, name="start", flag="--start", help="cli.help.start"),
    replace(DAY, name="end", flag="--end", help="cli.help.end", default=None),
    Input(parse.full_name, name="city", default="", flag="--city", metavar="TEXT", help="cli.help.office-city"),
    Input(
        parse.federation, name="federation", about="Three letters.", max_length=10, default="",
        flag="--federation", metavar="XYZ", help="cli.help.office-event-federation",
    ),
    *RATED_AS,
)  # fmt: skip
"""What people type of an event that they announce; its facts are declared with them (`FACTS`)."""


def registration(values: Mapping[str, Any], facts: Mapping[str, Any]) -> Registration:
    """Make the event of what was read by `ANNOUNCED`."""
    read = {("system" if name == "format" else name): value for name, value in values.items()}
    return Registration(**read, facts=facts)


class OfficeEvent(Document, frozen=True):
    """An event of the office. `period` is the list it was rated for; `due` the one in which it counts or will count;
    `late_for` the one that its report missed, if it came in late."""

    columns = (
        NUMBER,
        TableColumn("name", "event", say=lambda event, _: event.name or "–"),
        TableColumn("time_class", "time-class", words="time-class."),
        TableColumn("state", words="event-state."),
        TableColumn("period", say=lambda event, _: _list_of(event.period, event.due)),
        TableColumn("late_for", "late-for"),
    )
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
    late_for: dt.date | None

    def __repr__(self) -> str:
        return f"<OfficeEvent {self.id} {self.name}: {self.state}>"


def _list_of(period: dt.date | None, due: dt.date | None) -> str:
    """The list an event is rated for; in brackets the one it is due for."""
    return period.isoformat() if period else f"({due.isoformat()})" if due else ""


def due_text(event: OfficeEvent, language: Language) -> str:
    """In which list an event will count, and whether its report came in late; empty if it is rated or not accepted."""
    if event.due is None or event.period is not None:
        return ""
    if event.late_for is not None:
        return text("label.office-late", language, missed=event.late_for, period=event.due)
    return text("label.office-due", language, period=event.due)


class Revision(Document, frozen=True):
    """A report that was received for an event. A correction is the next number."""

    number: int
    sha256: str
    received: dt.date | None
    reason: str
    accepted: bool
    findings: Findings


class EventDetail(OfficeEvent, frozen=True):
    """An event with what is known beside its reports, and with every report received for it."""

    facts: Details
    revisions: tuple[Revision, ...]


class Submitted(Document, frozen=True):
    """The verdict on a report: the event, the number of the report, and the findings."""

    event: OfficeEvent
    accepted: bool
    revision: int
    sha256: str
    findings: Findings


LABELS = {"system": "format", "ids": "id", "ratings": "rating"}
"""What is kept under another name than the field of the form that asks for it."""
WORDS = {"system": "format.", "time_class": "time-class."}
DAYS = ("received", "registered", "returned")


def facts_rows(facts: Mapping[str, Any], language: Language) -> list[list[str]]:
    """What is known beside a report, in words; what is known by player or rank has a row for each of them."""
    rows = []
    for name, value in sorted(facts.items()):
        if name == "facts":
            rows += facts_rows(value, language)
            continue
        label = text(f"web.field.{LABELS.get(name, name)}", language)
        if isinstance(value, Mapping):
            rows += [[f"{label} {key}", value_text("", part, language)] for key, part in sorted(value.items())]
        else:
            rows.append([label, _fact_text(name, value, language)])
    return rows


def _fact_text(name: str, value: Any, language: Language) -> str:
    if name in WORDS:
        return text(f"{WORDS[name]}{value}", language)
    if name in DAYS:
        return date_text(dt.date.fromisoformat(str(value)), language)
    if name == "stages":
        return ", ".join(part[:SHORT] for part in value)
    return value_text("", tuple(value) if isinstance(value, list) else value, language)


# Versions of lists: made, closed, compared, recomputed.

LARGEST = 10
"""How many players of each kind a document of the changes has; all are counted."""


class DifferenceCounts(Document, frozen=True):
    """How many ratings changed, are first ones, or are no more."""

    changed: int
    first: int
    gone: int


class ListChanges(Document, frozen=True):
    """What a list changes against another version, by time class: how many ratings of each kind (`changed`, `first`,
    `gone`), and the largest changes of each.

    `against` is the list before, or for a list that was imported again the version in whose place it came; None for a
    first list, which changes nothing. `differing` are all players, the largest changes first."""

    shown = shows("against", "counts", "largest")
    against: ListVersion | None
    differing: Mapping[TimeClass, Mapping[DifferenceKind, Sequence[RatingDifference]]]

    @property
    def counts(self) -> Mapping[str, DifferenceCounts]:
        return {
            time_class: DifferenceCounts(**{kind: len(players) for kind, players in kinds.items()})
            for time_class, kinds in self.differing.items()
        }

    @property
    def largest(self) -> Mapping[str, Mapping[str, list[Annotated[RatingDifference, ShownAs(ListDifference)]]]]:
        return {
            time_class: {kind: list(players[:LARGEST]) for kind, players in kinds.items()}
            for time_class, kinds in self.differing.items()
        }


class EventFindingDocument(FindingDocument):
    """A finding about an event of a period."""

    event: int


def _of_events(findings: Sequence[tuple[int, Finding]], language: Language) -> list[dict[str, Any]]:
    return [{"event": event, **findings_json([finding], language)[0]} for event, finding in findings]


class ClosedPeriod(ListVersion, frozen=True):
    """A period that was closed: its version, and what went into it."""

    shown = shows(*ListVersion.shown, "reports", "games", "transitions", "findings")
    reports: int
    games: int
    transitions: tuple[str, ...]
    findings: Annotated[tuple[tuple[int, Finding], ...], InWords(list[EventFindingDocument], _of_events)]


class Replay(Document, frozen=True):
    """What a correction changed: the new versions, list after list, and how many ratings differ on each; with the
    verdict on a report, if it had one."""

    shown = shows("versions", "changed")
    versions: tuple[ListVersion, ...]
    touched: tuple[tuple[RatingDifference, ...], ...]
    submitted: Submitted | None = None

    @property
    def changed(self) -> tuple[int, ...]:
        """How many ratings differ on each."""
        return tuple(len(players) for players in self.touched)

    def document(self, language: Language = "en") -> dict[str, Any]:
        verdict = {} if self.submitted is None else self.submitted.document(language)
        return super().document(language) | verdict


def _problem_texts(problems: Sequence[str], language: Language) -> list[str]:
    return [problem_text(problem, language) for problem in problems]


def problem_text(problem: str, language: Language) -> str:
    """A problem of a proof is a message's key, and what there is to add to it; or plain words."""
    key, _, more = problem.partition(" ")
    return f"{text(key, language)} {more}".strip() if has(key) else problem


class ProvedVersion(Document, frozen=True):
    """A version compared with stored data. `problems` say what differs. `kind` is what it is if nothing does: proved
    (recomputed from its reports), imported (kept as it came: there is nothing to recompute it from), or kept (as its
    digest says, and not recomputed)."""

    shown = shows("period", "version", "digest", "found", "problems", "sound", "proved", "state")
    period: dt.date
    version: int
    digest: str
    found: str
    problems: Annotated[tuple[str, ...], InWords(list[str], _problem_texts)]
    kind: Literal["proved", "imported", "kept"] = "proved"

    @property
    def sound(self) -> bool:
        """Whether it is what its digest says, as far as that can be known."""
        return not self.problems and self.digest == self.found

    @property
    def proved(self) -> bool:
        """Whether it was recomputed, and came out the same."""
        return self.state == "proved"

    @property
    def state(self) -> str:
        return self.kind if self.sound else "wrong"


class Proof(Document, frozen=True):
    """Versions of lists compared with everything that they were made from."""

    shown = shows("verified", "imported", "kept", "versions")
    versions: tuple[ProvedVersion, ...]

    @property
    def proved(self) -> bool:
        """Whether every version came out the same; imported ones are kept as they came."""
        return all(version.sound for version in self.versions)

    @property
    def verified(self) -> int:
        return self._count("proved")

    @property
    def imported(self) -> int:
        return self._count("imported")

    @property
    def kept(self) -> int:
        return self._count("kept")

    def _count(self, state: str) -> int:
        return sum(version.state == state for version in self.versions)

    def __len__(self) -> int:
        return len(self.versions)

    def __iter__(self) -> Iterator[ProvedVersion]:
        return iter(self.versions)

    def __bool__(self) -> bool:
        return self.proved

    def __repr__(self) -> str:
        return f"<Proof: {self.verified} of {len(self)} versions proved>"


# Players, and decisions about them.


class HistoryEntry(Document, frozen=True):
    """A player on one version of a list."""

    period: dt.date
    version: int
    rating: int | None
    k: int | None
    games: int
    change: int | None


class PlayerRecord(Document, frozen=True):
    """A player as on the newest list, with their history, list after list, every version of it. For a player who left
    the newest list `last_list` is the day of the last list that has them, and the rest is as it was then."""

    shown = shows(
        "id", "name", "federation", "sex", "title", "born", "absent", "merged_into", "last_list", "history",
        "rapid_history", "blitz_history",
    )  # fmt: skip
    id: str
    name: str
    federation: str
    sex: str
    title: str
    born: int | None
    absent: str
    merged_into: str | None
    histories: Mapping[TimeClass, tuple[HistoryEntry, ...]]
    last_list: dt.date | None = None

    @property
    def history(self) -> tuple[HistoryEntry, ...]:
        return self.histories.get("standard", ())

    @property
    def rapid_history(self) -> tuple[HistoryEntry, ...]:
        return self.histories.get("rapid", ())

    @property
    def blitz_history(self) -> tuple[HistoryEntry, ...]:
        return self.histories.get("blitz", ())


class KeptDecision(Document, frozen=True):
    """A decision that counts from a list on. `undone`: a later decision took it back."""

    columns = (
        NUMBER,
        TableColumn("kind", "decision", words="decision."),
        TableColumn("data", "what", cell=lambda decision: details_text(decision.data)),
    )
    id: int
    period: dt.date
    kind: str
    data: Details
    reason: str
    undone: bool
