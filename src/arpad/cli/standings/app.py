"""The group `arpad standings`, and the options its commands share. `arpad standings FILE` is `arpad standings show`."""

from typing import Annotated

import typer

from arpad.cli.default_command import group_with_default
from arpad.standings.competition import SYSTEM_NAMES
from arpad.typed import parse

MOST_ROUNDS = 999
HIGHEST_NUMBER = 9999

standings = typer.Typer(cls=group_with_default("show"), help="cli.command.standings", no_args_is_help=True)

RoundOption = Annotated[str | None, typer.Option("--round", metavar="N", help="cli.help.standings-round")]
TieBreaks = Annotated[str | None, typer.Option("--tie-breaks", metavar="LIST", help="cli.help.standings-tie-breaks")]
SystemOption = Annotated[
    str | None, typer.Option("--system", metavar="|".join(SYSTEM_NAMES), help="cli.help.standings-system")
]
Editions = Annotated[list[str] | None, typer.Option("--edition", metavar="ID", help="cli.help.standings-edition")]


def asked_round(typed: str | None) -> int | None:
    return None if typed is None else parse.whole("--round", typed, 1, MOST_ROUNDS)


def asked_system(typed: str | None) -> str | None:
    return None if typed is None else parse.choice("--system", typed, SYSTEM_NAMES)
