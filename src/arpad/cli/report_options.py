"""Options that every command on a report takes, and reading the report and rating list they name."""

import inspect
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import click

from arpad.cli.options import Command, Option, Shared, complete_edition, parameter_of, parameters_of
from arpad.domain.event import SYSTEMS, Event, System
from arpad.domain.rating_list import RatingList
from arpad.eligibility.facts import FACTS, Facts, facts_in_words
from arpad.examination import GivenRatings, ReportExamination, examine
from arpad.formats.feda import pool_reports
from arpad.formats.report import Report
from arpad.inputs import parse
from arpad.inputs.declared import by_flag
from arpad.library.files import load_report
from arpad.rating.examine import report_system

# What every command on a report takes: the edition, a list, the system, and the facts that a report lacks.

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


def _fact_options(**_: Any) -> None:
    """Declare an option for every fact."""


_fact_options.__signature__ = inspect.Signature([parameter_of(fact) for fact in FACTS])  # type: ignore[attr-defined]


def _report_options(
    list_: Annotated[str | None, Option("--list", metavar="LIST", help="cli.help.list")] = None,
    stage: Annotated[list[str] | None, Option("--stage", metavar="FILE", help="cli.help.stage")] = None,
    format_: Annotated[str | None, Option("--format", metavar="SYSTEM", help="cli.help.event-format")] = None,
    rating_system: Annotated[str, Option("--system", metavar="SYSTEM", help="cli.help.system")] = "fide",
) -> None:
    """Declare the options on a report."""


def _edition_option(
    edition: Annotated[
        str | None,
        Option("--edition", metavar="ID", help="cli.help.edition-or-date", complete=complete_edition),
    ] = None,
) -> None:
    """Declare the option for one edition."""


NAMES = ("list_", "stage", "format_", "rating_system")
OFFICE_ONLY = tuple(fact.name for fact in FACTS if fact.office_only)


class EventsCommand(Command):
    """A command on a report that names its editions itself."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += [*parameters_of(_report_options), *parameters_of(_fact_options)]
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
        self.params += parameters_of(_edition_option)


def _settled(typed: dict[str, Any], edition: str | None) -> EventOptions:
    system = typed["format_"]
    return EventOptions(
        edition=edition,
        ratings=Path(typed["list_"]) if typed["list_"] else None,
        stages=tuple(Path(one) for one in typed["stage"] or ()),
        system=None if system is None else parse.choice("--format", system, SYSTEMS),
        rating_system=typed["rating_system"],
        facts=facts_in_words(typed, by_flag),
    )


def event_options(context: click.Context) -> EventOptions:
    """Return the options of this call."""
    options = context.meta[META]
    assert isinstance(options, EventOptions)
    return options


# From a report file to its examination: read the file and the list that the options name.


def load_event(file: Path, options: EventOptions) -> Report:
    """Read a report, and pool its further stages into it."""
    return pool_reports([load_report(file), *(load_report(stage) for stage in options.stages)])


def examine_call(
    settings: Shared, report: Report, options: EventOptions, edition: str | None, ratings: RatingList | None
) -> ReportExamination:
    """Examine a report under the edition named, or the one in force when the event started."""
    return examine(
        report,
        replace(options.facts, system=report_system(report, options.system)),
        settings.regulations,
        GivenRatings(ratings),
        edition=None if edition is None else settings.edition(edition),
        system=options.rating_system,
        stages=bool(options.stages),
    )


def read_ratings(options: EventOptions, event: Event) -> RatingList | None:
    """Read the players of the event from the list that the options name."""
    if options.ratings is None:
        return None
    from arpad.formats.rating_lists.files import read_list

    return read_list(options.ratings, {player.id for player in event.players if player.id})
