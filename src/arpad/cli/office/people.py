"""`arpad office player`, `person`, `merge`, `unmerge`, `exclude`, `readmit`: who the players are, and who is listed."""

from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office.app import From, PlayerArgument, Reason, office
from arpad.cli.office.corrections import REPLAYING
from arpad.cli.office.documents import answer_replay
from arpad.cli.office.options import OfficeCommand, desk
from arpad.cli.office.working import steps
from arpad.cli.output import cell, line, print_json, table
from arpad.cli.shared import Shared, shared
from arpad.locale import number, text
from arpad.office.wording import word
from arpad.regulations import TIME_CLASSES
from arpad.typed import parse
from arpad.typed.people import person_changes

if TYPE_CHECKING:
    from arpad.office.records import PlayerRecord

Keep = Annotated[str, typer.Argument(metavar="KEEP", help="cli.help.office-keep")]
Drop = Annotated[str, typer.Argument(metavar="DROP", help="cli.help.office-drop")]
Fed = Annotated[str, typer.Argument(metavar="FED", help="cli.help.office-fed")]


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


def _show(settings: Shared, it: "PlayerRecord") -> None:
    spoken = settings.language
    line(f"{it.id} {it.name}", style="bold")
    line(" · ".join(part for part in (it.title, it.federation, it.sex, cell(it.born)) if part))
    if it.absent:
        line(word(f"absent.{it.absent}", spoken))
    if it.merged_into is not None:
        line(text("label.office-merged-into", spoken, id=it.merged_into))
    for time_class in TIME_CLASSES:
        entries = it.history.get(time_class, ())
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


@office.command("person", cls=OfficeCommand, help="cli.command.office-person")
def person(
    context: typer.Context,
    id_: PlayerArgument,
    since: From,
    name: Annotated[str | None, typer.Option("--name", metavar="TEXT", help="cli.help.office-name")] = None,
    federation: Annotated[
        str | None, typer.Option("--federation", metavar="XYZ", help="cli.help.office-transfer")
    ] = None,
    sex: Annotated[str | None, typer.Option("--sex", metavar="m|f", help="cli.help.office-sex")] = None,
    title: Annotated[str | None, typer.Option("--title", metavar="TITLE", help="cli.help.office-title")] = None,
    born: Annotated[str | None, typer.Option("--born", metavar="YEAR", help="cli.help.office-born")] = None,
    birthday: Annotated[str | None, typer.Option("--birthday", metavar="DATE", help="cli.help.office-birthday")] = None,
    deceased: Annotated[bool, typer.Option("--deceased", help="cli.help.office-deceased")] = False,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="cli.help.office-reason-optional")] = "",
) -> None:
    from arpad.office.deciding import change_person

    settings = shared(context)
    given = {"name": name, "federation": federation, "sex": sex, "title": title, "born": born, "birthday": birthday}
    changes = person_changes(given, deceased=deceased, option="--{}".format)
    date = parse.period("--from", since)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = change_person(place, id_, changes, date, reason, progress)
    answer_replay(settings, done)


@office.command("merge", cls=OfficeCommand, help="cli.command.office-merge")
def merge(context: typer.Context, keep: Keep, drop: Drop, reason: Reason) -> None:
    from arpad.office.deciding import merge as merge_identities

    settings = shared(context)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = merge_identities(place, keep, drop, reason, progress)
    answer_replay(settings, done)


@office.command("unmerge", cls=OfficeCommand, help="cli.command.office-unmerge")
def unmerge(context: typer.Context, keep: Keep, drop: Drop, reason: Reason) -> None:
    from arpad.office.deciding import unmerge as unmerge_identities

    settings = shared(context)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = unmerge_identities(place, keep, drop, reason, progress)
    answer_replay(settings, done)


@office.command("exclude", cls=OfficeCommand, help="cli.command.office-exclude")
def exclude(context: typer.Context, federation: Fed, since: From, reason: Reason) -> None:
    from arpad.office.deciding import exclude as exclude_federation

    settings = shared(context)
    fed, date = parse.federation("FED", federation), parse.period("--from", since)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = exclude_federation(place, fed, date, reason, progress)
    answer_replay(settings, done)


@office.command("readmit", cls=OfficeCommand, help="cli.command.office-readmit")
def readmit(context: typer.Context, federation: Fed, since: From, reason: Reason) -> None:
    from arpad.office.deciding import readmit as readmit_federation

    settings = shared(context)
    fed, date = parse.federation("FED", federation), parse.period("--from", since)
    with desk(context) as place, steps(settings, REPLAYING) as progress:
        done = readmit_federation(place, fed, date, reason, progress)
    answer_replay(settings, done)
