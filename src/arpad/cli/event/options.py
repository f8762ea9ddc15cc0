"""What every command on an event takes: the database, who does it and when, and what is said with it."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.arguments import DEFAULT_DATABASE
from arpad.cli.event.answers import show_asked
from arpad.cli.office.options import At, Who, at_typed, who_typed
from arpad.cli.shared import NAMES as SHARED_NAMES
from arpad.cli.shared import Command, declared, shared
from arpad.domain.values import canonical, sha256_of
from arpad.tournament.journal import Consent, NotAgreed

if TYPE_CHECKING:
    from arpad.office.tournaments.store import EventKeeper
    from arpad.office.tournaments.writer import Beside, EventRequest
    from arpad.tournament.journal import Decide, Done

TYPED = "arpad.event.typed"
"""Where a call keeps the command as it was typed: the same command again is the same text."""
SAID = ("who", "yes", "reason", "outside_rules")
"""Options that make another command of it; the others say only where and when."""


@dataclass(frozen=True, slots=True)
class RunningOptions:
    """The options of a command on an event, as they were typed."""

    events: Annotated[
        str,
        typer.Option(
            "--events",
            metavar="URL",
            envvar=["ARPAD_EVENTS", "ARPAD_DB"],
            show_envvar=False,
            help="cli.help.event-events",
        ),
    ] = DEFAULT_DATABASE
    who: Who = None
    at: At = None
    yes: Annotated[bool, typer.Option("--yes", help="cli.help.event-yes")] = False
    reason: Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="cli.help.event-reason")] = None
    outside_rules: Annotated[bool, typer.Option("--outside-rules", help="cli.help.event-outside-rules")] = False
    request: Annotated[str | None, typer.Option("--request", metavar="ID", help="cli.help.event-request")] = None

    @property
    def consent(self) -> Consent:
        return Consent(self.yes, (self.reason or "").strip(), self.outside_rules)


class RunningCommand(Command):
    """A command on an event."""

    declares = (RunningOptions,)

    def invoke(self, ctx: Any) -> Any:
        if ctx.params["request"] is not None:
            ctx.meta[TYPED] = self._typed(ctx)
        try:
            return super().invoke(ctx)
        except NotAgreed as problem:
            show_asked(shared(ctx), problem)
            raise

    def _typed(self, ctx: Any) -> str:
        """Return the command as it was typed, with the contents of its files."""
        left_out = {*SHARED_NAMES, *(option.name for option in fields(RunningOptions))} - {*SAID}
        files = {param.name for param in self.params if param.type.name in ("path", "file")}
        told = {name: value for name, value in ctx.params.items() if name not in left_out}
        read = {name: _contents(Path(told[name])) for name in files & told.keys() if told[name] is not None}
        return canonical([ctx.command_path, told | read])


def _contents(path: Path) -> str:
    """Return the hash of a file of the line; the text itself if there is no such file."""
    return sha256_of(path.read_bytes().hex()) if path.is_file() else str(path)


def running_options(context: typer.Context) -> RunningOptions:
    """Return the options of this call."""
    return declared(context, RunningOptions)


def requested(context: typer.Context) -> "EventRequest | None":
    """Return the request of this call, if it was given an id."""
    from arpad.office.tournaments.writer import EventRequest

    request = running_options(context).request
    return None if request is None else EventRequest(request, context.meta[TYPED])


@contextlib.contextmanager
def keeper(context: typer.Context) -> Iterator["EventKeeper"]:
    """Open the events of this call's database, and close them at the end."""
    from arpad.office.storage.database import Database
    from arpad.office.tournaments.store import EventKeeper

    with contextlib.closing(EventKeeper(Database(running_options(context).events))) as events:
        yield events


def act(context: typer.Context, slug: str, command: "Decide", beside: "Beside | None" = None) -> "Done":
    """Give a command to an event, with what was said on the line. `beside` writes more in the same transaction."""
    options = running_options(context)
    who, at = who_typed(options.who), at_typed(options.at)
    with keeper(context) as events:
        return events.act(slug, command, who, at, options.consent, request=requested(context), beside=beside)
