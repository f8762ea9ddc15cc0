"""`arpad office backup`, `restore`: the whole office in one file, and back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.office.app import Force, office
from arpad.cli.office.options import OfficeCommand, opened
from arpad.cli.office.working import tables
from arpad.cli.output import line, print_json
from arpad.cli.shared import shared
from arpad.locale import text

if TYPE_CHECKING:
    from arpad.office.storage import BackupHead


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
    output: Annotated[Path, typer.Argument(metavar="OUT", help="cli.help.office-backup-out")],
    force: Force = False,
) -> None:
    from arpad.office.storage import backup as write_backup

    settings = shared(context)
    with opened(context) as database, tables(settings, "label.office-backing-up") as progress:
        head = write_backup(database, output, progress, overwrite=force)
        shown = database.address.shown
    if settings.as_json:
        print_json(_document(head, output, shown))
    else:
        line(text("label.office-backed-up", settings.language, file=str(output), rows=_rows(head)), style="bold")


@office.command("restore", cls=OfficeCommand, help="cli.command.office-restore")
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.office-backup-file")],
) -> None:
    from arpad.office.storage import restore as read_backup

    settings = shared(context)
    with opened(context) as database, tables(settings, "label.office-restoring") as progress:
        head = read_backup(file, database, progress)
        shown = database.address.shown
    if settings.as_json:
        print_json(_document(head, file, shown))
    else:
        line(text("label.office-restored", settings.language, database=shown, rows=_rows(head)), style="bold")
