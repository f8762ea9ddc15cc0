"""Forms 4, 5 and 6 for title results, as in the title regulations of 2003 and 2005."""

from collections.abc import Iterable

from arpad.domain.event import HALF_POINTS_OF, Event, Player
from arpad.domain.games import PlayerGame, points
from arpad.i18n import Language, text
from arpad.papers.old_forms import birth, chosen, event_data, names, opponent_name, sex
from arpad.papers.standings import Ratings, number_text, rating_of, score_text, symbol
from arpad.papers.title_forms import ReportExtra, census, tournament_report
from arpad.papers.typeset import typeset, words
from arpad.rating.performance import performance_rating
from arpad.rating.results import half_up
from arpad.titles.games import code

# Form 4: the certificate of a title result, as the editions of 2003 and 2005 have it.

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


# Form 5: the tournament report of title events, as the editions of 2003 and 2005 have it.

DEPUTIES = 4


def form_5(
    event: Event, extra: ReportExtra | None = None, language: Language = "en", ratings: Ratings | None = None
) -> bytes:
    """Return the tournament report as PDF: the forerunner of form IT3, with four deputies."""
    return tournament_report("form.five", event, extra or ReportExtra(), language, ratings, DEPUTIES)


# Form 6: the table of title norms, as the editions of 2003 and 2005 have it.

COLUMNS = (
    "norm-title", "name-and-id", "federation", "n", "nf", "hfp", "ffp", "rp", "urp", "gm", "im", "fm", "wgm", "wim",
    "wfm", "rating", "ra", "cat", "required", "achieved", "rc", "rp-performance",
)  # fmt: skip


def form_6(
    event: Event,
    ranks: Iterable[int] | None = None,
    ratings: Ratings | None = None,
    language: Language = "en",
    host: str = "",
) -> bytes:
    """Return a row for each of the players with these starting ranks, or for everybody who played a game, as PDF.

    The title, the category and the required points stay empty: we have no edition that gives them.
    """
    rows = [norm_row(event, player, ratings, host or event.federation, language) for player in chosen(event, ranks)]
    data = {
        "words": words("form", language),
        "page": text("form.page", language),
        "english": text("form.six.heading", "en"),
        "note": text("form.six.note", language, unrated=str(UNRATED)),
        "event": event_data(event, language),
        "heading": [text(f"form.six.{name}", language) for name in COLUMNS],
        "rows": [row for row in rows if ranks is not None or row[3] != "0"],
    }
    return typeset("form_6", data, language, shared=["form_parts"])


def norm_row(event: Event, player: Player, ratings: Ratings | None, host: str, language: Language) -> list[str]:
    """Return the cells of a row. By the legend of the form, nf and hfp include the player; the others do not."""
    games = games_of(event, player, ratings)
    met = list({other.rank: other for other, _ in games}.values())
    by_type = census(met, host, ratings)
    at_home = sum(code(other.federation) == code(host) for other in (player, *met)) if host else None
    result = performance_rating([game for _, game in games])
    return [
        "",
        " ".join(part for part in (player.name, player.id) if part),
        player.federation,
        str(len(games)),
        str(len({code(other.federation) for other in (player, *met)} - {""})),
        number_text(at_home),
        number_text(sum(by_type[name].other or 0 for name in ("rated", "unrated")) if host else None),
        *(str(by_type[name].number) for name in ("rated", "unrated", "gm", "im", "fm", "wgm", "wim", "wfm")),
        number_text(rating_of(player, ratings)),
        average_with_player(player, games, ratings),
        "",
        "",
        score_text(points(sum(game.score for _, game in games)), language),
        "" if result is None else str(result.average),
        "" if result is None else str(result.performance),
    ]
