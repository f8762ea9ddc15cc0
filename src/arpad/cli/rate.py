"""`arpad rate`, `arpad explain` and `arpad compare`: rate a report, explain one player, compare editions."""

from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.options import All, Group, Option, ReportFile, Shared, rank_typed, shared
from arpad.cli.output import line, print_json, show_findings, table, trail, write_bytes
from arpad.cli.report_options import EventCommand, EventsCommand, event_options, examine_call, load_event, read_ratings
from arpad.documents.document import replace
from arpad.domain.event import short_names
from arpad.domain.games import points
from arpad.i18n import ArpadError, Language, hundredths, number, text
from arpad.rating.examine import RatedReport
from arpad.rating.model import EventRating, PlayerRating, not_rated_text
from arpad.rating.results import newcomer_average, rounded

# A rated event on the screen: FIDE's own columns, first ratings, games not rated, findings.

MOST_GAMES = 10


def show_rating(settings: Shared, rated: RatedReport, crosstable: bool, everything: bool) -> None:
    language = settings.language
    rating = rated.rating
    line(rating.event.name or "–", style="bold")
    line(f"{rated.edition.title(language)} · {text(f'format.{rating.system}', language)}")
    if rating.counted_as != rating.system:
        line(text("label.counted-as", language, system=text(f"format.{rating.counted_as}", language)))
    if not rated.ratable:
        line(text("label.not-ratable-rated", language, edition=rated.edition.id), style="bold red")
    line()
    show_rated(settings, rating)
    show_unrated(settings, rated)
    if crosstable:
        from arpad.papers.old_forms import crosstable as rows_of

        line()
        rows = rows_of(rating.event)
        table(language, rows[0], rows[1:], left=(1,))
    if rating.not_rated:
        line()
        line(text("label.not-rated", language, count=len(rating.not_rated)), style="bold")
        names = short_names(rating.event)
        rows = [
            [str(game.round), names.get(game.white, ""), names.get(game.black, ""), game.article,
             not_rated_text(game, language)]
            for game in rating.not_rated
        ]  # fmt: skip
        shown = rows if everything else rows[:MOST_GAMES]
        table(language, ["round", "white", "black", "article", "why"], shown, left=(1, 2, 3, 4))
        if len(shown) < len(rows):
            line(text("label.more-games", language, count=len(rows) - len(shown)), style="dim")
    if rated.findings:
        line()
        line(text("label.findings", language), style="bold")
        show_findings(rated.findings, language, everything)


def show_rated(settings: Shared, rating: EventRating) -> None:
    """Print the table in FIDE's own columns."""
    language = settings.language
    rows = []
    for player in rating.players:
        if player.rating is None:
            continue
        rows.append(
            [
                *_head(player),
                str(player.rating),
                *_sums(player, language),
                signed(player.result, language) + ("*" if player.capped else ""),
                _or_dash(player.k),
                signed(player.change, language),
                _or_dash(player.new_rating) + ("†" if player.below_floor else ""),
            ]
        )
    if rows:
        headings = ["player-rank", "player", "ro", "rc", "w", "n", "change", "k", "k-change", "rn"]
        table(language, headings, rows, left=(1,))
        if any("*" in row[6] for row in rows):
            line(text("label.capped", language), style="dim")
        show_floor(settings, rating)
        if any(player.guest for player in rating.players):
            article = settings.edition(rating.edition).lists.foreigners_by_fide.article.number
            line(text("label.guests", language, article=article), style="dim")


def show_floor(settings: Shared, rating: EventRating) -> None:
    """Explain the mark of a new rating below the floor, with the article, if a player has one."""
    if any(player.below_floor for player in rating.players):
        rules = settings.edition(rating.edition).lists
        article = rules.below_floor.article.number
        line(text("label.below-floor", settings.language, floor=rules.floor.value, article=article), style="dim")


def _head(player: PlayerRating) -> list[str]:
    return [str(player.rank), player.name + ("‡" if player.guest else "")]


def _sums(player: PlayerRating, language: Language) -> list[str]:
    """Return the average of the opponents, the score and the number of games."""
    average = "" if player.average is None else number(rounded("half-up", player.average), language)
    return [average, number(points(player.score), language), str(player.games)]


def _or_dash(value: int | None) -> str:
    return "–" if value is None else str(value)


def signed(value: int | None, language: Language) -> str:
    return "" if value is None else number(hundredths(value), language, sign=True)


def show_unrated(settings: Shared, rated: RatedReport) -> None:
    language = settings.language
    rows = []
    for player in rated.players:
        if (first := player.initial) is not None:
            publishable = text("label.yes" if first.publishable else "label.no", language)
            rows.append([*_head(player), *_sums(player, language), _or_dash(first.rating), publishable])
    if rows:
        line()
        line(text("label.newcomers", language), style="bold")
        average = newcomer_average(rated.edition)
        table(language, ["player-rank", "player", average, "w", "n", "ru", "publishable"], rows, left=(1,))


# `arpad rate`, `arpad explain`, `arpad compare`: a report rated, one player's sheet, several editions side by side.


def register(app: Group) -> None:
    """Add the commands to the application."""
    app.command("rate", cls=EventCommand, help="cli.command.rate")(rate)
    app.command("explain", cls=EventCommand, help="cli.command.explain")(explain)
    app.command("compare", cls=EventsCommand, help="cli.command.compare")(compare)


def _rated(context: click.Context, file: Path) -> tuple[Shared, RatedReport]:
    settings, options = shared(context), event_options(context)
    report = load_event(file, options)
    ratings = read_ratings(options, report.event)
    return settings, examine_call(settings, report, options, options.edition, ratings).rated()


def rate(
    context: click.Context,
    file: ReportFile,
    crosstable: Annotated[bool, Option("--crosstable", help="cli.help.crosstable")] = False,
    everything: All = False,
) -> None:
    settings, rated = _rated(context, file)
    if settings.as_json:
        print_json(rated.document(settings.language))
    else:
        show_rating(settings, rated, crosstable, everything)
    if not rated.ratable:
        raise Exit(1)


def explain(
    context: click.Context,
    file: ReportFile,
    player: Annotated[str, Option("--player", metavar="RANK", help="cli.help.player")],
    pdf: Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.pdf")] = None,
) -> None:
    settings, rated = _rated(context, file)
    rank = rank_typed(rated.report.event, file, player)
    player_rating = rated.rating.player(rank)
    if player_rating is None:
        raise ArpadError("player-left-out", rank=rank)
    if pdf is not None:
        from arpad.papers.player_sheet import player_sheet

        sheet = player_sheet(rated.rating, rank, rated.edition, settings.regulations.sources, settings.language)
        write_bytes(pdf, sheet)
    if settings.as_json:
        print_json(rated.explained(player_rating).document(settings.language))
        return
    language = settings.language
    line(f"{player_rating.rank} {player_rating.name}", style="bold")
    line(f"{rated.rating.event.name or '–'} · {rated.edition.title(language)}")
    single = replace(rated.rating, players=(player_rating,))
    line()
    show_rated(settings, single)
    show_unrated(settings, replace(rated, rating=single))
    trail(player_rating.steps, language)


def compare(
    context: click.Context,
    file: ReportFile,
    edition: Annotated[list[str] | None, Option("--edition", metavar="ID", help="cli.help.editions")] = None,
) -> None:
    settings, options = shared(context), event_options(context)
    report = load_event(file, options)
    names = list(dict.fromkeys(edition or []))
    if len(names) < 2:
        raise ArpadError("compare-two")
    ratings = read_ratings(options, report.event)
    rated = [examine_call(settings, report, options, name, ratings).rated() for name in names]
    if settings.as_json:
        print_json(_comparison(rated))
        return
    language = settings.language
    line(report.event.name or "–", style="bold")
    rows = []
    for place, first in enumerate(rated[0].rating.players):
        cells = [_cell(report.players[place], language) for report in rated]
        rows.append([str(first.rank), first.name, _or_dash(first.rating), *cells])
    table(language, ["player-rank", "player", "ro", *names], rows, left=(1,))
    for player in rated:
        show_floor(settings, player.rating)


def _cell(own: PlayerRating, language: Language) -> str:
    if own.initial is not None:
        if own.initial.rating is None:
            return "–"
        return str(own.initial.rating) if own.initial.publishable else f"({own.initial.rating})"
    if own.new_rating is None:
        return "–"
    return f"{signed(own.change, language)} → {own.new_rating}" + ("†" if own.below_floor else "")


def _compared(line: PlayerRating) -> dict[str, Any]:
    """Return what an edition gives a player."""
    document, first = line.document(), line.initial
    names = ("games", "k", "change", "rounded_change", "new_rating", "below_floor")
    publishable = {"initial": first.rating, "publishable": first.publishable} if first else NO_FIRST_RATING
    return {name: document[name] for name in names} | publishable


NO_FIRST_RATING = {"initial": None, "publishable": None}


def _comparison(rated: list[RatedReport]) -> dict[str, Any]:
    players = []
    for place, first in enumerate(rated[0].players):
        editions = {report.edition.id: _compared(report.players[place]) for report in rated}
        head = {"rank": first.number, "number": first.number, "name": first.name, "rating": first.rating}
        players.append({**head, "editions": editions})
    event, names = rated[0].rating.event.name, [report.edition.id for report in rated]
    return {"event": event, "editions": names, "players": players}
