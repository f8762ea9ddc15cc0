"""The group `arpad draw`."""

import typer

from arpad.cli.shared import Group

draw = typer.Typer(cls=Group, help="cli.command.draw", no_args_is_help=True)
