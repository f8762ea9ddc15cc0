"""JSON documents about ratings: changes, first ratings, performances and rated events."""

import datetime as dt
from typing import TYPE_CHECKING, NotRequired, TypedDict

from arpad.documents.json import json_value
from arpad.documents.schema import Exact, FindingDocument, Number, Points, StepDocument
from arpad.documents.steps import Explanation, as_json, sentence
from arpad.domain.games import points
from arpad.i18n import Language, hundredths, text
from arpad.rating.results import NotCounted, RatingChange, rounded

if TYPE_CHECKING:
    from arpad.rating.first_rating import InitialRating
    from arpad.rating.performance import PerformanceRating


# The shapes of the documents about ratings: changes, first ratings, performances, rated events.


class InitialReasonDocument(TypedDict):
    """Why a first rating is not published."""

    article: str
    code: str
    reason: str


class InitialEventDocument(TypedDict):
    """An event of a player without a rating."""

    event: str | None
    games: int
    score: Points | None
    ru: Exact | None


class InitialDocument(TypedDict):
    """A first rating with its reasons."""

    edition: str
    games_counted: int
    score: Points | None
    average: int | None
    average_exact: str | None
    percentage: int | None
    dp: int | None
    bonus: Exact | None
    rating: int | None
    publishable: bool
    reasons: list[InitialReasonDocument]
    events: list[InitialEventDocument]
    steps: list[StepDocument]


class PerformanceDocument(TypedDict):
    """The performance of a row of games."""

    average: int
    average_exact: str
    percentage: int
    dp: int
    performance: int
    games_counted: int


class GameChangeDocument(TypedDict):
    """A game that counts for a change."""

    opponent: int | None
    score: Points
    event: str | None
    difference: int
    used_difference: int
    capped: bool
    expected: Number
    change: Number


class EventChangeDocument(TypedDict):
    """An event that counts by its average."""

    event: str | None
    games: int
    average: int
    average_exact: str
    difference: int
    expected: Number
    expected_score: Number
    score: Points
    result: Number
    change: Number


class NotCountedDocument(TypedDict):
    """A game that does not count, and why."""

    opponent: int | None
    score: Points
    event: str | None
    code: str
    article: str
    reason: str


class ChangeDocument(TypedDict):
    """The change of a rated player."""

    edition: str
    rating: int
    k: int
    listed_k: int
    games: list[GameChangeDocument]
    events: NotRequired[list[EventChangeDocument]]
    not_counted: list[NotCountedDocument]
    games_counted: int
    sum: Number
    change: Number
    rounded_change: int
    new_rating: int
    below_floor: bool
    steps: list[StepDocument]


class RatedPlayerDocument(TypedDict):
    """A player of a rated event."""

    rank: int
    name: str
    id: str | None
    rating: int | None
    guest: bool
    k: int | None
    games: int
    score: Points
    average: Exact | None
    expected: Number | None
    result: Number | None
    change: Number | None
    rounded_change: int | None
    new_rating: int | None
    below_floor: bool
    capped: int
    initial: InitialDocument | None


class NotRatedDocument(TypedDict):
    """A game that is not rated, and why."""

    round: int
    white: int
    black: int
    code: str
    reason: str
    article: str | None


class RatedEventHeadDocument(TypedDict):
    """The event of a report."""

    name: str
    city: str
    federation: str
    start: dt.date | None
    end: dt.date | None
    rounds: int | None


class EventRatingDocument(TypedDict):
    """A report, rated."""

    edition: str
    event: RatedEventHeadDocument
    ratable: bool
    format: str
    counted_as: str | None
    players: list[RatedPlayerDocument]
    not_rated: list[NotRatedDocument]
    findings: list[FindingDocument]
    steps: list[StepDocument]


# A change and a first rating as the contract's JSON.


def hundredths_json(value: int | None) -> object:
    return None if value is None else json_value(hundredths(value))


def initial_document(found: "InitialRating", language: Language) -> InitialDocument:
    """The first rating as the contract's JSON."""
    return {
        "edition": found.edition,
        "games_counted": found.games_counted,
        "score": None if found.score is None else points(found.score),
        "average": None if found.average is None else rounded("half-up", found.average),
        "average_exact": None if found.average is None else str(found.average),
        "percentage": found.percentage,
        "dp": found.dp,
        "bonus": found.bonus,
        "rating": found.rating,
        "publishable": found.publishable,
        "reasons": [
            {
                "article": reason.article.number,
                "code": reason.what.partition(".")[2],
                "reason": sentence(reason, language),
            }
            for reason in found.reasons
        ],
        "events": [
            {
                "event": event.event.name or None,
                "games": event.games,
                "score": None if event.score is None else points(event.score),
                "ru": json_value(event.value),
            }
            for event in found.events
        ],
        "steps": as_json((*found.steps, found.verdict), language),
    }


def performance_document(found: "PerformanceRating") -> PerformanceDocument:
    """A performance as the contract's JSON, without its steps."""
    return {
        "average": found.average,
        "average_exact": str(found.exact_average),
        "percentage": found.percentage,
        "dp": found.dp,
        "performance": found.performance,
        "games_counted": found.games,
    }


def change_document(result: RatingChange, steps: Explanation, language: Language) -> ChangeDocument:
    """The change as the contract's JSON."""
    document: ChangeDocument = {
        "edition": result.edition,
        "rating": result.rating,
        "k": result.k,
        "listed_k": result.listed_k,
        "games": [
            {
                "opponent": game.game.opponent,
                "score": points(game.game.score),
                "event": game.game.event or None,
                "difference": game.difference,
                "used_difference": game.used_difference,
                "capped": game.capped,
                "expected": hundredths_json(game.expected),
                "change": hundredths_json(game.change),
            }
            for game in result.games
        ],
        "not_counted": [_not_counted(game, language) for game in result.not_counted],
        "games_counted": result.games_counted,
        "sum": hundredths_json(result.sum),
        "change": hundredths_json(result.change),
        "rounded_change": result.rounded_change,
        "new_rating": result.new_rating,
        "below_floor": result.below_floor,
        "steps": as_json(steps, language),
    }
    if result.events:
        document["events"] = [
            {
                "event": event.event or None,
                "games": event.games,
                "average": rounded("half-up", event.average),
                "average_exact": str(event.average),
                "difference": event.difference,
                "expected": hundredths_json(event.expected),
                "expected_score": hundredths_json(event.expected_score),
                "score": points(event.score),
                "result": hundredths_json(event.result),
                "change": hundredths_json(result.k * event.result),
            }
            for event in result.events
        ]
    return document


def _not_counted(entry: NotCounted, language: Language) -> NotCountedDocument:
    return {
        "opponent": entry.game.opponent,
        "score": points(entry.game.score),
        "event": entry.game.event or None,
        "code": entry.reason,
        "article": entry.article.number,
        "reason": left_out_text(entry, language),
    }


def left_out_text(entry: NotCounted, language: Language) -> str:
    """Why a game does not count, in words."""
    opponent = text("word.unrated", language) if entry.game.opponent is None else entry.game.opponent
    return text(f"step.left-out.{entry.reason}", language, opponent=opponent)
