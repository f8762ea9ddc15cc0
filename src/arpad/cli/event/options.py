"""The `arpad event` group: shared options, typed input, answers, and the message for an impossible round."""

import contextlib
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.office.options import At, Who, at_typed, who_typed
from arpad.cli.options import (
    DEFAULT_DATABASE,
    Argument,
    Command,
    Group,
    Option,
    Shared,
    declared,
    decoded,
    parameter_of,
    shared,
)
from arpad.cli.options import NAMES as SHARED_NAMES
from arpad.cli.output import line, print_json, trail
from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.inputs.declared import by_flag, inputs_of, read
from arpad.library.files import report_bytes
from arpad.tournament.acts.act import Act
from arpad.tournament.drawing import NoPairing
from arpad.tournament.journal import Confirmation, NotConfirmed

if TYPE_CHECKING:
    from arpad.office.tournaments.store import EventStore
    from arpad.office.tournaments.writer import Beside, EventRequest
    from arpad.tournament.journal import Decide, Done, EventWarning
    from arpad.tournament.log import LogLine
    from arpad.tournament.state import EventState


# How commands on an event answer: what was written, the warnings, and what the command is about.

SHOWN = 5
"""Notes of one kind that are shown."""


def answer_done(
    context: click.Context, done: "Done", message_key: str, values: Mapping[str, object], **more: Any
) -> None:
    """Print what a command did: the warnings and one sentence with its values, or the document with `more` in it."""
    settings = shared(context)
    if settings.as_json:
        from arpad.tournament.documents import done_document

        print_json(done_document(done, settings.language, **more))
        return
    show_warnings(settings, done.warnings)
    line(text(f"tournament.said.{message_key}", settings.language, **values), style="bold")


def show_warnings(settings: Shared, warnings: "Sequence[EventWarning]", heading: str = "agreed") -> None:
    """Warnings for people, on standard error: of what is done (`agreed`), or of what was refused (`level`). Of many
    notes of one kind the first ones are shown."""
    seen: Counter[str] = Counter()
    for warning in warnings:
        seen[warning.code] += 1
        if warning.level != "note" or seen[warning.code] <= SHOWN:
            level = text(f"tournament.{heading}.{warning.level}", settings.language)
            print(f"{level}: {warning.message.text(settings.language)}", file=sys.stderr)
    notes = {warning.code for warning in warnings if warning.level == "note"}
    more = sum(count - SHOWN for code, count in seen.items() if code in notes and count > SHOWN)
    if more:
        print(text("tournament.more-notes", settings.language, count=more), file=sys.stderr)


def show_asked(settings: Shared, problem: "NotConfirmed") -> None:
    """Show everything that a refused command asks for, if it is more than the one thing that the error names."""
    asked = [warning for warning in problem.warnings if warning.level != "note"]
    if len(asked) > 1:
        show_warnings(settings, asked, "level")


# The group `arpad event`, and what its commands share.

event = Group(help="cli.command.event", no_args_is_help=True)

Slug = Annotated[str, Argument(metavar="SLUG", help="cli.help.event-slug")]
RoundNumber = Annotated[str, Argument(metavar="ROUND", help="cli.help.event-round")]
OptionalRound = Annotated[str | None, Argument(metavar="[ROUND]", help="cli.help.event-round")]
BoardNumber = Annotated[str, Argument(metavar="BOARD", help="cli.help.event-board")]
MOST = 9999
LAST_LINE = 2**31
SIGNED = {"ignore_unknown_options": True}
"""For commands whose arguments may begin with a minus sign: -/+, -1/2."""


# A round that cannot be paired: who stands in the way, and what may be lifted.


def refuse_round(settings: Shared, problem: "NoPairing") -> None:
    """Say why there is no round, and exit 1."""
    from arpad.pairing.engines import impossible_step
    from arpad.tournament.documents import no_pairing_document, ways_out

    language = settings.language
    if settings.as_json:
        print_json(no_pairing_document(problem, language))
    else:
        number, slug = problem.answer.state.round, problem.state.event_rules.slug
        line(text("tournament.said.impossible", language, round=number), style="bold")
        trail((impossible_step(problem.answer),), language, title=False)
        for words in ways_out(problem, language):
            line(words)
        if not problem.state.event_rules.team:
            line(text("tournament.said.offer-by-hand", language, slug=slug, round=number))
    raise Exit(1)


# What every command on an event takes: the database, who does it and when, and what is confirmed with it.

TYPED = "arpad.event.typed"
"""Where a call keeps the command as it was typed: the same command again is the same text."""
IDENTIFYING = ("who", "yes", "reason", "outside_rules", "confirm")
"""Options that make it a different command; the others state only where and when."""


@dataclass(frozen=True, slots=True)
class RunningOptions:
    """The options of a command on an event, as they were typed."""

    events: Annotated[
        str,
        Option(
            "--events",
            metavar="URL",
            envvar=["ARPAD_EVENTS", "ARPAD_DB"],
            help="cli.help.event-events",
        ),
    ] = DEFAULT_DATABASE
    who: Who = None
    at: At = None
    yes: Annotated[bool, Option("--yes", help="cli.help.event-yes")] = False
    reason: Annotated[str | None, Option("--reason", metavar="TEXT", help="cli.help.event-reason")] = None
    outside_rules: Annotated[bool, Option("--outside-rules", help="cli.help.event-outside-rules")] = False
    confirm: Annotated[str | None, Option("--confirm", metavar="NUMBER", help="cli.help.event-confirm")] = None
    request: Annotated[str | None, Option("--request", metavar="ID", help="cli.help.event-request")] = None

    @property
    def consent(self) -> Confirmation:
        number = None if self.confirm is None else parse.whole("--confirm", self.confirm, 1, LAST_LINE)
        return Confirmation(self.yes, (self.reason or "").strip(), self.outside_rules, True, number)


class RunningCommand(Command):
    """A command on an event."""

    declares = (RunningOptions,)

    def invoke(self, ctx: Any) -> Any:
        if ctx.params["request"] is not None:
            ctx.meta[TYPED] = self._typed(ctx)
        try:
            return super().invoke(ctx)
        except NotConfirmed as problem:
            show_asked(shared(ctx), problem)
            raise

    def _typed(self, ctx: Any) -> str:
        """Return the command as it was typed, with the contents of its files."""
        left_out = {*SHARED_NAMES, *(option.name for option in fields(RunningOptions))} - {*IDENTIFYING}
        files = {param.name for param in self.params if param.type.name in ("path", "file")}
        params = {name: value for name, value in ctx.params.items() if name not in left_out}
        read = {name: _contents(Path(params[name])) for name in files & params.keys() if params[name] is not None}
        return canonical([ctx.command_path, params | read])


def _contents(path: Path) -> str:
    """Return the hash of a file of the line, or of those in a folder; the text itself if there is no such file."""
    if path.is_dir():
        return canonical([[name, sha256_of(data.hex())] for name, data in sorted(folder_files(path).items())])
    return sha256_of(path.read_bytes().hex()) if path.is_file() else str(path)


def running_options(context: click.Context) -> RunningOptions:
    """Return the options of this call."""
    return declared(context, RunningOptions)


def requested(context: click.Context) -> "EventRequest | None":
    """Return the request of this call, if it was given an id."""
    from arpad.office.tournaments.writer import EventRequest

    request = running_options(context).request
    return None if request is None else EventRequest(request, context.meta[TYPED])


@contextlib.contextmanager
def event_store(context: click.Context) -> Iterator["EventStore"]:
    """Open the events of this call's database, and close them at the end."""
    from arpad.office.storage.database import Database
    from arpad.office.tournaments.store import EventStore

    with contextlib.closing(EventStore(Database(running_options(context).events))) as events:
        yield events


def act(context: click.Context, slug: str, command: "Decide", beside: "Beside | None" = None) -> "Done":
    """Give a command to an event, with what the command line confirms. `beside` writes more in the same transaction."""
    options = running_options(context)
    who, at = who_typed(options.who), at_typed(options.at)
    timed = command.at_time(at) if isinstance(command, Act) else command
    with event_store(context) as events:
        return events.act(slug, timed, who, at, options.consent, request=requested(context), beside=beside)


def perform(context: click.Context, slug: str, command: Act) -> None:
    """Do an act in an event, and answer. If there is no legal round, say why, and exit 1."""
    try:
        done = act(context, slug, command)
    except NoPairing as problem:
        refuse_round(shared(context), problem)
        return
    reply = command.reply(done)
    answer_done(context, done, reply.key, reply.values, **reply.document)


def add_acts(*kinds: type[Act]) -> None:
    """Add the commands of acts to `arpad event`."""
    for kind in kinds:
        add_act(kind)


def add_act(kind: type[Act], word: str = "", group: Group = event, more: str = "") -> None:
    """Add the command of an act to a group: the fields with a flag are its arguments and options. Only the `word` and
    the help of a command that is not named like the act are told."""

    def command(context: click.Context, slug: str, **typed: Any) -> None:
        given = {name: typed_text(value) if isinstance(value, Path) else value for name, value in typed.items()}
        perform(context, slug, read(kind, {name: value for name, value in given.items() if value != []}, by_flag))

    parameters = [Parameter("context", Parameter.KEYWORD_ONLY, annotation=click.Context)]
    parameters += [Parameter("slug", Parameter.KEYWORD_ONLY, annotation=Slug)]
    parameters += [parameter_of(given) for given in inputs_of(kind) if given.flag]
    command.__name__, command.__signature__ = kind.__name__, Signature(parameters)  # type: ignore[attr-defined]
    settings = SIGNED if kind.signed else None
    words = f"cli.command.event-{more or word or kind.name}"
    group.command(word or kind.name, cls=RunningCommand, help=words, context_settings=settings)(command)


# What commands on an event read: numbers that were typed, files and standard input, and the event itself.

STANDARD_INPUT = Path("-")


def round_typed(typed: str) -> int:
    return parse.whole("ROUND", typed, 1, MOST)


def board_typed(typed: str) -> int:
    return parse.whole("BOARD", typed, 1, MOST)


def entries_typed(typed: list[str] | None, option: str = "ENTRY") -> list[int]:
    return [parse.whole(option, entry, 1, MOST) for entry in typed or ()]


def moment(context: click.Context) -> str:
    """Return the time of this command, as the log writes it."""
    return at_typed(running_options(context).at).isoformat()


def typed_text(file: Path) -> str:
    """Return a file, or standard input, as text."""
    return decoded(sys.stdin.buffer.read() if file == STANDARD_INPUT else report_bytes(file), file)


MOST_FILES, MOST_BYTES = 5_000, 50_000_000


def folder_files(folder: Path, ending: str = ".json") -> dict[str, bytes]:
    """Return the files of a folder that have an ending, by their paths in it; the folder itself is the first part."""
    files: dict[str, bytes] = {}
    for path in sorted(folder.resolve().rglob(f"*{ending}")):
        if not path.is_file():
            continue
        files[path.relative_to(folder.resolve().parent).as_posix()] = path.read_bytes()
        if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
            raise ArpadError("livechess-large", most=MOST_FILES, megabytes=MOST_BYTES // 1_000_000)
    return files


def event_now(context: click.Context, slug: str) -> "EventState":
    """Return the event as it is now."""
    with event_store(context) as events:
        return events.open(slug).state


def event_and_log(context: click.Context, slug: str) -> "tuple[EventState, list[LogLine]]":
    """Return the event as it is now, and its log."""
    with event_store(context) as events:
        return events.open(slug).state, events.lines(slug)
