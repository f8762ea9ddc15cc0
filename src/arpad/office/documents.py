"""The records of the office as JSON documents."""

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from arpad.locale import Language, has, text
from arpad.office.records import (
    ClosedPeriod,
    EventDetail,
    EventRecord,
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


def fields_document(it: Any, **names: str) -> dict[str, Any]:
    """A record, its fields by their names; some by another one."""
    return {names.get(one.name, one.name): getattr(it, one.name) for one in fields(it)}


def event_document(it: EventRecord) -> dict[str, Any]:
    return fields_document(it)


def revision_document(it: Revision, language: Language) -> dict[str, Any]:
    return fields_document(it) | {"findings": findings_json(it.findings, language)}


def detail_document(it: EventDetail, language: Language) -> dict[str, Any]:
    """An event with its facts and every report received for it."""
    reports = [revision_document(revision, language) for revision in it.revisions]
    return event_document(it.event) | {"facts": dict(it.facts), "revisions": reports}


def version_document(it: VersionRecord) -> dict[str, Any]:
    return fields_document(it, number="version")


def submitted_document(it: Submitted, language: Language) -> dict[str, Any]:
    return {
        "event": event_document(it.event),
        "accepted": it.accepted,
        "revision": it.revision.number,
        "sha256": it.revision.sha256,
        "findings": findings_json(it.revision.findings, language),
    }


def player_document(it: PlayerRecord) -> dict[str, Any]:
    person = fields_document(it)
    history = person.pop("history")
    return person | {HISTORIES[one]: [fields_document(row) for row in history.get(one, ())] for one in TIME_CLASSES}


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
        fields_document(it, number="version")
        | {"proved": it.proved, "problems": [problem_text(problem, language) for problem in it.problems]}
        for it in found
    ]
    return {"verified": sum(it.proved for it in found), "versions": versions}


def problem_text(problem: str, language: Language) -> str:
    """A problem of a proof is a message's key, and what there is to add to it; or plain words."""
    key, _, more = problem.partition(" ")
    return f"{text(key, language)} {more}".strip() if has(key) else problem


def decision_document(it: KeptDecision) -> dict[str, Any]:
    return fields_document(it) | {"data": dict(it.data)}


def log_document(it: "LogEntry") -> dict[str, Any]:
    return fields_document(it) | {"at": it.at.isoformat(), "details": dict(it.details)}


def account_document(it: "Account") -> dict[str, Any]:
    return fields_document(it)
