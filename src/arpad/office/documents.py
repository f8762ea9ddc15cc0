"""JSON and CSV documents of the office's records: their fields, types and wording."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypeAlias, TypedDict

from arpad.documents.editions import value_text
from arpad.documents.fields import ShownField, ShownFields
from arpad.documents.findings import findings_json
from arpad.documents.json import dumps
from arpad.documents.schema import Bag, FindingDocument, joined
from arpad.i18n import Language, date_text, has, text
from arpad.office.records import (
    ClosedPeriod,
    EventDetail,
    EventRecord,
    HistoryEntry,
    KeptDecision,
    ListChanges,
    PlayerRecord,
    Replay,
    Revision,
    Submitted,
    Verified,
    VersionRecord,
)
from arpad.regulations.articles import TIME_CLASSES

if TYPE_CHECKING:
    from arpad.lists.compare import RatingDifference
    from arpad.office.accounts.people import Account, SignIn
    from arpad.office.accounts.tokens import Token
    from arpad.office.storage.log_table import LogEntry


# What the office keeps under names and as data, in words: for the command line and for the web.

SHORT = 12
"""How many digits of a digest are shown: enough to tell the versions of an office apart. JSON has them all."""

LABELS = {"system": "format", "ids": "id", "ratings": "rating"}
"""What is kept under another name than the field of the form that asks for it."""
WORDS = {"system": "format.", "time_class": "time-class."}

DAYS = ("received", "registered", "returned")
HASHES = ("digest", "sha256", "source")


def details_text(details: Mapping[str, Any]) -> str:
    """What there is to add, name by name; of a hash the beginning."""
    filled = {name: detail for name, detail in details.items() if detail not in ("", None)}
    return ", ".join(f"{name} {_detail_text(name, detail)}" for name, detail in filled.items())


def _detail_text(name: str, detail: Any) -> str:
    written = detail if isinstance(detail, str) else dumps(detail)
    return written[:SHORT] if name in HASHES else " ".join(written.split())


def due_text(event: EventRecord, language: Language) -> str:
    """In which list an event will count, and whether its report came in late; empty if it is rated or not accepted."""
    if event.due is None or event.period is not None:
        return ""
    if event.late_for is not None:
        return text("label.office-late", language, missed=event.late_for, period=event.due)
    return text("label.office-due", language, period=event.due)


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


# The records of the office, for JSON and CSV: the fields of each, declared once.

HISTORIES = {"standard": "history", "rapid": "rapid_history", "blitz": "blitz_history"}

AT: ShownField[Any] = ShownField(
    "at",
    lambda entry: entry.at.isoformat(),
    heading="when",
    say=lambda entry: f"{entry.at:%Y-%m-%d %H:%M:%S}",
    of=dt.datetime,
)
EVENT = ShownFields[EventRecord](
    ShownField("id", heading="player-rank"),
    ShownField("name", heading="event", say=lambda event: event.name or "–"),
    ShownField("city"),
    ShownField("federation"),
    ShownField("start"),
    ShownField("end"),
    ShownField("time_class", heading="time-class", words="time-class."),
    ShownField("state", words="event-state."),
    ShownField("period", say=lambda event: _list_of(event.period, event.due)),
    ShownField("due"),
    ShownField("revision"),
    ShownField("late_for", heading="late-for"),
    named="Event",
)
VERSION = ShownFields[VersionRecord](
    ShownField("period"),
    ShownField("version", lambda version: version.number, of=int),
    ShownField("made", words="version-made."),
    ShownField("state", words="version-state."),
    ShownField("digest", say=lambda version: version.digest[:SHORT]),
    ShownField("reason"),
    ShownField("release"),
    ShownField("players"),
    named="ListVersion",
)
DECISION = ShownFields[KeptDecision](
    ShownField("id", heading="player-rank"),
    ShownField("period"),
    ShownField("kind", heading="decision", words="decision."),
    ShownField(
        "data",
        lambda decision: dict(decision.data),
        heading="what",
        cell=lambda decision: details_text(decision.data),
        of=Bag,
    ),
    ShownField("reason"),
    ShownField("undone"),
    named="Decision",
)
LOG: "ShownFields[LogEntry]" = ShownFields(
    ShownField("id", heading="player-rank", of=int),
    AT,
    ShownField("who", of=str),
    ShownField("action", heading="what", words="log.", of=str),
    ShownField("system", of=str),
    ShownField("subject", of=str),
    ShownField("details", lambda entry: dict(entry.details), cell=lambda entry: details_text(entry.details), of=Bag),
    named="LogLine",
)
ACCOUNT: "ShownFields[Account]" = ShownFields(
    ShownField("name", heading="account", of=str),
    ShownField("role", words="web.role.", of=str),
    ShownField("active", heading="open", of=bool),
    ShownField("demo", of=bool),
    ShownField("second_factor", heading="second-factor", of=bool),
    named="Account",
)
TOKEN: "ShownFields[Token]" = ShownFields(
    ShownField("beginning", heading="fingerprint", of=str),
    ShownField("account", of=str),
    ShownField("label", heading="token-for", of=str),
    ShownField("scopes", lambda token: list(token.scopes), cell=lambda token: " ".join(token.scopes), of=list[str]),
    ShownField("made", lambda token: token.made or None, heading="token-made", of=str | None),
    ShownField("ends", lambda token: token.ends or None, heading="token-ends", of=str | None),
    ShownField("used", lambda token: token.used or None, heading="token-used", of=str | None),
    named="Token",
)
SIGN_IN: "ShownFields[SignIn]" = ShownFields(
    ShownField("account", of=str),
    AT,
    ShownField("network", of=str),
    ShownField("outcome", words="sign-in.", of=str),
    named="SignIn",
)
DIFFERENCE: "ShownFields[RatingDifference]" = ShownFields(
    ShownField("id", of=str),
    ShownField("name", of=str),
    ShownField("before", of=int | None),
    ShownField("after", of=int | None),
    ShownField(
        "change",
        lambda change: change.after - change.before if change.before and change.after else None,
        of=int | None,
    ),
    named="ListDifference",
)
HISTORY = ShownFields[HistoryEntry](
    *map(ShownField, ("period", "version", "rating", "k", "games", "change")), named="HistoryEntry"
)
PERSON = ShownFields[PlayerRecord](
    *map(ShownField, ("id", "name", "federation", "sex", "title", "born", "absent", "merged_into", "last_list"))
)


def _list_of(period: dt.date | None, due: dt.date | None) -> str:
    """The list an event is rated for; in brackets the one it is due for."""
    return period.isoformat() if period else f"({due.isoformat()})" if due else ""


def fields_document(record: Any) -> dict[str, Any]:
    """A record, its fields by their names."""
    return {one.name: getattr(record, one.name) for one in fields(record)}


def revision_document(revision: Revision, language: Language) -> "RevisionDocument":
    return {
        "number": revision.number,
        "sha256": revision.sha256,
        "received": revision.received,
        "reason": revision.reason,
        "accepted": revision.accepted,
        "findings": findings_json(revision.findings, language),
    }


def detail_document(detail: EventDetail, language: Language) -> dict[str, Any]:
    """An event with its facts and every report received for it."""
    reports = [revision_document(revision, language) for revision in detail.revisions]
    return EVENT.document(detail.event) | {"facts": dict(detail.facts), "revisions": reports}


def submitted_document(submitted: Submitted, language: Language) -> "SubmittedDocument":
    return {
        "event": EVENT.document(submitted.event),
        "accepted": submitted.accepted,
        "revision": submitted.revision.number,
        "sha256": submitted.revision.sha256,
        "findings": findings_json(submitted.revision.findings, language),
    }


def player_document(record: PlayerRecord) -> dict[str, Any]:
    histories = {HISTORIES[one]: map(HISTORY.document, record.history.get(one, ())) for one in TIME_CLASSES}
    return PERSON.document(record) | {name: list(entries) for name, entries in histories.items()}


def replay_document(replay: Replay, language: Language) -> dict[str, Any]:
    """Return what a correction changed, or would change."""
    document: dict[str, Any] = {
        "versions": [VERSION.document(version) for version in replay.versions],
        "changed": list(replay.changed),
    }
    return document if replay.submitted is None else {**document, **submitted_document(replay.submitted, language)}


LARGEST = 10
"""How many players of each kind a document of the changes has; all are counted."""


def changes_document(changes: ListChanges) -> "ListChangesDocument":
    """Return what a list changes: the version it is compared with, how many players, and the largest changes."""
    return {
        "against": None if changes.against is None else VERSION.document(changes.against),
        "counts": {
            time_class: {"changed": len(own["changed"]), "first": len(own["first"]), "gone": len(own["gone"])}
            for time_class, own in changes.players.items()
        },
        "largest": {
            time_class: {kind: [DIFFERENCE.document(one) for one in some[:LARGEST]] for kind, some in own.items()}
            for time_class, own in changes.players.items()
        },
    }


def closed_document(closed: ClosedPeriod, language: Language) -> dict[str, Any]:
    return VERSION.document(closed.version) | {
        "reports": closed.reports,
        "games": closed.games,
        "transitions": list(closed.transitions),
        "findings": [{"event": event, **findings_json([finding], language)[0]} for event, finding in closed.findings],
    }


def verified_document(found: Sequence[Verified], language: Language) -> "VerifiedDocument":
    versions: list[ProvedVersionDocument] = [
        {
            "period": proof.period,
            "version": proof.number,
            "digest": proof.digest,
            "found": proof.found,
            "problems": [problem_text(problem, language) for problem in proof.problems],
            "sound": proof.sound,
            "proved": proof.proved,
            "state": proof.state if proof.sound else "wrong",
        }
        for proof in found
    ]
    imported, kept = (sum(proof.sound and proof.state == name for proof in found) for name in ("imported", "kept"))
    proved = sum(proof.proved for proof in found)
    return {"verified": proved, "imported": imported, "kept": kept, "versions": versions}


def problem_text(problem: str, language: Language) -> str:
    """A problem of a proof is a message's key, and what there is to add to it; or plain words."""
    key, _, more = problem.partition(" ")
    return f"{text(key, language)} {more}".strip() if has(key) else problem


# The shapes of the documents of the office.

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
