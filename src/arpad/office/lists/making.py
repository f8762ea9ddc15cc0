"""Making a version of a list: stored data become a period, the period a list, the list a version."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Row

from arpad.done import StepsDone
from arpad.lists.accepted_report import Accepted
from arpad.lists.closing import Closed
from arpad.lists.kernel import close_by_kernel
from arpad.lists.manifest import closed_manifest, digest_of, edition_text
from arpad.lists.period import Named, Past, Period
from arpad.office.desk import Desk, Shelf, foreign_shelf, named_of, to_be_named
from arpad.office.records import IN_A_LIST
from arpad.office.storage import accepted_reports, decisions_for, events, put_edition


def make_version(
    desk: Desk,
    shelf: Shelf,
    date: dt.date,
    event_rows: Sequence[Row[Any]],
    *,
    state: str,
    reason: str = "",
    edition: str | None = None,
    progress: StepsDone | None = None,
) -> tuple[Row[Any], Closed]:
    """Make the list of a day from the list before it and these events, and store it as a version. If it did not change,
    there is no new version. `edition` is named if none is in force on that day."""
    parent = shelf.last(date)
    assert parent is not None
    foreign = foreign_shelf(desk, shelf.connection, shelf.system)
    period = period_of_events(desk, shelf, date, event_rows, edition)
    closed = close_by_kernel(period, None if progress is None else lambda done: progress(done, len(period.reports)))
    digests = {shelf.in_force(day).period: shelf.in_force(day).digest for day in closed.lists}
    abroad = {day: foreign.in_force(day).digest for day in closed.foreign} if foreign is not None else {}
    editions = {
        name: put_edition(shelf.connection, name, edition_text(desk.regulations.edition(name)))
        for name in closed.editions
    }
    manifest = closed_manifest(period, closed, previous=parent.digest, lists=digests, foreign=abroad, editions=editions)
    return keep(shelf, closed, manifest, parent, state, reason), closed


def period_of_events(
    desk: Desk, shelf: Shelf, date: dt.date, event_rows: Sequence[Row[Any]], edition: str | None = None
) -> Period:
    """The period that ends in the list of a day, with these events and no others."""
    parent = shelf.last(date)
    assert parent is not None
    foreign = foreign_shelf(desk, shelf.connection, shelf.system)
    return Period(
        shelf.system.name,
        date,
        shelf.ledger(parent),
        tuple(_with_earlier(shelf, date, accepted_reports(shelf.connection, event_rows))),
        desk.regulations,
        _before(shelf, date),
        shelf.system.federation,
        decisions_for(shelf.connection, shelf.system.id, parent.period, date),
        None if foreign is None else foreign.past,
        Named(to_be_named(desk, shelf, date, edition), named_of(desk, shelf, parent)),
    )


def keep(
    shelf: Shelf, closed: Closed, manifest: Mapping[str, Any], parent: Row[Any], state: str, reason: str
) -> Row[Any]:
    present = shelf.newest.get(closed.ledger.date)
    if present is not None and present.digest == digest_of(manifest):
        return present
    return shelf.put(closed.ledger, manifest, kind="closed", state=state, parent=parent, reason=reason)


def _before(shelf: Shelf, date: dt.date) -> Past:
    """The lists of the past as they were before a list: never that list itself, nor a later one."""
    last = shelf.last(date)
    assert last is not None
    return lambda day: shelf.past(min(day, last.period))


def _with_earlier(shelf: Shelf, date: dt.date, reports: Iterable[Accepted]) -> Iterable[Accepted]:
    """The reports, parts of long events with the parts that were rated for lists before (4.1)."""
    earlier: list[Accepted] | None = None
    for report in reports:
        if not report.facts.part_of:
            yield report
            continue
        if earlier is None:
            of_a_part = events.c.facts.contains('"part_of"')
            rows = shelf.events(events.c.state.in_(IN_A_LIST), events.c.period < date, of_a_part)
            earlier = list(accepted_reports(shelf.connection, rows))
        own = [
            part
            for part in earlier
            if (part.facts.part_of, part.time_class) == (report.facts.part_of, report.time_class)
        ]
        yield replace(report, earlier=tuple(own))
