"""A player's claim sheet as a JSON document."""

import datetime as dt
from typing import NotRequired, TypedDict

from arpad.documents.schema import Number, Points, StepDocument
from arpad.documents.steps import as_json
from arpad.domain.event import HALF_POINTS_OF
from arpad.domain.games import points
from arpad.i18n import Language
from arpad.office.proof.sheets import PeriodSheet
from arpad.papers.period_sheet import EventPart, ListVersion, event_parts, notes, period_reasons
from arpad.papers.player_sheet import RoundLine
from arpad.rating.documents import InitialDocument, hundredths_json, initial_document


class SheetGameDocument(TypedDict):
    """A round of a player in an event. `opponent_id` is the player of the office, `counts_as` the rating with which an
    opponent counts for a first rating; the last six are there if the game changes a rating."""

    round: int
    colour: str | None
    opponent: str | None
    opponent_id: str | None
    rating: int | None
    standing_in: bool
    score: Points | None
    rated: bool
    reason: str | None
    article: str | None
    counts_as: NotRequired[int]
    difference: NotRequired[int]
    used_difference: NotRequired[int]
    capped: NotRequired[bool]
    expected: NotRequired[Number]
    result: NotRequired[Number]
    change: NotRequired[Number]


class _SheetRounds(TypedDict):
    opponents: list[SheetGameDocument]
    steps: list[StepDocument]


class SheetEventDocument(_SheetRounds):
    """An event of a period: `event` is its number at `/events/{number}`, null if it is not held here any more."""

    event: int | None
    name: str
    edition: str
    list: dt.date
    start: dt.date | None
    end: dt.date | None
    sha256: str
    rating: int | None
    games: int
    score: Points
    result: Number | None
    listed_k: int | None
    k: int | None
    change: Number | None


class LeftOutDocument(TypedDict):
    """An event of which nothing counts."""

    name: str
    edition: str


class SheetDocument(TypedDict):
    """Why a player's rating is what it is: the events and games of a period."""

    id: str
    name: str
    period: dt.date
    version: int
    state: str
    digest: str
    reason: str
    time_class: str
    edition: str
    previous: dt.date | None
    before: int | None
    after: int | None
    base: int | None
    games: int
    change: Number | None
    rounded: int | None
    computed: int | None
    k: int | None
    next_k: int | None
    games_so_far: int
    events: list[SheetEventDocument]
    left_out: list[LeftOutDocument]
    first: InitialDocument | None
    notes: list[str]
    steps: list[StepDocument]


def list_version(found: PeriodSheet) -> ListVersion:
    """The version of a sheet as the printed sheet names it."""
    version = found.version
    return ListVersion(version.period, version.number, version.state, version.digest, version.reason)


def sheet_document(found: PeriodSheet, language: Language) -> SheetDocument:
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
        "events": [_event(part, found.numbers.get(part.outcome.of.part.accepted.sha256), language) for part in parts],
        "left_out": [_left_out(outcome.of.part.event.name, outcome.edition.id) for outcome in period.left_out],
        "first": None if period.first is None else initial_document(period.first, language),
        "notes": notes(found, spoken),
        "steps": as_json(period_reasons(found), spoken),
    }


def _left_out(name: str, edition: str) -> LeftOutDocument:
    return {"name": name, "edition": edition}


def _event(part: EventPart, number: int | None, language: Language) -> SheetEventDocument:
    own, of = part.outcome.line, part.outcome.of
    games, score = part.against_rated
    return {
        "event": number,
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


def _opponent(line: RoundLine, k: int | None) -> SheetGameDocument:
    round_, change = line.result, line.change
    document: SheetGameDocument = {
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
        document["difference"] = change.difference
        document["used_difference"] = change.used_difference
        document["capped"] = change.capped
        document["expected"] = hundredths_json(change.expected)
        document["result"] = hundredths_json(change.change)
        document["change"] = hundredths_json((k or 0) * change.change)
    elif line.used is not None:
        document["counts_as"] = line.used
    return document
