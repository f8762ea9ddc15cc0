"""`arpad bulk run` and `arpad bulk list`: the lists that a world's games give, and one of them whole."""

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.bulk.app import Folder, bulk
from arpad.cli.main import INTERRUPTED
from arpad.cli.office.working import steps
from arpad.cli.output import tell, tell_written
from arpad.cli.shared import Command, shared
from arpad.clock import milliseconds
from arpad.i18n import ArpadError, text
from arpad.inputs.parse import period as typed_period

if TYPE_CHECKING:
    from arpad.bulk.replay import Line
    from arpad.bulk.run import MakeEngine

ENGINES = ("local", "spark")
EditionOption = Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.bulk-edition")]
EngineOption = Annotated[str, typer.Option("--engine", metavar="|".join(ENGINES), help="cli.help.bulk-engine")]
Out = Annotated[Path, typer.Option("-o", "--output", metavar="OUT", help="cli.help.bulk-run-output")]
File = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="cli.help.list-output")]
Period = Annotated[str, typer.Argument(metavar="PERIOD", help="cli.help.bulk-period")]
Results = Annotated[Path, typer.Argument(metavar="OUT", help="cli.help.bulk-results")]


@bulk.command("run", cls=Command, help="cli.command.bulk-run")
def run(
    context: typer.Context, world: Folder, output: Out, edition: EditionOption = None, engine: EngineOption = "local"
) -> None:
    from arpad.bulk.replay import by_date, only
    from arpad.bulk.run import Interrupted
    from arpad.bulk.run import run as run_world

    settings = shared(context)
    if engine not in ENGINES:
        raise ArpadError("bulk-engine", value=engine, known=", ".join(ENGINES))
    chosen = by_date(settings.regulations) if edition is None else only(settings.edition(edition))
    begun = milliseconds()
    with (
        steps(settings, "label.bulk-running") as progress,
        _interruptible() as stopped,
        _engine(engine, world, chosen) as make,
    ):
        try:
            done = run_world(world, output, chosen, make, progress=progress, stopped=stopped)
        except Interrupted as stop:
            print(text("label.bulk-interrupted", settings.language, date=stop.date), file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
    took = max(1, milliseconds() - begun)
    document: dict[str, Any] = {
        "games": done.games,
        "periods": done.periods,
        "seconds": Decimal(took) / 1000,
        "games_per_second": done.games * 1000 // took,
        "digest": done.digest,
        "players": done.players,
        "output": str(output),
        "engine": engine,
    }
    words = text("label.bulk-ran", settings.language, **document)
    tell(settings, document, words, text("label.bulk-digest", settings.language, digest=done.digest))


@contextlib.contextmanager
def _engine(name: str, world: Path, editions: "Line") -> "Iterator[MakeEngine | None]":
    """Return the engine that rates the games; None: this process."""
    if name == "local":
        yield None
        return
    from arpad.bulk.spark import spark_engine

    with spark_engine(world, editions) as make:
        yield make


@contextlib.contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C stop a run after the list at hand, so that it can go on from there; a second one stops at once."""
    heard: list[int] = []

    def hear(number: int, _frame: object) -> None:
        if heard:
            raise KeyboardInterrupt
        heard.append(number)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield lambda: bool(heard)
    finally:
        signal.signal(signal.SIGINT, before)


@bulk.command("list", cls=Command, help="cli.command.bulk-list")
def whole(context: typer.Context, results: Results, period: Period, output: File) -> None:
    from arpad.bulk.run import whole_list
    from arpad.formats.rating_lists.files import write_list

    settings = shared(context)
    date = typed_period("PERIOD", period)
    table = whole_list(results, date)
    write_list(table, output)
    document = {"period": date, "players": table.num_rows, "output": str(output)}
    tell_written(settings, document, "label.bulk-listed")
