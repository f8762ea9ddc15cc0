"""What is waiting in an office: events without a report, refused reports, reports due for a list, the next list."""

import datetime as dt
from dataclasses import dataclass

from arpad.office.desk import Desk, looking, next_list, version_record
from arpad.office.events import event_record
from arpad.office.records import EventRecord, VersionRecord
from arpad.office.storage import LogEntry, events, log_entries

HANDED_IN = ("registered", "accepted", "refused")
"""What an arbiter does, as the log names it."""


@dataclass(frozen=True, slots=True)
class Overview:
    """`following` is the list to be closed next, or closed or imported and not yet published (`provisional`);
    `published` the newest official one."""

    following: dt.date | None
    provisional: VersionRecord | None
    published: VersionRecord | None
    registered: tuple[EventRecord, ...]
    refused: tuple[EventRecord, ...]
    accepted: tuple[EventRecord, ...]

    @property
    def due(self) -> tuple[EventRecord, ...]:
        """The accepted events that go into the next list."""
        return tuple(
            event
            for event in self.accepted
            if event.due is not None and self.following is not None and event.due <= self.following
        )

    @property
    def late(self) -> tuple[EventRecord, ...]:
        """The accepted events that came in since the provisional list was closed. No event goes into an imported
        list: they wait for the one after it."""
        return self.due if self.provisional is not None and self.provisional.made == "closed" else ()


def overview(desk: Desk) -> Overview:
    """Return what is waiting now."""
    with looking(desk) as shelf:
        found = [event_record(desk, shelf, row) for row in shelf.events(events.c.state.in_(HANDED_IN))]
        last = shelf.last()
        published = [row for row in shelf.versions if row.state == "published"]
        return Overview(
            next_list(desk, shelf),
            version_record(last) if last is not None and last.state == "provisional" else None,
            version_record(published[-1]) if published else None,
            *(
                tuple(event for event in found if event.state == state)
                for state in ("registered", "refused", "accepted")
            ),
        )


def log_lines(desk: Desk, *, before: int | None = None, limit: int = 100) -> list[LogEntry]:
    """The last lines of the log, the newest first; or those before a line."""
    with looking(desk) as shelf:
        return list(log_entries(shelf.connection, system=desk.system, before=before, limit=limit, newest_first=True))


def handed_in_by(desk: Desk, who: str) -> list[EventRecord]:
    """The events that somebody registered or handed in, the newest first."""
    with looking(desk) as shelf:
        lines = log_entries(shelf.connection, system=desk.system, who=who)
        numbers = {int(line.subject) for line in lines if line.action in HANDED_IN}
        return [event_record(desk, shelf, row) for row in reversed(shelf.events(events.c.id.in_(numbers)))]
