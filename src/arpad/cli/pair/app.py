"""The group `arpad pair`, and what its commands share. `arpad pair FILE` is `arpad pair next FILE`."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.default_command import group_with_default
from arpad.cli.report_file import load
from arpad.locale import ArpadError, Language, text
from arpad.pairing.documents import SYSTEM, listed
from arpad.pairing.history import Tournament, tournament
from arpad.reports import Report, parse

MOST_ROUNDS = 999

pair = typer.Typer(cls=group_with_default("next"), help="cli.command.pair", no_args_is_help=True)

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.report-file")]
System = Annotated[str, typer.Option("--system", metavar=SYSTEM, help="cli.help.pair-system")]
Rounds = Annotated[str | None, typer.Option("--rounds", metavar="N", help="cli.help.pair-rounds")]
RoundOption = Annotated[str | None, typer.Option("--round", metavar="N", help="cli.help.pair-round")]


def read(file: Path, system: str, rounds: str | None) -> tuple[Report, Tournament]:
    """A report and its tournament."""
    if system != SYSTEM:
        raise ArpadError("pairing-system", value=system)
    report = load(file)
    return report, tournament(report, parse.whole("--rounds", rounds, 1, MOST_ROUNDS) if rounds else None)


def asked_round(whole: Tournament, typed: str | None) -> int:
    """The round that was asked for, or the next one."""
    return parse.whole("--round", typed, 1, MOST_ROUNDS) if typed else whole.paired + 1


def names(report: Report) -> dict[int, str]:
    """Each player as the tables show him."""
    return {player.rank: f"{player.rank} {player.name}".rstrip() for player in report.event.players}


def absent_line(ranks: tuple[int, ...], language: Language) -> str:
    """Who is not paired."""
    return text("pairing.absent", language, players=listed(ranks))
