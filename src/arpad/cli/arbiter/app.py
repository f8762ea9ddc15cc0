"""The group `arpad arbiter`, and what its commands share: how conditions are shown, days, files of reports."""

import datetime as dt
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer

from arpad.arbiters.events import asked_words, check_name, found_words
from arpad.cli.arguments import event_with_games
from arpad.cli.shared import Group
from arpad.cli.titles.checks import CheckWords, check_rows, show_checks
from arpad.domain.event import Event
from arpad.i18n import Language
from arpad.inputs import parse
from arpad.titles.model import Check

arbiter = typer.Typer(cls=Group, help="cli.command.arbiter", no_args_is_help=True)

AGAINST = 1
Day = Annotated[str | None, typer.Option("--date", metavar="DATE", help="cli.help.arbiter-date")]
TomlFile = Annotated[Path, typer.Argument(metavar="FILE.toml", help="cli.help.arbiter-file")]
ARBITER_CHECKS = CheckWords(check_name, asked_words, found_words)


def day_typed(typed: str | None) -> dt.date | None:
    return None if typed is None else parse.date("--date", typed)


def reports_beside(file: Path) -> Callable[[str], Event]:
    """Return a reader of the reports that a file names: their paths begin in its folder."""
    return lambda name: event_with_games(file.parent / name)


def show_arbiter_checks(checks: Iterable[Check], language: Language) -> None:
    """Print a table of conditions."""
    show_checks(check_rows(checks, language, (), ARBITER_CHECKS), language)
