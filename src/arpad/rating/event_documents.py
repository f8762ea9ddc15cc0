"""A rated event as the contract's JSON."""

from collections.abc import Sequence
from typing import Any

from arpad.domain import Finding, points
from arpad.eligibility import ratable
from arpad.locale import Language, text
from arpad.rating.documents import hundredths_json, initial_document
from arpad.rating.event_results import EventRating, NotRated, PlayerRating
from arpad.regulations import Edition
from arpad.trail import as_json, json_value
from arpad.trail.findings import findings_json, message


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
        "players": [player_document(player, language) for player in rating.players],
        "not_rated": [
            {
                "round": omission.game.round,
                "white": omission.game.white,
                "black": omission.game.black,
                "code": omission.reason,
                "reason": reason_text(omission, language),
                "article": omission.article,
            }
            for omission in rating.not_rated
        ],
        "findings": findings_json(findings, language),
        "steps": as_json(rating.steps, language),
    }
