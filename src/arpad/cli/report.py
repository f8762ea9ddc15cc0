"""`arpad report`: read a tournament file, check it, convert it, print its forms."""

from typing import Annotated

import typer

from arpad.cli.arguments import All, Out, ReportFile
from arpad.cli.event_call import examine_call, load_event, read_ratings
from arpad.cli.event_options import EventCommand, event_options
from arpad.cli.findings import show_findings
from arpad.cli.output import fields_table, line, print_json, table, write_bytes
from arpad.cli.report_form import form
from arpad.cli.report_teams import show_teams
from arpad.cli.shared import Command, Group, Shared, shared
from arpad.documents.editions import edition_title
from arpad.documents.findings import findings_json
from arpad.domain.event import Event, Game, short_names
from arpad.examination import ordered, own_findings
from arpad.formats.documents import PLAYER, report_document, result_of
from arpad.formats.feda import feda_lines, write_feda
from arpad.formats.trf_write import write_trf
from arpad.i18n import ArpadError, Language, text
from arpad.library.files import load_report

report = typer.Typer(cls=Group, help="cli.command.report", no_args_is_help=True)
report.command("form", cls=Command, help="cli.command.report-form")(form)


@report.command("show", cls=Command, help="cli.command.report-show")
def show(context: typer.Context, file: ReportFile, everything: All = False) -> None:
    settings = shared(context)
    read = load_report(file)
    event = read.event
    findings = ordered(own_findings(read), event)
    if settings.as_json:
        print_json(report_document(read, findings, settings.language))
        return
    spoken = settings.language
    line(event.name or "–", style="bold")
    where = ", ".join(part for part in (event.city, event.federation) if part)
    when = " – ".join(day.isoformat() for day in (event.start, event.end) if day)
    line(" · ".join(part for part in (read.format.upper(), where, when, event.type, event.time_control) if part))
    names = ("rank", "name", "title", "rating", "federation", "id", "born", "points", "final_rank")
    fields_table(spoken, PLAYER, event.players, names, left=(1, 2, 4))
    if event.teams:
        show_teams(event, spoken)
    if everything:
        _show_games(event, settings)
    if findings:
        line()
        show_findings(findings, spoken, everything)


def _show_games(event: Event, settings: Shared) -> None:
    """Print every game, round by round, with the names of both players."""
    spoken, names = settings.language, short_names(event)
    rows = [
        [
            str(game.round),
            names.get(game.white, str(game.white)),
            names.get(game.black, str(game.black)),
            _told(game, spoken),
        ]
        for game in event.games()
    ]
    if rows:
        line()
        line(text("label.games", spoken), style="bold")
        table(spoken, ["round", "white", "black", "match-result"], rows, left=(1, 2, 3))


def _told(game: Game, language: Language) -> str:
    """Return the result, with a word for a forfeit; * if there is none yet."""
    return (result_of(game) or "*") + (f" ({text('label.forfeit', language)})" if game.forfeit else "")


@report.command("check", cls=EventCommand, help="cli.command.report-check")
def check(context: typer.Context, file: ReportFile, everything: All = False) -> None:
    settings, options = shared(context), event_options(context)
    read = load_event(file, options)
    examined = examine_call(settings, read, options, options.edition, read_ratings(options, read.event))
    edition, system, findings, good = examined.edition, examined.system, examined.findings, examined.ratable
    if settings.as_json:
        print_json(
            {
                "edition": None if edition is None else edition.id,
                "format": system,
                "ratable": good,
                "findings": findings_json(findings, settings.language),
            }
        )
    else:
        spoken = settings.language
        line(read.event.name or "–", style="bold")
        title = "–" if edition is None else edition_title(edition, spoken)
        line(f"{title} · {text(f'format.{system}', spoken)}")
        name = None if edition is None else edition.id
        verdict = "not-ratable-now" if name is None else "ratable" if good else "not-ratable"
        line(text(f"label.{verdict}", spoken, edition=name), style="bold")
        show_findings(findings, spoken, everything)
    if not good:
        raise typer.Exit(1)


@report.command("convert", cls=Command, help="cli.command.report-convert")
def convert(
    context: typer.Context,
    file: ReportFile,
    output: Out,
    to: Annotated[str, typer.Option("--to", metavar="trf16|trf26|feda", help="cli.help.to")] = "trf26",
    everything: All = False,
) -> None:
    settings = shared(context)
    read = load_report(file)
    if to == "feda":
        data, findings = write_feda(read.feda or feda_lines(read.event))
    elif to in ("trf16", "trf26"):
        data, findings = write_trf(read, "trf16" if to == "trf16" else "trf26")
    else:
        raise ArpadError("format-form", option="--to", value=to, example="trf16 | trf26 | feda")
    write_bytes(output, data)
    found = ordered([*read.findings, *findings], read.event)
    if settings.as_json:
        print_json({"format": to, "output": str(output), "findings": findings_json(found, settings.language)})
        return
    line(text("label.written", settings.language, file=str(output)))
    show_findings(found, settings.language, everything)
