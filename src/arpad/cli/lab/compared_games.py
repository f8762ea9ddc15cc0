"""The games that `arpad lab compare` rates again: those of a world, or those of the office."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arpad.cli.office.options import desk
from arpad.cli.office.working import steps
from arpad.cli.output import line
from arpad.cli.shared import Shared, shared
from arpad.i18n import ArpadError, StorageFault
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.lab.compare_runs import ChosenEdition, HandedGames
    from arpad.lab.scoring import WorldColumns

OFFICE_ONLY = {"time_class": "--time-class", "start": "--from", "end": "--to"}


@dataclass(frozen=True, slots=True)
class ChosenGames:
    """Games as a world has them, and what is told about them; if the `office` handed them over, their digest."""

    columns: "WorldColumns"
    told: dict[str, Any]
    office: "HandedGames | None" = None
    digest: str = ""

    def document(self, editions: "Sequence[ChosenEdition]") -> dict[str, Any]:
        """Return what a comparison of editions says about its source."""
        return self.told if self.office is None else self.office.document(self.digest, editions)


def games_of_world(context: typer.Context, world: Path, *, truth: bool) -> ChosenGames:
    """Read the games of a world; `truth`: it must have the true strengths too."""
    from arpad.bulk.world import check_truth
    from arpad.lab.scoring import WorldColumns

    for name, option in {"db": "--db", **OFFICE_ONLY}.items():
        if _given_by(context, name) == "COMMANDLINE":
            raise ArpadError("lab-two-sources", option=option)
    if truth:
        check_truth(world)
    with steps(shared(context), "label.lab-reading") as progress:
        columns = WorldColumns.read(world, progress)
    return ChosenGames(columns, {"kind": "bulk", "world": str(world)})


def games_of_office(
    context: typer.Context, time_class: str, start: str | None, end: str | None, work: Path
) -> ChosenGames:
    """Let the office hand over the games between two lists, as a world in the folder `work`."""
    from arpad.office.lab_games import office_games

    chosen = parse.time_class("--time-class", time_class)
    first, last = _list("--from", start), _list("--to", end)
    if first is not None and last is not None and last <= first:
        raise ArpadError("lab-lists-order", start=f"{first:%Y-%m}", end=f"{last:%Y-%m}")
    try:
        with desk(context) as place:
            handed = office_games(place, chosen, first, last)
    except StorageFault as problem:
        if problem.key == "office-none" and _given_by(context, "db") == "DEFAULT":
            raise ArpadError("lab-no-source", database=problem.values["database"]) from None
        raise
    columns, digest = handed.world(work)
    return ChosenGames(columns, {}, handed, digest)


def _given_by(context: typer.Context, parameter: str) -> str:
    """Return where the value of a parameter is from: the command line, the environment, its default."""
    source = context.get_parameter_source(parameter)
    return "" if source is None else source.name


def _list(option: str, typed: str | None) -> dt.date | None:
    return None if typed is None else parse.period(option, typed)


def told_source(settings: Shared, source: ChosenGames, editions: "Sequence[ChosenEdition]") -> None:
    """Tell which games of the office these are, and what is different from its own lists."""
    for words in source.office.words(editions, settings.language) if source.office is not None else ():
        line(words, style="dim")
