"""The life of an event: registered, its report submitted and examined, accepted or refused."""

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import Connection, Row, func, select

from arpad.domain import Finding, System
from arpad.eligibility.told_facts import facts_document, facts_of
from arpad.lists.accepted import Accepted
from arpad.locale import ArpadError
from arpad.office.desk import Desk, SystemRecord, looking, working
from arpad.office.events.examining import acceptable, due_date, examine
from arpad.office.records import EventDetail, EventRecord, Registration, Revision, Submitted
from arpad.office.storage import (
    accepted_report,
    add_row,
    canonical,
    change_rows,
    events,
    finding_from_document,
    finding_to_document,
    get_report,
    log_entries,
    put_report,
    revisions,
)
from arpad.rating import report_class
from arpad.regulations import Regulations, TimeClass
from arpad.reports import Report, read_report
from arpad.reports.stages import pool_reports

OPEN = ("registered", "refused")
"""An event in these states waits for a report."""


def register(desk: Desk, registration: Registration) -> EventRecord:
    """Announce an event, before its report comes."""
    time_class: TimeClass = registration.time_class or "standard"
    edition = (
        desk.regulations.edition_for(desk.system, time_class, registration.start)
        if registration.edition is None
        else desk.regulations.edition(registration.edition)
    )
    known = _known(facts_of(registration.facts), registration.system, registration.edition)
    if registration.time_class is not None:
        known["time_class"] = registration.time_class
    if registration.end is not None and registration.end < registration.start:
        raise ArpadError("event-ends-before", start=registration.start.isoformat(), end=registration.end.isoformat())
    with working(desk) as shelf:
        connection, system = shelf.connection, shelf.system
        values = {
            "name": registration.name,
            "city": registration.city,
            "federation": registration.federation,
            "start": registration.start,
            "end": registration.end,
            "time_class": time_class,
        }
        id_ = _new_event(connection, system, "registered", known, values)
        desk.record(connection, "registered", str(id_), name=registration.name, edition=edition.id, **known["facts"])
        return event_record(desk, event_row(connection, system, id_))


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
) -> Submitted:
    """A report as it came in: stored byte for byte, examined, and accepted or refused with all that was found. `stages`
    are the reports of further stages of the same event, pooled with it (6.2, FEDA 7.2)."""
    reports = [read_report(stage) for stage in (data, *stages)]
    report = pool_reports(reports)
    given = dict(facts or {})
    if received is not None:
        given["received"] = received.isoformat()
    facts_of(given)
    with working(desk) as shelf:
        connection, own = shelf.connection, shelf.system
        key, *further = (put_report(connection, stage) for stage in (data, *stages))
        for stage_key in (key, *further):
            not_twice(connection, own, stage_key)
        row = _waiting(connection, own, report, event)
        before = {"facts": {}} if row is None else json.loads(row.facts)
        if row is not None and row.state == "refused":
            given = {**_returned(desk, connection, row.id), **given}
        known = {**before, "facts": {**before["facts"], **given}}
        known |= {name: value for name, value in (("system", system), ("edition", edition)) if value is not None}
        chosen = time_class or known.get("time_class") or report_class(report.event, None)
        if row is not None:
            known |= _dates_missing(report, row)
        known |= {"stages": further} if further else {}
        read = dict(zip((key, *further), reports, strict=True))
        accepted = accepted_report(key, partial(get_report, connection), chosen, known, read)
        findings = examine(desk, shelf, accepted)
        values = event_values(accepted)
        state = "accepted" if acceptable(findings) else "refused"
        if row is None:
            id_ = _new_event(connection, own, state, known, values)
        else:
            id_ = row.id
            told = {name: value for name, value in values.items() if value}
            change_rows(connection, events, [(id_,)], {**told, "state": state, "facts": canonical(known)})
        number = add_revision(connection, id_, key, received, "", findings)
        desk.record(connection, state, str(id_), revision=number, sha256=key, name=report.event.name)
        return Submitted(
            event_record(desk, event_row(connection, own, id_)),
            Revision(number, key, received, "", acceptable(findings), findings),
        )


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


def _known(facts: Any, system: System | None, edition: str | None) -> dict[str, Any]:
    known: dict[str, Any] = {"facts": facts_document(facts)}
    return known | {name: value for name, value in (("system", system), ("edition", edition)) if value is not None}


def _new_event(
    connection: Connection, system: SystemRecord, state: str, known: Mapping[str, Any], values: Mapping[str, Any]
) -> int:
    id_: int = connection.execute(select(func.coalesce(func.max(events.c.id), 0) + 1)).scalar_one()
    row = {"id": id_, "system_id": system.id, "state": state, "facts": canonical(known), "revision": 0, **values}
    add_row(connection, events, row)
    return id_


def add_revision(
    connection: Connection,
    event: int,
    key: str,
    received: dt.date | None,
    reason: str,
    findings: tuple[Finding, ...],
) -> int:
    """Store a report as the next revision of its event; the event uses it if it is accepted, or is the first."""
    last = connection.execute(select(func.max(revisions.c.number)).where(revisions.c.event_id == event)).scalar_one()
    number = (last or 0) + 1
    good = acceptable(findings)
    row = {
        "event_id": event,
        "number": number,
        "sha256": key,
        "received": received,
        "reason": reason,
        "accepted": good,
        "findings": canonical([finding_to_document(finding) for finding in findings]),
    }
    add_row(connection, revisions, row)
    current = connection.execute(select(events.c.revision, events.c.state).where(events.c.id == event)).one()
    if good or current.state in OPEN:
        change_rows(connection, events, [(event,)], {"revision": number})
    return number


def not_twice(connection: Connection, system: SystemRecord, key: str, event: int = 0) -> None:
    """The same bytes are the same report: it is not rated a second time, for another event."""
    row = _with_report(connection, system, key, event) or _as_a_stage(connection, system, key, event)
    if row is not None:
        raise ArpadError("event-submitted-before", event=row.id, name=row.name)


def event_with_report(desk: Desk, key: str) -> int | None:
    """Return the event whose report has these very bytes, None if the office does not have them."""
    with looking(desk) as shelf:
        row = _with_report(shelf.connection, shelf.system, key)
    return None if row is None else int(row.id)


def _with_report(connection: Connection, system: SystemRecord, key: str, event: int = 0) -> Row[Any] | None:
    """Another event that stands, with a report of these bytes."""
    wanted = (
        select(events)
        .join(revisions, (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision))
        .where(events.c.system_id == system.id, events.c.id != event, revisions.c.sha256 == key)
        .where(events.c.state.notin_(("withdrawn", "refused")))
    )
    return connection.execute(wanted).first()


def _as_a_stage(connection: Connection, system: SystemRecord, key: str, event: int) -> Row[Any] | None:
    """Another event of which a report is a stage already."""
    wanted = (
        select(events)
        .where(events.c.system_id == system.id, events.c.id != event, events.c.facts.contains(key))
        .where(events.c.state.notin_(("withdrawn", "refused")))
    )
    return next((row for row in connection.execute(wanted) if key in json.loads(row.facts).get("stages", ())), None)


def _waiting(connection: Connection, system: SystemRecord, report: Report, event: int | None) -> Row[Any] | None:
    """The event that the report is for: the one named, or the one registered under its name and start."""
    if event is not None:
        row = event_row(connection, system, event)
        if row.state not in OPEN:
            raise ArpadError("event-has-report", event=event, state=row.state)
        return row
    wanted = select(events).where(
        events.c.system_id == system.id,
        events.c.state.in_(OPEN),
        events.c.name == storable(report.event.name),
        events.c.start == report.event.start,
    )
    rows = connection.execute(wanted).all()
    return rows[0] if len(rows) == 1 else None


def event_row(connection: Connection, system: SystemRecord, event: int) -> Row[Any]:
    wanted = select(events).where(events.c.system_id == system.id, events.c.id == event)
    row = connection.execute(wanted).one_or_none()
    if row is None:
        last = connection.execute(select(func.max(events.c.id)).where(events.c.system_id == system.id)).scalar_one()
        raise ArpadError("office-no-event", event=event, last=last or 0)
    return row


def event_record(desk: Desk, row: Row[Any]) -> EventRecord:
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
        due_of(desk, row),
        row.revision,
    )


def due_of(desk: Desk, row: Row[Any]) -> dt.date | None:
    """Return the list that an event is due for; None if its report is missing or may not be rated."""
    if row.state not in ("accepted", "rated", "corrected") or row.end is None or row.start is None:
        return None
    return _due(desk.regulations, desk.system, row.time_class, row.start, row.end, row.facts)


@lru_cache(maxsize=8192)
def _due(
    regulations: Regulations, system: str, time_class: TimeClass, start: dt.date, end: dt.date, stored: str
) -> dt.date:
    """Find the list by what is stored of an event: pages of players and lists of events ask for the same ones again."""
    known = json.loads(stored)
    facts = facts_of(known["facts"])
    named = known.get("edition")
    edition = regulations.edition(named) if named else regulations.edition_for(system, time_class, start)
    return due_date(edition, end, facts.received, official=facts.official)


def list_events(desk: Desk) -> list[EventRecord]:
    """All events of the system, in the order in which they came."""
    with looking(desk) as shelf:
        connection, system = shelf.connection, shelf.system
        wanted = select(events).where(events.c.system_id == system.id).order_by(events.c.id)
        return [event_record(desk, row) for row in connection.execute(wanted)]


def stored_report(desk: Desk, event: int, number: int) -> bytes:
    """Return a report that was received for an event, byte for byte."""
    with looking(desk) as shelf:
        event_row(shelf.connection, shelf.system, event)
        wanted = select(revisions.c.sha256).where(revisions.c.event_id == event, revisions.c.number == number)
        key = shelf.connection.execute(wanted).scalar_one_or_none()
        if key is None:
            raise ArpadError("event-report-unknown", event=event, number=number)
        return get_report(shelf.connection, key)


def show_event(desk: Desk, event: int) -> EventDetail:
    """An event with every report that was received for it."""
    with looking(desk) as shelf:
        connection, system = shelf.connection, shelf.system
        row = event_row(connection, system, event)
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
            for version in connection.execute(wanted)
        )
        return EventDetail(event_record(desk, row), json.loads(row.facts), found)
