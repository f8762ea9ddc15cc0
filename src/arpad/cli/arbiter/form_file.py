"""Forms of arbiters written to PDF files."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.output import write_bytes
from arpad.cli.shared import Shared
from arpad.i18n import text
from arpad.regulations.event_rules import FormNumber

Pdf = Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.arbiter-pdf")]
Force = Annotated[bool, typer.Option("--force", help="cli.help.arbiter-force")]


def write_form(
    settings: Shared, file: Path, number: FormNumber, values: Mapping[str, Any], *, against: bool, force: bool
) -> None:
    """Write a form if nothing stands against it; with `force` also if something does, with a mark across the page. What
    was done is told beside the answer."""
    if against and not force:
        told = text("arbiter.form-not-written", settings.language, file=str(file))
    else:
        from arpad.papers.arbiter_forms import arbiter_form_pdf

        write_bytes(file, arbiter_form_pdf(number, values, settings.language, incomplete=against))
        told = text("label.written", settings.language, file=str(file))
    print(told, file=sys.stderr if settings.as_json else sys.stdout)
