"""`arpad office player`: a player as the newest list has them, with their history."""

from typing import TYPE_CHECKING

import typer

from arpad.cli.office.app import PlayerArgument, office
from arpad.cli.office.options import OfficeCommand, desk
from arpad.cli.output import cell, line, print_json, table
from arpad.cli.shared import Shared, shared
from arpad.documents.fields import word
from arpad.i18n import number, text
from arpad.regulations.articles import TIME_CLASSES

if TYPE_CHECKING:
    from arpad.office.records import PlayerRecord


@office.command("player", cls=OfficeCommand, help="cli.command.office-player")
def player(context: typer.Context, id_: PlayerArgument) -> None:
    from arpad.office.documents import player_document
    from arpad.office.lists import show_player

    settings = shared(context)
    with desk(context) as place:
        found = show_player(place, id_)
    if settings.as_json:
        print_json(player_document(found))
    else:
        _show(settings, found)


def _show(settings: Shared, record: "PlayerRecord") -> None:
    spoken = settings.language
    line(f"{record.id} {record.name}", style="bold")
    line(" · ".join(part for part in (record.title, record.federation, record.sex, cell(record.born)) if part))
    if record.absent:
        line(word(f"absent.{record.absent}", spoken))
    if record.merged_into is not None:
        line(text("label.office-merged-into", spoken, id=record.merged_into))
    if record.last_list is not None:
        line(text("label.office-left-list", spoken, list=record.last_list))
    for time_class in TIME_CLASSES:
        entries = record.history.get(time_class, ())
        if not entries:
            continue
        rows = [
            [
                row.period.isoformat(), str(row.version), cell(row.rating), cell(row.k), str(row.games),
                "" if row.change is None else number(row.change, spoken, sign=True),
            ]
            for row in entries
        ]  # fmt: skip
        line()
        line(text(f"time-class.{time_class}", spoken), style="bold")
        table(spoken, ["period", "version", "rating", "k", "games", "change"], rows)
