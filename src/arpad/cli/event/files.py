"""`arpad event export`, `take-over`: an event as a file for other programs, and theirs as an event."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.event.app import MOST, Slug, event
from arpad.cli.event.options import RunningCommand, keeper
from arpad.cli.findings import show_findings
from arpad.cli.output import line, print_json, write_bytes
from arpad.cli.shared import shared
from arpad.locale import text
from arpad.trail.findings import findings_json
from arpad.typed import parse

if TYPE_CHECKING:
    from arpad.reports import TrfVersion

VERSIONS: "dict[str, TrfVersion]" = {"16": "trf16", "26": "trf26"}

OutFile = Annotated[Path | None, typer.Option("-o", "--output", metavar="OUT", help="cli.help.event-out")]


@event.command("export", cls=RunningCommand, help="cli.command.event-export")
def export(
    context: typer.Context,
    slug: Slug,
    trf: Annotated[str, typer.Option("--trf", metavar="16|26", help="cli.help.event-trf")] = "26",
    number: Annotated[str | None, typer.Option("--round", metavar="R", help="cli.help.event-export-round")] = None,
    rated: Annotated[bool, typer.Option("--rated", help="cli.help.event-rated")] = False,
    log: Annotated[bool, typer.Option("--log", help="cli.help.event-export-log")] = False,
    output: OutFile = None,
) -> None:
    from arpad.tournament.files.export import ExportedFile, export_trf, state_after_round
    from arpad.tournament.fold import fold_log
    from arpad.tournament.log import write_lines

    settings = shared(context)
    version = VERSIONS[parse.choice("--trf", trf, tuple(VERSIONS))]
    wanted = None if number is None else parse.whole("--round", number, 0, MOST)
    with keeper(context) as events:
        lines = events.lines(slug)
    if log:
        file = ExportedFile(write_lines(lines).encode(), ())
    else:
        state = fold_log(lines) if wanted is None else state_after_round(lines, wanted)
        file = export_trf(state, version, rated=rated, upto=wanted)
    if output is not None:
        write_bytes(output, file.data)
    if settings.as_json:
        form = "log" if log else version
        place = {"text": file.data.decode()} if output is None else {"output": str(output)}
        findings = findings_json(file.findings, settings.language)
        print_json({"event": slug, "n": len(lines), "format": form, **place, "findings": findings})
    elif output is None:
        sys.stdout.write(file.data.decode())
    else:
        line(text("label.written", settings.language, file=str(output)))
        show_findings(file.findings, settings.language)
