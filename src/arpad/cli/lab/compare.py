"""`arpad lab compare`: the same games under several editions."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.arguments import seed_of
from arpad.cli.lab.app import ClassOption, Csv, From, Svg, To, lab
from arpad.cli.lab.compared_games import games_of_office, games_of_world, told_source
from arpad.cli.lab.files import show_table, write_charts, write_tables
from arpad.cli.lab.spans import TestOption, test_span
from arpad.cli.office.options import OfficeCommand
from arpad.cli.office.working import steps
from arpad.cli.output import line, print_json
from arpad.cli.shared import Shared, shared
from arpad.i18n import ArpadError, text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.lab.compare import EditionComparison

BASES = ("list", "truth")
LEFT_OUT = ("round-robins-with-unrated",)
SHOWN_TABLES = ("editions", "truth", "players", "gains", "crossings", "most", "least")

LeaveOut = Annotated[str | None, typer.Option("--leave-out", metavar="|".join(LEFT_OUT), help="cli.help.lab-leave-out")]


@lab.command("compare", cls=OfficeCommand, help="cli.command.lab-compare")
def compare(
    context: typer.Context,
    editions: Annotated[list[str], typer.Option("--edition", metavar="ID|FILE", help="cli.help.lab-compare-edition")],
    world: Annotated[Path | None, typer.Argument(metavar="WORLD", help="cli.help.lab-compare-world")] = None,
    time_class: ClassOption = "standard",
    start: From = None,
    end: To = None,
    changes: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="cli.help.lab-set")] = None,
    sweep: Annotated[str | None, typer.Option("--sweep", metavar="NAME=V,V,...", help="cli.help.lab-sweep")] = None,
    test: TestOption = None,
    base: Annotated[str, typer.Option("--base", metavar="list|truth", help="cli.help.lab-base")] = BASES[0],
    with_transition: Annotated[bool, typer.Option("--with-transition", help="cli.help.lab-with-transition")] = False,
    work: Annotated[Path | None, typer.Option("--work", metavar="DIR", help="cli.help.lab-work")] = None,
    leave_out: LeaveOut = None,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="cli.help.lab-seed")] = "1",
    csv: Csv = None,
    svg: Svg = None,
) -> None:
    from arpad.lab.compare import (
        CompareWishes,
        compare_editions,
        comparison_charts,
        comparison_document,
        comparison_tables,
    )
    from arpad.lab.compare_runs import chosen_editions, replays, without_refused, work_folder

    settings = shared(context)
    chosen = chosen_editions(settings.regulations, editions, changes or (), sweep)
    wishes = CompareWishes(*test_span(test), seed_of(seed), parse.choice("--base", base, BASES) == "truth")
    if leave_out is not None:
        parse.choice("--leave-out", leave_out, LEFT_OUT)
    if wishes.truth and world is None:
        raise ArpadError("lab-office-truth")
    with work_folder(work) as folder:
        if world is not None:
            source = games_of_world(context, world, truth=wishes.truth)
        else:
            source = games_of_office(context, time_class, start, end, folder)
        columns = source.columns
        with steps(settings, "label.bulk-running") as progress:
            columns, left_out = without_refused(columns, chosen, folder) if leave_out else (columns, 0)
            runs = replays(columns, chosen, folder, transition=with_transition, progress=progress)
        with steps(settings, "label.lab-comparing") as progress:
            found = compare_editions(runs, wishes, left_out, progress)
    write_tables(settings, csv, comparison_tables(found))
    write_charts(settings, svg, lambda: comparison_charts(found, settings.language))
    if settings.as_json:
        print_json(comparison_document(found, source.document(chosen)))
    else:
        _show(settings, found)
        told_source(settings, source, chosen)


def _show(settings: Shared, found: "EditionComparison") -> None:
    from arpad.lab.compare import comparison_tables

    tables = {one.named: one for one in comparison_tables(found)}
    for name in SHOWN_TABLES:
        show_table(settings, tables[name], text(f"lab.compared-table.{name}", settings.language))
    line()
    numbers = {"games": found.games, "played": found.played, "start": f"{found.start:%Y-%m}"}
    line(text("label.lab-compared", settings.language, **numbers), style="dim")
    if found.left_out:
        line(text("label.lab-left-out", settings.language, count=found.left_out), style="dim")
