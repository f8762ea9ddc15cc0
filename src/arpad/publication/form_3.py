"""Form 3: multiple results in a Swiss, with as many players side by side as fit on a page."""

from arpad.domain.event import Event, Player
from arpad.i18n import Language
from arpad.publication.crosstable import Ratings, number_text, rating_of, score_text, standing, symbol, total_text
from arpad.publication.form_1 import event_data
from arpad.publication.opponents import against_rated, birth, names
from arpad.publication.typesetting import typeset, words

KEYS = "ABCDEFGHIJKLMNOP"
"""The letters of the legend for the cells of a player's column."""


def form_3(event: Event, ratings: Ratings | None = None, language: Language = "en") -> bytes:
    """Return the results of all players as PDF, landscape, in the order of their starting ranks."""
    places = {player.rank: player.final_rank or place for place, player in enumerate(standing(event), 1)}
    data = {
        "words": words("form", language),
        "event": event_data(event, language),
        "rounds": event.all_rounds,
        "keys": list(KEYS),
        "players": [_column(event, player, places[player.rank], ratings, language) for player in event.players],
    }
    return typeset("form_3", data, language)


def _column(event: Event, player: Player, place: int, ratings: Ratings | None, language: Language) -> dict[str, object]:
    """Return a player's column, its cells named by the letters of the legend."""
    surname, first_name = names(player.name)
    rating, against = rating_of(player, ratings), against_rated(event, player, ratings)
    return {
        "A": surname,
        "B": first_name,
        "C": str(player.rank),
        "D": player.federation,
        "E": player.title,
        "F": str(place),
        "G": number_text(rating),
        "H": total_text(player, language),
        "rounds": _rounds(event, player, ratings),
        "L": str(against.games),
        "M": number_text(against.average),
        "N": score_text(against.score, language),
        "O": player.id,
        "P": birth(player, language) if rating is None else "",
    }


def _rounds(event: Event, player: Player, ratings: Ratings | None) -> list[list[str]]:
    """Return I, J, K of each round: the opponent's number, the opponent's rating if it counts, the result."""
    rows = [["", "", ""] for _ in range(event.all_rounds)]
    for round_ in player.rounds:
        if not 1 <= round_.round <= len(rows):
            continue
        other = None if round_.opponent is None else event.player(round_.opponent)
        rating = rating_of(other, ratings) if other is not None and round_.played else None
        rows[round_.round - 1] = [number_text(round_.opponent), number_text(rating), symbol(round_)]
    return rows
