"""What every command on a report takes: the edition, a list, the system, and the facts that a report lacks."""

import inspect
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.shared import Command, complete_edition, options_of
from arpad.domain.event import SYSTEMS, System
from arpad.eligibility.facts import FACTS, Fact, Facts, facts_told
from arpad.inputs import parse

META = "arpad.event"


@dataclass(frozen=True, slots=True)
class EventOptions:
    """The options of a command on a report, as they were typed."""

    edition: str | None = None
    ratings: Path | None = None
    stages: tuple[Path, ...] = ()
    system: System | None = None
    rating_system: str = "fide"
    facts: Facts = field(default_factory=Facts)


TYPES: dict[str, Any] = {"said": bool | None, "flag": bool, "ids": list[str] | None}
METAVARS = {"number": "N", "day": "DATE", "text": "TEXT", "ids": "ID"}


def _option(fact: Fact) -> inspect.Parameter:
    """Return a fact as typer reads it from a signature; a fact that is not a flag comes as text."""
    default: Any = False if fact.kind == "flag" else None
    option = typer.Option(default, fact.option, metavar=METAVARS.get(fact.kind), help=f"fact.{fact.name}")
    annotation = TYPES.get(fact.kind, str | None)
    return inspect.Parameter(fact.name, inspect.Parameter.KEYWORD_ONLY, default=option, annotation=annotation)


def _fact_options(**_: Any) -> None:
    """Declare an option for every fact."""


_fact_options.__signature__ = inspect.Signature([_option(fact) for fact in FACTS])  # type: ignore[attr-defined]


def _report_options(
    list_: Annotated[str | None, typer.Option("--list", metavar="LIST", help="cli.help.list")] = None,
    stage: Annotated[list[str] | None, typer.Option("--stage", metavar="FILE", help="cli.help.stage")] = None,
    format_: Annotated[str | None, typer.Option("--format", metavar="SYSTEM", help="cli.help.event-format")] = None,
    rating_system: Annotated[str, typer.Option("--system", metavar="SYSTEM", help="cli.help.system")] = "fide",
) -> None:
    """Declare the options on a report."""


def _edition_option(
    edition: Annotated[
        str | None,
        typer.Option("--edition", metavar="ID", help="cli.help.edition-or-date", autocompletion=complete_edition),
    ] = None,
) -> None:
    """Declare the option for one edition."""


NAMES = ("list_", "stage", "format_", "rating_system")
OFFICE_ONLY = tuple(fact.name for fact in FACTS if fact.office_only)


class EventsCommand(Command):
    """A command on a report that names its editions itself."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += [*options_of(_report_options), *options_of(_fact_options)]
        self.params = [option for option in self.params if self.for_the_office or option.name not in OFFICE_ONLY]

    def invoke(self, ctx: Any) -> Any:
        typed = {name: ctx.params.pop(name, None) for name in (*NAMES, *(fact.name for fact in FACTS))}
        ctx.meta[META] = _settled(typed, ctx.params.pop("edition", None) if self.takes_edition else None)
        return super().invoke(ctx)

    takes_edition = False
    for_the_office = False


class EventCommand(EventsCommand):
    """A command on a report under one edition: the one named, or the one in force when the event started."""

    takes_edition = True

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += options_of(_edition_option)


def _settled(typed: dict[str, Any], edition: str | None) -> EventOptions:
    system = typed["format_"]
    return EventOptions(
        edition=edition,
        ratings=Path(typed["list_"]) if typed["list_"] else None,
        stages=tuple(Path(one) for one in typed["stage"] or ()),
        system=None if system is None else parse.choice("--format", system, SYSTEMS),
        rating_system=typed["rating_system"],
        facts=facts_told(typed, lambda fact: fact.spelling),
    )


def event_options(context: typer.Context) -> EventOptions:
    """Return the options of this call."""
    options = context.meta[META]
    assert isinstance(options, EventOptions)
    return options
