"""What a command of the laboratory looks at: Parquet files, or the office."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.lab.app import ClassOption
from arpad.cli.office.options import OfficeOptions, desk
from arpad.cli.office.working import steps
from arpad.cli.shared import Command, Shared, declared, shared
from arpad.i18n import ArpadError, text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.bulk.replay import Line
    from arpad.lab.source import ScaleSource

BY_DATE = "by-date"
NOT_BALANCED = 1
VERSIONS = ("newest", "first")


@dataclass(frozen=True, slots=True)
class ScaleOptions:
    """What a command looks at, as it was typed."""

    bulk: Annotated[tuple[Path, Path] | None, typer.Option("--bulk", metavar="WORLD OUT", help="cli.help.lab-bulk")] = (
        None
    )
    edition: Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.lab-edition")] = None
    time_class: ClassOption = "standard"
    version: Annotated[str, typer.Option("--version", metavar="|".join(VERSIONS), help="cli.help.lab-version")] = (
        VERSIONS[0]
    )


class ScaleCommand(Command):
    """A command on lists and games, of files or of the office."""

    declares = (ScaleOptions, OfficeOptions)


@contextmanager
def scale_source(context: typer.Context) -> "Iterator[ScaleSource]":
    """Open the source of a command. A list that does not follow from its games ends it, with the player's id."""
    from arpad.lab.rating_account import Unbalanced

    settings, typed = shared(context), declared(context, ScaleOptions)
    try:
        if typed.bulk is not None:
            from arpad.lab.bulk_source import BulkSource

            with steps(settings, "label.lab-reading") as progress:
                found = BulkSource(*typed.bulk, line_of(settings, typed.bulk[1], typed.edition), progress)
            yield found
            return
        from arpad.office.lab_data import office_source

        chosen = parse.time_class("--time-class", typed.time_class)
        first = parse.choice("--version", typed.version, VERSIONS) == "first"
        with desk(context) as place, office_source(place, chosen, first_versions=first) as office:
            yield office
    except Unbalanced as wrong:
        words = text(
            "label.lab-unbalanced",
            settings.language,
            date=f"{wrong.date:%Y-%m}",
            id=wrong.player,
            listed=wrong.listed,
            expected=wrong.expected,
        )
        print(words, file=sys.stderr)
        raise typer.Exit(NOT_BALANCED) from None


def line_of(settings: Shared, out: Path, edition: str | None) -> "Line":
    """Return the editions of lists: the one that is named, else the one that the lists name, else each by its date."""
    from arpad.bulk.replay import by_date, only
    from arpad.bulk.run import RESULT
    from arpad.bulk.state import edition_of_lists

    file = out / RESULT
    if edition is None:
        if not file.is_file():
            raise ArpadError("bulk-no-lists", folder=str(out))
        edition = edition_of_lists(file)
    if not edition or edition == BY_DATE:
        return by_date(settings.regulations)
    return only(settings.edition(edition))
