"""The working context of office operations: system, user, time, transaction and trial runs.

A trial run does the real work in a transaction that is rolled back at the end.
"""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace

from sqlalchemy import Connection, select

from arpad.i18n import ArpadError
from arpad.office.storage._log import add_row
from arpad.office.storage._seals import first_key
from arpad.office.storage.caches import LedgerCache, UntilChanged
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import write_log
from arpad.office.storage.schema import systems
from arpad.regulations.rating_editions import Regulations
from arpad.release import __version__

# A desk in the office: where somebody works, in a system, at a time. Every use case is given one.

SYSTEMS = select(systems).order_by(systems.c.id)


@dataclass(frozen=True, slots=True)
class Desk:
    """`system` names the rating system (fide, feda, your own); `who` and `at` go into the log. `checked`: somebody has
    made sure that there is an office in the database, so looking at it need not."""

    database: Database
    regulations: Regulations
    system: str
    who: str
    at: dt.datetime
    ledgers: LedgerCache = field(default_factory=LedgerCache, compare=False, repr=False)
    checked: bool = False
    unchanged: UntilChanged | None = field(default=None, compare=False, repr=False)
    """What is known of the office until it changes, for those who look at it often."""

    def record(self, connection: Connection, action: str, subject: str, **details: object) -> None:
        """Write into the log what is being done."""
        write_log(
            connection, at=self.at, who=self.who, action=action, system=self.system, subject=subject, details=details
        )


@dataclass(frozen=True, slots=True)
class SystemRecord:
    """A rating system of the office."""

    id: int
    name: str
    federation: str


def system_of(connection: Connection, name: str) -> SystemRecord:
    """Return a system by its name; refused if the office does not have it."""
    known = {system.name: system for system in _systems(connection)}
    if name not in known:
        raise ArpadError("office-no-system", system=name, known=", ".join(sorted(known)) or "–")
    return known[name]


def systems_of(database: Database) -> list[SystemRecord]:
    """All systems of an office, in the order in which they were founded."""
    database.check()
    with database.reading() as connection:
        return _systems(connection)


def _systems(connection: Connection) -> list[SystemRecord]:
    return [SystemRecord(*row) for row in connection.execute(SYSTEMS)]


def system_named(database: Database, name: str | None) -> str:
    """Return the system named, or the only one there is."""
    known = [system.name for system in systems_of(database)]
    if name is not None and name not in known:
        raise ArpadError("office-no-system", system=name, known=", ".join(known) or "–")
    if name is None and len(known) != 1:
        raise ArpadError("office-which-system", known=", ".join(known) or "–")
    return name or known[0]


def found_system(desk: Desk, federation: str) -> SystemRecord:
    """Found an office, or a further system in one that is there."""
    possible = {edition.system for edition in desk.regulations.editions()}
    if desk.system not in possible:
        raise ArpadError("office-unknown-system", system=desk.system, known=", ".join(sorted(possible)))
    desk.database.create()
    with desk.database.writing() as connection:
        known = _systems(connection)
        if any(system.name == desk.system for system in known):
            raise ArpadError("office-system-there", system=desk.system)
        system_record = SystemRecord(len(known) + 1, desk.system, federation)
        first_key(connection)
        add_row(connection, systems, asdict(system_record))
        desk.record(connection, "founded", desk.system, federation=federation, release=__version__)
    return system_record


# A rehearsal: anything the office does, done in a transaction that is taken back at the end. This shows what a
# correction would change, and what a closing would give, by exactly the same steps.


class _Over(Exception):
    """The rehearsal has ended: take everything back."""


class _Stage(Database):
    """A database within one transaction: all reading and writing happens in it."""

    staged = True

    def __init__(self, database: Database, connection: Connection) -> None:
        self.address, self.kind, self._connection = database.address, database.kind, connection

    def check(self) -> None:
        """It was checked before the transaction began."""

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        yield self._connection

    @contextmanager
    def writing(self, *events: int, patient: bool = True) -> Iterator[Connection]:  # noqa: ARG002
        """All of it is one transaction."""
        yield self._connection


@contextmanager
def dry_run(desk: Desk) -> Iterator[Desk]:
    """A desk at which everything can be done, and nothing of it is kept."""
    desk.database.check()
    try:
        with desk.database.writing() as connection:
            yield replace(desk, database=_Stage(desk.database, connection), unchanged=None)
            raise _Over
    except _Over:
        pass
