"""`arpad bulk generate`: a world from a seed."""

import datetime as dt
import re
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.arguments import seed_of
from arpad.cli.bulk.app import Force, bulk
from arpad.cli.office.working import steps
from arpad.cli.output import line, print_json
from arpad.cli.shared import Command, shared
from arpad.locale import ArpadError, text
from arpad.typed import parse

MOST_GAMES = 10_000_000_000
FIRST_YEAR = 1950

Players = Annotated[str, typer.Option("--players", metavar="N", help="cli.help.bulk-players")]
Games = Annotated[str, typer.Option("--games", metavar="M", help="cli.help.bulk-games")]
Periods = Annotated[str, typer.Option("--periods", metavar="P", help="cli.help.bulk-periods")]
Seed = Annotated[str, typer.Option("--seed", metavar="S", help="cli.help.bulk-seed")]
Start = Annotated[str, typer.Option("--start", metavar="YYYY-MM", help="cli.help.bulk-start")]
Out = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="cli.help.bulk-output")]


@bulk.command("generate", cls=Command, help="cli.command.bulk-generate")
def generate(
    context: typer.Context,
    players: Players,
    games: Games,
    periods: Periods,
    seed: Seed,
    output: Out,
    start: Start = "2024-03",
    force: Force = False,
) -> None:
    from arpad.bulk import world
    from arpad.bulk.folders import whole_folder

    settings = shared(context)
    many = parse.whole("--players", players, world.FEWEST_PLAYERS, world.MOST_PLAYERS)
    how_many = parse.whole("--games", games, 1, MOST_GAMES)
    months = parse.whole("--periods", periods, 1, world.MOST_PERIODS)
    number, first = seed_of(seed), _month(start)
    world.check(many, how_many, months, first)
    with steps(settings, "label.bulk-generating") as progress, whole_folder(output, force) as folder:
        made = world.generate(folder, many, how_many, months, number, first, progress)
    if settings.as_json:
        print_json(
            {
                "players": made.players,
                "events": made.events,
                "games": made.games,
                "periods": made.periods,
                "seed": number,
                "start": f"{first:%Y-%m}",
                "output": str(output),
            }
        )
        return
    counts = text("label.bulk-generated", settings.language, players=made.players, events=made.events, games=made.games)
    line(f"{text('label.written', settings.language, file=str(output))} – {counts}", style="bold")


def _month(value: str) -> dt.date:
    """2024-03: the month of March 2024."""
    try:
        if re.fullmatch(r"\d{4}-\d\d", value) and int(value[:4]) >= FIRST_YEAR:
            return dt.date(int(value[:4]), int(value[5:]), 1)
    except ValueError:
        pass
    raise ArpadError("bulk-month", option="--start", value=value, first=f"{FIRST_YEAR}-01")
