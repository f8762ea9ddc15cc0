"""The group `arpad norm`, and how its commands read a title; `arpad norm FILE` is `arpad norm check`."""

import typer

from arpad.cli.default_command import group_with_default
from arpad.inputs import parse
from arpad.regulations.title_editions import NORM_TITLES, NormTitle

norm = typer.Typer(cls=group_with_default("check"), help="cli.command.norm", no_args_is_help=True)


def title(typed: str) -> NormTitle:
    """Read one of the four titles with norms."""
    return parse.choice("--title", typed.strip().upper(), NORM_TITLES)
