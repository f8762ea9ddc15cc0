"""`arpad office personal-data`: everything about one player, as one JSON document."""

from typing import Annotated

import typer

from arpad.cli.office.app import PlayerArgument, office
from arpad.cli.office.options import OfficeCommand, desk, events_beside
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
    from arpad.office.tournaments.players import person_data

    with events_beside(context, events) as other, desk(context) as place:
        print_json(person_data(place, id_, other))
