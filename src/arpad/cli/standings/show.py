"""`arpad standings FILE`: the standings, the reasons of a value, why one stands before another, the crosstable."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.arguments import ReportFile
from arpad.cli.findings import show_findings
from arpad.cli.output import line, print_json, trail, write_bytes
from arpad.cli.shared import Shared, declared, shared
from arpad.cli.standings.app import HIGHEST_NUMBER, StandingsCommand, StandingsOptions, standings
from arpad.cli.standings.given_file import read_order
from arpad.cli.standings.tables import show_table
from arpad.documents.fields import csv_table
from arpad.documents.steps import Trail, as_json
from arpad.domain.event import Event
from arpad.i18n import ArpadError, Language
from arpad.inputs import parse
from arpad.library.files import load_report
from arpad.standings.crosstable import (
    Crosstable,
    comparison_document,
    crosstable_document,
    crosstable_of,
    crosstable_table,
    standings_document,
    standings_rows,
)
from arpad.standings.reasons import explain, explain_pair
from arpad.standings.table import StandingsRow, StandingsTable, group_table, ranked_report
from arpad.standings.table import standings as standings_by
from arpad.standings.tables import told_comparison, told_crosstable, told_standings

Explain = Annotated[str | None, typer.Option("--explain", metavar="N|A,B", help="cli.help.standings-explain")]
Withdrawn = Annotated[list[str] | None, typer.Option("--withdrawn", metavar="N", help="cli.help.standings-withdrawn")]
PlayOff = Annotated[Path | None, typer.Option("--play-off", metavar="FILE", help="cli.help.standings-play-off")]


@standings.command("show", cls=StandingsCommand, help="cli.command.standings-show")
def show(
    context: typer.Context,
    file: ReportFile,
    edition: Annotated[
        list[str] | None, typer.Option("--edition", metavar="ID", help="cli.help.standings-edition")
    ] = None,
    group: Annotated[str | None, typer.Option("--group", metavar="WHERE", help="cli.help.standings-group")] = None,
    by_number: Annotated[bool, typer.Option("--by-number", help="cli.help.standings-by-number")] = False,
    explained: Explain = None,
    crosstable: Annotated[bool, typer.Option("--crosstable", help="cli.help.standings-crosstable")] = False,
    withdrawn: Withdrawn = None,
    lots: Annotated[Path | None, typer.Option("--lots", metavar="FILE", help="cli.help.standings-lots")] = None,
    play_off: PlayOff = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="OUT", help="cli.help.standings-csv")] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.standings-pdf")] = None,
    trf: Annotated[Path | None, typer.Option("--trf", metavar="OUT", help="cli.help.standings-trf")] = None,
) -> None:
    settings = shared(context)
    report = load_report(file)
    numbers = tuple(parse.whole("--withdrawn", one, 1, HIGHEST_NUMBER) for one in withdrawn or ())
    given = {name: read_order(path) for name, path in (("PLAYOFF", play_off), ("LOT", lots)) if path is not None}
    wishes = replace(declared(context, StandingsOptions).wishes, withdrawn=numbers, given=given)
    editions: list[str | None] = [*edition] if edition else [None]
    alone = {
        "--group": group, "--by-number": by_number, "--explain": explained, "--crosstable": crosstable, "--csv": csv,
        "--trf": trf,
    }  # fmt: skip
    if len(editions) > 1 and (asked := [option for option, value in alone.items() if value]):
        raise ArpadError("standings.one-edition", option=asked[0])
    tables = [standings_by(report, replace(wishes, edition=one), settings.tie_breaks) for one in editions]
    if len(tables) > 1:
        _compare(settings, tables, report.event, pdf)
        return
    table = tables[0]
    shown = group_table(table, report.event, group) if group else table
    rows = tuple(sorted(shown.rows, key=lambda row: row.number)) if by_number else shown.rows
    cross = crosstable_of(table, not by_number) if crosstable else None
    if csv is not None:
        cells = standings_rows(shown, rows) if cross is None else crosstable_table(table, cross, settings.language)
        write_bytes(csv, csv_table(*cells).encode())
    if trf is not None:
        write_bytes(trf, ranked_report(report, table)[0])
    steps = reasons(table, explained) if explained else ()
    if pdf is not None:
        printed = table if crosstable else shown
        write_bytes(pdf, _printed(printed, rows, cross, steps, report.event, settings.language))
    if settings.as_json:
        document: dict[str, Any] = dict(standings_document(shown, settings.language, rows))
        document |= {} if cross is None else {"crosstable": crosstable_document(cross)}
        print_json(document | ({"steps": as_json(steps, settings.language)} if steps else {}))
        return
    if steps:
        trail(steps, settings.language, title=False)
    elif cross is not None:
        show_table(told_crosstable(table, cross, settings.language))
    else:
        show_table(told_standings(shown, rows, settings.language))
    _findings(settings, table)


def _printed(
    table: StandingsTable,
    rows: Sequence[StandingsRow],
    cross: Crosstable | None,
    steps: Trail,
    event: Event,
    language: Language,
) -> bytes:
    """Return the PDF of what is shown: the reasons, the crosstable or the standings."""
    from arpad.papers.event_sheets import standings_reasons, standings_sheet

    if steps:
        return standings_reasons(table, steps, event, language)
    if cross is not None:
        return standings_sheet(told_crosstable(table, cross, language, event), event, language)
    return standings_sheet(told_standings(table, rows, language, event), event, language)


def _compare(settings: Shared, tables: list[StandingsTable], event: Event, pdf: Path | None) -> None:
    """Show several editions side by side."""
    if pdf is not None:
        from arpad.papers.event_sheets import standings_sheet

        write_bytes(pdf, standings_sheet(told_comparison(tables, settings.language), event, settings.language))
    if settings.as_json:
        print_json(comparison_document(tables, settings.language))
        return
    show_table(told_comparison(tables, settings.language))


def _findings(settings: Shared, table: StandingsTable) -> None:
    if table.findings:
        line()
        show_findings(table.findings, settings.language)


def reasons(table: StandingsTable, typed: str) -> Trail:
    """Explain all values of number 4 (`--explain 4`), or why one stands before the other (`--explain 4,7`)."""
    words = typed.split(",")
    if len(words) > 2:
        raise ArpadError("standings.explain", value=typed)
    numbers = [parse.whole("--explain", word.strip(), 1, HIGHEST_NUMBER) for word in words]
    return explain(table, numbers[0]) if len(numbers) == 1 else explain_pair(table, *numbers)
