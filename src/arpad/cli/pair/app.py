"""The group `arpad pair`, and what its commands share. `arpad pair FILE` is `arpad pair next FILE`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.default_command import group_with_default
from arpad.cli.findings import show_findings
from arpad.cli.output import line, print_json
from arpad.cli.shared import Command
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.library.files import report_bytes
from arpad.pairing.documents import found_document, listed
from arpad.pairing.files import PairingWishes, Source, read_source, read_sources
from arpad.pairing.systems import SwissSystem

MOST_ROUNDS = 999

pair = typer.Typer(cls=group_with_default("next"), help="cli.command.pair", no_args_is_help=True)

PairingFile = Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.pair-file")]
ColourType = Annotated[str | None, typer.Option("--colours", metavar="A|B|none", help="cli.help.pair-colour-type")]
Readings = Annotated[list[str] | None, typer.Option("--reading", metavar="NAME", help="cli.help.pair-reading")]
Rounds = Annotated[str | None, typer.Option("--rounds", metavar="N", help="cli.help.pair-rounds")]
AdjournOpen = Annotated[bool, typer.Option("--adjourn-open", help="cli.help.pair-adjourn-open")]
RoundOption = Annotated[str | None, typer.Option("--round", metavar="N", help="cli.help.pair-round")]


@dataclass(frozen=True, slots=True)
class PairOptions:
    """How a file is to be paired, as it was typed."""

    system: Annotated[str | None, typer.Option("--system", metavar="ID", help="cli.help.pair-system")] = None
    rounds: Rounds = None
    colours: ColourType = None
    reading: Readings = None

    @property
    def many(self) -> int | None:
        """Return how many rounds there are, if it was typed."""
        return parse.whole("--rounds", self.rounds, 1, MOST_ROUNDS) if self.rounds else None


class PairCommand(Command):
    """A command that pairs a file by one system."""

    declares = (PairOptions,)


def read(file: Path, typed: PairOptions, *, binding: bool = True, adjourn_open: bool = False) -> Source:
    """Read what a file wants to be paired."""
    data, many = report_bytes(file), typed.many
    with _about(file):
        return read_source(data, many, typed.system, binding, typed.colours, typed.reading or (), adjourn_open)


def read_each(file: Path, typed: PairOptions, *, adjourn_open: bool) -> dict[str, Source]:
    """Read what a file wants to be paired: the positions of a list by their names, or a single one without a name."""
    data, many = report_bytes(file), typed.many
    with _about(file):
        wishes = PairingWishes(many, typed.system, True, typed.colours, typed.reading or (), adjourn_open)
        return read_sources(data, wishes)


@contextmanager
def _about(file: Path) -> Iterator[None]:
    """Name the file that a problem is about, unless it is about what was asked for."""
    try:
        yield
    except ArpadError as trouble:
        if trouble.key.startswith("pairing"):
            raise
        raise ArpadError("report", file=str(file), problem=trouble) from None


def print_positions(documents: Mapping[str, dict[str, Any]]) -> None:
    """Print answers as JSON: a single one as it is, those of a list by the names of their positions."""
    if set(documents) == {""}:
        print_json(documents[""])
    else:
        print_json({"positions": [{"id": name} | document for name, document in documents.items()]})


def show_position(name: str) -> None:
    """Print the name of a position above its answer."""
    if name:
        line(name, style="bold")


def show_readings(system: SwissSystem, language: Language) -> None:
    """Print the readings that were asked for, before the answer."""
    for name in system.readings:
        line(text(f"pairing.reading.{name}", language), style="dim")


def found_json(source: Source, language: Language) -> dict[str, Any]:
    """Return what was found on the way, if anything was."""
    return found_document(source.findings, language)


def show_found(source: Source, language: Language) -> None:
    """Print what was found on the way, under the answer."""
    if source.findings:
        line()
        show_findings(list(source.findings), language, everything=False)


def asked_round(typed: str | None) -> int | None:
    """Return the round that was asked for; None for the next one."""
    return parse.whole("--round", typed, 1, MOST_ROUNDS) if typed else None


def absent_line(ranks: tuple[int, ...], language: Language) -> str:
    """Return the players who are not paired, in words."""
    return text("pairing.absent", language, players=listed(ranks))
