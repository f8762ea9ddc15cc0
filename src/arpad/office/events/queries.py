"""Events looked up: by number, by their report, all of them; with the list that each is due for."""

import datetime as dt
import json
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, func, select

from arpad.eligibility.check_events import in_time_for
from arpad.eligibility.facts import facts_of
from arpad.i18n import ArpadError
from arpad.office.desk import Desk, Shelf, looking, next_list
from arpad.office.events.examining import due_date
from arpad.office.records import HELD, EventDetail, EventRecord, Revision
from arpad.office.storage import events, finding_from_document, get_report, revisions
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_editions import Regulations


def event_row(shelf: Shelf, event: int) -> Row[Any]:
    """Return an event of the system; refuse a number that it does not have."""
    found = shelf.events(events.c.id == event)
    if not found:
        greatest = select(func.max(events.c.id)).where(events.c.system_id == shelf.system.id)
        raise ArpadError("office-no-event", event=event, last=shelf.connection.execute(greatest).scalar_one() or 0)
    return found[0]


def event_record(desk: Desk, shelf: Shelf, row: Row[Any]) -> EventRecord:
    """Return an event with the list in which it counts: the one it was rated for, or the first that can still take it.
    A report that missed its list is late."""
    own = _lists_of(desk, row)
    counts, late_for = None, None
    if own is not None:
        counts = row.period or max(own.due, next_list(desk, shelf) or own.due)
        late_for = own.in_time if counts > own.in_time else None
    return EventRecord(
        row.id,
        row.name,
        row.city,
        row.federation,
        row.start,
        row.end,
        row.time_class,
        row.state,
        row.period,
        counts,
        row.revision,
        late_for,
    )


def due_of(desk: Desk, row: Row[Any]) -> dt.date | None:
    """Return the list that an event is due for by its dates; None if its report is missing or may not be rated."""
    own = _lists_of(desk, row)
    return None if own is None else own.due


class _OwnLists(NamedTuple):
    """The list that a report is due for by the day it came in, and the last one for which it is not late."""

    due: dt.date
    in_time: dt.date


def _lists_of(desk: Desk, row: Row[Any]) -> _OwnLists | None:
    if row.state not in HELD or row.end is None or row.start is None:
        return None
    return _own_lists(desk.regulations, desk.system, row.time_class, row.start, row.end, row.facts)


@lru_cache(maxsize=8192)
def _own_lists(
    regulations: Regulations, system: str, time_class: TimeClass, start: dt.date, end: dt.date, stored: str
) -> _OwnLists:
    """Find the lists by what is stored of an event: pages of players and lists of events ask for the same ones
    again."""
    known = json.loads(stored)
    facts = facts_of(known["facts"])
    named = known.get("edition")
    edition = regulations.edition(named) if named else regulations.edition_for(system, time_class, start)
    due = due_date(edition, end, facts.received, official=facts.official)
    return _OwnLists(due, in_time_for(edition, end, official=facts.official))


def list_events(desk: Desk) -> list[EventRecord]:
    """All events of the system, in the order in which they came."""
    with looking(desk) as shelf:
        return [event_record(desk, shelf, row) for row in shelf.events()]


def stored_report(desk: Desk, event: int, number: int) -> bytes:
    """Return a report that was received for an event, byte for byte."""
    with looking(desk) as shelf:
        event_row(shelf, event)
        wanted = select(revisions.c.sha256).where(revisions.c.event_id == event, revisions.c.number == number)
        key = shelf.connection.execute(wanted).scalar_one_or_none()
        if key is None:
            raise ArpadError("event-report-unknown", event=event, number=number)
        return get_report(shelf.connection, key)


def show_event(desk: Desk, event: int) -> EventDetail:
    """An event with every report that was received for it."""
    with looking(desk) as shelf:
        row = event_row(shelf, event)
        wanted = select(revisions).where(revisions.c.event_id == event).order_by(revisions.c.number)
        found = tuple(
            Revision(
                version.number,
                version.sha256,
                version.received,
                version.reason,
                version.accepted,
                tuple(finding_from_document(document) for document in json.loads(version.findings)),
            )
            for version in shelf.connection.execute(wanted)
        )
        return EventDetail(event_record(desk, shelf, row), json.loads(row.facts), found)


def event_with_report(desk: Desk, key: str) -> int | None:
    """Return the event whose report has these very bytes, None if the office does not have them."""
    with looking(desk) as shelf:
        row = with_report(shelf, key)
    return None if row is None else int(row.id)


def with_report(shelf: Shelf, key: str, event: int = 0) -> Row[Any] | None:
    """Return another event that stands, with a report of these bytes."""
    same = (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision)
    wanted = select(events.c.id).join(revisions, same).where(revisions.c.sha256 == key)
    return next(iter(shelf.events(events.c.id.in_(wanted), *_standing(event))), None)


def as_a_stage(shelf: Shelf, key: str, event: int) -> Row[Any] | None:
    """Return another event of which a report is a stage already."""
    found = shelf.events(events.c.facts.contains(key), *_standing(event))
    return next((row for row in found if key in json.loads(row.facts).get("stages", ())), None)


def _standing(other_than: int) -> tuple[ColumnElement[bool], ...]:
    """All events but one that were not withdrawn or refused."""
    return events.c.id != other_than, events.c.state.notin_(("withdrawn", "refused"))
