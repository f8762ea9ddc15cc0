"""What every command of the office takes: the database, the system, who does it and when."""

import contextlib
import datetime as dt
import getpass
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.arguments import DEFAULT_DATABASE
from arpad.cli.event_options import EventCommand
from arpad.cli.shared import Command, declared, shared
from arpad.clock import instant
from arpad.i18n import ArpadError
from arpad.inputs.times import wall_clock

if TYPE_CHECKING:
    from arpad.office.context import Desk
    from arpad.office.storage.database import Database
    from arpad.office.storage.log_table import Acting

NOT_FOR_THE_OFFICE = ("list_", "stage", "rating_system")
"""Options on a report that make no sense here: the office has its own lists, and its own --system."""

DEFAULT_SYSTEM = "fide"
Who = Annotated[
    str | None,
    typer.Option("--who", metavar="NAME", envvar="ARPAD_WHO", show_envvar=False, help="cli.help.office-who"),
]
At = Annotated[str | None, typer.Option("--at", metavar="TIME", help="cli.help.office-at")]


@dataclass(frozen=True, slots=True)
class OfficeOptions:
    """The options of a command of the office, as they were typed."""

    db: Annotated[
        str, typer.Option("--db", metavar="URL", envvar="ARPAD_DB", show_envvar=False, help="cli.help.office-db")
    ] = DEFAULT_DATABASE
    system: Annotated[str | None, typer.Option("--system", metavar="SYSTEM", help="cli.help.office-system")] = None
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


def office_options(context: typer.Context) -> OfficeOptions:
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


def opened(context: typer.Context) -> contextlib.AbstractContextManager["Database"]:
    """Open the database of this call, and close it at the end."""
    return database_at(office_options(context).db)


def events_beside(context: typer.Context, url: str | None) -> contextlib.AbstractContextManager["Database | None"]:
    """Open the database of tournaments, if it is another one than the office's."""
    return contextlib.nullcontext() if url in (None, office_options(context).db) else database_at(url)


def acting(context: typer.Context) -> "Acting":
    """Return who is at work in this call, and when."""
    from arpad.office.storage.log_table import Acting

    typed = office_options(context)
    return Acting(who_typed(typed.who), at_typed(typed.at))


@contextlib.contextmanager
def desk(context: typer.Context, *, founds: bool = False) -> Iterator["Desk"]:
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
