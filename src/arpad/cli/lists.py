"""`arpad list`: rating lists from one format into another, players looked up in them, two lists compared."""

import datetime as dt
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.arguments import All
from arpad.cli.comparing import Kinds, show_comparison
from arpad.cli.findings import show_findings
from arpad.cli.list_rows import show_rows
from arpad.cli.office.working import reading
from arpad.cli.output import line, print_json
from arpad.cli.shared import Command, Group, Shared, shared
from arpad.documents.findings import findings_json
from arpad.domain.rating_list import ListEntry
from arpad.i18n import ArpadError, text

if TYPE_CHECKING:
    from arpad.formats.rating_lists.files import ListLayout
    from arpad.lists.compare import ComparedList
    from arpad.regulations.articles import TimeClass
    from arpad.regulations.rating_edition import Edition

lists = typer.Typer(cls=Group, help="cli.command.list", no_args_is_help=True)

NOT_ON_THE_LIST = 1
ListFile = Annotated[Path, typer.Argument(metavar="LIST", help="cli.help.list-file")]
Layout = Annotated[str | None, typer.Option("--layout", metavar="combined|single", help="cli.help.list-layout")]
ListClass = Annotated[
    str, typer.Option("--time-class", metavar="standard|rapid|blitz", help="cli.help.compare-time-class")
]
Ids = Annotated[list[str], typer.Option("--id", metavar="ID", help="cli.help.list-id")]


def _layout(value: str | None) -> "ListLayout | None":
    layouts: tuple[ListLayout, ...] = ("combined", "single")
    if value is None:
        return None
    for known in layouts:
        if value == known:
            return known
    raise ArpadError("list-layout", value=value)


@lists.command("convert", cls=Command, help="cli.command.list-convert")
def convert(
    context: typer.Context,
    file: ListFile,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="OUT", help="cli.help.list-output")],
    layout: Layout = None,
    everything: All = False,
) -> None:
    from arpad.formats.rating_lists.files import convert as convert_list

    settings = shared(context)
    chosen = _layout(layout)
    with reading(settings, "label.list-reading", file) as progress:
        done = convert_list(file, output, layout=chosen, progress=progress)
    if settings.as_json:
        print_json(
            {
                "players": done.players,
                "findings": findings_json(done.findings, settings.language),
                "findings_count": done.findings_count,
                "format": done.format,
                "output": str(output),
            }
        )
        return
    spoken = settings.language
    counts = text("label.list-converted", spoken, players=done.players, findings=done.findings_count)
    line(f"{text('label.written', spoken, file=str(output))} – {counts}", style="bold")
    show_findings(done.findings, spoken, everything)
    if len(done.findings) < done.findings_count:
        line(text("label.list-kept", spoken, kept=len(done.findings), count=done.findings_count), style="dim")


@lists.command("show", cls=Command, help="cli.command.list-show")
def show(context: typer.Context, file: ListFile, ids: Ids) -> None:
    from arpad.formats.rating_lists.files import read_list

    settings = shared(context)
    with reading(settings, "label.list-reading", file) as progress:
        found = read_list(file, set(ids), progress=progress)
    present = [entry for name in dict.fromkeys(ids) if (entry := found.get(name)) is not None]
    absent = [name for name in dict.fromkeys(ids) if found.get(name) is None]
    if settings.as_json:
        print_json([_document(entry, found.combined) for entry in present])
    elif present:
        rows = [_document(entry, found.combined) for entry in present]
        show_rows(settings.language, list(rows[0]), rows)
    if absent:
        print(text("label.list-absent", settings.language, ids=", ".join(absent)), file=sys.stderr)
        raise typer.Exit(NOT_ON_THE_LIST)


@lists.command("compare", cls=Command, help="cli.command.list-compare")
def compare(
    context: typer.Context,
    a: Annotated[Path, typer.Argument(metavar="A", help="cli.help.compare-a")],
    b: Annotated[Path, typer.Argument(metavar="B", help="cli.help.compare-b")],
    date_a: Annotated[str | None, typer.Option("--date-a", metavar="DATE", help="cli.help.compare-date-a")] = None,
    date_b: Annotated[str | None, typer.Option("--date-b", metavar="DATE", help="cli.help.compare-date-b")] = None,
    time_class: ListClass = "standard",
    system: Annotated[str, typer.Option("--system", metavar="SYSTEM", help="cli.help.compare-system")] = "fide",
    edition: Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.compare-edition")] = None,
    kinds: Kinds = None,
    everything: All = False,
) -> None:
    from arpad.inputs import parse
    from arpad.lists.compare import compare_lists

    settings = shared(context)
    chosen = parse.time_class("--time-class", time_class)
    one = _side(settings, a, date_a, "--date-a", chosen)
    two = _side(settings, b, date_b, "--date-b", chosen)
    editions = _editions(settings, two, system, edition)
    found = compare_lists(one, two, settings.regulations, editions, system)
    show_comparison(settings, found, (str(a), str(b)), kinds, everything)


def _side(settings: Shared, file: Path, date: str | None, option: str, time_class: "TimeClass") -> "ComparedList":
    from arpad.formats.rating_lists.columns import date_of
    from arpad.formats.rating_lists.files import read_table
    from arpad.inputs import parse
    from arpad.lists.compare import ComparedList

    given: dt.date | None = None if date is None else parse.day_or_month(option, date)
    with reading(settings, "label.list-reading", file) as progress:
        table = read_table(file, progress=progress)
    day = given or date_of(table.schema)
    if day is None:
        raise ArpadError("list-no-date", file=str(file), option=option)
    return ComparedList(day, table, time_class)


def _editions(settings: Shared, side: "ComparedList", system: str, named: str | None) -> "dict[TimeClass, Edition]":
    from arpad.lists.period import list_editions

    if named is None:
        return list_editions(settings.regulations, system, side.date)
    edition = settings.edition(named)
    return {time_class: edition for time_class in side.classes if edition.covers(time_class)}


def _document(entry: ListEntry, combined: bool) -> dict[str, Any]:
    from arpad.formats.rating_lists.columns import names

    return {name: getattr(entry, name) for name in names(combined)}
