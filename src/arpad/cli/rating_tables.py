"""A rated event on the screen: FIDE's own columns, first ratings, games not rated, findings."""

from arpad.cli.findings import show_findings
from arpad.cli.output import line, table
from arpad.cli.shared import Shared
from arpad.documents.editions import edition_title
from arpad.domain.event import short_names
from arpad.domain.games import points
from arpad.eligibility.checks import ratable
from arpad.i18n import Language, hundredths, number, text
from arpad.rating.event_documents import reason_text
from arpad.rating.examine import RatedReport
from arpad.rating.model import EventRating, PlayerRating
from arpad.rating.results import half_up, newcomer_average

MOST_GAMES = 10


def show_rating(settings: Shared, rated: RatedReport, crosstable: bool, everything: bool) -> None:
    spoken = settings.language
    rating = rated.rating
    line(rating.event.name or "–", style="bold")
    line(f"{edition_title(rated.edition, spoken)} · {text(f'format.{rating.system}', spoken)}")
    if rating.counted_as != rating.system:
        line(text("label.counted-as", spoken, system=text(f"format.{rating.counted_as}", spoken)))
    if not ratable(rated.findings):
        line(text("label.not-ratable-rated", spoken, edition=rated.edition.id), style="bold red")
    line()
    show_rated(settings, rating)
    show_unrated(settings, rated)
    if crosstable:
        from arpad.papers.standings import crosstable as rows_of

        line()
        rows = rows_of(rating.event)
        table(spoken, rows[0], rows[1:], left=(1,))
    if rating.not_rated:
        line()
        line(text("label.not-rated", spoken, count=len(rating.not_rated)), style="bold")
        names = short_names(rating.event)
        rows = [
            [
                str(omission.game.round),
                names.get(omission.game.white, ""),
                names.get(omission.game.black, ""),
                omission.article,
                reason_text(omission, spoken),
            ]
            for omission in rating.not_rated
        ]
        shown = rows if everything else rows[:MOST_GAMES]
        table(spoken, ["round", "white", "black", "article", "why"], shown, left=(1, 2, 3, 4))
        if len(shown) < len(rows):
            line(text("label.more-games", spoken, count=len(rows) - len(shown)), style="dim")
    if rated.findings:
        line()
        line(text("label.findings", spoken), style="bold")
        show_findings(rated.findings, spoken, everything)


def show_rated(settings: Shared, rating: EventRating) -> None:
    """Print the table in FIDE's own columns."""
    spoken = settings.language
    rows = []
    for player in rating.players:
        if player.participant.rating is None:
            continue
        capped = player.detail is not None and any(game.capped for game in player.detail.games)
        rows.append(
            [
                str(player.participant.player.rank),
                player.participant.player.name + ("‡" if player.participant.guest else ""),
                str(player.participant.rating),
                "" if player.average is None else number(_whole(player), spoken),
                number(points(player.score), spoken),
                str(player.games),
                signed(player.result, spoken) + ("*" if capped else ""),
                "–" if player.k is None else str(player.k),
                signed(player.change, spoken),
                "–"
                if player.new_rating is None
                else f"{player.new_rating}†"
                if player.below_floor
                else str(player.new_rating),
            ]
        )
    if rows:
        headings = ["player-rank", "player", "ro", "rc", "w", "n", "change", "k", "k-change", "rn"]
        table(spoken, headings, rows, left=(1,))
        if any("*" in row[6] for row in rows):
            line(text("label.capped", spoken), style="dim")
        show_floor(settings, rating)
        if any(one.participant.guest for one in rating.players):
            article = settings.edition(rating.edition).lists.foreigners_by_fide.article.number
            line(text("label.guests", spoken, article=article), style="dim")


def show_floor(settings: Shared, rating: EventRating) -> None:
    """Explain the mark of a new rating below the floor, with the article, if a player has one."""
    if any(player.below_floor for player in rating.players):
        rules = settings.edition(rating.edition).lists
        article = rules.below_floor.article.number
        line(text("label.below-floor", settings.language, floor=rules.floor.value, article=article), style="dim")


def _whole(own: PlayerRating) -> int:
    assert own.average is not None
    return half_up(own.average.numerator, own.average.denominator)


def signed(value: int | None, spoken: Language) -> str:
    return "" if value is None else number(hundredths(value), spoken, sign=True)


def show_unrated(settings: Shared, rated: RatedReport) -> None:
    spoken = settings.language
    rows = []
    for player in rated.rating.players:
        if player.initial is None:
            continue
        found = player.initial
        rows.append(
            [
                str(player.participant.player.rank),
                player.participant.player.name,
                "" if player.average is None else number(_whole(player), spoken),
                number(points(player.score), spoken),
                str(player.games),
                "–" if found.rating is None else str(found.rating),
                text("label.yes" if found.publishable else "label.no", spoken),
            ]
        )
    if rows:
        line()
        line(text("label.newcomers", spoken), style="bold")
        average = newcomer_average(rated.edition)
        table(spoken, ["player-rank", "player", average, "w", "n", "ru", "publishable"], rows, left=(1,))
