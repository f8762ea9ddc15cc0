"""Arguments and options that several commands take in the same words."""

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_DATABASE = "sqlite:///arpad.db"
ReportFile = Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.report-file")]
All = Annotated[bool, typer.Option("--all", help="cli.help.all")]
Out = Annotated[Path, typer.Option("-o", "--output", metavar="OUT", help="cli.help.output")]
