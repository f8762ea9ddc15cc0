"""The group `arpad calc` and the options its commands share."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.shared import Group, complete_edition

calc = typer.Typer(cls=Group, help="cli.command.calc", no_args_is_help=True)

EditionOption = Annotated[
    str, typer.Option("--edition", metavar="ID", help="cli.help.edition", autocompletion=complete_edition)
]
AnyEdition = Annotated[
    str | None,
    typer.Option("--edition", metavar="ID", help="cli.help.edition", autocompletion=complete_edition),
]
Games = Annotated[list[str] | None, typer.Option("--game", metavar="OPPONENT:SCORE[:EVENT]", help="cli.help.game")]
RatingOption = Annotated[str | None, typer.Option("--rating", metavar="R", help="cli.help.rating")]
PeriodGames = Annotated[str | None, typer.Option("--period-games", metavar="N", help="cli.help.period-games")]
Standard = Annotated[str | None, typer.Option("--standard", metavar="R", help="cli.help.standard")]
TransitionStandard = Annotated[str | None, typer.Option("--standard", metavar="R", help="cli.help.transition-standard")]
Explain = Annotated[bool, typer.Option("--explain", help="cli.help.explain")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="cli.help.html")]

MOST_GAMES = 100_000
