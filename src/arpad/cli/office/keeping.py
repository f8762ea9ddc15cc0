"""`arpad office backup`, `restore`: the whole office in one file, and back."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.office.app import Force, office
from arpad.cli.office.options import OfficeCommand, acting, events_beside, opened
from arpad.cli.office.working import tables
from arpad.cli.output import line, print_json, tell
from arpad.cli.shared import Shared, shared
from arpad.i18n import ArpadError, StorageFault, text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.office.storage.backups import BackupHead, FolderBackup
    from arpad.office.storage.database import Database
    from arpad.office.storage.log_table import Acting

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
    context: typer.Context,
    output: Annotated[
        Path | None,
        typer.Argument(metavar="OUT", envvar="ARPAD_BACKUPS", show_envvar=False, help="cli.help.office-backup-out"),
    ] = None,
    keep: Annotated[str | None, typer.Option("--keep", metavar="N", help="cli.help.office-backup-keep")] = None,
    rehearse: Annotated[bool, typer.Option("--rehearse", help="cli.help.office-backup-rehearse")] = False,
    events: Annotated[
        str | None,
        typer.Option(
            "--events",
            metavar="URL",
            envvar="ARPAD_EVENTS",
            show_envvar=False,
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
                made = FolderBackup(by.at, output, write_backup(database, output, progress, overwrite=force))
            else:
                made = backup_into(output, database, by.at, events=tournaments, progress=progress)
        if one_file and tournaments is not None:
            _warn(text("label.office-backup-no-events", settings.language, database=tournaments.address.shown))
        if rehearse:
            _rehearse(settings, made, by)
        removed = [] if days is None else thin_out(output, days, made.at)
        _told(settings, database, by, made)
        _show(settings, made, database, tournaments, removed, rehearsed=rehearse)


def _rehearse(settings: Shared, made: "FolderBackup", by: "Acting") -> None:
    from arpad.office.proof.verification import rehearse

    with tables(settings, "label.office-rehearsing") as progress:
        for file in (made.file, made.events_file):
            if file is not None:
                rehearse(file, settings.regulations, by, progress)


def _told(settings: Shared, database: "Database", by: "Acting", made: "FolderBackup") -> None:
    """Write into the log that there is a backup. It is good also if the database cannot be written to any more."""
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
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.office-backup-file")],
) -> None:
    from arpad.office.storage.backups import restore as read_backup

    settings = shared(context)
    with opened(context) as database, tables(settings, "label.office-restoring") as progress:
        head = read_backup(file, database, progress)
        shown = database.address.shown
    words = text("label.office-restored", settings.language, database=shown, rows=_rows(head))
    tell(settings, _document(head, file, shown), words)
