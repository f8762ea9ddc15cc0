"""Closing a period, publishing its list or discarding it."""

import datetime as dt
from typing import Any

from sqlalchemy import Row, select

from arpad.done import StepsDone
from arpad.i18n import ArpadError
from arpad.lists.period import list_editions
from arpad.office.desk import Desk, Shelf, next_list, to_be_named, version_record, working
from arpad.office.events import due_of
from arpad.office.lists.making import make_version
from arpad.office.lists.replaying import replay
from arpad.office.records import HELD, ClosedPeriod, VersionRecord
from arpad.office.storage import change_rows, events, revisions


def close(
    desk: Desk, period: dt.date, progress: StepsDone | None = None, *, edition: str | None = None
) -> ClosedPeriod:
    """Close a period: every accepted report that is due goes into its list, which is provisional until published.

    Closing again before publication recomputes the provisional list, with the reports since. `edition` is named
    for a list on whose day none is in force, such as the last ones of an edition that a gap follows.
    """
    with working(desk) as shelf:
        connection = shelf.connection
        _in_order(desk, shelf, period, edition)
        due = due_events(desk, shelf, period)
        row, closed = make_version(desk, shelf, period, due, state="provisional", edition=edition, progress=progress)
        chosen = [event.id for event in due]
        kept = set(chosen)
        before = shelf.events(events.c.period == period, events.c.state == "rated")
        out = [(event.id,) for event in before if event.id not in kept]
        change_rows(connection, events, out, {"state": "accepted", "period": None})
        rated = [(event.id,) for event in due if event.state == "accepted"]
        change_rows(connection, events, rated, {"state": "rated", "period": period})
        desk.record(connection, "closed", f"{period:%Y-%m}", digest=row.digest, reports=len(due), events=chosen)
        keys = _keys(shelf, chosen)
        findings = tuple((keys[key], finding) for key, finding in closed.findings)
        return ClosedPeriod(version_record(row), len(due), closed.games, closed.transitions, findings)


def _keys(shelf: Shelf, chosen: list[int]) -> dict[str, int]:
    wanted = (
        select(revisions.c.sha256, revisions.c.event_id)
        .join(events, (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision))
        .where(events.c.id.in_(chosen))
    )
    return {row.sha256: row.event_id for row in shelf.connection.execute(wanted)}


def publish(desk: Desk, period: dt.date, *, as_closed: bool = False) -> VersionRecord:
    """Make a provisional list official, for ever.

    If reports due for it have come in since it was closed, it must be closed again; with `as_closed` it is
    published without them, and they go into the next list. Reports that wait when a list is imported go into the next
    one; ratings that were decided for the day of an imported list become its next version.
    """
    with working(desk) as shelf:
        connection = shelf.connection
        if period not in shelf.newest:
            raise ArpadError("period-not-closed", period=f"{period:%Y-%m}")
        row = shelf.newest[period]
        if row.state == "published":
            raise ArpadError("period-published", period=f"{period:%Y-%m}", version=row.number)
        if row.kind == "closed":
            late = [event.id for event in due_events(desk, shelf, period) if event.period is None]
            if late and not as_closed:
                raise ArpadError("period-more-reports", period=f"{period:%Y-%m}", events=", ".join(map(str, late)))
        row = shelf.publish(row)
        desk.record(connection, "published", f"{period:%Y-%m}", version=row.number, digest=row.digest)
        if row.kind == "import":
            replay(desk, shelf, period, row.reason, None)
        return version_record(shelf.newest[period])


def discard(desk: Desk, period: dt.date) -> VersionRecord:
    """Take a provisional list back, as if it had never been made: an imported one, or a closed one, whose reports wait
    for a list again. Return the version that is gone."""
    with working(desk) as shelf:
        connection, row = shelf.connection, shelf.find(period)
        if row.state == "published":
            raise ArpadError("period-published", period=f"{period:%Y-%m}", version=row.number)
        rated = [(event.id,) for event in shelf.events(events.c.period == period, events.c.state == "rated")]
        if row.kind == "closed":
            change_rows(connection, events, rated, {"state": "accepted", "period": None})
        shelf.discard(row)
        desk.record(connection, "discarded", f"{period:%Y-%m}", version=row.number, digest=row.digest)
        return version_record(row)


def must_be_published(shelf: Shelf, *kinds: str) -> None:
    """Refuse to go on while the last list is provisional, if it is of one of these kinds."""
    last = shelf.last()
    if last is not None and last.state == "provisional" and last.kind in kinds:
        raise ArpadError("list-provisional", list=f"{last.period:%Y-%m}")


def due_events(desk: Desk, shelf: Shelf, period: dt.date) -> list[Row[Any]]:
    """The events that go into a list: accepted and due by then, and those already in it."""
    found = []
    for row in shelf.events(events.c.state.in_(HELD)):
        due = due_of(desk, row) if row.period is None else None
        if row.period == period or (due is not None and due <= period):
            found.append(row)
    return found


def _in_order(desk: Desk, shelf: Shelf, period: dt.date, edition: str | None) -> None:
    """One list after the other, none left out, none twice. A provisional import is not closed over."""
    expected = next_list(desk, shelf)
    if expected is None:
        raise ArpadError("period-no-list", period=f"{period:%Y-%m}")
    must_be_published(shelf, "import")
    if period == expected:
        named = to_be_named(desk, shelf, period, edition)
        list_editions(desk.regulations, shelf.system.name, period, named)
        return
    present = shelf.newest.get(period)
    if present is not None and present.state == "published":
        raise ArpadError("period-published", period=f"{period:%Y-%m}", version=present.number)
    if expected in shelf.newest:
        raise ArpadError("period-unpublished", period=f"{period:%Y-%m}", expected=f"{expected:%Y-%m}")
    raise ArpadError("period-out-of-order", period=f"{period:%Y-%m}", expected=f"{expected:%Y-%m}")
