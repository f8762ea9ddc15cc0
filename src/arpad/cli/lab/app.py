"""The group `arpad lab` and the arguments and options that its commands share."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.shared import Group

lab = typer.Typer(cls=Group, help="cli.command.lab", no_args_is_help=True)

ClassOption = Annotated[
    str, typer.Option("--time-class", metavar="standard|rapid|blitz", help="cli.help.lab-time-class")
]
From = Annotated[str | None, typer.Option("--from", metavar="PERIOD", help="cli.help.lab-from")]
To = Annotated[str | None, typer.Option("--to", metavar="PERIOD", help="cli.help.lab-to")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="DIR", help="cli.help.lab-csv")]
Svg = Annotated[Path | None, typer.Option("--svg", metavar="DIR", help="cli.help.lab-svg")]
