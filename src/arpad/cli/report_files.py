"""Reports that commands on norms and arbiters read: their games and their players."""

from pathlib import Path

from arpad.domain import Event
from arpad.locale import ArpadError
from arpad.surface.sources import load_report
from arpad.typed import parse

MOST_RANK = 9999


def event_with_games(file: Path) -> Event:
    """Return the event of a report; a file without games has no norms."""
    report = load_report(file)
    if report.format == "feda":
        raise ArpadError("norm.without-games", file=str(file))
    return report.event


def rank_typed(event: Event, file: Path, typed: str) -> int:
    """Return the starting rank that was typed after `--player`, if the report has such a player."""
    rank = parse.whole("--player", typed, 1, MOST_RANK)
    if event.player(rank) is None:
        known = [player.rank for player in event.players]
        raise ArpadError(
            "no-such-player", rank=rank, file=str(file), first=min(known, default=0), last=max(known, default=0)
        )
    return rank
