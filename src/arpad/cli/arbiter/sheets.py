"""`arpad arbiter clocks`, `sheets`, `envelope` and `report`: the papers of an event, from its report."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.arbiters.sheets import (
    TOLERANCE,
    CheckedClock,
    ClockPlan,
    check_clocks,
    clock_plan,
    minutes_between,
    read_clock_rows,
)
from arpad.cli.arbiter.app import AGAINST, arbiter
from arpad.cli.arguments import Out, ReportFile, decoded
from arpad.cli.output import line, print_json, table, tell, write_bytes
from arpad.cli.shared import Command, Shared, shared
from arpad.i18n import ArpadError, Language, number, text
from arpad.inputs import parse
from arpad.inputs.times import read_time_control
from arpad.library.files import report_bytes

if TYPE_CHECKING:
    from arpad.tournament.state import EventState

SHEETS = {"scoresheets": "score-sheets", "results": "results", "cards": "place-cards", "pairings": "pairings"}
"""The sheets, and the papers of an event that they are."""
MOST_MINUTES, MOST_SECONDS, MOST_ROUNDS = 1000, 600, 99
OfRound = Annotated[str | None, typer.Option("--round", metavar="R", help="cli.help.sheets-round")]


def _state(file: Path) -> "EventState":
    """Return the event of a report as if it were run here."""
    from arpad.tournament.takeover import state_of_report

    return state_of_report(report_bytes(file), str(file))


def _round(typed: str | None) -> int | None:
    return None if typed is None else parse.whole("--round", typed, 1, MOST_ROUNDS)


def _written(settings: Shared, output: Path, **more: object) -> None:
    words = text("label.written", settings.language, file=str(output))
    tell(settings, {"output": str(output)} | more, words, style="")


@arbiter.command("clocks", cls=Command, help="cli.command.arbiter-clocks")
def clocks(
    context: typer.Context,
    sheet: Annotated[Path | None, typer.Argument(metavar="[SHEET.csv]", help="cli.help.clocks-sheet")] = None,
    base: Annotated[str | None, typer.Option("--base", metavar="MINUTES", help="cli.help.clocks-base")] = None,
    increment: Annotated[str, typer.Option("--increment", metavar="SECONDS", help="cli.help.clocks-increment")] = "0",
    control: Annotated[str | None, typer.Option("--control", metavar="TEXT", help="cli.help.clocks-control")] = None,
    start: Annotated[str | None, typer.Option("--start", metavar="HH:MM", help="cli.help.clocks-start")] = None,
    check: Annotated[str | None, typer.Option("--check", metavar="HH:MM", help="cli.help.clocks-check")] = None,
    tolerance: Annotated[str, typer.Option("--tolerance", metavar="MINUTES", help="cli.help.clocks-tolerance")] = str(
        TOLERANCE
    ),
    printed: Annotated[Path | None, typer.Option("--print", metavar="FILE", help="cli.help.clocks-print")] = None,
    round_: OfRound = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="OUT", help="cli.help.output")] = None,
) -> None:
    settings = shared(context)
    if printed is not None:
        if output is None:
            raise ArpadError("usage.missing-option", option="-o", command="arpad arbiter clocks")
        from arpad.papers.event_papers import event_paper

        write_bytes(output, event_paper(_state(printed), "clocks", _round(round_), settings.language))
        _written(settings, output)
        return
    if sheet is None or start is None or check is None:
        raise ArpadError("clocks-what")
    plan = _plan(base, increment, control)
    gone = minutes_between(start, check)
    rows = read_clock_rows(decoded(report_bytes(sheet), sheet), str(sheet))
    checked = check_clocks(plan, rows, gone, Fraction(parse.whole("--tolerance", tolerance, 0, MOST_MINUTES)))
    if settings.as_json:
        print_json({"minutes_gone": gone, "boards": [one.document() for one in checked]})
    else:
        _show(checked, gone, settings.language)
    if any(one.look for one in checked):
        raise typer.Exit(AGAINST)


def _plan(base: str | None, increment: str, control: str | None) -> ClockPlan:
    """Return what the clocks begin with: a time control, or minutes and seconds."""
    if control is not None:
        read = read_time_control(control)
        if read is None:
            raise ArpadError("clocks-control", control=control)
        return clock_plan(read.control)
    if base is None:
        raise ArpadError("clocks-what")
    minutes = parse.whole("--base", base, 1, MOST_MINUTES)
    return ClockPlan(Fraction(minutes), Fraction(parse.whole("--increment", increment, 0, MOST_SECONDS)))


def _show(checked: list[CheckedClock], gone: int, spoken: Language) -> None:
    marks = {True: "clocks.look", False: "clocks.well", None: "clocks.near"}
    rows = [
        [
            str(one.row.board),
            number(one.row.white, spoken),
            number(one.row.black, spoken),
            number(one.row.white + one.row.black, spoken),
            str(one.row.moves),
            number(one.found, spoken),
            number(one.expected, spoken),
            text(marks[one.look], spoken),
        ]
        for one in checked
    ]
    line(text("clocks.gone", spoken, minutes=gone), style="bold")
    table(spoken, ["board", "time-1", "time-2", "both-times", "moves", "dif", "expected-sum", "clock"], rows, left=(7,))
    if any(one.look for one in checked):
        line(text("clocks.why", spoken))


@arbiter.command("sheets", cls=Command, help="cli.command.arbiter-sheets")
def sheets(
    context: typer.Context,
    file: ReportFile,
    output: Out,
    what: Annotated[str, typer.Option("--what", metavar="|".join(SHEETS), help="cli.help.sheets-what")] = "scoresheets",
    round_: OfRound = None,
) -> None:
    from arpad.papers.event_papers import event_paper

    settings = shared(context)
    paper = SHEETS[parse.choice("--what", what, tuple(SHEETS))]
    write_bytes(output, event_paper(_state(file), paper, _round(round_), settings.language))
    _written(settings, output, what=what)


@arbiter.command("envelope", cls=Command, help="cli.command.arbiter-envelope")
def envelope(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="cli.help.envelope-file")],
    output: Out,
) -> None:
    from arpad.arbiters.sheets import read_sealed_move
    from arpad.papers.arbiter_forms import envelope_sheet

    settings = shared(context)
    write_bytes(output, envelope_sheet(read_sealed_move(file), settings.language))
    _written(settings, output)


@arbiter.command("report", cls=Command, help="cli.command.arbiter-report")
def report(
    context: typer.Context,
    file: ReportFile,
    output: Out,
    notes: Annotated[Path | None, typer.Option("--notes", metavar="TOML", help="cli.help.report-notes")] = None,
) -> None:
    from arpad.arbiters.sheets import ChiefNotes, read_chief_notes
    from arpad.formats.read import read_report
    from arpad.papers.arbiter_forms import chief_parts, silent_parts
    from arpad.papers.event_sheets import sheet_markdown, titled_sheet, where_and_when
    from arpad.standings.check import named_standings
    from arpad.tournament.ending import norms_in

    settings, spoken = shared(context), shared(context).language
    data, state = report_bytes(file), _state(file)
    told = ChiefNotes() if notes is None else read_chief_notes(notes)
    read = read_report(data)
    ranked = all(player.final_rank is not None for player in read.event.players)
    standings = None if ranked else named_standings(read)
    parts = chief_parts(state, read.event, standings, norms_in(state, read.event), spoken, told)
    head = (state.laws.name, where_and_when(state.laws, spoken), text("chief.title", spoken))
    markdown = output.suffix.lower() == ".md"
    made = sheet_markdown(*head, parts).encode() if markdown else titled_sheet(*head, parts, spoken)
    write_bytes(output, made)
    silent = silent_parts(state, told)
    _written(settings, output, silent=silent)
    if silent and not settings.as_json:
        names = ", ".join(text(f"chief.part.{name}", spoken) for name in silent)
        line(text("chief.silent", spoken, parts=names), style="yellow")
