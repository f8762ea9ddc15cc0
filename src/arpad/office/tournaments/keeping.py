"""The logs of events in a database: opened, added to, and folded again as far as they have grown."""

import datetime as dt
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from arpad.domain.canonical import canonical
from arpad.locale import ArpadError
from arpad.office.storage import Database, tournament_log, tournaments
from arpad.tournament.fold import fold_log
from arpad.tournament.hearing import Consent
from arpad.tournament.journal import Decide, Done, decide
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventState

SECRET_BYTES = 16


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event in the database, with the state that its log gives."""

    id: int
    slug: str
    state: EventState


class EventKeeper:
    """The events of one database. A keeper remembers the states it has folded, and goes on from there."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._known: dict[str, KeptEvent] = {}

    def slugs(self) -> list[str]:
        """Return the events there are, in the order in which they were made."""
        self.database.check()
        with self.database.reading() as connection:
            return list(connection.execute(select(tournaments.c.slug).order_by(tournaments.c.id)).scalars())

    def open(self, slug: str) -> KeptEvent:
        """Return an event as it is now."""
        self.database.check()
        with self.database.reading() as connection:
            return self._current(connection, slug)

    def lines(self, slug: str) -> list[LogLine]:
        """Return the whole log of an event."""
        self.database.check()
        with self.database.reading() as connection:
            return _lines(connection, self._row(connection, slug), 0)

    def act(self, slug: str, command: Decide, who: str, at: dt.datetime, consent: Consent | None = None) -> Done:
        """Decide a command on the event as it is, and keep what it adds."""
        self.database.check()
        with self.database.writing() as connection:
            kept = self._current(connection, slug)
            done = decide(kept.state, command, who, at, consent)
            _keep(connection, kept.id, done.lines)
        self._known[slug] = KeptEvent(kept.id, slug, done.state)
        return done

    def create(self, slug: str, command: Decide, who: str, at: dt.datetime, consent: Consent | None = None) -> Done:
        """Make an event. The database is made too, if there is none."""
        self.database.create()
        with self.database.writing() as connection:
            if slug in connection.execute(select(tournaments.c.slug)).scalars():
                raise ArpadError("event-slug-taken", slug=slug)
            done = decide(EventState(), command, who, at, consent)
            number = connection.execute(select(func.coalesce(func.max(tournaments.c.id), 0) + 1)).scalar_one()
            row = {"id": number, "slug": slug, "secret": secrets.token_hex(SECRET_BYTES)}
            connection.execute(insert(tournaments).values(row))
            _keep(connection, number, done.lines)
        return done

    def _current(self, connection: Connection, slug: str) -> KeptEvent:
        """The event as far as its log goes in this transaction."""
        known = self._known.get(slug)
        number = known.id if known is not None else self._row(connection, slug)
        state = known.state if known is not None else EventState()
        found = KeptEvent(number, slug, fold_log(_lines(connection, number, state.n), state))
        self._known[slug] = found
        return found

    def _row(self, connection: Connection, slug: str) -> int:
        rows = {row.slug: row.id for row in connection.execute(select(tournaments.c.slug, tournaments.c.id))}
        if slug not in rows:
            raise ArpadError("event-unknown", slug=slug, known=", ".join(rows) or "–")
        return int(rows[slug])


def _lines(connection: Connection, number: int, after: int) -> list[LogLine]:
    asked = (
        select(tournament_log)
        .where(tournament_log.c.tournament_id == number, tournament_log.c.n > after)
        .order_by(tournament_log.c.n)
    )
    return [
        LogLine(row.n, row.at, row.who, row.kind, json.loads(row.data), row.prev, row.sha256)
        for row in connection.execute(asked)
    ]


def _keep(connection: Connection, number: int, lines: Sequence[LogLine]) -> None:
    if lines:
        rows = [{**line._asdict(), "tournament_id": number, "data": canonical(line.data)} for line in lines]
        connection.execute(insert(tournament_log), rows)
