"""The `arpad office` group: shared options, decision fields as options, JSON documents and progress bars."""

import contextlib
import datetime as dt
import getpass
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.main import INTERRUPTED
from arpad.cli.options import DEFAULT_DATABASE, Argument, Command, Group, Option, Shared, declared, shared
from arpad.cli.output import fields_table, line, print_json, show_findings, table
from arpad.cli.report_options import EventCommand
from arpad.clock import instant
from arpad.documents.document import Document
from arpad.i18n import ArpadError, text
from arpad.inputs.times import wall_clock
from arpad.lists.list_versions import KINDS, SHORT, ListVersion
from arpad.office.records import due_text
from arpad.progress import CountDone, RowsDone, StepsDone

if TYPE_CHECKING:
    from arpad.lists.list_versions import ListVersion
    from arpad.office.context import Desk
    from arpad.office.records import ListChanges, Replay, Submitted
    from arpad.office.storage.database import Database
    from arpad.office.storage.log_table import Acting
    from arpad.office.tournaments.notices import MailServer
    from arpad.office.tournaments.pushes import PushPlace
    from arpad.pairing.forensics import RoundsNote


# The group `arpad office` and the arguments and options that its commands share.

office = Group(help="cli.command.office", no_args_is_help=True)

PeriodArgument = Annotated[str, Argument(metavar="PERIOD", help="cli.help.office-period")]
EventArgument = Annotated[str, Argument(metavar="EVENT", help="cli.help.office-event")]
PlayerArgument = Annotated[str, Argument(metavar="ID", help="cli.help.office-id")]
Version = Annotated[str | None, Option("--version", metavar="N", help="cli.help.office-version")]
ClassOption = Annotated[str, Option("--time-class", metavar="standard|rapid|blitz", help="cli.help.office-time-class")]
EditionOption = Annotated[str | None, Option("--edition", metavar="ID", help="cli.help.office-edition")]
Force = Annotated[bool, Option("--force", help="cli.help.office-force")]


# The records of the office as JSON documents and as lines of a table.

REFUSED = 1
FIRST_ROWS = 5
KIND_HEADINGS = {"changed": "list-changed", "first": "list-first", "gone": "list-gone"}


def day(value: dt.date | None) -> str:
    return "" if value is None else value.isoformat()


def answer_list(
    settings: Shared,
    kind: type[Document],
    documents: Sequence[Document],
    names: Sequence[str],
    left: Sequence[int],
    none: str,
) -> None:
    """Show documents of a kind, as JSON or as a table; `none` is the message if there are none."""
    if settings.as_json:
        print_json([thing.document(settings.language) for thing in documents])
    elif documents:
        fields_table(settings.language, kind, documents, names, left)
    else:
        line(text(none, settings.language))


def show_changes(settings: Shared, period: dt.date, changes: "ListChanges") -> None:
    """Show what a list changes against the one before, and the largest changes; nothing of a first list."""
    language, against = settings.language, changes.against
    if against is None:
        return
    key = "label.office-against-version" if against.period == period else "label.office-against-list"
    line()
    line(text(key, language, period=against.period, version=against.number), style="bold")
    counts = [
        [text(f"time-class.{time_class}", language), *(str(len(own[kind])) for kind in KINDS)]
        for time_class, own in changes.differing.items()
    ]
    table(language, ["time-class", *KIND_HEADINGS.values()], counts)
    rows = [
        [
            text(f"time-class.{time_class}", language),
            text(f"table.{KIND_HEADINGS[kind]}", language),
            difference.id,
            difference.name,
        ]
        + [str(rating or "–") for rating in (difference.before, difference.after)]
        for time_class, own in changes.differing.items()
        for kind in KINDS
        for difference in own[kind][:FIRST_ROWS]
    ]
    if rows:
        line()
        line(text("label.office-largest", language), style="bold")
        table(language, ["time-class", "what", "fide-id", "player", "before", "after"], rows, left=(0, 1, 2, 3))


def show_versions(settings: Shared, versions: Sequence["ListVersion"]) -> None:
    names = ("period", "version", "made", "state", "players", "digest", "reason")
    answer_list(settings, ListVersion, versions, names, (0, 2, 3, 5, 6), "label.office-no-lists")


def show_submitted(settings: Shared, submitted: "Submitted", everything: bool) -> None:
    language = settings.language
    verdict = "label.office-accepted" if submitted.accepted else "label.office-refused"
    line(text(verdict, language, event=str(submitted.event.id), name=submitted.event.name or "–"), style="bold")
    if submitted.accepted and (when := due_text(submitted.event, language)):
        line(when)
    show_findings(submitted.findings, language, everything)


def answer_submitted(
    settings: Shared, submitted: "Submitted", everything: bool, note: "RoundsNote | None" = None
) -> None:
    """Show whether a report was accepted, and what is worth a note about its rounds. Exit 1: it was refused."""
    if settings.as_json:
        rounds = {} if note is None else {"rounds": note.document(settings.language)}
        print_json(submitted.document(settings.language) | rounds)
    else:
        show_submitted(settings, submitted, everything)
        if note is not None:
            line(text("forensics.note", settings.language, summary=note.summary.text(settings.language)))
    if not submitted.accepted:
        raise Exit(REFUSED)


def answer_replay(settings: Shared, replay: "Replay", everything: bool = False) -> None:
    """Show what a correction changed. Exit 1: its report was refused, and nothing was rated again."""
    if settings.as_json:
        print_json(replay.document(settings.language))
    else:
        _show_replay(settings, replay, everything)
    if replay.submitted is not None and not replay.submitted.accepted:
        raise Exit(REFUSED)


def _show_replay(settings: Shared, replay: "Replay", everything: bool) -> None:
    language = settings.language
    if replay.submitted is not None:
        show_submitted(settings, replay.submitted, everything)
    if not replay.versions:
        line(text("label.office-no-list-changes", language))
        return
    rows = [
        [version.period.isoformat(), str(version.number), str(changed), version.digest[:SHORT]]
        for version, changed in zip(replay.versions, replay.changed, strict=True)
    ]
    table(language, ["period", "version", "ratings-changed", "digest"], rows, left=(0, 3))


# What every command of the office takes: the database, the system, who does it and when.

NOT_FOR_THE_OFFICE = ("list_", "stage", "rating_system")
"""Options on a report that make no sense here: the office has its own lists, and its own --system."""

DEFAULT_SYSTEM = "fide"
Who = Annotated[
    str | None,
    Option("--who", metavar="NAME", envvar="ARPAD_WHO", help="cli.help.office-who"),
]
At = Annotated[str | None, Option("--at", metavar="TIME", help="cli.help.office-at")]


# The mail server of the office. Its password is read from the environment alone: a command line is seen by others.

SMTP, SMTP_PASSWORD, MAIL_FROM, SITE = "ARPAD_SMTP", "ARPAD_SMTP_PASSWORD", "ARPAD_MAIL_FROM", "ARPAD_SITE"
Smtp = Annotated[str, Option("--smtp", metavar="URL", envvar=SMTP, help="cli.help.mail-smtp")]
MailFrom = Annotated[str, Option("--mail-from", metavar="ADDRESS", envvar=MAIL_FROM, help="cli.help.mail-from")]
MailSite = Annotated[str, Option("--site", metavar="URL", envvar=SITE, help="cli.help.mail-site")]


# Where games are pushed. The token is read from the environment alone, and printed nowhere.

PUSH_ADDRESS, PUSH_TOKEN = "ARPAD_LICHESS", "ARPAD_LICHESS_TOKEN"


def push_place() -> "PushPlace | None":
    """Return where games are pushed, None if the installation has no token; refuse settings that cannot work."""
    from arpad.office.tournaments.pushes import LICHESS, read_push_place

    return read_push_place(os.environ.get(PUSH_ADDRESS) or LICHESS, os.environ.get(PUSH_TOKEN, ""))


def public_address(site: str) -> str:
    """Return the address under which everybody reaches the pages, empty if none was set."""
    from arpad.office.tournaments.notices import site_address

    return site_address(site) if site else ""


def mail_server(smtp: str, sender: str, site: str) -> "MailServer | None":
    """Return the mail server that was set, None if there is none: then no mail is offered or sent."""
    from arpad.office.tournaments.notices import read_mail_server

    return read_mail_server(smtp, os.environ.get(SMTP_PASSWORD, ""), sender, site) if smtp else None


@dataclass(frozen=True, slots=True)
class OfficeOptions:
    """The options of a command of the office, as they were typed."""

    db: Annotated[str, Option("--db", metavar="URL", envvar="ARPAD_DB", help="cli.help.office-db")] = DEFAULT_DATABASE
    system: Annotated[str | None, Option("--system", metavar="SYSTEM", help="cli.help.office-system")] = None
    who: Who = None
    at: At = None


class OfficeCommand(Command):
    """A command of the office."""

    declares = (OfficeOptions,)


class OfficeEventCommand(EventCommand):
    """A command of the office that also takes the facts of an event."""

    declares = (OfficeOptions,)
    for_the_office = True

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params = [param for param in self.params if param.name not in NOT_FOR_THE_OFFICE]


def office_options(context: click.Context) -> OfficeOptions:
    """Return the options of this call."""
    return declared(context, OfficeOptions)


@contextlib.contextmanager
def database_at(url: str) -> Iterator["Database"]:
    """Open a database, and close it at the end."""
    from arpad.office.storage.database import Database

    database = Database(url)
    try:
        yield database
    finally:
        database.dispose()


def opened(context: click.Context) -> contextlib.AbstractContextManager["Database"]:
    """Open the database of this call, and close it at the end."""
    return database_at(office_options(context).db)


def events_beside(context: click.Context, url: str | None) -> contextlib.AbstractContextManager["Database | None"]:
    """Open the database of tournaments, if it is another one than the office's."""
    return contextlib.nullcontext() if url in (None, office_options(context).db) else database_at(url)


def acting(context: click.Context) -> "Acting":
    """Return who is at work in this call, and when."""
    from arpad.office.storage.log_table import Acting

    typed = office_options(context)
    return Acting(who_typed(typed.who), at_typed(typed.at))


@contextlib.contextmanager
def desk(context: click.Context, *, founds: bool = False) -> Iterator["Desk"]:
    """Open a desk in the office of this call. A desk that founds names its system; else the system must be there."""
    from arpad.office.context import Desk, system_named

    typed = office_options(context)
    who, at = who_typed(typed.who), at_typed(typed.at)
    with opened(context) as database:
        system = typed.system or DEFAULT_SYSTEM if founds else system_named(database, typed.system)
        yield Desk(database, shared(context).regulations, system, who, at)


def who_typed(typed: str | None) -> str:
    """Return the name for the log: the one given, or the login name."""
    if typed is None:
        with contextlib.suppress(OSError, KeyError, ImportError):
            typed = getpass.getuser()
    if typed is None or not typed.strip():
        raise ArpadError("office-who")
    return " ".join(typed.split())


def at_typed(typed: str | None, zone: dt.tzinfo = dt.UTC) -> dt.datetime:
    """Return the time for the log: the one given, or now. `zone` is that of a time which names none."""
    if typed is None:
        return instant()
    try:
        at = dt.datetime.fromisoformat(typed)
        if at.tzinfo is None and wall_clock(at, zone) == "once":
            at = at.replace(tzinfo=zone)
        if at.tzinfo is not None:
            return at.astimezone(dt.UTC)
    except (ValueError, OverflowError):
        raise ArpadError("office-at", value=typed) from None
    raise ArpadError("office-at-change", value=typed, zone=str(zone))


# Long work: a bar on standard error if it is a terminal, and Ctrl-C, which leaves everything as it was.


@contextlib.contextmanager
def whole(settings: Shared) -> Iterator[None]:
    """Do everything inside or nothing; if interrupted, say so."""
    try:
        yield
    except KeyboardInterrupt:
        print(text("label.office-interrupted", settings.language), file=sys.stderr)
        raise Exit(INTERRUPTED) from None


@contextlib.contextmanager
def _bar(settings: Shared, key: str, total: int | None = None) -> Iterator[tuple[Any, Any] | None]:
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield bar, bar.add_task(text(key, settings.language), total=total)


@contextlib.contextmanager
def _progress(settings: Shared, key: str, update: Callable[..., None], total: int | None = None) -> Iterator[Any]:
    """Do long work whole or not at all, and let it update a bar, if there is one."""
    with whole(settings), _bar(settings, key, total) as shown:
        yield None if shown is None else partial(update, *shown)


def steps(settings: Shared, key: str) -> contextlib.AbstractContextManager[StepsDone | None]:
    """Show work that reports (done, in all)."""
    return _progress(settings, key, lambda bar, task, done, total: bar.update(task, completed=done, total=total))


def reading(settings: Shared, key: str, file: Path) -> contextlib.AbstractContextManager[CountDone | None]:
    """Show work on a file that reports the bytes done."""
    size = file.stat().st_size if file.is_file() else 0
    return _progress(settings, key, lambda bar, task, done: bar.update(task, completed=done), size)


def tables(settings: Shared, key: str) -> contextlib.AbstractContextManager[RowsDone | None]:
    """Show work on tables that reports a table and its rows done; the total is not known beforehand."""
    words = text(key, settings.language)
    return _progress(
        settings, key, lambda bar, task, table, rows: bar.update(task, description=f"{words}: {table} {rows:,}")
    )
