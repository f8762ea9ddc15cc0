"""The group `arpad norm`, and how its commands read a title and a player; `arpad norm FILE` is `arpad norm check`."""

from pathlib import Path

import typer

from arpad.cli.default_command import group_with_default
from arpad.domain import Event
from arpad.locale import ArpadError
from arpad.regulations import NORM_TITLES, NormTitle
from arpad.typed import parse

norm = typer.Typer(cls=group_with_default("check"), help="cli.command.norm", no_args_is_help=True)


def title(typed: str) -> NormTitle:
    """One of the four titles with norms."""
    return parse.choice("--title", typed.strip().upper(), NORM_TITLES)


def rank_of(event: Event, file: Path, typed: str) -> int:
    """A starting rank of the report."""
    rank = parse.whole("--player", typed, 1, 9999)
    if event.player(rank) is None:
        known = [player.rank for player in event.players]
        raise ArpadError(
            "no-such-player", rank=rank, file=str(file), first=min(known, default=0), last=max(known, default=0)
        )
    return rank
