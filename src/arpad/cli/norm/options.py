"""The options of all commands on norms: facts that the report does not have, and the edition."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.arguments import event_with_games
from arpad.cli.shared import Command, declared
from arpad.domain.event import Event
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.regulations.title_editions import TitleEdition, title_edition, title_edition_for
from arpad.titles.model import KINDS, NORM_SYSTEMS, EventFacts


@dataclass(frozen=True, slots=True)
class NormOptions:
    """The facts that the report does not have, and the edition, as they were typed."""

    host: Annotated[str | None, typer.Option("--host", metavar="FED", help="cli.help.norm-host")] = None
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help="cli.help.norm-kind")] = "ordinary"
    registered: Annotated[str | None, typer.Option("--registered", metavar="DATE", help="fact.registered")] = None
    format_: Annotated[str | None, typer.Option("--format", metavar="SYSTEM", help="cli.help.norm-format")] = None
    approved: Annotated[bool, typer.Option("--approved", help="cli.help.norm-approved")] = False
    outside: Annotated[list[str] | None, typer.Option("--outside", metavar="FED", help="cli.help.norm-outside")] = None
    edition: Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.norm-edition")] = None


class NormCommand(Command):
    """A command on the norms of a report."""

    declares = (NormOptions,)


@dataclass(frozen=True, slots=True)
class Asked:
    """An event, its edition, and the facts from the command line."""

    event: Event
    edition: TitleEdition
    facts: EventFacts


def asked(context: typer.Context, file: Path) -> Asked:
    """Read a report with games, and the options on it."""
    typed, event = declared(context, NormOptions), event_with_games(file)
    return Asked(event, _edition(event, typed.edition), _facts(typed))


def _facts(typed: NormOptions) -> EventFacts:
    """Return the facts that the report does not have."""
    return EventFacts(
        parse.choice("--kind", typed.kind, KINDS),
        parse.federation("--host", typed.host) if typed.host else "",
        parse.date("--registered", typed.registered) if typed.registered else None,
        None if typed.format_ is None else parse.choice("--format", typed.format_, NORM_SYSTEMS),
        tuple(parse.federation("--outside", federation) for federation in typed.outside or ()),
        typed.approved,
    )


def _edition(event: Event, name: str | None) -> TitleEdition:
    """Return the edition named, or the one in force when the event started."""
    if name is not None:
        return title_edition(name)
    if event.start is None:
        raise ArpadError("norm.no-start")
    return title_edition_for(event.start)
