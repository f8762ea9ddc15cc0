"""The records of the office, for JSON and CSV: the fields of each, declared once."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from arpad.locale import Language, has, text
from arpad.office.records import (
    ClosedPeriod,
    EventDetail,
    EventRecord,
    HistoryEntry,
    KeptDecision,
    PlayerRecord,
    Replay,
    Revision,
    Submitted,
    Verified,
    VersionRecord,
)
from arpad.office.wording import SHORT, details_text
from arpad.regulations import TIME_CLASSES
from arpad.trail.fields import ShownField, ShownFields
from arpad.trail.findings import findings_json

if TYPE_CHECKING:
    from arpad.lists.differences import RatingDifference
    from arpad.office.accounts import Account, SignIn, Token
    from arpad.office.storage import LogEntry

HISTORIES = {"standard": "history", "rapid": "rapid_history", "blitz": "blitz_history"}

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
)
VERSION = ShownFields[VersionRecord](
    ShownField("period"),
    ShownField("version", lambda version: version.number),
    ShownField("made", words="version-made."),
    ShownField("state", words="version-state."),
    ShownField("digest", say=lambda version: version.digest[:SHORT]),
    ShownField("reason"),
    ShownField("release"),
    ShownField("players"),
)
DECISION = ShownFields[KeptDecision](
    ShownField("id", heading="player-rank"),
    ShownField("period"),
    ShownField("kind", heading="decision", words="decision."),
    ShownField(
        "data", lambda decision: dict(decision.data), heading="what", cell=lambda decision: details_text(decision.data)
    ),
    ShownField("reason"),
    ShownField("undone"),
)
LOG: "ShownFields[LogEntry]" = ShownFields(
    ShownField("id", heading="player-rank"),
    ShownField(
        "at", lambda entry: entry.at.isoformat(), heading="when", say=lambda entry: f"{entry.at:%Y-%m-%d %H:%M:%S}"
    ),
    ShownField("who"),
    ShownField("action", heading="what", words="log."),
    ShownField("system"),
    ShownField("subject"),
    ShownField("details", lambda entry: dict(entry.details), cell=lambda entry: details_text(entry.details)),
)
ACCOUNT: "ShownFields[Account]" = ShownFields(
    ShownField("name", heading="account"),
    ShownField("role", words="web.role."),
    ShownField("active", heading="open"),
    ShownField("demo"),
    ShownField("second_factor", heading="second-factor"),
)
TOKEN: "ShownFields[Token]" = ShownFields(
    ShownField("beginning", heading="fingerprint"),
    ShownField("account"),
    ShownField("label", heading="token-for"),
    ShownField("scopes", lambda token: list(token.scopes), cell=lambda token: " ".join(token.scopes)),
    ShownField("made", lambda token: token.made or None, heading="token-made"),
    ShownField("ends", lambda token: token.ends or None, heading="token-ends"),
    ShownField("used", lambda token: token.used or None, heading="token-used"),
)
SIGN_IN: "ShownFields[SignIn]" = ShownFields(
    ShownField("account"),
    ShownField("at", lambda one: one.at.isoformat(), heading="when", say=lambda one: f"{one.at:%Y-%m-%d %H:%M:%S}"),
    ShownField("network"),
    ShownField("outcome", words="sign-in."),
)
DIFFERENCE: "ShownFields[RatingDifference]" = ShownFields(
    ShownField("id"),
    ShownField("name"),
    ShownField("before"),
    ShownField("after"),
    ShownField("change", lambda change: change.after - change.before if change.before and change.after else None),
)
HISTORY = ShownFields[HistoryEntry](*map(ShownField, ("period", "version", "rating", "k", "games", "change")))
PERSON = ShownFields[PlayerRecord](
    *map(ShownField, ("id", "name", "federation", "sex", "title", "born", "absent", "merged_into"))
)


def _list_of(period: dt.date | None, due: dt.date | None) -> str:
    """The list an event is rated for; in brackets the one it is due for."""
    return period.isoformat() if period else f"({due.isoformat()})" if due else ""


def fields_document(record: Any, **names: str) -> dict[str, Any]:
    """A record, its fields by their names; some by another one."""
    return {names.get(one.name, one.name): getattr(record, one.name) for one in fields(record)}


def revision_document(revision: Revision, language: Language) -> dict[str, Any]:
    return fields_document(revision) | {"findings": findings_json(revision.findings, language)}


def detail_document(detail: EventDetail, language: Language) -> dict[str, Any]:
    """An event with its facts and every report received for it."""
    reports = [revision_document(revision, language) for revision in detail.revisions]
    return EVENT.document(detail.event) | {"facts": dict(detail.facts), "revisions": reports}


def submitted_document(submitted: Submitted, language: Language) -> dict[str, Any]:
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
    return document if replay.submitted is None else document | submitted_document(replay.submitted, language)


def closed_document(closed: ClosedPeriod, language: Language) -> dict[str, Any]:
    return VERSION.document(closed.version) | {
        "reports": closed.reports,
        "games": closed.games,
        "transitions": list(closed.transitions),
        "findings": [{"event": event} | findings_json([finding], language)[0] for event, finding in closed.findings],
    }


def verified_document(found: Sequence[Verified], language: Language) -> dict[str, Any]:
    versions = [
        fields_document(proof, number="version")
        | {"proved": proof.proved, "problems": [problem_text(problem, language) for problem in proof.problems]}
        for proof in found
    ]
    return {"verified": sum(proof.proved for proof in found), "versions": versions}


def problem_text(problem: str, language: Language) -> str:
    """A problem of a proof is a message's key, and what there is to add to it; or plain words."""
    key, _, more = problem.partition(" ")
    return f"{text(key, language)} {more}".strip() if has(key) else problem
