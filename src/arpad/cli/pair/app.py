"""The group `arpad pair`, and what its commands share. `arpad pair FILE` is `arpad pair next FILE`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.default_command import group_with_default
from arpad.cli.findings import show_findings
from arpad.cli.output import line
from arpad.cli.report_file import load
from arpad.locale import Language, text
from arpad.pairing.documents import listed
from arpad.pairing.given_points import pairing_findings
from arpad.pairing.history import Tournament, tournament
from arpad.pairing.systems import SYSTEM
from arpad.reports import Report
from arpad.trail.findings import findings_json
from arpad.typed import parse

MOST_ROUNDS = 999

pair = typer.Typer(cls=group_with_default("next"), help="cli.command.pair", no_args_is_help=True)

System = Annotated[str | None, typer.Option("--system", metavar=SYSTEM, help="cli.help.pair-system")]
Rounds = Annotated[str | None, typer.Option("--rounds", metavar="N", help="cli.help.pair-rounds")]
RoundOption = Annotated[str | None, typer.Option("--round", metavar="N", help="cli.help.pair-round")]


def read(file: Path, system: str | None, rounds: str | None) -> tuple[Report, Tournament]:
    """A report and its tournament."""
    report = load(file)
    return report, tournament(report, parse.whole("--rounds", rounds, 1, MOST_ROUNDS) if rounds else None, system)


def found_json(report: Report, whole: Tournament, language: Language) -> dict[str, Any]:
    """Return the findings for the document, if there are any."""
    findings = pairing_findings(report, whole)
    return {"findings": findings_json(findings, language)} if findings else {}


def show_found(report: Report, whole: Tournament, language: Language) -> None:
    """Print the findings below the answer."""
    if findings := pairing_findings(report, whole):
        line()
        show_findings(findings, language, everything=False)


def asked_round(whole: Tournament, typed: str | None) -> int:
    """Return the round of the option, or the next one."""
    return parse.whole("--round", typed, 1, MOST_ROUNDS) if typed else whole.paired + 1


def names(report: Report) -> dict[int, str]:
    """Return each player as the tables show them."""
    return {player.rank: f"{player.rank} {player.name}".rstrip() for player in report.event.players}


def absent_line(ranks: tuple[int, ...], language: Language) -> str:
    """Return the players who are not paired."""
    return text("pairing.absent", language, players=listed(ranks))
