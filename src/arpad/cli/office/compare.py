"""`arpad office compare`: another list, or another version, against a list of the office."""

import datetime as dt
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.comparing import All, Kinds, show_comparison
from arpad.cli.office.app import ClassOption, Version, office
from arpad.cli.office.options import OfficeCommand, desk
from arpad.cli.office.working import reading
from arpad.cli.shared import shared
from arpad.i18n import ArpadError
from arpad.inputs import parse


@office.command("compare", cls=OfficeCommand, help="cli.command.office-compare")
def compare(
    context: typer.Context,
    listed: Annotated[str, typer.Argument(metavar="LIST", help="cli.help.office-compare-list")],
    date: Annotated[str | None, typer.Option("--date", metavar="DATE", help="cli.help.office-compare-date")] = None,
    ours: Annotated[str | None, typer.Option("--with", metavar="PERIOD", help="cli.help.office-compare-with")] = None,
    version: Version = None,
    time_class: ClassOption = "standard",
    kinds: Kinds = None,
    everything: All = False,
) -> None:
    from arpad.office.lists import compare_file, compare_versions

    settings = shared(context)
    chosen, number = parse.time_class("--time-class", time_class), parse.version(version)
    if number is not None and ours is None:
        raise ArpadError("office-only-with", option="--version", other="--with")
    named = None if ours is None else (parse.period("--with", ours), number)
    file = Path(listed)
    if not file.is_file() and (own := _own_list(listed)) is not None:
        if named is None or date is not None:
            raise ArpadError("compare-own", list=listed)
        with desk(context) as place:
            found, names = compare_versions(place, named, own)
    else:
        day = None if date is None else parse.day_or_month("--date", date)
        with desk(context) as place, reading(settings, "label.list-reading", file) as progress:
            found, names = compare_file(place, file, day, chosen, named, progress)
    show_comparison(settings, found, names, kinds, everything)


def _own_list(value: str) -> "tuple[dt.date, int | None] | None":
    """Read 2024-05 or 2024-05:2, a version of a list of the office; None if the text is something else."""
    period, _, number = value.partition(":")
    try:
        return parse.period("LIST", period), parse.number("LIST", number) if number else None
    except ArpadError:
        return None
