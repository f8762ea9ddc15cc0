"""Form 2: the pairing cards of a Swiss, two a page."""

from collections.abc import Iterable
from fractions import Fraction

from arpad.domain.event import BYES, HALF_POINTS_OF, Event, Player, RoundResult
from arpad.domain.games import points
from arpad.i18n import ArpadError, Language, text
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
from arpad.publication.form_figures import FormTables, ranked, tie_breaks
from arpad.publication.opponents import against_rated, birth, sex
from arpad.publication.typesetting import typeset, words


def form_2(
    event: Event,
    ranks: Iterable[int] | None = None,
    ratings: Ratings | None = None,
    language: Language = "en",
    tables: FormTables | None = None,
) -> bytes:
    """Return the cards of the players with these starting ranks, or of everybody, as PDF. `tables` give the tie-breaks:
    the first one after each round, as the total beside it, and all of them in the end."""
    tables = tables or FormTables()
    event = ranked(event, tables)
    places = {player.rank: player.final_rank or place for place, player in enumerate(standing(event), 1)}
    cards = [_card(event, player, places[player.rank], ratings, tables, language) for player in chosen(event, ranks)]
    codes = () if tables.final is None else tables.final.tie_breaks
    data = {
        "words": words("form", language),
        "event": event_data(event, language),
        "cards": cards,
        "tie-break": codes[0] if codes else "",
    }
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


def _card(
    event: Event, player: Player, place: int, ratings: Ratings | None, tables: FormTables, language: Language
) -> dict[str, object]:
    against = against_rated(event, player, ratings)
    return {
        "name": player.name,
        "id": player.id,
        "rating": number_text(rating_of(player, ratings)),
        "title": player.title,
        "born": birth(player, language),
        "fed": player.federation,
        "sex": sex(player, language),
        "rows": _rows(event, player, ratings, tables, language),
        "score-rated": score_text(against.score, language),
        "number-rated": str(against.games),
        "average-rated": number_text(against.average),
        "total": total_text(player, language),
        "rank": str(place),
        "tie-breaks": _final_tie_breaks(player, tables, language),
    }


def _final_tie_breaks(player: Player, tables: FormTables, language: Language) -> str:
    """Return all tie-breaks with their codes: BH/C1 34.5 · BH 38."""
    if tables.final is None:
        return ""
    values = tie_breaks(tables.final, player.rank, language)
    return " · ".join(f"{code} {value}" for code, value in zip(tables.final.tie_breaks, values, strict=True) if value)


def _rows(
    event: Event, player: Player, ratings: Ratings | None, tables: FormTables, language: Language
) -> list[list[str]]:
    """Return round, number, name, rating, colour, score, total so far, and the first tie-break so far."""
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
        table = tables.rounds[one.round - 1] if one.round <= len(tables.rounds) else None
        if table is not None and table.tie_breaks:
            rows[one.round - 1][7] = tie_breaks(table, player.rank, language)[0]
    return rows


def opponent_name(round_: RoundResult, other: Player | None, language: Language) -> str:
    """Return the opponent's name, or the kind of bye."""
    if other is not None:
        return other.name
    return text(f"sheet.bye.{round_.result}", language) if round_.result in BYES else ""
