"""`arpad standings FILE`: the standings, the reasons of a value, why one stands before another."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.arguments import ReportFile
from arpad.cli.findings import show_findings
from arpad.cli.output import line, print_json, trail, write_bytes
from arpad.cli.report_file import load
from arpad.cli.shared import Command, Shared, shared
from arpad.cli.standings.app import (
    HIGHEST_NUMBER,
    Editions,
    RoundOption,
    SystemOption,
    TieBreaks,
    asked_round,
    asked_system,
    library,
    standings,
)
from arpad.cli.standings.tables import show_table
from arpad.locale import ArpadError
from arpad.standings.documents import standings_csv, standings_document
from arpad.standings.groups import group_rows
from arpad.standings.reasons import explain, explain_pair
from arpad.standings.table import StandingsRow, StandingsTable, Wishes
from arpad.standings.table import standings as standings_by
from arpad.trail import Trail, as_json
from arpad.typed import parse

Explain = Annotated[str | None, typer.Option("--explain", metavar="N|A,B", help="cli.help.standings-explain")]
GroupOption = Annotated[str | None, typer.Option("--group", metavar="WHERE", help="cli.help.standings-group")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="OUT", help="cli.help.standings-csv")]
ByNumber = Annotated[bool, typer.Option("--by-number", help="cli.help.standings-by-number")]


@standings.command("show", cls=Command, help="cli.command.standings-show")
def show(
    context: typer.Context,
    file: ReportFile,
    round_number: RoundOption = None,
    tie_breaks: TieBreaks = None,
    edition: Editions = None,
    system: SystemOption = None,
    group: GroupOption = None,
    by_number: ByNumber = False,
    explained: Explain = None,
    csv: Csv = None,
) -> None:
    settings = shared(context)
    report = load(file)
    wishes = Wishes(asked_round(round_number), tie_breaks, edition[0] if edition else None, asked_system(system))
    table = standings_by(report, wishes, library(settings))
    rows = group_rows(table, report.event, group) if group else table.rows
    if by_number:
        rows = tuple(sorted(rows, key=lambda row: row.number))
    if csv is not None:
        write_bytes(csv, standings_csv(table, rows).encode())
    steps = reasons(table, explained) if explained else ()
    if settings.as_json:
        document = standings_document(table, settings.language, rows)
        print_json(document | ({"steps": as_json(steps, settings.language)} if steps else {}))
        return
    _print(settings, table, rows, steps)


def _print(settings: Shared, table: StandingsTable, rows: tuple[StandingsRow, ...], steps: Trail) -> None:
    if steps:
        trail(steps, settings.language, title=False)
    else:
        show_table(table, rows, settings.language)
    if table.findings:
        line()
        show_findings(table.findings, settings.language)


def reasons(table: StandingsTable, typed: str) -> Trail:
    """--explain 4: all values of number 4; --explain 4,7: why one of them stands before the other."""
    words = typed.split(",")
    if len(words) > 2:
        raise ArpadError("standings.explain", value=typed)
    numbers = [parse.whole("--explain", word.strip(), 1, HIGHEST_NUMBER) for word in words]
    return explain(table, numbers[0]) if len(numbers) == 1 else explain_pair(table, *numbers)
