"""`arpad arbiter editions`: the regulations for arbiters' titles as data."""

from typing import Annotated

import typer

from arpad.cli.arbiter.app import arbiter
from arpad.cli.edition_tables import answer_editions
from arpad.cli.shared import Command, shared
from arpad.documents.editions import ARBITER_WORDS
from arpad.regulations.arbiter_editions import arbiter_editions


@arbiter.command("editions", cls=Command, help="cli.command.arbiter-editions")
def editions(
    context: typer.Context,
    id: Annotated[str | None, typer.Argument(metavar="ID", help="cli.help.arbiter-edition-id")] = None,  # noqa: A002
) -> None:
    answer_editions(shared(context), arbiter_editions(), id, ARBITER_WORDS)
