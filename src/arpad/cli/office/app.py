"""The group `arpad office` and the arguments and options that its commands share."""

from typing import Annotated

import typer

from arpad.cli.shared import Group

office = typer.Typer(cls=Group, help="cli.command.office", no_args_is_help=True)

PeriodArgument = Annotated[str, typer.Argument(metavar="PERIOD", help="cli.help.office-period")]
EventArgument = Annotated[str, typer.Argument(metavar="EVENT", help="cli.help.office-event")]
PlayerArgument = Annotated[str, typer.Argument(metavar="ID", help="cli.help.office-id")]
Version = Annotated[str | None, typer.Option("--version", metavar="N", help="cli.help.office-version")]
ClassOption = Annotated[
    str, typer.Option("--time-class", metavar="standard|rapid|blitz", help="cli.help.office-time-class")
]
EditionOption = Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.office-edition")]
Force = Annotated[bool, typer.Option("--force", help="cli.help.office-force")]
