"""Store and open tournament logs, publish results when due, and make links for people without an account."""

import contextlib
import datetime as dt
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from copy import copy
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from arpad.domain.values import sha256_of
from arpad.i18n import ArpadError, StorageFault
from arpad.office.storage._seals import put_sealed, tell_of_deleted, tell_of_tournament
from arpad.office.storage.database import Database, read_zone
from arpad.office.storage.schema import tournament_links, tournament_log, tournaments
from arpad.office.tournaments._secrets import new_link, new_secret
from arpad.office.tournaments.event_rows import (
    LISTED,
    EventCache,
    EventRow,
    StoredEvent,
    add_event,
    add_lines,
    event_row,
    find_row,
    lines_from,
    put_away,
)
from arpad.office.tournaments.writer import (
    Beside,
    EventRequest,
    EventWriter,
    WriteRequest,
    answer_again,
    check_request,
    check_same,
    find_answered,
    keep_answered,
)
from arpad.tournament.acts.event import LinkWanted, MakeLink
from arpad.tournament.acts.results import PublishResults
from arpad.tournament.amendments import results_due
from arpad.tournament.journal import Confirmation, Confirmations, Decide, Done, decide, lines_of
from arpad.tournament.log import Changes, LogChange, LogLine
from arpad.tournament.rules import read_rules
from arpad.tournament.state import EventState
from arpad.tournament.times import check_times
from arpad.tournament.undo import LogGrown, TakeBack

# The logs of events in a database: made, opened, added to, and folded again as far as they have grown.

Guard = Callable[[Decide], Decide]
"""What makes of a command one that some people may not give."""


class EventStore:
    """The events of one database, which is the office's or one of their own. Any number of threads may use it; one of
    its own writes for all of them. Several processes may use the same database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._known = EventCache()
        self._writer = EventWriter(database, self._known)
        self._checked = False
        self._guard: Guard | None = None

    def guarded(self, guard: Guard) -> "EventStore":
        """Return the same events for somebody who may not do everything: each command passes the guard, which looks at
        what it would write inside the decision itself."""
        store = copy(self)
        store._guard = guard
        return store

    def close(self) -> None:
        """Write what waits, and close all connections."""
        self._writer.close()
        self.database.dispose()

    def slugs(self) -> list[str]:
        """Return the events there are, in the order in which they were made."""
        with self._reading() as connection:
            return list(
                connection.execute(select(tournaments.c.slug).where(LISTED).order_by(tournaments.c.id)).scalars()
            )

    def open(self, slug: str) -> StoredEvent:
        """Return an event as it is now."""
        with self._reading() as connection:
            event = self._known.current(connection, self._known.row(slug) or event_row(connection, slug))
        self._known.remember(event)
        return event

    def lines(self, slug: str) -> list[LogLine]:
        """Return the whole log of an event."""
        with self._reading() as connection:
            return lines_from(connection, event_row(connection, slug).id)

    def act(
        self,
        slug: str,
        command: Decide,
        who: str,
        at: dt.datetime,
        consent: Confirmation | None = None,
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
        return self._writer.write(WriteRequest(row, command, who, at, consent, request, beside, on_copy))

    def undo(
        self,
        slug: str,
        n: int,
        who: str,
        at: dt.datetime,
        consent: Confirmation | None = None,
        *,
        request: EventRequest | None = None,
    ) -> Done:
        """TakeBack a line of the log, which is read again if somebody adds to it meanwhile."""
        while True:
            command = TakeBack(n, self.lines(slug), at.isoformat())
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
        consent: Confirmation | None = None,
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

    @contextmanager
    def together(
        self, slugs: Collection[str], who: str, at: dt.datetime, consent: Confirmation | None = None
    ) -> Iterator["JointWrite"]:
        """One transaction over several events. What is done in it is kept whole at its end, or not at all."""
        with self._reading() as connection:
            rows = [event_row(connection, slug) for slug in slugs]
        with self.database.writing(*(row.id for row in rows)) as connection:
            events = {row.slug: self._known.current(connection, row) for row in rows}
            joint = JointWrite(connection, events, who, at, Confirmations(consent), self._guard)
            yield joint
            joint.confirmations.settle()
            for event in joint.events.values():
                add_lines(connection, event.row.id, joint.lines[event.row.slug])
        for event in joint.events.values():
            self._known.remember(event)

    def delete(self, slug: str, who: str, at: dt.datetime) -> None:
        """Delete an event as long as no round is published. Its log only grows: it stays where nothing leads to it, and
        the log of the office tells what became of it. All else that is kept of it goes."""
        with self.database.writing() as connection:
            event = self._known.current(connection, event_row(connection, slug))
            state = event.state
            if state.last_published or state.handed_over:
                raise ArpadError("event-begun", slug=slug)
            tell_of_deleted(connection, event.row.id, slug, put_away(connection, event.row), who, at)
        self._known.forget(event.row)

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


class JointWrite:
    """Several events that are written to in one transaction: each command is decided on its event as it is then."""

    def __init__(
        self,
        connection: Connection,
        events: dict[str, StoredEvent],
        who: str,
        at: dt.datetime,
        confirmations: Confirmations,
        guard: Guard | None,
    ) -> None:
        self.connection, self.events, self.confirmations = connection, events, confirmations
        self.lines: dict[str, list[LogLine]] = {slug: [] for slug in events}
        self._who, self._at, self._guard = who, at, guard

    def act(self, slug: str, command: Decide) -> list[LogLine]:
        """Decide a command on one of the events. Return the lines that it adds."""
        event = self.events[slug]
        if not event.at_home:
            raise ArpadError("event-home", slug=slug, home=event.state.home or "–")
        changes = (command if self._guard is None else self._guard(command))(event.state, self.confirmations)
        lines, state = lines_of(event.state, changes, self._who, self._at)
        self.events[slug] = StoredEvent(event.row, state)
        self.lines[slug] += lines
        return lines


def _in_zone(zone: str, command: Decide) -> Decide:
    """Return a command that makes an event in the zone of the office, if its rules name none."""

    def decided(state: EventState, confirmations: Confirmations) -> Changes:
        first, *more = command(state, confirmations)
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


# Who is at work in an event, as its log tells.


def active_people(event_store: EventStore, slug: str, since: dt.datetime) -> dict[str, str]:
    """Return who did something since then, and when they last did; the last one first."""
    table, number = tournament_log.c, event_store.open(slug).row.id
    last = func.max(table.at)
    asked = (
        select(table.who, last)
        .where(table.tournament_id == number, table.at >= since.isoformat())
        .group_by(table.who)
        .order_by(last.desc(), table.who)
    )
    with event_store.database.reading() as connection:
        return {row[0]: row[1] for row in connection.execute(asked)}


# What the schedule of an event does by itself: the results of a complete round are published at their time.

SCHEDULE = "schedule"
"""Who does it, in the log."""


def with_due_results(event_store: EventStore, event: StoredEvent, now: dt.datetime) -> StoredEvent:
    """Publish results that are due in an event that lives here. Return the event as it is then."""
    number = results_due(event.state, now)
    if number is None or not event.at_home:
        return event
    slug = event.state.event_rules.slug
    with contextlib.suppress(ArpadError):  # somebody else has just done it, or taken a result back
        event_store.act(slug, PublishResults(number), SCHEDULE, now)
    return event_store.open(slug)


# Links for people without an account: 128 random bits, shown once, of which only the SHA-256 is kept.

_LINK = (
    select(tournament_links.c.link)
    .join(tournaments, tournaments.c.id == tournament_links.c.tournament_id)
    .where(tournaments.c.slug == bindparam("slug"), tournament_links.c.sha256 == bindparam("hash"))
)
"""Made once: making a statement takes longer than asking it."""


class MadeLink(NamedTuple):
    """A link that was made, with its secret; without it if the link had been made before, by the same request."""

    done: Done
    link: int
    secret: str | None


def add_link(
    event_store: EventStore,
    slug: str,
    wanted: LinkWanted,
    who: str,
    at: dt.datetime,
    consent: Confirmation | None = None,
    request: EventRequest | None = None,
) -> MadeLink:
    """Make a link. Its secret is returned here and never again."""
    secret = new_link()
    hashed = sha256_of(secret)

    def keep_hash(connection: Connection, row: EventRow, done: Done) -> None:
        values = {"tournament_id": row.id, "link": done.lines[0].data["link"], "sha256": hashed, "name": ""}
        put_sealed(connection, tournament_links, [values])

    done = event_store.act(slug, MakeLink(wanted, at), who, at, consent, request=request, beside=keep_hash)
    link = int(done.lines[0].data["link"])
    return MadeLink(done, link, secret if find_link(event_store, slug, secret) == link else None)


def find_link(event_store: EventStore, slug: str, secret: str) -> int | None:
    """Return the number of the link with a secret, None if the event never had it. Whether it is still open is in the
    state of the event."""
    with event_store.database.reading() as connection:
        return connection.execute(_LINK, {"slug": slug, "hash": sha256_of(secret)}).scalar_one_or_none()
