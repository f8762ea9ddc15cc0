"""The records of the office, for JSON and CSV: the fields of each, declared once."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from arpad.documents.fields import ShownField, ShownFields
from arpad.documents.findings import findings_json
from arpad.documents.schema import Bag
from arpad.i18n import Language, has, text
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
from arpad.office.wording import SHORT, details_text
from arpad.regulations.articles import TIME_CLASSES

if TYPE_CHECKING:
    from arpad.lists.compare import RatingDifference
    from arpad.office.accounts import Account, SignIn, Token
    from arpad.office.shapes import (
        ListChangesDocument,
        ProvedVersionDocument,
        RevisionDocument,
        SubmittedDocument,
        VerifiedDocument,
    )
    from arpad.office.storage import LogEntry

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
