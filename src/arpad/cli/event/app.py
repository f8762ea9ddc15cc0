"""The group `arpad event`, and what its commands share."""

from typing import Annotated

import typer

from arpad.cli.shared import Group

event = typer.Typer(cls=Group, help="cli.command.event", no_args_is_help=True)

Slug = Annotated[str, typer.Argument(metavar="SLUG", help="cli.help.event-slug")]
RoundNumber = Annotated[str, typer.Argument(metavar="ROUND", help="cli.help.event-round")]
OptionalRound = Annotated[str | None, typer.Argument(metavar="[ROUND]", help="cli.help.event-round")]
BoardNumber = Annotated[str, typer.Argument(metavar="BOARD", help="cli.help.event-board")]
EntryNumber = Annotated[str, typer.Argument(metavar="ENTRY", help="cli.help.event-entry")]
MOST = 9999
SIGNED = {"ignore_unknown_options": True}
"""For commands whose arguments may begin with a minus sign: -/+, -1/2."""
