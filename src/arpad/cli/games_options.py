"""The group `arpad games`, and how its commands read a file of games."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.options import Group
from arpad.games.pgn import NOTATIONS, WrittenGame, read_pgn
from arpad.i18n import ArpadError
from arpad.inputs import parse

AUTO = "auto"

games = typer.Typer(cls=Group, help="cli.command.games", no_args_is_help=True)
GamesFile = Annotated[Path, typer.Argument(metavar="PGN", help="cli.help.games-file")]
Notation = Annotated[
    str, typer.Option("--notation", metavar="|".join([*NOTATIONS, AUTO]), help="cli.help.games-notation")
]


@contextmanager
def opened(file: Path) -> Iterator[Iterator[WrittenGame]]:
    """Open a file, and read its games one after the other."""
    try:
        with file.open("rb") as lines:
            yield read_pgn(str(file), lines)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except OSError as problem:
        raise ArpadError("report-unreadable", file=str(file), problem=problem.strerror or str(problem)) from None


def notation_of(typed: str) -> str:
    """Read the language of the letters, or `auto`."""
    return parse.choice("--notation", typed, (*NOTATIONS, AUTO))


def nth_game(file: Path, number: int) -> WrittenGame:
    """Return one game of a file."""
    last = 0
    with opened(file) as written:
        for game in written:
            last = game.number
            if last == number:
                return game
    raise ArpadError("games-no-such", file=str(file), number=number, last=last)
