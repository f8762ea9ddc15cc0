"""Arguments and options that several commands take in the same words, and how they are read."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.i18n import ArpadError
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.domain.event import Event

DEFAULT_DATABASE = "sqlite:///arpad.db"
ReportFile = Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.report-file")]
All = Annotated[bool, typer.Option("--all", help="cli.help.all")]
StandingsEdition = Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.standings-edition")]
Out = Annotated[Path, typer.Option("-o", "--output", metavar="OUT", help="cli.help.output")]

MOST_SEED = 2**63 - 1
MOST_RANK = 9999


def seed_of(typed: str) -> int:
    """Return the number that a draw or an invented world is made from."""
    return parse.whole("--seed", typed, 0, MOST_SEED)


def decoded(data: bytes, file: Path) -> str:
    """Return the text of a file."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ArpadError("file-text", file=str(file)) from None


def event_with_games(file: Path) -> "Event":
    """Return the event of a report; a file without games has no norms."""
    from arpad.library.files import load_report

    report = load_report(file)
    if report.format == "feda":
        raise ArpadError("norm.without-games", file=str(file))
    return report.event


def rank_typed(event: "Event", file: Path, typed: str) -> int:
    """Return the starting rank that was typed after `--player`, if the report has such a player."""
    rank = parse.whole("--player", typed, 1, MOST_RANK)
    if event.player(rank) is None:
        known = [player.rank for player in event.players]
        raise ArpadError(
            "no-such-player", rank=rank, file=str(file), first=min(known, default=0), last=max(known, default=0)
        )
    return rank
