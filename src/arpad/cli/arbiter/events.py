"""`arpad arbiter event-category` and `needed`: what an event is, and how many arbiters it needs."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.arbiters.categories import arbiters_needed
from arpad.arbiters.documents import category_document
from arpad.arbiters.event_facts import category_facts
from arpad.arbiters.events import CategoryAnswer, category_by_numbers, category_of_kind, category_words
from arpad.cli.arbiter.app import AGAINST, arbiter, show_arbiter_checks
from arpad.cli.arbiter.facts import ReportedCommand, reported
from arpad.cli.arguments import event_with_games
from arpad.cli.output import line, print_json
from arpad.cli.shared import Command, shared
from arpad.i18n import ArpadError, text
from arpad.inputs import parse

MOST_PLAYERS = 100_000
AnyReport = Annotated[Path | None, typer.Argument(metavar="[FILE]", help="cli.help.arbiter-any-report")]


@arbiter.command("event-category", cls=ReportedCommand, help="cli.command.arbiter-event-category")
def event_category(
    context: typer.Context,
    file: AnyReport = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="cli.help.arbiter-official-kind")] = None,
) -> None:
    settings, spoken = shared(context), shared(context).language
    if kind is not None:
        answer: CategoryAnswer = category_of_kind(kind)
    elif file is not None:
        found = reported(context, file)
        answer = category_by_numbers(category_facts(found.event, found.facts))
    else:
        raise ArpadError("arbiter-category-of-what")
    if settings.as_json:
        print_json(category_document(answer, spoken))
    else:
        line(category_words(answer, spoken), style="bold")
        if answer.checks:
            show_arbiter_checks(answer.checks, spoken)
    if answer.category is None and not answer.open:
        raise typer.Exit(AGAINST)


@arbiter.command("needed", cls=Command, help="cli.command.arbiter-needed")
def needed(
    context: typer.Context,
    file: AnyReport = None,
    players: Annotated[str | None, typer.Option("--players", metavar="N", help="cli.help.arbiter-players")] = None,
) -> None:
    settings, spoken = shared(context), shared(context).language
    if players is not None:
        count = parse.whole("--players", players, 1, MOST_PLAYERS)
    elif file is not None:
        count = len(event_with_games(file).players)
    else:
        raise ArpadError("arbiter-needed-of-what")
    found = arbiters_needed(count)
    least, most = found.arbiters
    if settings.as_json:
        print_json(
            {
                "players": found.players,
                "chief": found.chiefs,
                "deputy": found.deputies,
                "arbiters": {"least": least, "most": most},
                "school": found.school,
                "report_deputies": found.report_deputies,
            }
        )
        return
    numbers = str(least) if least == most else f"{least}–{most}"
    line(text("arbiter.needed", spoken, players=count, arbiters=numbers), style="bold")
    line(text("arbiter.needed-school", spoken, arbiters=found.school))
    line(text("arbiter.needed-report", spoken, deputies=found.report_deputies))
