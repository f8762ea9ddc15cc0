"""`arpad office personal-data`: everything about one player, as one JSON document."""

from typing import Annotated

import typer

from arpad.cli.office.app import PlayerArgument, office
from arpad.cli.office.options import OfficeCommand, desk, office_options
from arpad.cli.output import print_json


@office.command("personal-data", cls=OfficeCommand, help="cli.command.office-personal-data")
def personal_data(
    context: typer.Context,
    id_: PlayerArgument,
    events: Annotated[
        str | None,
        typer.Option("--events", metavar="URL", envvar="ARPAD_EVENTS", show_envvar=False, help="cli.help.event-events"),
    ] = None,
) -> None:
    from arpad.office.storage import Database
    from arpad.office.tournaments import person_data

    other = Database(events) if events is not None and events != office_options(context).db else None
    try:
        with desk(context) as place:
            print_json(person_data(place, id_, other))
    finally:
        if other is not None:
            other.dispose()
