"""What every command on an event takes: the database, who does it and when, and what is said with it."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.arguments import DEFAULT_DATABASE
from arpad.cli.office.options import at_typed, who_typed
from arpad.cli.shared import Command, options_of
from arpad.tournament.hearing import Consent

if TYPE_CHECKING:
    from arpad.office.tournaments import EventKeeper
    from arpad.tournament.journal import Decide, Done

META = "arpad.event"
NAMES = ("events", "who", "at", "yes", "reason", "outside_rules", "request")


@dataclass(frozen=True, slots=True)
class RunningOptions:
    """The options of a command on an event, as they were typed."""

    events: str
    who: str | None
    at: str | None
    yes: bool
    reason: str | None
    outside_rules: bool
    request: str | None

    @property
    def consent(self) -> Consent:
        return Consent(self.yes, (self.reason or "").strip(), self.outside_rules)


def _holder() -> typer.Typer:
    """The options, which typer makes from a signature."""
    holder = typer.Typer(add_completion=False)

    @holder.command()
    def options(
        events: Annotated[
            str,
            typer.Option(
                "--events",
                metavar="URL",
                envvar=["ARPAD_EVENTS", "ARPAD_DB"],
                show_envvar=False,
                help="cli.help.event-events",
            ),
        ] = DEFAULT_DATABASE,
        who: Annotated[
            str | None,
            typer.Option("--who", metavar="NAME", envvar="ARPAD_WHO", show_envvar=False, help="cli.help.office-who"),
        ] = None,
        at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="cli.help.office-at")] = None,
        yes: Annotated[bool, typer.Option("--yes", help="cli.help.event-yes")] = False,
        reason: Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="cli.help.event-reason")] = None,
        outside_rules: Annotated[bool, typer.Option("--outside-rules", help="cli.help.event-outside-rules")] = False,
        request: Annotated[str | None, typer.Option("--request", metavar="ID", help="cli.help.event-request")] = None,
    ) -> None:
        pass

    return holder


class RunningCommand(Command):
    """A command on an event."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += options_of(_holder)

    def invoke(self, ctx: Any) -> Any:
        ctx.meta[META] = RunningOptions(**{name: ctx.params.pop(name) for name in NAMES})
        return super().invoke(ctx)


def running_options(context: typer.Context) -> RunningOptions:
    """The options of this call."""
    options = context.meta[META]
    assert isinstance(options, RunningOptions)
    return options


@contextlib.contextmanager
def keeper(context: typer.Context) -> Iterator["EventKeeper"]:
    """The events of this call's database, closed at the end."""
    from arpad.office.storage import Database
    from arpad.office.tournaments import EventKeeper

    database = Database(running_options(context).events)
    try:
        yield EventKeeper(database)
    finally:
        database.dispose()


def act(context: typer.Context, slug: str, command: "Decide") -> "Done":
    """Give a command to an event, with what was said on the line."""
    options = running_options(context)
    with keeper(context) as events:
        return events.act(slug, command, who_typed(options.who), at_typed(options.at), options.consent)
