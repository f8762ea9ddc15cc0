"""`arpad bulk generate`: a world from a seed."""

import datetime as dt
import re
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.arguments import seed_of
from arpad.cli.bulk.app import Force, bulk
from arpad.cli.office.working import steps
from arpad.cli.output import tell_written
from arpad.cli.shared import Command, shared
from arpad.i18n import ArpadError
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.bulk.world import Causes

MOST_GAMES = 10_000_000_000
FIRST_YEAR = 1950

MOST_WHITE = 400
SLOPES = (Fraction(1, 10), Fraction(2))
IMPROVE = (-200, 300)
Juniors = Annotated[str, typer.Option("--junior-share", metavar="PERCENT", help="cli.help.bulk-junior-share")]
Isolated = Annotated[list[str] | None, typer.Option("--isolated", metavar="FED", help="cli.help.bulk-isolated")]


@bulk.command("generate", cls=Command, help="cli.command.bulk-generate")
def generate(
    context: typer.Context,
    players: Annotated[str, typer.Option("--players", metavar="N", help="cli.help.bulk-players")],
    games: Annotated[str, typer.Option("--games", metavar="M", help="cli.help.bulk-games")],
    periods: Annotated[str, typer.Option("--periods", metavar="P", help="cli.help.bulk-periods")],
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="cli.help.bulk-seed")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="cli.help.bulk-output")],
    start: Annotated[str, typer.Option("--start", metavar="YYYY-MM", help="cli.help.bulk-start")] = "2024-03",
    force: Force = False,
    truth: Annotated[bool, typer.Option("--truth", help="cli.help.bulk-truth")] = False,
    white: Annotated[str, typer.Option("--white", metavar="POINTS", help="cli.help.bulk-white")] = "30",
    slope: Annotated[str, typer.Option("--slope", metavar="SHARE", help="cli.help.bulk-slope")] = "1",
    junior_share: Juniors = "35",
    improve: Annotated[str, typer.Option("--improve", metavar="PERCENT", help="cli.help.bulk-improve")] = "100",
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
