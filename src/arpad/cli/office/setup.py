"""`arpad office` commands that create, upgrade, back up and restore an office, and import its first list."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from arpad.cli.lists import comparison_json, show_comparison
from arpad.cli.office.options import (
    ClassOption,
    EditionOption,
    Force,
    MailFrom,
    MailSite,
    OfficeCommand,
    Smtp,
    acting,
    at_typed,
    desk,
    events_beside,
    mail_server,
    office,
    office_options,
    opened,
    reading,
    show_changes,
    tables,
    whole,
)
from arpad.cli.options import Argument, Option, Shared, shared
from arpad.cli.output import line, print_json, show_findings, tell
from arpad.documents.findings import findings_json
from arpad.i18n import ArpadError, StorageFault, text
from arpad.inputs import parse
from arpad.lists.list_versions import SHORT

if TYPE_CHECKING:
    from arpad.office.storage.backups import BackupHead, FolderBackup
    from arpad.office.storage.database import Database
    from arpad.office.storage.log_table import Acting


# `arpad office init`, `upgrade`, `time-zone`, `about`, `import-list`: an office is founded, brought up to date, given
# its time zone, its name and its first list.


@office.command("init", cls=OfficeCommand, help="cli.command.office-init")
def init(
    context: click.Context,
    federation: Annotated[
        str | None, Option("--federation", metavar="XYZ", help="cli.help.office-own-federation")
    ] = None,
) -> None:
    from arpad.office.context import found_system

    settings = shared(context)
    own = "" if federation is None else parse.federation("--federation", federation)
    with desk(context, founds=True) as place, whole(settings):
        record = found_system(place, own)
        database = place.database.address.shown
    words = text("label.office-founded", settings.language, system=record.name, database=database)
    tell(settings, {"database": database, "system": record.name, "federation": record.federation}, words)


@office.command("upgrade", cls=OfficeCommand, help="cli.command.office-upgrade")
def upgrade(
    context: click.Context,
    backups: Annotated[
        Path | None,
        Option("--backups", metavar="DIR", envvar="ARPAD_BACKUPS", help="cli.help.office-backups"),
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
    context: click.Context,
    zone: Annotated[str | None, Argument(metavar="[ZONE]", help="cli.help.office-time-zone")] = None,
) -> None:
    from arpad.office.storage.database import office_zone, set_office_zone

    settings = shared(context)
    with opened(context) as database:
        database.check()
        found = office_zone(database) if zone is None else set_office_zone(database, zone, acting(context))
    key = "label.office-time-zone" if found else "label.office-no-time-zone"
    tell(settings, {"time_zone": found or None}, text(key, settings.language, zone=found), style="")


@office.command("about", cls=OfficeCommand, help="cli.command.office-about")
def about(
    context: click.Context,
    name: Annotated[str | None, Option("--name", metavar="NAME", help="cli.help.office-about-name")] = None,
    contact: Annotated[str | None, Option("--contact", metavar="ADDRESS", help="cli.help.office-about-contact")] = None,
) -> None:
    from arpad.office.details import details_of, set_details

    settings = shared(context)
    with opened(context) as database:
        database.check()
        asked = name is None and contact is None
        found = details_of(database) if asked else set_details(database, name, contact, acting(context))
    key = "label.office-about" if found.name or found.contact else "label.office-about-none"
    words = text(key, settings.language, name=found.name or "–", contact=found.contact or "–")
    tell(settings, {"name": found.name or None, "contact": found.contact or None}, words, style="")


@office.command("import-list", cls=OfficeCommand, help="cli.command.office-import-list")
def import_list(
    context: click.Context,
    file: Annotated[Path, Argument(metavar="LIST", help="cli.help.list-file")],
    date: Annotated[str, Option("--date", metavar="DATE", help="cli.help.office-list-date")],
    time_class: ClassOption = "standard",
    edition: EditionOption = None,
    reason: Annotated[str, Option("--reason", metavar="TEXT", help="cli.help.office-reason-optional")] = "",
    many_gone: Annotated[bool, Option("--many-gone", help="cli.help.office-many-gone")] = False,
    publish: Annotated[bool, Option("--publish", help="cli.help.office-publish-at-once")] = False,
) -> None:
    from arpad.formats.rating_lists.columns import Found
    from arpad.office.lists import compare_versions, list_changes
    from arpad.office.periods import import_list as import_into

    settings = shared(context)
    day, chosen = parse.day_or_month("--date", date), parse.time_class("--time-class", time_class)
    found, again = Found(), None
    with desk(context) as place, reading(settings, "label.office-importing", file) as progress:
        into = import_into(
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
        changes = list_changes(place, into.period, into.number)
        if into.number > 1:
            again = compare_versions(place, (into.period, into.number - 1), (into.period, into.number))
    if settings.as_json:
        findings = {"findings": findings_json(found.in_order(), settings.language), "findings_count": found.count}
        differs = {} if again is None else {"comparison": comparison_json(*again)}
        print_json({**into.document(), **findings, **changes.document(), **differs})
        return
    language = settings.language
    line(
        text("label.office-imported", language, players=into.players, period=into.period, version=into.number),
        style="bold",
    )
    line(text("label.office-digest", language, digest=into.digest[:SHORT]))
    if into.state == "provisional":
        line(text("label.office-import-provisional", language, period=f"{into.period:%Y-%m}"))
    show_findings(found.in_order(), language, everything=False)
    show_changes(settings, into.period, changes)
    if again is not None:
        show_comparison(settings, *again, None, everything=False)


# `arpad office backup`, `restore`: the whole office in one file, and back.

MOST_DAYS = 3660


def _document(head: "BackupHead", file: Path, database: str) -> dict[str, Any]:
    return {
        "file": str(file),
        "database": database,
        "format": head.format,
        "revision": head.revision,
        "release": head.release,
        "tables": [{"table": member.table, "rows": member.rows, "sha256": member.sha256} for member in head.members],
    }


def _rows(head: "BackupHead") -> int:
    return sum(member.rows for member in head.members)


@office.command("backup", cls=OfficeCommand, help="cli.command.office-backup")
def backup(
    context: click.Context,
    output: Annotated[
        Path | None,
        Argument(metavar="OUT", envvar="ARPAD_BACKUPS", help="cli.help.office-backup-out"),
    ] = None,
    keep: Annotated[str | None, Option("--keep", metavar="N", help="cli.help.office-backup-keep")] = None,
    rehearse: Annotated[bool, Option("--rehearse", help="cli.help.office-backup-rehearse")] = False,
    events: Annotated[
        str | None,
        Option(
            "--events",
            metavar="URL",
            envvar="ARPAD_EVENTS",
            help="cli.help.office-backup-events",
        ),
    ] = None,
    force: Force = False,
) -> None:
    from arpad.office.storage.backups import FolderBackup, backup_into, thin_out
    from arpad.office.storage.backups import backup as write_backup

    if output is None:
        raise ArpadError("backup-where")
    settings, by = shared(context), acting(context)
    days = None if keep is None else parse.whole("--keep", keep, 1, MOST_DAYS)
    with opened(context) as database, events_beside(context, events) as tournaments:
        one_file = days is None and not output.is_dir()
        with tables(settings, "label.office-backing-up") as progress:
            if one_file:
                folder_backup = FolderBackup(by.at, output, write_backup(database, output, progress, overwrite=force))
            else:
                folder_backup = backup_into(output, database, by.at, events=tournaments, progress=progress)
        if one_file and tournaments is not None:
            _warn(text("label.office-backup-no-events", settings.language, database=tournaments.address.shown))
        if rehearse:
            _rehearse(settings, folder_backup, by)
        removed = [] if days is None else thin_out(output, days, folder_backup.at)
        _log_backup(settings, database, by, folder_backup)
        _show(settings, folder_backup, database, tournaments, removed, rehearsed=rehearse)


def _rehearse(settings: Shared, made: "FolderBackup", by: "Acting") -> None:
    from arpad.office.proof.verification import rehearse

    with tables(settings, "label.office-rehearsing") as progress:
        for file in (made.file, made.events_file):
            if file is not None:
                rehearse(file, settings.regulations, by, progress)


def _log_backup(settings: Shared, database: "Database", by: "Acting", made: "FolderBackup") -> None:
    """Write the backup into the log. Only warn if the database cannot be written to: the backup is good anyway."""
    from arpad.office.storage.backups import record_backup

    try:
        record_backup(database, by, made.file.name, made.head)
    except StorageFault as problem:
        _warn(text("label.office-backup-not-told", settings.language, problem=problem.text(settings.language)))


def _warn(words: str) -> None:
    print(words, file=sys.stderr)


def _show(
    settings: Shared,
    made: "FolderBackup",
    database: "Database",
    events: "Database | None",
    removed: list[Path],
    *,
    rehearsed: bool,
) -> None:
    written = [(made.file, made.head, database)]
    if events is not None and made.events_file is not None and made.events_head is not None:
        written.append((made.events_file, made.events_head, events))
    if settings.as_json:
        documents = [_document(head, file, own.address.shown) for file, head, own in written]
        more = {"rehearsed": rehearsed, "removed": [str(file) for file in removed]}
        print_json(documents[0] | {"events": documents[1] if len(documents) > 1 else None} | more)
        return
    for file, head, _ in written:
        line(text("label.office-backed-up", settings.language, file=str(file), rows=_rows(head)), style="bold")
    if rehearsed:
        line(text("label.office-rehearsed", settings.language))
    if removed:
        line(text("label.office-thinned", settings.language, count=len(removed)))


@office.command("restore", cls=OfficeCommand, help="cli.command.office-restore")
def restore(
    context: click.Context,
    file: Annotated[Path, Argument(metavar="FILE", help="cli.help.office-backup-file")],
) -> None:
    from arpad.office.storage.backups import restore as read_backup

    settings = shared(context)
    with opened(context) as database, tables(settings, "label.office-restoring") as progress:
        head = read_backup(file, database, progress)
        shown = database.address.shown
    words = text("label.office-restored", settings.language, database=shown, rows=_rows(head))
    tell(settings, _document(head, file, shown), words)


# `arpad office send-mail`: what the server does in the background, once: for a scheduler, or if no server runs.


@office.command("send-mail", cls=OfficeCommand, help="cli.command.office-send-mail")
def send_mail(
    context: click.Context,
    smtp: Smtp = "",
    sender: MailFrom = "",
    site: MailSite = "",
    events: Annotated[
        str | None,
        Option("--events", metavar="URL", envvar="ARPAD_EVENTS", help="cli.help.event-events"),
    ] = None,
) -> None:
    from contextlib import closing

    from arpad.office.storage.database import Database
    from arpad.office.tournaments.notices import send_mails
    from arpad.office.tournaments.store import EventStore

    settings, typed = shared(context), office_options(context)
    server = mail_server(smtp, sender, site)
    if server is None:
        raise ArpadError("mail-off")
    at = at_typed(typed.at)
    with closing(EventStore(Database(events or typed.db))) as event_store:
        event_store.database.check()
        found = send_mails(event_store, server, lambda: at)
    tell(settings, found.document(), text("label.office-mail-sent", settings.language, **found.document()))
