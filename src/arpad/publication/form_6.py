"""Form 6: the table of title norms, as the editions of 2003 and 2005 have it."""

from collections.abc import Iterable

from arpad.domain.event import Event, Player
from arpad.domain.games import points
from arpad.i18n import Language, text
from arpad.publication.census import census
from arpad.publication.crosstable import Ratings, number_text, rating_of, score_text
from arpad.publication.form_1 import event_data
from arpad.publication.form_2 import chosen
from arpad.publication.form_4 import UNRATED, average_with_player, games_of
from arpad.publication.typesetting import typeset, words
from arpad.rating.performance import performance_rating
from arpad.titles.games import code

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
