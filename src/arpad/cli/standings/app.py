"""The group `arpad standings`, and the options its commands share. `arpad standings FILE` is `arpad standings show`."""

from dataclasses import dataclass
from typing import Annotated

import typer

from arpad.cli.default_command import group_with_default
from arpad.cli.shared import Command
from arpad.inputs import parse
from arpad.standings.competition import SYSTEM_NAMES
from arpad.standings.table import Wishes

MOST_ROUNDS = 999
HIGHEST_NUMBER = 9999

standings = typer.Typer(cls=group_with_default("show"), help="cli.command.standings", no_args_is_help=True)

TieBreaks = Annotated[str | None, typer.Option("--tie-breaks", metavar="LIST", help="cli.help.standings-tie-breaks")]


@dataclass(frozen=True, slots=True)
class StandingsOptions:
    """What the standings are to be, as it was typed."""

    round_number: Annotated[str | None, typer.Option("--round", metavar="N", help="cli.help.standings-round")] = None
    tie_breaks: TieBreaks = None
    system: Annotated[
        str | None, typer.Option("--system", metavar="|".join(SYSTEM_NAMES), help="cli.help.standings-system")
    ] = None

    @property
    def wishes(self) -> Wishes:
        """Read and check what was typed."""
        number, system = self.round_number, self.system
        return Wishes(
            round=None if number is None else parse.whole("--round", number, 1, MOST_ROUNDS),
            tie_breaks=self.tie_breaks,
            system=None if system is None else parse.choice("--system", system, SYSTEM_NAMES),
        )


class StandingsCommand(Command):
    """A command on the standings of a report."""

    declares = (StandingsOptions,)
