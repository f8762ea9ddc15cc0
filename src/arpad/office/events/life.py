"""The life of an event: registered, its report submitted and examined, accepted or refused."""

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, select

from arpad.domain.event import System
from arpad.domain.findings import Finding
from arpad.eligibility.checks import ratable
from arpad.eligibility.facts import facts_document, facts_of
from arpad.formats.feda import pool_reports
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.lists.accepted_report import Accepted
from arpad.office.desk import Desk, Shelf, working
from arpad.office.events.examining import examine
from arpad.office.events.played_before import must_be_new, must_be_unannounced
from arpad.office.events.queries import as_a_stage, event_record, event_row, with_report
from arpad.office.records import EventRecord, Registration, Revision, Submitted
from arpad.office.storage import (
    accepted_report,
    add_row,
    canonical,
    change_rows,
    events,
    finding_to_document,
    get_report,
    log_entries,
    next_number,
    put_games,
    put_report,
    revisions,
)
from arpad.rating.examine import report_class
from arpad.regulations.articles import TimeClass

OPEN = ("registered", "refused")
"""An event in these states waits for a report."""


def register(desk: Desk, registration: Registration, *, another_event: bool = False) -> EventRecord:
    """Announce an event, before its report comes. One that is here under this name, for this day, is asked about,
    unless it is said to be `another_event`."""
    time_class: TimeClass = registration.time_class or "standard"
    edition = (
        desk.regulations.edition_for(desk.system, time_class, registration.start)
        if registration.edition is None
        else desk.regulations.edition(registration.edition)
    )
    chosen = _given(system=registration.system, edition=registration.edition, time_class=registration.time_class)
    known = {"facts": facts_document(facts_of(registration.facts)), **chosen}
    if registration.end is not None and registration.end < registration.start:
        raise ArpadError("event-ends-before", start=registration.start.isoformat(), end=registration.end.isoformat())
    with working(desk) as shelf:
        if not another_event:
            must_be_unannounced(shelf, registration.name, registration.start, time_class)
        values = {
            "name": registration.name,
            "city": registration.city,
            "federation": registration.federation,
            "start": registration.start,
            "end": registration.end,
            "time_class": time_class,
        }
        id_ = _new_event(shelf, "registered", known, values)
        told = {"name": registration.name, "edition": edition.id, **known["facts"]}
        desk.record(shelf.connection, "registered", str(id_), **told)
        return event_record(desk, shelf, event_row(shelf, id_))


def submit(
    desk: Desk,
    data: bytes,
    *,
    event: int | None = None,
    received: dt.date | None = None,
    facts: Mapping[str, Any] | None = None,
    system: System | None = None,
    time_class: TimeClass | None = None,
    edition: str | None = None,
    stages: Sequence[bytes] = (),
    another_event: bool = False,
) -> Submitted:
    """A report as it came in: stored byte for byte, examined, and accepted or refused with all that was found. `stages`
    are the reports of further stages of the same event, pooled with it (6.2, FEDA 7.2). Games that another event has
    are asked about (`PlayedBefore`), unless it is said to be `another_event`."""
    reports = [read_report(stage) for stage in (data, *stages)]
    report = pool_reports(reports)
    given = dict(facts or {})
    if received is not None:
        given["received"] = received.isoformat()
    facts_of(given)
    with working(desk) as shelf:
        connection = shelf.connection
        key, *further = (put_report(connection, stage) for stage in (data, *stages))
        for stage_key in (key, *further):
            not_twice(shelf, stage_key)
        row = _waiting(shelf, report, event)
        before = {"facts": {}} if row is None else json.loads(row.facts)
        if row is not None and row.state == "refused":
            given = {**_returned(desk, connection, row.id), **given}
        known = {**before, "facts": {**before["facts"], **given}, **_given(system=system, edition=edition)}
        chosen = time_class or known.get("time_class") or report_class(report.event, None)
        if row is not None:
            known |= _dates_missing(report, row)
        known |= {"stages": further} if further else {}
        read = dict(zip((key, *further), reports, strict=True))
        accepted = accepted_report(key, partial(get_report, connection), chosen, known, read)
        findings = examine(desk, shelf, accepted)
        values = event_values(accepted)
        state = "accepted" if ratable(findings) else "refused"
        if row is None:
            id_ = _new_event(shelf, state, known, values)
        else:
            id_ = row.id
            told = {name: value for name, value in values.items() if value}
            change_rows(connection, events, [(id_,)], {**told, "state": state, "facts": canonical(known)})
        revision = add_revision(shelf, id_, accepted, received, "", findings, another_event=another_event)
        said = {"another_event": True} if another_event else {}
        desk.record(connection, state, str(id_), revision=revision.number, sha256=key, name=report.event.name, **said)
        return Submitted(event_record(desk, shelf, event_row(shelf, id_)), revision)


def _returned(desk: Desk, connection: Connection, event: int) -> dict[str, str]:
    """FEDA 10.13: the day on which the last report of an event was refused, and so returned to be corrected; nothing in
    a system that has no such rule."""
    own = [edition for edition in desk.regulations.editions() if edition.system == desk.system]
    if all(edition.lists.returned_report_days.value is None for edition in own):
        return {}
    refused = log_entries(
        connection, system=desk.system, action="refused", subject=str(event), limit=1, newest_first=True
    )
    last = next(refused, None)
    return {} if last is None else {"returned": last.at.date().isoformat()}


def _dates_missing(report: Report, row: Row[Any]) -> dict[str, str]:
    """The days that the registration knows and the report does not give."""
    told, registered = report.event, {"start": row.start, "end": row.end}
    return {name: day.isoformat() for name, day in registered.items() if day and getattr(told, name) is None}


def event_values(accepted: Accepted) -> dict[str, Any]:
    """Return the data of an event that the office stores from its report."""
    event = accepted.event
    return {
        "name": storable(event.name),
        "city": storable(event.city),
        "federation": storable(event.federation),
        "start": event.start,
        "end": event.end,
        "time_class": accepted.time_class,
    }


def storable(text: str) -> str:
    """A text that every database takes: PostgreSQL knows no NUL. The report itself is kept as it came."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _given(**values: object) -> dict[str, Any]:
    """The values that somebody gave."""
    return {name: value for name, value in values.items() if value is not None}


def _new_event(shelf: Shelf, state: str, known: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    id_ = next_number(shelf.connection, events.c.id)
    row = {"id": id_, "system_id": shelf.system.id, "state": state, "facts": canonical(known), "revision": 0, **values}
    add_row(shelf.connection, events, row)
    return id_


def add_revision(
    shelf: Shelf,
    event: int,
    accepted: Accepted,
    received: dt.date | None,
    reason: str,
    findings: tuple[Finding, ...],
    *,
    another_event: bool = False,
) -> Revision:
    """Store a report as the next revision of its event; the event uses it if it is accepted, or is the first. One that
    may be rated is asked about if another event has its games, unless it is said to be `another_event`."""
    connection, key = shelf.connection, accepted.sha256
    number = next_number(connection, revisions.c.number, revisions.c.event_id == event)
    revision = Revision(number, key, received, reason, ratable(findings), findings)
    row = {
        "event_id": event,
        "number": number,
        "sha256": key,
        "received": received,
        "reason": reason,
        "accepted": revision.accepted,
        "findings": canonical([finding_to_document(finding) for finding in findings]),
    }
    add_row(connection, revisions, row)
    current = connection.execute(select(events.c.revision, events.c.state).where(events.c.id == event)).one()
    if revision.accepted or current.state in OPEN:
        change_rows(connection, events, [(event,)], {"revision": number})
    if revision.accepted:
        if not another_event:
            must_be_new(shelf, accepted, event)
        put_games(connection, event, accepted)
    return revision


def not_twice(shelf: Shelf, key: str, event: int = 0) -> None:
    """Refuse a report that another event has: the same bytes are the same report, and not rated a second time."""
    row = with_report(shelf, key, event) or as_a_stage(shelf, key, event)
    if row is not None:
        raise ArpadError("event-submitted-before", event=row.id, name=row.name)


def _waiting(shelf: Shelf, report: Report, event: int | None) -> Row[Any] | None:
    """The event that the report is for: the one named, or the one registered under its name and start."""
    if event is not None:
        row = event_row(shelf, event)
        if row.state not in OPEN:
            raise ArpadError("event-has-report", event=event, state=row.state)
        return row
    named, begun = events.c.name == storable(report.event.name), events.c.start == report.event.start
    rows = shelf.events(events.c.state.in_(OPEN), named, begun)
    return rows[0] if len(rows) == 1 else None
