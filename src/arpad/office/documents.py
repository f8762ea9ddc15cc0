"""The records of the office as JSON documents."""

from collections.abc import Sequence
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
from arpad.regulations import TIME_CLASSES
from arpad.trail.findings import findings_json

if TYPE_CHECKING:
    from arpad.office.accounts import Account
    from arpad.office.storage import LogEntry

HISTORIES = {"standard": "history", "rapid": "rapid_history", "blitz": "blitz_history"}


def event_document(it: EventRecord) -> dict[str, Any]:
    return {
        "id": it.id,
        "name": it.name,
        "city": it.city,
        "federation": it.federation,
        "start": it.start,
        "end": it.end,
        "time_class": it.time_class,
        "state": it.state,
        "period": it.period,
        "due": it.due,
        "revision": it.revision,
    }


def revision_document(it: Revision, language: Language) -> dict[str, Any]:
    return {
        "number": it.number,
        "sha256": it.sha256,
        "received": it.received,
        "reason": it.reason,
        "accepted": it.accepted,
        "findings": findings_json(it.findings, language),
    }


def detail_document(it: EventDetail, language: Language) -> dict[str, Any]:
    """An event with its facts and every report received for it."""
    reports = [revision_document(revision, language) for revision in it.revisions]
    return event_document(it.event) | {"facts": dict(it.facts), "revisions": reports}


def version_document(it: VersionRecord) -> dict[str, Any]:
    return {
        "period": it.period,
        "version": it.number,
        "made": it.made,
        "state": it.state,
        "digest": it.digest,
        "reason": it.reason,
        "release": it.release,
        "players": it.players,
    }


def submitted_document(it: Submitted, language: Language) -> dict[str, Any]:
    return {
        "event": event_document(it.event),
        "accepted": it.accepted,
        "revision": it.revision.number,
        "sha256": it.revision.sha256,
        "findings": findings_json(it.revision.findings, language),
    }


def player_document(it: PlayerRecord) -> dict[str, Any]:
    person = {
        "id": it.id,
        "name": it.name,
        "federation": it.federation,
        "sex": it.sex,
        "title": it.title,
        "born": it.born,
        "absent": it.absent,
        "merged_into": it.merged_into,
    }
    return person | {HISTORIES[one]: [_entry(row) for row in it.history.get(one, ())] for one in TIME_CLASSES}


def _entry(it: HistoryEntry) -> dict[str, Any]:
    return {
        "period": it.period,
        "version": it.version,
        "rating": it.rating,
        "k": it.k,
        "games": it.games,
        "change": it.change,
    }


def replay_document(it: Replay, language: Language) -> dict[str, Any]:
    """What a correction did, or would do."""
    document: dict[str, Any] = {
        "versions": [version_document(version) for version in it.versions],
        "changed": list(it.changed),
    }
    return document if it.submitted is None else document | submitted_document(it.submitted, language)


def closed_document(it: ClosedPeriod, language: Language) -> dict[str, Any]:
    return version_document(it.version) | {
        "reports": it.reports,
        "games": it.games,
        "transitions": list(it.transitions),
        "findings": [{"event": event} | findings_json([finding], language)[0] for event, finding in it.findings],
    }


def verified_document(found: Sequence[Verified], language: Language) -> dict[str, Any]:
    versions = [
        {
            "period": it.period,
            "version": it.number,
            "digest": it.digest,
            "found": it.found,
            "proved": it.proved,
            "problems": [problem_text(problem, language) for problem in it.problems],
        }
        for it in found
    ]
    return {"verified": sum(it.proved for it in found), "versions": versions}


def problem_text(problem: str, language: Language) -> str:
    """A problem of a proof is a message's key, and what there is to add to it; or plain words."""
    key, _, more = problem.partition(" ")
    return f"{text(key, language)} {more}".strip() if has(key) else problem


def decision_document(it: KeptDecision) -> dict[str, Any]:
    return {
        "id": it.id,
        "period": it.period,
        "kind": it.kind,
        "data": dict(it.data),
        "reason": it.reason,
        "undone": it.undone,
    }


def log_document(it: "LogEntry") -> dict[str, Any]:
    return {
        "id": it.id,
        "at": it.at.isoformat(),
        "who": it.who,
        "action": it.action,
        "system": it.system,
        "subject": it.subject,
        "details": dict(it.details),
    }


def account_document(it: "Account") -> dict[str, Any]:
    return {"name": it.name, "role": it.role, "active": it.active, "demo": it.demo}
