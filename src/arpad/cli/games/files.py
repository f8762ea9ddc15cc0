"""`arpad games chess960`, `split` and `export`."""

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from arpad.cli.games.app import GamesFile, games, opened
from arpad.cli.output import line, print_json, tell
from arpad.cli.shared import Command, shared
from arpad.games.check import COUNT, chess960_document, chess960_position
from arpad.games.pgn import SPLITS, export_games, split_games
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.library.files import load_report, write_file


@games.command("chess960", cls=Command, help="cli.command.games-chess960")
def chess960(
    context: typer.Context,
    number: Annotated[str | None, typer.Argument(metavar="[N]", help="cli.help.games-number")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S", help="cli.help.games-seed")] = None,
) -> None:
    settings = shared(context)
    if (number is None) == (seed is None):
        raise ArpadError("chess960-which", most=COUNT - 1)
    if number is not None:
        chosen = parse.whole("N", number, 0, COUNT - 1)
    else:
        chosen = Random(parse.number("--seed", seed or "")).randrange(COUNT)
    position = chess960_position(chosen)
    if settings.as_json:
        print_json(chess960_document(position))
        return
    line(f"{position.number}  {position.row}  {position.in_language('es')}")
    line(position.fen)


@games.command("split", cls=Command, help="cli.command.games-split")
def split(
    context: typer.Context,
    file: GamesFile,
    by: Annotated[str, typer.Option("--by", metavar="|".join(SPLITS), help="cli.help.games-by")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="cli.help.games-folder")],
) -> None:
    settings, kind = shared(context), parse.choice("--by", by, SPLITS)
    written: dict[str, int] = {}
    try:
        output.mkdir(parents=True, exist_ok=True)
        taken = sorted(one.name for one in output.glob("*.pgn"))
        if taken:
            raise ArpadError("games-folder-taken", folder=str(output), file=taken[0])
        with opened(file) as read:
            for name, game in split_games(read, kind):
                with (output / f"{name}.pgn").open("a", encoding="utf-8") as out:
                    out.write(game)
                written[name] = written.get(name, 0) + 1
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(output), problem=problem.strerror or str(problem)) from None
    if settings.as_json:
        print_json(
            {"folder": str(output), "files": [{"file": f"{name}.pgn", "games": written[name]} for name in written]}
        )
        return
    for name, count in sorted(written.items()):
        line(f"{output / name}.pgn  {text('games.counted', settings.language, count=count)}")


@games.command("export", cls=Command, help="cli.command.games-export")
def export(
    context: typer.Context,
    report: Annotated[Path, typer.Argument(metavar="REPORT", help="cli.help.games-report")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="OUT", help="cli.help.games-output")],
) -> None:
    settings = shared(context)
    written = list(export_games(load_report(report).event))
    write_file(output, "".join(written).encode())
    words = f"{output}  {text('games.counted', settings.language, count=len(written))}"
    tell(settings, {"file": str(output), "games": len(written)}, words, style="")
