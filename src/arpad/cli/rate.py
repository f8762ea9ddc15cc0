"""`arpad rate`, `arpad explain`, `arpad compare`: a report rated, one player's sheet, several editions side by side."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.arguments import All, ReportFile, rank_typed
from arpad.cli.event_call import examine_call, load_event, read_ratings
from arpad.cli.event_options import EventCommand, EventsCommand, event_options
from arpad.cli.output import line, print_json, table, trail, write_bytes
from arpad.cli.rating_tables import show_floor, show_rated, show_rating, show_unrated, signed
from arpad.cli.shared import Shared, shared
from arpad.documents.editions import edition_title
from arpad.documents.steps import as_json
from arpad.eligibility.checks import ratable
from arpad.i18n import ArpadError, Language
from arpad.rating.documents import hundredths_json
from arpad.rating.event_documents import player_document, rating_document
from arpad.rating.examine import RatedReport
from arpad.rating.model import PlayerRating


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("rate", cls=EventCommand, help="cli.command.rate")(rate)
    app.command("explain", cls=EventCommand, help="cli.command.explain")(explain)
    app.command("compare", cls=EventsCommand, help="cli.command.compare")(compare)


def _rated(context: typer.Context, file: Path) -> tuple[Shared, RatedReport]:
    settings, options = shared(context), event_options(context)
    report = load_event(file, options)
    ratings = read_ratings(options, report.event)
    return settings, examine_call(settings, report, options, options.edition, ratings).rated()


def rate(
    context: typer.Context,
    file: ReportFile,
    crosstable: Annotated[bool, typer.Option("--crosstable", help="cli.help.crosstable")] = False,
    everything: All = False,
) -> None:
    settings, rated = _rated(context, file)
    if settings.as_json:
        print_json(rating_document(rated.edition, rated.rating, rated.findings, settings.language))
    else:
        show_rating(settings, rated, crosstable, everything)
    if not ratable(rated.findings):
        raise typer.Exit(1)


def explain(
    context: typer.Context,
    file: ReportFile,
    player: Annotated[str, typer.Option("--player", metavar="RANK", help="cli.help.player")],
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.pdf")] = None,
) -> None:
    settings, rated = _rated(context, file)
    rank = rank_typed(rated.report.event, file, player)
    found = rated.rating.player(rank)
    if found is None:
        raise ArpadError("player-left-out", rank=rank)
    if pdf is not None:
        from arpad.papers.player_sheet import player_sheet

        sheet = player_sheet(rated.rating, rank, rated.edition, settings.regulations.sources, settings.language)
        write_bytes(pdf, sheet)
    if settings.as_json:
        steps = as_json(found.steps, settings.language)
        print_json(
            player_document(found, settings.language)
            | {"edition": rated.edition.id, "event": rated.rating.event.name, "steps": steps}
        )
        return
    spoken = settings.language
    who = found.participant.player
    line(f"{who.rank} {who.name}", style="bold")
    line(f"{rated.rating.event.name or '–'} · {edition_title(rated.edition, spoken)}")
    single = replace(rated.rating, players=(found,))
    line()
    show_rated(settings, single)
    show_unrated(settings, replace(rated, rating=single))
    trail(found.steps, spoken)


def compare(
    context: typer.Context,
    file: ReportFile,
    edition: Annotated[list[str] | None, typer.Option("--edition", metavar="ID", help="cli.help.editions")] = None,
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
    spoken = settings.language
    line(report.event.name or "–", style="bold")
    rows = []
    for place, first in enumerate(rated[0].rating.players):
        each = [one.rating.players[place] for one in rated]
        who = first.participant.player
        start = "–" if first.participant.rating is None else str(first.participant.rating)
        rows.append([str(who.rank), who.name, start, *(_cell(own, spoken) for own in each)])
    table(spoken, ["player-rank", "player", "ro", *names], rows, left=(1,))
    for player in rated:
        show_floor(settings, player.rating)


def _cell(own: PlayerRating, spoken: Language) -> str:
    if own.initial is not None:
        if own.initial.rating is None:
            return "–"
        return str(own.initial.rating) if own.initial.publishable else f"({own.initial.rating})"
    if own.new_rating is None:
        return "–"
    return f"{signed(own.change, spoken)} → {own.new_rating}" + ("†" if own.below_floor else "")


def _comparison(rated: list[RatedReport]) -> dict[str, Any]:
    players = []
    for place, first in enumerate(rated[0].rating.players):
        who = first.participant.player
        editions = {}
        for player in rated:
            own = player.rating.players[place]
            editions[player.edition.id] = {
                "games": own.games,
                "k": own.k,
                "change": hundredths_json(own.change),
                "rounded_change": own.rounded_change,
                "new_rating": own.new_rating,
                "below_floor": own.below_floor,
                "initial": None if own.initial is None else own.initial.rating,
                "publishable": None if own.initial is None else own.initial.publishable,
            }
        players.append({"rank": who.rank, "name": who.name, "rating": first.participant.rating, "editions": editions})
    event, names = rated[0].rating.event.name, [report.edition.id for report in rated]
    return {"event": event, "editions": names, "players": players}
