"""A rated event as the contract's JSON."""

from typing import Any

from arpad.cli.calc.initial import initial_document
from arpad.cli.event_call import Rated
from arpad.cli.findings import findings_json, message
from arpad.cli.shared import Shared
from arpad.domain import points
from arpad.eligibility import ratable
from arpad.locale import hundredths, text
from arpad.rating import NotRated, PlayerRating
from arpad.trail import as_json, json_value


def hundredths_json(value: int | None) -> object:
    return None if value is None else json_value(hundredths(value))


def player_document(it: PlayerRating, settings: Shared) -> dict[str, Any]:
    player = it.participant.player
    return {
        "rank": player.rank,
        "name": player.name,
        "id": player.id or None,
        "rating": it.participant.rating,
        "k": it.k,
        "games": it.games,
        "score": points(it.score),
        "average": None if it.average is None else json_value(it.average),
        "expected": hundredths_json(it.expected),
        "result": hundredths_json(it.result),
        "change": hundredths_json(it.change),
        "rounded_change": it.rounded_change,
        "new_rating": it.new_rating,
        "capped": 0 if it.detail is None else sum(game.capped for game in it.detail.games),
        "initial": None if it.initial is None else initial_document(it.initial, settings),
    }


def reason_text(entry: NotRated, settings: Shared) -> str:
    """Why a game is not rated, in words."""
    if entry.finding is not None:
        return message(entry.finding, settings.language)
    return text(f"not-rated.{entry.reason}", settings.language)


def rating_document(rated: Rated, settings: Shared) -> dict[str, Any]:
    """A rated event as the contract's JSON."""
    rating = rated.rating
    event = rating.event
    return {
        "edition": rated.edition.id,
        "event": {
            "name": event.name,
            "city": event.city,
            "federation": event.federation,
            "start": event.start,
            "end": event.end,
            "rounds": event.rounds,
        },
        "ratable": ratable(rated.findings),
        "format": rating.system,
        "counted_as": rating.counted_as,
        "players": [player_document(it, settings) for it in rating.players],
        "not_rated": [
            {
                "round": it.game.round,
                "white": it.game.white,
                "black": it.game.black,
                "code": it.reason,
                "reason": reason_text(it, settings),
                "article": it.article,
            }
            for it in rating.not_rated
        ],
        "findings": findings_json(rated.findings, settings.language),
        "steps": as_json(rating.steps, settings.language),
    }
