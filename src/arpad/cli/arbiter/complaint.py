"""`arpad arbiter complaint`: a complaint about fair play, checked and printed. Nothing is kept."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.arbiters.application_files import read_complaint
from arpad.arbiters.fair_play import addressee, check_complaint, complaint_values, last_day
from arpad.cli.arbiter.app import AGAINST, arbiter
from arpad.cli.arbiter.form_file import Force, write_form
from arpad.cli.arguments import Out
from arpad.cli.findings import show_findings
from arpad.cli.output import line, print_json
from arpad.cli.shared import Command, shared
from arpad.documents.findings import findings_json
from arpad.i18n import text
from arpad.regulations.event_rules import FormNumber

ComplaintFile = Annotated[Path, typer.Argument(metavar="FILE.toml", help="cli.help.complaint-file")]


@arbiter.command("complaint", cls=Command, help="cli.command.arbiter-complaint")
def complaint(context: typer.Context, file: ComplaintFile, output: Out, force: Force = False) -> None:
    settings = shared(context)
    read = read_complaint(file)
    findings = check_complaint(read)
    against = any(one.severity == "error" for one in findings)
    to, last = addressee(read), last_day(read)
    if settings.as_json:
        told = findings_json(findings, settings.language)
        print_json({"kind": read.kind, "complete": not against, "to": to, "latest": last, "findings": told})
    else:
        show_findings(findings, settings.language)
        line(text(f"complaint.to.{to}", settings.language))
        if last is not None:
            line(text("complaint.latest", settings.language, day=last))
        line(text("complaint.confidential", settings.language), style="bold")
    number: FormNumber = "itc" if read.kind == "ITC" else "ptc"
    values = complaint_values(read, settings.language)
    write_form(settings, output, number, values, against=against, force=force)
    if against:
        raise typer.Exit(AGAINST)
