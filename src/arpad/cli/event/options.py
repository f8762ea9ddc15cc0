"""What every command on an event takes: the database, who does it and when, and what is said with it."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.arguments import DEFAULT_DATABASE
from arpad.cli.event.answers import show_asked
from arpad.cli.office.options import at_typed, who_typed
from arpad.cli.shared import NAMES as SHARED_NAMES
from arpad.cli.shared import Command, options_of, shared
from arpad.domain.canonical import canonical, sha256_of
from arpad.tournament.hearing import Consent, NotAgreed

if TYPE_CHECKING:
    from arpad.office.tournaments import Beside, EventKeeper, EventRequest
    from arpad.tournament.journal import Decide, Done

META = "arpad.event"
NAMES = ("events", "who", "at", "yes", "reason", "outside_rules", "request")
SAID = ("who", "yes", "reason", "outside_rules")
"""Options that make another command of it; the others say only where and when."""


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
    typed: str
    """The command as it was typed: the same one again is the same text."""

    @property
    def consent(self) -> Consent:
        return Consent(self.yes, (self.reason or "").strip(), self.outside_rules)

    @property
    def asked(self) -> "EventRequest | None":
        """The request of this call, if it was given an id."""
        from arpad.office.tournaments import EventRequest

        return None if self.request is None else EventRequest(self.request, self.typed)


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
        typed = "" if ctx.params["request"] is None else self._typed(ctx)
        ctx.meta[META] = RunningOptions(**{name: ctx.params.pop(name) for name in NAMES}, typed=typed)
        try:
            return super().invoke(ctx)
        except NotAgreed as problem:
            show_asked(shared(ctx), problem)
            raise

    def _typed(self, ctx: Any) -> str:
        """The command as it was typed, with what is in its files."""
        left_out = {*SHARED_NAMES, *NAMES} - {*SAID}
        files = {param.name for param in self.params if param.type.name in ("path", "file")}
        told = {name: value for name, value in ctx.params.items() if name not in left_out}
        read = {name: _contents(Path(told[name])) for name in files & told.keys() if told[name] is not None}
        return canonical([ctx.command_path, told | read])


def _contents(path: Path) -> str:
    """What a file of the line has in it; what is no file stays what it is."""
    return sha256_of(path.read_bytes().hex()) if path.is_file() else str(path)


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

    with contextlib.closing(EventKeeper(Database(running_options(context).events))) as events:
        yield events


def act(context: typer.Context, slug: str, command: "Decide", beside: "Beside | None" = None) -> "Done":
    """Give a command to an event, with what was said on the line. `beside` writes more in the same transaction."""
    options = running_options(context)
    who, at = who_typed(options.who), at_typed(options.at)
    with keeper(context) as events:
        return events.act(slug, command, who, at, options.consent, request=options.asked, beside=beside)
