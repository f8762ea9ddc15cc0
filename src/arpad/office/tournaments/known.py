"""Events as a process remembers them: each with the state of its log so far, continued from there."""

from dataclasses import dataclass

from sqlalchemy import Connection

from arpad.office.tournaments.rows import EventRow, event_row, lines_after, lines_from
from arpad.tournament.journal import fold_log
from arpad.tournament.state import EventState


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event in the database, with the state that its log gives."""

    row: EventRow
    state: EventState

    @property
    def at_home(self) -> bool:
        """Whether the event lives here. A copy takes no commands."""
        return bool(self.row.secret)


class KnownEvents:
    """The events that a process has opened. Several threads may use it at once."""

    def __init__(self) -> None:
        self._events: dict[str, KeptEvent] = {}

    def row(self, slug: str) -> EventRow | None:
        """Return the row of an event that was opened before."""
        found = self._events.get(slug)
        return None if found is None else found.row

    def current(self, connection: Connection, row: EventRow) -> KeptEvent:
        """Return an event as it is in this transaction: what others wrote since is added to what is known.

        What is known must be the beginning of what is there; if a database was put in the place of another, it is not,
        and everything is read again.
        """
        known = self._events.get(row.slug)
        if known is not None:
            found = lines_after(connection, row.slug, known.state.n, known.state.head)
            if found is not None and found[0].id == known.row.id:
                return KeptEvent(found[0], fold_log(found[1], known.state))
        now = event_row(connection, row.slug)
        return KeptEvent(now, fold_log(lines_from(connection, now.id)))

    def remember(self, event: KeptEvent) -> None:
        """Remember an event as it is kept."""
        self._events[event.row.slug] = event

    def forget(self, row: EventRow) -> None:
        """Forget an event of which it is not known how far it was kept."""
        self._events.pop(row.slug, None)
