"""The logs of events in a database: made, opened, added to, and folded again as far as they have grown."""

import datetime as dt
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from copy import copy

from sqlalchemy import Connection, select

from arpad.i18n import ArpadError, StorageFault
from arpad.office.desk import read_zone
from arpad.office.storage import Database, tell_of_tournament, tournaments
from arpad.office.tournaments.known import KeptEvent, KnownEvents
from arpad.office.tournaments.requests import (
    EventRequest,
    answer_again,
    check_request,
    check_same,
    find_answered,
    keep_answered,
)
from arpad.office.tournaments.rows import (
    add_event,
    add_lines,
    event_row,
    find_row,
    kinds_of_lines,
    lines_from,
    newest_lines,
)
from arpad.office.tournaments.secrecy import new_secret
from arpad.office.tournaments.writer import Beside, EventOrder, EventWriter
from arpad.tournament.journal import Consent, Decide, Done, Hearing, decide
from arpad.tournament.log import Changes, LogChange, LogLine
from arpad.tournament.rules import read_rules
from arpad.tournament.state import EventState
from arpad.tournament.times import check_times
from arpad.tournament.undo import LogGrown, undo

Guard = Callable[[Decide], Decide]
"""What makes of a command one that some people may not give."""


class EventKeeper:
    """The events of one database, which is the office's or one of their own. Any number of threads may use it; one of
    its own writes for all of them. Several processes may use the same database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._known = KnownEvents()
        self._writer = EventWriter(database, self._known)
        self._checked = False
        self._guard: Guard | None = None

    def guarded(self, guard: Guard) -> "EventKeeper":
        """Return the same events for somebody who may not do everything: each command passes the guard, which looks at
        what it would write inside the decision itself."""
        found = copy(self)
        found._guard = guard
        return found

    def close(self) -> None:
        """Write what waits, and close all connections."""
        self._writer.close()
        self.database.dispose()

    def slugs(self) -> list[str]:
        """Return the events there are, in the order in which they were made."""
        with self._reading() as connection:
            return list(connection.execute(select(tournaments.c.slug).order_by(tournaments.c.id)).scalars())

    def open(self, slug: str) -> KeptEvent:
        """Return an event as it is now."""
        with self._reading() as connection:
            found = self._known.current(connection, self._known.row(slug) or event_row(connection, slug))
        self._known.remember(found)
        return found

    def lines(self, slug: str) -> list[LogLine]:
        """Return the whole log of an event."""
        with self._reading() as connection:
            return lines_from(connection, event_row(connection, slug).id)

    def kinds_of_lines(self, slug: str) -> list[str]:
        """Return the kinds of lines that the log of an event has."""
        with self._reading() as connection:
            return kinds_of_lines(connection, event_row(connection, slug).id)

    def newest_lines(self, slug: str, kinds: Collection[str], before: int, most: int) -> list[LogLine]:
        """Return the last lines of some kinds before a line, the newest first."""
        with self._reading() as connection:
            return newest_lines(connection, event_row(connection, slug).id, kinds, before, most)

    def act(
        self,
        slug: str,
        command: Decide,
        who: str,
        at: dt.datetime,
        consent: Consent | None = None,
        *,
        request: EventRequest | None = None,
        beside: Beside | None = None,
        on_copy: bool = False,
    ) -> Done:
        """Decide a command on the event as it is, and keep what it adds. Return once it is kept.

        A command with the id of a `request` that was done before is answered as it was then. `beside` writes more in
        the same transaction. A copy of an event that lives elsewhere refuses all commands but those that may be given
        `on_copy`.
        """
        if request is not None:
            check_request(request)
        row = self._known.row(slug)
        if row is None:
            with self._reading() as connection:
                row = event_row(connection, slug)
        if self._guard is not None:
            command = self._guard(command)
        return self._writer.write(EventOrder(row, command, who, at, consent, request, beside, on_copy))

    def undo(
        self,
        slug: str,
        n: int,
        who: str,
        at: dt.datetime,
        consent: Consent | None = None,
        *,
        request: EventRequest | None = None,
    ) -> Done:
        """Undo a line of the log, which is read again if somebody adds to it meanwhile."""
        while True:
            command = undo(n, self.lines(slug), at.isoformat())
            try:
                return self.act(slug, command, who, at, consent, request=request)
            except LogGrown:
                continue

    def create(
        self,
        slug: str,
        command: Decide,
        who: str,
        at: dt.datetime,
        consent: Consent | None = None,
        *,
        request: EventRequest | None = None,
        beside: Beside | None = None,
    ) -> Done:
        """Make an event. The database is made too, if there is none. Rules that name no time zone get that of the
        office. `beside` writes more in the same transaction."""
        if request is not None:
            check_request(request)
        self.make_database()
        with self.database.writing() as connection:
            if find_row(connection, slug) is not None:
                return _made_before(connection, slug, request)
            command = _in_zone(read_zone(connection), command)
            done = decide(EventState(), command if self._guard is None else self._guard(command), who, at, consent)
            row = add_event(connection, slug, new_secret())
            add_lines(connection, row.id, done.lines)
            if beside is not None:
                beside(connection, row, done)
            tell_of_tournament(connection, row.id, slug, done.lines[0].sha256, who, at)
            if request is not None:
                keep_answered(connection, row.id, {request: done})
        return done

    def make_database(self) -> None:
        """Make the database if there is none; an older one is left as it is, and refused."""
        if self.database.is_empty():
            self.database.create()
        else:
            self.database.check()

    def _check(self) -> None:
        """Refuse a database that cannot be used; one without anything in it has no events."""
        try:
            self.database.check()
        except StorageFault as problem:
            if problem.key == "office-none":
                raise StorageFault("event-none", database=self.database.address.shown) from None
            raise

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """One view of everything. What is in the database is checked the first time."""
        if not self._checked:
            self._check()
            self._checked = True
        with self.database.reading() as connection:
            yield connection


def _in_zone(zone: str, command: Decide) -> Decide:
    """Return a command that makes an event in the zone of the office, if its rules name none."""

    def decided(state: EventState, hearing: Hearing) -> Changes:
        first, *more = command(state, hearing)
        if zone and "time_zone" not in first.data:
            first = LogChange(first.kind, {**first.data, "time_zone": zone})
            check_times(read_rules(first.data))
        return [first, *more]

    return decided


def _made_before(connection: Connection, slug: str, request: EventRequest | None) -> Done:
    """The answer to a request that made this event before; anybody else has to take another slug."""
    row = event_row(connection, slug)
    answered = {} if request is None else find_answered(connection, row.id, [request.id])
    if request is None or request.id not in answered:
        raise ArpadError("event-slug-taken", slug=slug)
    check_same(request, answered[request.id].hash)
    return answer_again(connection, row.id, answered[request.id])
