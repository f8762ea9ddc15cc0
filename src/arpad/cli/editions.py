"""`arpad editions`: the regulations as data."""

from typing import Annotated, Any

import typer

from arpad.cli.edition_tables import show_differences, show_rules
from arpad.cli.output import line, print_json, table, tell
from arpad.cli.shared import Command, Group, Shared, complete_edition, shared
from arpad.cli.tie_break_editions import SYSTEM, answer_tie_breaks, diff_tie_breaks, tell_tie_breaks
from arpad.documents.editions import (
    RATING_WORDS,
    difference_fields,
    edition_document,
    edition_fields,
    edition_title,
    in_force,
)
from arpad.i18n import text
from arpad.inputs import parse
from arpad.regulations.rating_edition import Edition, compare

editions = typer.Typer(cls=Group, help="cli.command.editions", invoke_without_command=True)

EditionId = Annotated[str, typer.Argument(metavar="ID", help="cli.help.edition", autocompletion=complete_edition)]


@editions.callback()
def list_editions(
    context: typer.Context,
    tie_breaks: Annotated[bool, typer.Option("--tie-breaks", help="cli.help.editions-tie-breaks")] = False,
) -> None:
    if context.invoked_subcommand is not None:
        return
    settings = shared(context)
    if tie_breaks:
        answer_tie_breaks(settings)
        return
    everything = settings.regulations.editions()
    if settings.as_json:
        print_json([_head(settings, edition) for edition in everything])
        return
    spoken = settings.language
    rows = [
        [
            edition.id,
            edition.system.upper(),
            text(f"time-class.{edition.time_class}", spoken),
            edition.effective.isoformat()
            + (f" ({text('table.until', spoken)} {edition.until})" if edition.until else ""),
            edition.name[spoken],
        ]
        for edition in everything
    ]
    table(spoken, ["id", "system", "time-class", "effective", "name"], rows, left=range(5))


@editions.command("show", cls=Command, help="cli.command.show")
def show(
    context: typer.Context,
    id: EditionId,  # noqa: A002  (the name of the argument in the contract)
    markdown: Annotated[bool, typer.Option("--markdown", help="cli.help.markdown")] = False,
) -> None:
    settings = shared(context)
    if settings.tie_breaks.has(id):
        answer_tie_breaks(settings, id)
        return
    edition = settings.edition(id)
    if markdown:
        from arpad.cli.page import edition_page

        print(edition_page(settings.regulations, edition, settings.language), end="")
        return
    if settings.as_json:
        print_json(edition_document(edition, settings.regulations.sources, settings.language))
        return
    _show(settings, edition)


def _show(settings: Shared, edition: Edition) -> None:
    spoken = settings.language
    line(edition_title(edition, spoken), style="bold")
    line(settings.regulations.sources[edition.source][spoken])
    line(in_force(edition, spoken))
    if edition.extends:
        line(text("label.extends", spoken, parent=edition.extends))
    show_rules(edition, RATING_WORDS, spoken)


@editions.command("diff", cls=Command, help="cli.command.diff")
def diff(
    context: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", help="cli.help.first", autocompletion=complete_edition)],
    b: Annotated[str, typer.Argument(metavar="B", help="cli.help.second", autocompletion=complete_edition)],
    renumbered: Annotated[bool, typer.Option("--renumbered", help="cli.help.renumbered")] = False,
) -> None:
    settings = shared(context)
    if all(settings.tie_breaks.has(one) for one in (a, b)):
        diff_tie_breaks(settings, a, b, renumbered)
        return
    everything = compare(settings.edition(a), settings.edition(b))
    show_differences(settings, (a, b), everything, renumbered, difference_fields(settings.language), RATING_WORDS)


@editions.command("for", cls=Command, help="cli.command.for")
def for_date(
    context: typer.Context,
    date: Annotated[str, typer.Option("--date", metavar="DATE", help="cli.help.for-date")],
    system: Annotated[str, typer.Option("--system", help="cli.help.system")] = "fide",
    time_class: Annotated[str, typer.Option("--time-class", help="cli.help.time-class")] = "standard",
) -> None:
    settings = shared(context)
    if system == SYSTEM:
        tell_tie_breaks(settings, parse.date("--date", date))
        return
    chosen = parse.time_class("--time-class", time_class)
    edition = settings.regulations.edition_for(system, chosen, parse.date("--date", date))
    tell(settings, _head(settings, edition), edition_title(edition, settings.language), style="")


@editions.command("errata", cls=Command, help="cli.command.errata")
def errata(context: typer.Context) -> None:
    from arpad.cli.page import ERRATUM, erratum_document

    settings = shared(context)
    spoken = settings.language
    documents = [erratum_document(erratum, spoken) for erratum in settings.regulations.errata()]
    if settings.as_json:
        print_json(documents)
    else:
        table(spoken, ERRATUM, [list(document.values()) for document in documents], left=range(len(ERRATUM)))


def _head(settings: Shared, edition: Edition) -> dict[str, Any]:
    return edition_fields(settings.regulations.sources, settings.language).document(edition)
