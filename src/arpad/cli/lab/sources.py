"""What a command of the laboratory looks at: Parquet files, or the office."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arpad.cli.lab.app import BY_DATE
from arpad.cli.office.options import desk
from arpad.cli.office.working import steps
from arpad.cli.shared import Shared, shared
from arpad.locale import ArpadError, text
from arpad.typed import parse

if TYPE_CHECKING:
    from arpad.bulk.line import Line
    from arpad.lab.steps import ScaleSource

NOT_BALANCED = 1
VERSIONS = ("newest", "first")


@contextmanager
def scale_source(
    context: typer.Context,
    bulk: tuple[Path, Path] | None,
    edition: str | None,
    time_class: str = "standard",
    version: str = VERSIONS[0],
) -> "Iterator[ScaleSource]":
    """Open the source of a command. A list that does not follow from its games ends it, with the player's id."""
    from arpad.lab.account import Unbalanced

    settings = shared(context)
    try:
        if bulk is not None:
            from arpad.lab.bulk_source import BulkSource

            with steps(settings, "label.lab-reading") as progress:
                found = BulkSource(*bulk, line_of(settings, bulk[1], edition), progress)
            yield found
            return
        from arpad.office.scale import office_source

        chosen = parse.time_class("--time-class", time_class)
        first = parse.choice("--version", version, VERSIONS) == "first"
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
    from arpad.bulk.line import by_date, only
    from arpad.bulk.rows import edition_of_lists
    from arpad.bulk.running import RESULT

    file = out / RESULT
    if edition is None:
        if not file.is_file():
            raise ArpadError("bulk-no-lists", folder=str(out))
        edition = edition_of_lists(file)
    if not edition or edition == BY_DATE:
        return by_date(settings.regulations)
    return only(settings.edition(edition))
