"""The options of commands on a report: facts of the event that a report does not have."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.arbiters.applications import of_event
from arpad.arbiters.event_facts import AskedFacts, Ratings, ReportFacts, report_facts
from arpad.arbiters.model import NORM_EVENT_KINDS, NORM_EVENT_SYSTEMS, NormEventSystem
from arpad.cli.arguments import event_with_games
from arpad.cli.shared import Command, declared
from arpad.domain.event import Event
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.rating.examine import report_class
from arpad.regulations.arbiter_editions import EVENT_LEVELS

MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class FactOptions:
    """Facts of the event that a report does not have, as they were typed."""

    level: Annotated[
        str | None, typer.Option("--level", metavar="|".join(EVENT_LEVELS), help="cli.help.arbiter-level")
    ] = None
    format_: Annotated[str | None, typer.Option("--format", metavar="SYSTEM", help="cli.help.arbiter-format")] = None
    present: Annotated[str | None, typer.Option("--rounds-present", metavar="N", help="cli.help.arbiter-present")] = (
        None
    )
    rateable: Annotated[bool, typer.Option("--rateable", help="cli.help.arbiter-rateable")] = False
    approved: Annotated[bool, typer.Option("--approved", help="cli.help.arbiter-approved")] = False
    women: Annotated[bool, typer.Option("--women", help="cli.help.arbiter-women")] = False
    list_: Annotated[str | None, typer.Option("--list", metavar="LIST", help="cli.help.arbiter-list")] = None

    @property
    def system(self) -> NormEventSystem | None:
        return None if self.format_ is None else parse.choice("--format", self.format_, NORM_EVENT_SYSTEMS)


class ReportedCommand(Command):
    """A command on a report, with the facts that it does not have."""

    declares = (FactOptions,)


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """An event by its report, with the facts of the line."""

    event: Event
    facts: ReportFacts


def reported(context: typer.Context, file: Path, kind: str | None = None) -> ReportedEvent:
    """Read a report, and the options on it."""
    typed, event = declared(context, FactOptions), event_with_games(file)
    asked = AskedFacts(
        system=typed.system,
        kind=_choice("--kind", kind, NORM_EVENT_KINDS),
        level=_choice("--level", typed.level, EVENT_LEVELS),
        present=None if typed.present is None else parse.whole("--rounds-present", typed.present, 0, MOST_ROUNDS),
        rateable=typed.rateable or None,
        approved=typed.approved or None,
        women=typed.women or None,
    )
    ratings = _ratings(Path(typed.list_), event) if typed.list_ else None
    facts = report_facts(event, asked, ratings)
    for one, other in of_event(facts.event):
        raise ArpadError("arbiter-contradiction", where=str(file), one=one, other=other)
    return ReportedEvent(event, facts)


def _choice(option: str, typed: str | None, known: Any) -> Any:
    return None if typed is None else parse.choice(option, typed, known)


def _ratings(file: Path, event: Event) -> Ratings:
    """Return the ratings of a list by starting rank, in the time class of the event."""
    from arpad.formats.rating_lists.files import read_list

    found = read_list(file, {player.id for player in event.players if player.id})
    time_class = report_class(event, None)
    column = "rating" if time_class == "standard" or not found.combined else f"{time_class}_rating"
    entries = {player.rank: found.get(player.id) for player in event.players}
    return {rank: None if entry is None else getattr(entry, column) for rank, entry in entries.items()}
