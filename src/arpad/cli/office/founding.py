"""`arpad office init`, `upgrade`, `time-zone`, `import-list`: an office is founded, brought up to date, given its time
zone and its first list."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.comparing import comparison_json, show_comparison
from arpad.cli.findings import show_findings
from arpad.cli.office.app import ClassOption, EditionOption, office
from arpad.cli.office.documents import show_changes
from arpad.cli.office.options import OfficeCommand, acting, at_typed, desk, office_options, opened
from arpad.cli.office.working import reading, tables, whole
from arpad.cli.output import line, print_json, tell
from arpad.cli.shared import shared
from arpad.documents.findings import findings_json
from arpad.i18n import text
from arpad.inputs import parse
from arpad.office.documents import SHORT, VERSION, changes_document


@office.command("init", cls=OfficeCommand, help="cli.command.office-init")
def init(
    context: typer.Context,
    federation: Annotated[
        str | None, typer.Option("--federation", metavar="XYZ", help="cli.help.office-own-federation")
    ] = None,
) -> None:
    from arpad.office.context import found_system

    settings = shared(context)
    own = "" if federation is None else parse.federation("--federation", federation)
    with desk(context, founds=True) as place, whole(settings):
        made = found_system(place, own)
        database = place.database.address.shown
    words = text("label.office-founded", settings.language, system=made.name, database=database)
    tell(settings, {"database": database, "system": made.name, "federation": made.federation}, words)


@office.command("upgrade", cls=OfficeCommand, help="cli.command.office-upgrade")
def upgrade(
    context: typer.Context,
    backups: Annotated[
        Path | None,
        typer.Option(
            "--backups", metavar="DIR", envvar="ARPAD_BACKUPS", show_envvar=False, help="cli.help.office-backups"
        ),
    ] = None,
) -> None:
    from arpad.office.storage.backups import upgrade_after_backup
    from arpad.office.storage.schema import REVISION

    settings, at = shared(context), at_typed(office_options(context).at)
    with opened(context) as database, tables(settings, "label.office-backing-up") as progress:
        own = database.address.path
        folder = backups or (Path() if own is None else own.parent)
        before = upgrade_after_backup(database, folder, at, progress)
        shown = database.address.shown
    if settings.as_json:
        print_json({"database": shown, "revision": REVISION, "backup": None if before is None else str(before)})
        return
    if before is not None:
        line(text("label.office-backed-up-before", settings.language, file=str(before)))
    line(text("label.office-upgraded", settings.language, database=shown, revision=REVISION), style="bold")


@office.command("time-zone", cls=OfficeCommand, help="cli.command.office-time-zone")
def time_zone(
    context: typer.Context,
    zone: Annotated[str | None, typer.Argument(metavar="[ZONE]", help="cli.help.office-time-zone")] = None,
) -> None:
    from arpad.office.context import office_zone, set_office_zone

    settings = shared(context)
    with opened(context) as database:
        database.check()
        found = office_zone(database) if zone is None else set_office_zone(database, zone, acting(context))
    key = "label.office-time-zone" if found else "label.office-no-time-zone"
    tell(settings, {"time_zone": found or None}, text(key, settings.language, zone=found), style="")


@office.command("import-list", cls=OfficeCommand, help="cli.command.office-import-list")
def import_list(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="LIST", help="cli.help.list-file")],
    date: Annotated[str, typer.Option("--date", metavar="DATE", help="cli.help.office-list-date")],
    time_class: ClassOption = "standard",
    edition: EditionOption = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="cli.help.office-reason-optional")] = "",
    many_gone: Annotated[bool, typer.Option("--many-gone", help="cli.help.office-many-gone")] = False,
    publish: Annotated[bool, typer.Option("--publish", help="cli.help.office-publish-at-once")] = False,
) -> None:
    from arpad.formats.rating_lists.columns import Found
    from arpad.office.lists import compare_versions, list_changes
    from arpad.office.periods import import_list as import_into

    settings = shared(context)
    day, chosen = parse.day_or_month("--date", date), parse.time_class("--time-class", time_class)
    found, again = Found(), None
    with desk(context) as place, reading(settings, "label.office-importing", file) as progress:
        made = import_into(
            place,
            file,
            day,
            time_class=chosen,
            edition=edition,
            reason=reason,
            many_gone=many_gone,
            publish=publish,
            progress=progress,
            found=found,
        )
        changes = list_changes(place, made.period, made.number)
        if made.number > 1:
            again = compare_versions(place, (made.period, made.number - 1), (made.period, made.number))
    if settings.as_json:
        told = {"findings": findings_json(found.in_order(), settings.language), "findings_count": found.count}
        differs = {} if again is None else {"comparison": comparison_json(*again)}
        print_json({**VERSION.document(made), **told, **changes_document(changes), **differs})
        return
    spoken = settings.language
    line(
        text("label.office-imported", spoken, players=made.players, period=made.period, version=made.number),
        style="bold",
    )
    line(text("label.office-digest", spoken, digest=made.digest[:SHORT]))
    if made.state == "provisional":
        line(text("label.office-import-provisional", spoken, period=f"{made.period:%Y-%m}"))
    show_findings(found.in_order(), spoken, everything=False)
    show_changes(settings, made.period, changes)
    if again is not None:
        show_comparison(settings, *again, None, everything=False)
