"""The group `arpad bulk` and the arguments and options that its commands share."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.shared import Group

bulk = typer.Typer(cls=Group, help="cli.command.bulk", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="cli.help.bulk-folder")]
Force = Annotated[bool, typer.Option("--force", help="cli.help.bulk-force")]
