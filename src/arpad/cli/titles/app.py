"""The group `arpad titles` and the options its commands share."""

import datetime as dt
from typing import Annotated

import typer

from arpad.cli.shared import Group
from arpad.domain.event import Sex
from arpad.i18n import ArpadError
from arpad.regulations.title_editions import TitleEdition, title_edition, title_edition_for, title_editions

titles = typer.Typer(cls=Group, help="cli.command.titles", no_args_is_help=True)

NOTHING = 1
TitleEditionOption = Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.title-edition")]
SexOption = Annotated[str, typer.Option("--sex", metavar="m|f", help="cli.help.title-sex")]
AnySex = Annotated[str | None, typer.Option("--sex", metavar="m|f", help="cli.help.direct-sex")]


def sex_of(typed: str) -> Sex:
    if typed == "f":
        return "f"
    if typed == "m":
        return "m"
    raise ArpadError("title-sex", value=typed)


def edition_of(name: str | None, date: dt.date | None) -> TitleEdition:
    """Return the named edition, or the one in force on a day: the first for earlier days, the last without a day."""
    if name is not None:
        return title_edition(name)
    everything = title_editions()
    if date is None:
        return everything[-1]
    return title_edition_for(max(date, everything[0].effective))
