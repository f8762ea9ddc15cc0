"""`arpad office key`: the key with which the office signs, shown and changed."""

from typing import Annotated

import typer

from arpad.cli.office.app import office
from arpad.cli.office.options import OfficeCommand, acting, opened
from arpad.cli.output import line, print_json, table, tell
from arpad.cli.shared import Group, shared
from arpad.i18n import text

key = typer.Typer(cls=Group, help="cli.command.office-key", no_args_is_help=True)
office.add_typer(key, name="key")


@key.command("show", cls=OfficeCommand, help="cli.command.office-key-show")
def show(context: typer.Context) -> None:
    from arpad.office.proof.signatures import office_keys

    settings = shared(context)
    with opened(context) as database:
        found, file = office_keys(database)
    if settings.as_json:
        print_json({"keys": [one.document() for one in found], "file": file or None})
        return
    spoken = settings.language
    if not found:
        line(text("label.key-none", spoken))
        return
    rows = [[str(one.number), one.public, str(one.since)] for one in found]
    table(spoken, ["player-rank", "public-key", "since-line"], rows, left=(1,))
    line(text("label.key-here" if file else "label.key-away", spoken, file=file))


@key.command("rotate", cls=OfficeCommand, help="cli.command.office-key-rotate")
def rotate(
    context: typer.Context, lost: Annotated[bool, typer.Option("--lost", help="cli.help.key-lost")] = False
) -> None:
    from arpad.office.proof.signatures import change_key

    settings = shared(context)
    with opened(context) as database:
        made = change_key(database, acting(context), lost=lost)
        file = str(database.signer.file)
    words = text("label.key-changed", settings.language, number=made.number, public=made.public)
    tell(settings, made.document() | {"file": file}, words, text("label.key-here", settings.language, file=file))
