"""The group `arpad norm`, and what its commands share. `arpad norm FILE` is `arpad norm check FILE`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.default_command import group_with_default
from arpad.cli.report_file import load
from arpad.domain import SYSTEMS, Event
from arpad.locale import ArpadError
from arpad.regulations import TitleEdition, title_edition, title_edition_for
from arpad.reports import parse
from arpad.titles.model import KINDS, NORM_TITLES, EventFacts, NormTitle

norm = typer.Typer(cls=group_with_default("check"), help="cli.command.norm", no_args_is_help=True)

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.report-file")]
AnyPlayer = Annotated[str | None, typer.Option("--player", metavar="RANK", help="cli.help.norm-player")]
OnePlayer = Annotated[str, typer.Option("--player", metavar="RANK", help="cli.help.player")]
Titles = Annotated[list[str] | None, typer.Option("--title", metavar="GM|IM|WGM|WIM", help="cli.help.norm-titles")]
OneTitle = Annotated[str, typer.Option("--title", metavar="GM|IM|WGM|WIM", help="cli.help.norm-title")]
Host = Annotated[str | None, typer.Option("--host", metavar="FED", help="cli.help.norm-host")]
KindOption = Annotated[str, typer.Option("--kind", metavar="KIND", help="cli.help.norm-kind")]
Registered = Annotated[str | None, typer.Option("--registered", metavar="DATE", help="cli.help.registered")]
Format = Annotated[str | None, typer.Option("--format", metavar="SYSTEM", help="cli.help.event-format")]
Outside = Annotated[list[str] | None, typer.Option("--outside", metavar="FED", help="cli.help.norm-outside")]
EditionOption = Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.norm-edition")]


@dataclass(frozen=True, slots=True)
class Asked:
    """An event, the edition it is judged by, and what the line says beside the report."""

    event: Event
    edition: TitleEdition
    facts: EventFacts


def asked(
    file: Path,
    edition: str | None,
    host: str | None,
    kind: str,
    registered: str | None,
    system: str | None,
    outside: list[str] | None,
) -> Asked:
    """A report with games, and the options on it."""
    report = load(file)
    if report.format == "feda":
        raise ArpadError("norm.without-games", file=str(file))
    if kind not in KINDS:
        raise ArpadError("format-form", option="--kind", value=kind, example=" | ".join(KINDS))
    if system is not None and system not in SYSTEMS:
        raise ArpadError("format-form", option="--format", value=system, example=" | ".join(SYSTEMS))
    facts = EventFacts(
        kind,
        federation("--host", host) if host else "",
        parse.date("--registered", registered) if registered else None,
        system,
        tuple(federation("--outside", one) for one in outside or ()),
    )
    return Asked(report.event, _edition(report.event, edition), facts)


def _edition(event: Event, name: str | None) -> TitleEdition:
    """The edition named, or the one in force when the event started."""
    if name is not None:
        return title_edition(name)
    if event.start is None:
        raise ArpadError("norm.no-start")
    return title_edition_for(event.start)


def federation(option: str, typed: str) -> str:
    """Three letters."""
    code = typed.strip().upper()
    if len(code) != 3 or not code.isalpha():
        raise ArpadError("format-form", option=option, value=typed, example="ESP")
    return code


def title(typed: str) -> NormTitle:
    """One of the four titles with norms."""
    for known in NORM_TITLES:
        if typed.strip().upper() == known:
            return known
    raise ArpadError("format-form", option="--title", value=typed, example=" | ".join(NORM_TITLES))


def rank_of(event: Event, file: Path, typed: str) -> int:
    """A starting rank of the report."""
    rank = parse.whole("--player", typed, 1, 9999)
    if event.player(rank) is None:
        known = [it.rank for it in event.players]
        raise ArpadError(
            "no-such-player", rank=rank, file=str(file), first=min(known, default=0), last=max(known, default=0)
        )
    return rank
