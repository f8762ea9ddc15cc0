"""Events: registered, their reports submitted, examined, and accepted or refused.

In: a registration, or the bytes of a report. Out: a record of the event with all that was found.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.events.examining import due_date, examine, rate_by_lists
    from arpad.office.events.life import add_revision, event_values, not_twice, register, submit
    from arpad.office.events.played_before import PlayedBefore, SameGames
    from arpad.office.events.queries import (
        due_of,
        event_record,
        event_row,
        event_with_report,
        list_events,
        show_event,
        stored_report,
    )

__getattr__ = door(__name__)

__all__ = [
    "PlayedBefore", "SameGames", "add_revision", "due_date", "due_of", "event_record", "event_row", "event_values",
    "event_with_report", "examine", "list_events", "not_twice", "rate_by_lists", "register", "show_event",
    "stored_report", "submit",
]  # fmt: skip
