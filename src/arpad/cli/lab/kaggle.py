"""`arpad lab import-kaggle`: the games of the rating contests as a world."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.bulk.app import Force
from arpad.cli.lab.app import lab
from arpad.cli.office.working import whole
from arpad.cli.output import tell_written
from arpad.cli.shared import Command, shared

Contest = Annotated[Path, typer.Argument(metavar="DIR", help="cli.help.lab-kaggle-folder")]
Out = Annotated[Path, typer.Option("-o", "--output", metavar="WORLD", help="cli.help.lab-kaggle-output")]


@lab.command("import-kaggle", cls=Command, help="cli.command.lab-import-kaggle")
def import_kaggle(context: typer.Context, contest: Contest, output: Out, force: Force = False) -> None:
    from arpad.bulk.atomic_folders import whole_folder
    from arpad.lab.kaggle import import_contest

    settings = shared(context)
    with whole(settings), whole_folder(output, force) as into:
        found = import_contest(contest, into)
    document = {
        "players": found.players,
        "rated": found.rated,
        "events": found.events,
        "games": found.games,
        "months": found.months,
        "output": str(output),
    }
    tell_written(settings, document, "label.bulk-generated")
