"""Arguments and options that several commands take in the same words."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.typed import parse

DEFAULT_DATABASE = "sqlite:///arpad.db"
ReportFile = Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.report-file")]
All = Annotated[bool, typer.Option("--all", help="cli.help.all")]
StandingsEdition = Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.standings-edition")]
Out = Annotated[Path, typer.Option("-o", "--output", metavar="OUT", help="cli.help.output")]

MOST_SEED = 2**63 - 1


def seed_of(typed: str) -> int:
    """The number that a draw or an invented world is made from."""
    return parse.whole("--seed", typed, 0, MOST_SEED)
