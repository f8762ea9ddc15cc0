"""`arpad bulk`: generate test worlds, rate millions of games, and query the lists with SQL."""

import contextlib
import datetime as dt
import io
import re
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.main import INTERRUPTED
from arpad.cli.office.options import steps
from arpad.cli.options import Argument, Command, Group, Option, Shared, seed_of, shared
from arpad.cli.output import print_json, print_table, tell, tell_written
from arpad.clock import milliseconds
from arpad.documents.json import dumps
from arpad.i18n import ArpadError, number, text
from arpad.inputs import parse
from arpad.inputs.parse import period as typed_period

if TYPE_CHECKING:
    import pyarrow as pa

    from arpad.bulk.replay import Line
    from arpad.bulk.run import MakeEngine
    from arpad.bulk.world import Causes


# The group `arpad bulk` and the arguments and options that its commands share.

bulk = Group(help="cli.command.bulk", no_args_is_help=True)

Folder = Annotated[Path, Argument(metavar="DIR", help="cli.help.bulk-folder")]
Force = Annotated[bool, Option("--force", help="cli.help.bulk-force")]


# `arpad bulk generate`: a world from a seed.

MOST_GAMES = 10_000_000_000
FIRST_YEAR = 1950

MOST_WHITE = 400
SLOPES = (Fraction(1, 10), Fraction(2))
IMPROVE = (-200, 300)
Juniors = Annotated[str, Option("--junior-share", metavar="PERCENT", help="cli.help.bulk-junior-share")]
Isolated = Annotated[list[str] | None, Option("--isolated", metavar="FED", help="cli.help.bulk-isolated")]


@bulk.command("generate", cls=Command, help="cli.command.bulk-generate")
def generate(
    context: click.Context,
    players: Annotated[str, Option("--players", metavar="N", help="cli.help.bulk-players")],
    games: Annotated[str, Option("--games", metavar="M", help="cli.help.bulk-games")],
    periods: Annotated[str, Option("--periods", metavar="P", help="cli.help.bulk-periods")],
    seed: Annotated[str, Option("--seed", metavar="S", help="cli.help.bulk-seed")],
    output: Annotated[Path, Option("-o", "--output", metavar="DIR", help="cli.help.bulk-output")],
    start: Annotated[str, Option("--start", metavar="YYYY-MM", help="cli.help.bulk-start")] = "2024-03",
    force: Force = False,
    truth: Annotated[bool, Option("--truth", help="cli.help.bulk-truth")] = False,
    white: Annotated[str, Option("--white", metavar="POINTS", help="cli.help.bulk-white")] = "30",
    slope: Annotated[str, Option("--slope", metavar="SHARE", help="cli.help.bulk-slope")] = "1",
    junior_share: Juniors = "35",
    improve: Annotated[str, Option("--improve", metavar="PERCENT", help="cli.help.bulk-improve")] = "100",
    isolated: Isolated = None,
) -> None:
    from arpad.bulk import world_files as world
    from arpad.bulk.atomic_folders import whole_folder

    settings = shared(context)
    many = parse.whole("--players", players, world.FEWEST_PLAYERS, world.MOST_PLAYERS)
    how_many = parse.whole("--games", games, 1, MOST_GAMES)
    months = parse.whole("--periods", periods, 1, world.MOST_PERIODS)
    number, first = seed_of(seed), _month(start)
    world.check(many, how_many, months, first)
    causes = _causes(white, slope, junior_share, improve, isolated or [])
    with steps(settings, "label.bulk-generating") as progress, whole_folder(output, force) as folder:
        made = world.generate(folder, many, how_many, months, number, first, progress, causes, truth=truth)
    document = {
        "players": made.players,
        "events": made.events,
        "games": made.games,
        "periods": made.periods,
        "seed": number,
        "start": f"{first:%Y-%m}",
        "truth": truth,
        "causes": asdict(causes),
        "output": str(output),
    }
    tell_written(settings, document, "label.bulk-generated")


def _causes(white: str, slope: str, junior_share: str, improve: str, isolated: list[str]) -> "Causes":
    """Return what holds in the world, as it was typed."""
    from arpad.bulk.world import FEDERATIONS, Causes

    for name in isolated:
        if name not in FEDERATIONS:
            raise ArpadError("bulk-federation", value=name, known=", ".join(FEDERATIONS))
    return Causes(
        parse.whole("--white", white, -MOST_WHITE, MOST_WHITE),
        _slope(slope),
        parse.whole("--junior-share", junior_share, 0, 100),
        parse.whole("--improve", improve, *IMPROVE),
        tuple(dict.fromkeys(isolated)),
    )


def _slope(typed: str) -> Fraction:
    least, most = SLOPES
    try:
        if re.fullmatch(r"\d(\.\d{1,3})?", typed) and least <= Fraction(typed) <= most:
            return Fraction(typed)
    except ValueError:
        pass
    raise ArpadError("bulk-slope", value=typed, least="0.1", most="2")


def _month(value: str) -> dt.date:
    """Read a month: 2024-03 is March 2024."""
    try:
        if re.fullmatch(r"\d{4}-\d\d", value) and int(value[:4]) >= FIRST_YEAR:
            return dt.date(int(value[:4]), int(value[5:]), 1)
    except ValueError:
        pass
    raise ArpadError("bulk-month", option="--start", value=value, first=f"{FIRST_YEAR}-01")


# `arpad bulk run` and `arpad bulk list`: the lists that a world's games give, and one of them whole.

ENGINES = ("local", "spark")
EditionOption = Annotated[str | None, Option("--edition", metavar="ID", help="cli.help.bulk-edition")]
EngineOption = Annotated[str, Option("--engine", metavar="|".join(ENGINES), help="cli.help.bulk-engine")]
Out = Annotated[Path, Option("-o", "--output", metavar="OUT", help="cli.help.bulk-run-output")]
File = Annotated[Path, Option("-o", "--output", metavar="FILE", help="cli.help.list-output")]
Period = Annotated[str, Argument(metavar="PERIOD", help="cli.help.bulk-period")]
Results = Annotated[Path, Argument(metavar="OUT", help="cli.help.bulk-results")]


@bulk.command("run", cls=Command, help="cli.command.bulk-run")
def run(
    context: click.Context, world: Folder, output: Out, edition: EditionOption = None, engine: EngineOption = "local"
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
            raise Exit(INTERRUPTED) from None
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
def whole(context: click.Context, results: Results, period: Period, output: File) -> None:
    from arpad.bulk.run import whole_list
    from arpad.formats.rating_lists.files import write_list

    settings = shared(context)
    date = typed_period("PERIOD", period)
    table = whole_list(results, date)
    write_list(table, output)
    document = {"period": date, "players": table.num_rows, "output": str(output)}
    tell_written(settings, document, "label.bulk-listed")


# `arpad bulk sql`: looking into lists and games.

SHOWN = 100
BATCH = 1 << 16

Query = Annotated[str, Argument(metavar="QUERY", help="cli.help.bulk-query")]
Csv = Annotated[bool, Option("--csv", help="cli.help.bulk-csv")]


@bulk.command("sql", cls=Command, help="cli.command.bulk-sql")
def sql(context: click.Context, place: Folder, query: Query, as_csv: Csv = False) -> None:
    from arpad.bulk.sql import sql as look

    settings = shared(context)
    if as_csv and settings.as_json:
        raise ArpadError("office-not-with", option="--csv", other="--json")
    columns = look(place, query)
    columns = columns.rename_columns(_names(columns.column_names))
    if settings.as_json:
        print_json([{name: plain(value) for name, value in row.items()} for row in columns.to_pylist()])
    elif as_csv:
        for part in _csv(columns):
            sys.stdout.write(part)
    else:
        _show(settings, columns)


def _names(names: list[str]) -> list[str]:
    """Return the names of the columns, each only once: id, id_2."""
    taken: list[str] = []
    for name in names:
        more, other = name, 1
        while more in taken:
            other += 1
            more = f"{name}_{other}"
        taken.append(more)
    return taken


def plain(value: Any) -> Any:
    """Return a value of the database for a document; NaN and infinity become null."""
    if value is None or isinstance(value, bool | int | str | dt.date):
        return value
    if isinstance(value, float | Decimal):
        shown = Decimal(str(value))
        return shown if shown.is_finite() else None
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    return str(value)


def _csv(found: "pa.Table") -> Iterator[str]:
    """Return the rows as CSV, some at a time; values with several parts are written as JSON."""
    import pyarrow as pa
    from pyarrow import csv

    for place, field in enumerate(found.schema):
        if pa.types.is_nested(field.type):
            texts = [None if value is None else dumps(plain(value)) for value in found.column(place).to_pylist()]
            found = found.set_column(place, field.name, pa.array(texts, pa.string()))
    for begin in range(0, max(found.num_rows, 1), BATCH):
        written = io.BytesIO()
        csv.write_csv(found.slice(begin, BATCH), written, csv.WriteOptions(include_header=begin == 0))
        yield written.getvalue().decode("utf-8")


def _show(settings: Shared, found: "pa.Table") -> None:
    """Print the first rows as a table, under the names that a query may use."""
    rows = [[plain(value) for value in row.values()] for row in found.slice(0, SHOWN).to_pylist()]
    columns = [
        (name, not all(_numeric(row[place]) or row[place] is None for row in rows))
        for place, name in enumerate(found.column_names)
    ]
    print_table(columns, [[_cell(settings, value) for value in row] for row in rows])
    if found.num_rows > SHOWN:
        print(text("label.bulk-more", settings.language, shown=SHOWN, count=found.num_rows), file=sys.stderr)


def _numeric(value: Any) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _cell(settings: Shared, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return text("label.yes" if value else "label.no", settings.language)
    if _numeric(value):
        return number(value, settings.language)
    if isinstance(value, list | dict):
        return dumps(value)
    return str(value)
