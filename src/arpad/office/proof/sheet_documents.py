"""A player's claim sheet as a JSON document."""

from typing import Any

from arpad.domain import points
from arpad.domain.event import HALF_POINTS_OF
from arpad.locale import Language
from arpad.office.proof.sheets import PeriodSheet
from arpad.publication.period_sheet import ListVersion, notes, period_reasons
from arpad.publication.period_sheet_events import EventPart, event_parts
from arpad.publication.sheet_rounds import RoundLine
from arpad.rating.documents import hundredths_json, initial_document
from arpad.trail import as_json


def list_version(found: PeriodSheet) -> ListVersion:
    """The version of a sheet as the printed sheet names it."""
    version = found.version
    return ListVersion(version.period, version.number, version.state, version.digest, version.reason)


def sheet_document(found: PeriodSheet, language: Language) -> dict[str, Any]:
    """The contract's fields, and more beside them."""
    period, own, spoken = found.period, found.standing, language
    parts = event_parts(found, spoken)
    rated = period.base is not None and period.rating is not None
    return {
        "id": found.after.id,
        "name": found.after.name,
        "period": found.version.period,
        "version": found.version.number,
        "state": found.version.state,
        "digest": found.version.digest,
        "reason": found.version.reason,
        "time_class": found.time_class,
        "edition": found.edition.id,
        "previous": found.previous,
        "before": found.rating_before,
        "after": own.rating or None,
        "base": period.base,
        "games": period.games,
        "change": hundredths_json(period.change if rated else None),
        "rounded": (period.rating or 0) - (period.base or 0) if rated and found.played else 0 if rated else None,
        "computed": found.computed,
        "k": next((part.k for part in reversed(parts) if part.k is not None), None),
        "next_k": own.k or None,
        "games_so_far": own.total,
        "events": [
            {"event": found.numbers.get(part.outcome.of.part.accepted.sha256)} | _event(part, language)
            for part in parts
        ],
        "left_out": [_left_out(outcome.of.part.event.name, outcome.edition.id) for outcome in period.left_out],
        "first": None if period.first is None else initial_document(period.first, language),
        "notes": notes(found, spoken),
        "steps": as_json(period_reasons(found), spoken),
    }


def _left_out(name: str, edition: str) -> dict[str, Any]:
    return {"name": name, "edition": edition}


def _event(part: EventPart, language: Language) -> dict[str, Any]:
    own, of = part.outcome.line, part.outcome.of
    games, score = part.against_rated
    return {
        "name": part.name,
        "edition": part.outcome.edition.id,
        "list": of.part.list_date,
        "start": of.part.event.start,
        "end": of.part.event.end,
        "sha256": of.part.accepted.sha256,
        "rating": own.participant.rating,
        "games": games,
        "score": points(score),
        "result": hundredths_json(own.result),
        "listed_k": own.participant.k,
        "k": part.k,
        "change": hundredths_json(part.change),
        "opponents": [_opponent(line, part.k) for line in part.lines],
        "steps": as_json(part.steps, language),
    }


def _opponent(line: RoundLine, k: int | None) -> dict[str, Any]:
    round_, change = line.result, line.change
    document: dict[str, Any] = {
        "round": round_.round,
        "colour": round_.colour if round_.opponent is not None else None,
        "opponent": line.opponent or None,
        "opponent_id": line.id or None,
        "rating": line.rating,
        "standing_in": line.standing_in,
        "score": None if round_.result is None else points(HALF_POINTS_OF[round_.result]),
        "rated": line.rated,
        "reason": line.reason or None,
        "article": line.article or None,
    }
    if change is not None:
        document |= {
            "difference": change.difference,
            "used_difference": change.used_difference,
            "capped": change.capped,
            "expected": hundredths_json(change.expected),
            "result": hundredths_json(change.change),
            "change": hundredths_json((k or 0) * change.change),
        }
    elif line.used is not None:
        document["counts_as"] = line.used
    return document
