"""Ratings as JSON: a rated event, a change, a first rating."""

from collections.abc import Sequence
from typing import Any

from arpad.domain import Finding, points
from arpad.eligibility import ratable
from arpad.locale import Language, hundredths, text
from arpad.rating import Change, EventRating, InitialRating, NotCounted, NotRated, PlayerRating
from arpad.rating.rounding import half_up
from arpad.regulations import Edition
from arpad.trail import Trail, as_json, json_value, sentence
from arpad.trail.findings import findings_json, message


def hundredths_json(value: int | None) -> object:
    return None if value is None else json_value(hundredths(value))


def player_document(it: PlayerRating, language: Language) -> dict[str, Any]:
    player = it.participant.player
    return {
        "rank": player.rank,
        "name": player.name,
        "id": player.id or None,
        "rating": it.participant.rating,
        "guest": it.participant.guest,
        "k": it.k,
        "games": it.games,
        "score": points(it.score),
        "average": None if it.average is None else json_value(it.average),
        "expected": hundredths_json(it.expected),
        "result": hundredths_json(it.result),
        "change": hundredths_json(it.change),
        "rounded_change": it.rounded_change,
        "new_rating": it.new_rating,
        "below_floor": it.below_floor,
        "capped": 0 if it.detail is None else sum(game.capped for game in it.detail.games),
        "initial": None if it.initial is None else initial_document(it.initial, language),
    }


def reason_text(entry: NotRated, language: Language) -> str:
    """Why a game is not rated, in words."""
    if entry.finding is not None:
        return message(entry.finding, language)
    return text(f"not-rated.{entry.reason}", language)


def rating_document(
    edition: Edition, rating: EventRating, findings: Sequence[Finding], language: Language
) -> dict[str, Any]:
    """A rated event as the contract's JSON."""
    event = rating.event
    return {
        "edition": edition.id,
        "event": {
            "name": event.name,
            "city": event.city,
            "federation": event.federation,
            "start": event.start,
            "end": event.end,
            "rounds": event.rounds,
        },
        "ratable": ratable(findings),
        "format": rating.system,
        "counted_as": rating.counted_as,
        "players": [player_document(it, language) for it in rating.players],
        "not_rated": [
            {
                "round": it.game.round,
                "white": it.game.white,
                "black": it.game.black,
                "code": it.reason,
                "reason": reason_text(it, language),
                "article": it.article,
            }
            for it in rating.not_rated
        ],
        "findings": findings_json(findings, language),
        "steps": as_json(rating.steps, language),
    }


def initial_document(found: InitialRating, language: Language) -> dict[str, Any]:
    """The first rating as the contract's JSON."""
    document: dict[str, Any] = {
        "edition": found.edition,
        "games_counted": found.games_counted,
        "score": None if found.score is None else points(found.score),
        "average": None if found.average is None else half_up(found.average.numerator, found.average.denominator),
        "average_exact": None if found.average is None else str(found.average),
        "percentage": found.percentage,
        "dp": found.dp,
        "bonus": found.bonus,
        "rating": found.rating,
        "publishable": found.publishable,
        "reasons": [
            {"article": it.article.number, "code": it.what.partition(".")[2], "reason": sentence(it, language)}
            for it in found.reasons
        ],
        "events": [
            {
                "event": it.event.name or None,
                "games": it.games,
                "score": None if it.score is None else points(it.score),
                "ru": json_value(it.value),
            }
            for it in found.events
        ],
        "steps": as_json(found.steps, language),
    }
    return document


def change_document(result: Change, steps: Trail, language: Language) -> dict[str, Any]:
    """The change as the contract's JSON."""
    document: dict[str, Any] = {
        "edition": result.edition,
        "rating": result.rating,
        "k": result.k,
        "listed_k": result.listed_k,
        "games": [
            {
                "opponent": it.game.opponent,
                "score": points(it.game.score),
                "event": it.game.event or None,
                "difference": it.difference,
                "used_difference": it.used_difference,
                "capped": it.capped,
                "expected": hundredths_json(it.expected),
                "change": hundredths_json(it.change),
            }
            for it in result.games
        ],
    }
    if result.events:
        document["events"] = [
            {
                "event": it.event or None,
                "games": it.games,
                "average": half_up(it.average.numerator, it.average.denominator),
                "average_exact": str(it.average),
                "difference": it.difference,
                "expected": hundredths_json(it.expected),
                "expected_score": hundredths_json(it.expected_score),
                "score": points(it.score),
                "result": hundredths_json(it.result),
                "change": hundredths_json(result.k * it.result),
            }
            for it in result.events
        ]
    return document | {
        "not_counted": [_not_counted(it, language) for it in result.not_counted],
        "games_counted": result.games_counted,
        "sum": hundredths_json(result.sum),
        "change": hundredths_json(result.change),
        "rounded_change": result.rounded_change,
        "new_rating": result.new_rating,
        "below_floor": result.below_floor,
        "steps": as_json(steps, language),
    }


def _not_counted(entry: NotCounted, language: Language) -> dict[str, Any]:
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
