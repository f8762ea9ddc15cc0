"""A change and a first rating as the contract's JSON."""

from typing import TYPE_CHECKING

from arpad.documents.steps import Trail, as_json, json_value, sentence
from arpad.domain.games import points
from arpad.i18n import Language, hundredths, text
from arpad.rating.results import NotCounted, RatingChange
from arpad.rating.rounding import rounded
from arpad.rating.shapes import ChangeDocument, InitialDocument, NotCountedDocument, PerformanceDocument

if TYPE_CHECKING:
    from arpad.rating.initial import InitialRating
    from arpad.rating.performance import PerformanceRating


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


def change_document(result: RatingChange, steps: Trail, language: Language) -> ChangeDocument:
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
