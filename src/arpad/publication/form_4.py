"""Form 4: the certificate of a title result, as the editions of 2003 and 2005 have it."""

from collections.abc import Iterable

from arpad.domain.event import HALF_POINTS_OF, Event, Player
from arpad.domain.games import PlayerGame
from arpad.i18n import Language, text
from arpad.publication.crosstable import Ratings, number_text, rating_of, symbol
from arpad.publication.form_1 import event_data
from arpad.publication.form_2 import chosen, opponent_name
from arpad.publication.opponents import birth, names, sex
from arpad.publication.typesetting import typeset, words
from arpad.rating.results import half_up

UNRATED = 2000
"""The note of the form: unrated = 2000."""


def form_4(
    event: Event, ranks: Iterable[int] | None = None, ratings: Ratings | None = None, language: Language = "en"
) -> bytes:
    """Return the certificates of the players with these starting ranks, or of everybody, a page each.

    The title and the required points stay empty: we have no edition that gives them.
    """
    data = {
        "words": words("form", language),
        "page": text("form.page", language),
        "english": text("form.four.heading", "en"),
        "note": text("form.four.note", language, unrated=str(UNRATED)),
        "event": event_data(event, language),
        "players": [_certificate(event, player, ratings, language) for player in chosen(event, ranks)],
    }
    return typeset("form_4", data, language, shared=["form_parts"])


def games_of(event: Event, player: Player, ratings: Ratings | None) -> list[tuple[Player, PlayerGame]]:
    """Return the games played, with their opponents; an unrated opponent counts as the note says."""
    known = {other.rank: other for other in event.players}
    return [
        (
            known[round_.opponent],
            PlayerGame(rating_of(known[round_.opponent], ratings) or UNRATED, HALF_POINTS_OF[round_.result]),
        )
        for round_ in player.rounds
        if round_.played and round_.result is not None and round_.opponent in known
    ]


def average_with_player(player: Player, games: list[tuple[Player, PlayerGame]], ratings: Ratings | None) -> str:
    """R(a): the average of the player and the opponents."""
    found = [rating_of(player, ratings) or UNRATED, *(game.opponent or UNRATED for _, game in games)]
    return str(half_up(sum(found), len(found))) if games else ""


def _certificate(event: Event, player: Player, ratings: Ratings | None, language: Language) -> dict[str, object]:
    surname, first_name = names(player.name)
    games = games_of(event, player, ratings)
    return {
        "surname": surname,
        "first-name": first_name,
        "sex": sex(player, language),
        "born": birth(player, language),
        "rows": _rows(event, player, ratings, language),
        "average": average_with_player(player, games, ratings),
        "games": str(len(games)),
    }


def _rows(event: Event, player: Player, ratings: Ratings | None, language: Language) -> list[list[str]]:
    """Return round, opponent, federation, rating, title, score; games not played as + and −."""
    rows = [[str(at), "", "", "", "", ""] for at in range(1, event.all_rounds + 1)]
    for round_ in player.rounds:
        if round_.result is None or not 1 <= round_.round <= len(rows):
            continue
        other = None if round_.opponent is None else event.player(round_.opponent)
        rating = None if other is None else rating_of(other, ratings)
        rows[round_.round - 1][1:] = [
            opponent_name(round_, other, language),
            "" if other is None else other.federation,
            number_text(rating),
            "" if other is None else other.title,
            symbol(round_),
        ]
    return rows
