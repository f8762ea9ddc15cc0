"""Form 2: the pairing cards of a Swiss, two a page."""

from collections.abc import Iterable
from fractions import Fraction

from arpad.domain import Event, Player, RoundResult, points
from arpad.domain.event import BYES, HALF_POINTS_OF
from arpad.locale import ArpadError, Language, text
from arpad.publication.crosstable import (
    Ratings,
    colour,
    number_text,
    rating_of,
    score_text,
    standing,
    symbol,
    total_text,
)
from arpad.publication.form_1 import event_data
from arpad.publication.opponents import against_rated, birth, sex
from arpad.publication.typesetting import typeset, words


def form_2(
    event: Event, ranks: Iterable[int] | None = None, ratings: Ratings | None = None, language: Language = "en"
) -> bytes:
    """Return the cards of the players with these starting ranks, or of everybody, as PDF."""
    places = {player.rank: player.final_rank or place for place, player in enumerate(standing(event), 1)}
    cards = [_card(event, player, places[player.rank], ratings, language) for player in chosen(event, ranks)]
    data = {"words": words("form", language), "event": event_data(event, language), "cards": cards}
    return typeset("form_2", data, language)


def chosen(event: Event, ranks: Iterable[int] | None) -> list[Player]:
    """Return the players with these starting ranks, or everybody."""
    if ranks is None:
        return list(event.players)
    known = {player.rank: player for player in event.players}
    for rank in (ranks := list(ranks)):
        if rank not in known:
            first, last = min(known, default=0), max(known, default=0)
            raise ArpadError("publication.no-player", rank=rank, first=first, last=last)
    return [known[rank] for rank in ranks]


def _card(event: Event, player: Player, place: int, ratings: Ratings | None, language: Language) -> dict[str, object]:
    against = against_rated(event, player, ratings)
    return {
        "name": player.name,
        "id": player.id,
        "rating": number_text(rating_of(player, ratings)),
        "title": player.title,
        "born": birth(player, language),
        "fed": player.federation,
        "sex": sex(player, language),
        "rows": _rows(event, player, ratings, language),
        "score-rated": score_text(against.score, language),
        "number-rated": str(against.games),
        "average-rated": number_text(against.average),
        "total": total_text(player, language),
        "rank": str(place),
    }


def _rows(event: Event, player: Player, ratings: Ratings | None, language: Language) -> list[list[str]]:
    """Return round, number, name, rating, colour, score, total so far; the tie-break is left to be filled in."""
    rows = [[str(at), "", "", "", "", "", "", ""] for at in range(1, event.all_rounds + 1)]
    so_far = Fraction(0)
    for one in sorted(player.rounds, key=lambda round_: round_.round):
        if one.result is None or not 1 <= one.round <= len(rows):
            continue
        so_far += points(HALF_POINTS_OF[one.result])
        other = None if one.opponent is None else event.player(one.opponent)
        rating = None if other is None else rating_of(other, ratings)
        rows[one.round - 1][1:7] = [
            number_text(one.opponent),
            opponent_name(one, other, language),
            number_text(rating),
            colour(one, language),
            symbol(one),
            score_text(so_far, language),
        ]
    return rows


def opponent_name(round_: RoundResult, other: Player | None, language: Language) -> str:
    """Return the opponent's name, or the kind of bye."""
    if other is not None:
        return other.name
    return text(f"sheet.bye.{round_.result}", language) if round_.result in BYES else ""
