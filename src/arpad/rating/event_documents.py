"""A rated event as the contract's JSON."""

from collections.abc import Sequence

from arpad.documents.findings import findings_json, message
from arpad.documents.json import json_value
from arpad.documents.steps import as_json
from arpad.domain.findings import Finding
from arpad.domain.games import points
from arpad.eligibility.checks import ratable
from arpad.i18n import Language, text
from arpad.rating.documents import EventRatingDocument, RatedPlayerDocument, hundredths_json, initial_document
from arpad.rating.model import EventRating, NotRated, PlayerRating
from arpad.regulations.rating_edition import Edition


def player_document(own: PlayerRating, language: Language) -> RatedPlayerDocument:
    player = own.participant.player
    return {
        "rank": player.rank,
        "name": player.name,
        "id": player.id or None,
        "rating": own.participant.rating,
        "guest": own.participant.guest,
        "k": own.k,
        "games": own.games,
        "score": points(own.score),
        "average": None if own.average is None else json_value(own.average),
        "expected": hundredths_json(own.expected),
        "result": hundredths_json(own.result),
        "change": hundredths_json(own.change),
        "rounded_change": own.rounded_change,
        "new_rating": own.new_rating,
        "below_floor": own.below_floor,
        "capped": 0 if own.detail is None else sum(game.capped for game in own.detail.games),
        "initial": None if own.initial is None else initial_document(own.initial, language),
    }


def reason_text(entry: NotRated, language: Language) -> str:
    """Why a game is not rated, in words."""
    if entry.finding is not None:
        return message(entry.finding, language)
    return text(f"not-rated.{entry.reason}", language)


def rating_document(
    edition: Edition, rating: EventRating, findings: Sequence[Finding], language: Language
) -> EventRatingDocument:
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
