"""`arpad examples`: the example files that come with the package, copied to where you work."""

from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from arpad.cli.options import Command, shared
from arpad.cli.output import print_json
from arpad.i18n import ArpadError, text
from arpad.package_files import copy_folder

PACKED = files("arpad") / "examples"
"""Where a wheel or a zip has them."""
SOURCE = Path(__file__).parents[3] / "examples"
"""Where the project has them."""


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("examples", cls=Command, help="cli.command.examples")(examples)


def examples(
    context: typer.Context,
    target: Annotated[Path, typer.Argument(metavar="DIR", help="cli.help.examples-folder")] = Path("examples"),
) -> None:
    settings = shared(context)
    copied = copy_examples(target)
    if settings.as_json:
        print_json({"folder": str(target), "files": copied})
        return
    print(text("cli.examples-copied", settings.language, count=len(copied), folder=str(target)))


def copy_examples(folder: Path) -> list[str]:
    """Copy all example files into a folder that is new or empty, whole or not at all; return their names."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ArpadError("examples-there", folder=str(folder))
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".arpad-", dir=folder.parent) as beside:
            whole = Path(beside) / "examples"
            copy_folder(PACKED if PACKED.is_dir() else SOURCE, whole)
            whole.rename(folder)
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(folder), problem=problem.strerror or str(problem)) from None
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
