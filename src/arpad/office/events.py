"""Events in the office: register them, submit reports, accept or refuse them, and look them up."""

import datetime as dt
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, func, select

from arpad.documents.document import extended
from arpad.domain.event import System
from arpad.domain.findings import Finding
from arpad.eligibility.checks import ratable
from arpad.eligibility.facts import facts_document, facts_of
from arpad.formats.feda import pool_reports
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.lists.period import Accepted
from arpad.office._list_repository import ListRepository, next_list
from arpad.office.context import Desk
from arpad.office.examine import examine, must_be_new, must_be_unannounced
from arpad.office.list_tables import read_transaction, write_transaction
from arpad.office.records import HELD, EventDetail, OfficeEvent, Registration, Revision, Submitted
from arpad.office.storage._log import add_row, canonical_bytes, change_rows, next_number
from arpad.office.storage._tables import (
    accepted_report,
    finding_from_document,
    finding_to_document,
    get_report,
    put_games,
    put_report,
    report_of_event,
)
from arpad.office.storage.log_table import log_entries
from arpad.office.storage.schema import events, revisions
from arpad.rating.examine import report_class
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import in_time_for, rated_in
from arpad.regulations.rating_editions import Regulations

# Events looked up: by number, by their report, all of them; with the list that each is due for.


def event_row(repository: ListRepository, event: int) -> Row[Any]:
    """Return an event of the system; refuse a number that it does not have."""
    found = repository.events(events.c.id == event)
    if not found:
        greatest = select(func.max(events.c.id)).where(events.c.system_id == repository.system.id)
        raise ArpadError("office-no-event", event=event, last=repository.connection.execute(greatest).scalar_one() or 0)
    return found[0]


def event_record(desk: Desk, repository: ListRepository, row: Row[Any]) -> OfficeEvent:
    """Return an event with the list in which it counts: the one it was rated for, or the first that can still take it.
    A report that missed its list is late."""
    own = _lists_of(desk, row)
    counts, late_for = None, None
    if own is not None:
        counts = row.period or max(own.due, next_list(desk, repository) or own.due)
        late_for = own.in_time if counts > own.in_time else None
    return extended(OfficeEvent, row, due=counts, late_for=late_for)


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
    due = rated_in(edition, end, facts.received, official=facts.official)
    return _OwnLists(due, in_time_for(edition, end, official=facts.official))


def list_events(desk: Desk) -> list[OfficeEvent]:
    """All events of the system, in the order in which they came."""
    with read_transaction(desk) as repository:
        return [event_record(desk, repository, row) for row in repository.events()]


def stored_report(desk: Desk, event: int, number: int) -> bytes:
    """Return a report that was received for an event, byte for byte."""
    with read_transaction(desk) as repository:
        event_row(repository, event)
        wanted = select(revisions.c.sha256).where(revisions.c.event_id == event, revisions.c.number == number)
        key = repository.connection.execute(wanted).scalar_one_or_none()
        if key is None:
            raise ArpadError("event-report-unknown", event=event, number=number)
        return get_report(repository.connection, key)


def show_event(desk: Desk, event: int) -> EventDetail:
    """An event with every report that was received for it."""
    with read_transaction(desk) as repository:
        row = event_row(repository, event)
        wanted = select(revisions).where(revisions.c.event_id == event).order_by(revisions.c.number)
        found = tuple(
            extended(Revision, received, findings=tuple(map(finding_from_document, json.loads(received.findings))))
            for received in repository.connection.execute(wanted)
        )
        record = event_record(desk, repository, row)
        return extended(EventDetail, record, facts=json.loads(row.facts), revisions=found)


def names_in_reports(desk: Desk, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return the names of players by their event and starting rank, as the reports that count have them."""
    ranks: dict[int, set[int]] = {}
    for event, rank in wanted:
        ranks.setdefault(event, set()).add(rank)
    found: dict[tuple[int, int], str] = {}
    with read_transaction(desk) as repository:
        for row in repository.events(events.c.id.in_(ranks), events.c.revision > 0):
            for player in report_of_event(repository.connection, row).event.players:
                if player.rank in ranks[row.id] and player.name:
                    found[row.id, player.rank] = f"{player.rank} {player.name}"
    return found


def event_with_report(desk: Desk, key: str) -> int | None:
    """Return the event whose report has these very bytes, None if the office does not have them."""
    with read_transaction(desk) as repository:
        row = with_report(repository, key)
    return None if row is None else int(row.id)


def with_report(repository: ListRepository, key: str, event: int = 0) -> Row[Any] | None:
    """Return another event that stands, with a report of these bytes."""
    same = (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision)
    wanted = select(events.c.id).join(revisions, same).where(revisions.c.sha256 == key)
    return next(iter(repository.events(events.c.id.in_(wanted), *_standing(event))), None)


def as_a_stage(repository: ListRepository, key: str, event: int) -> Row[Any] | None:
    """Return another event of which a report is a stage already."""
    found = repository.events(events.c.facts.contains(key), *_standing(event))
    return next((row for row in found if key in json.loads(row.facts).get("stages", ())), None)


def _standing(other_than: int) -> tuple[ColumnElement[bool], ...]:
    """All events but one that were not withdrawn or refused."""
    return events.c.id != other_than, events.c.state.notin_(("withdrawn", "refused"))


# The life of an event: registered, its report submitted and examined, accepted or refused.

OPEN = ("registered", "refused")
"""An event in these states waits for a report."""


def register(desk: Desk, registration: Registration, *, another_event: bool = False) -> OfficeEvent:
    """Announce an event, before its report comes. One that is here under this name, for this day, is asked about,
    unless it is marked as `another_event`."""
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
    with write_transaction(desk) as repository:
        if not another_event:
            must_be_unannounced(repository, registration.name, registration.start, time_class)
        values = {
            "name": registration.name,
            "city": registration.city,
            "federation": registration.federation,
            "start": registration.start,
            "end": registration.end,
            "time_class": time_class,
        }
        id_ = _new_event(repository, "registered", known, values)
        details = {"name": registration.name, "edition": edition.id, **known["facts"]}
        desk.record(repository.connection, "registered", str(id_), **details)
        return event_record(desk, repository, event_row(repository, id_))


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
    are asked about (`PlayedBefore`), unless it is marked as `another_event`."""
    reports = [read_report(stage) for stage in (data, *stages)]
    report = pool_reports(reports)
    given = dict(facts or {})
    if received is not None:
        given["received"] = received.isoformat()
    facts_of(given)
    with write_transaction(desk) as repository:
        connection = repository.connection
        key, *further = (put_report(connection, stage) for stage in (data, *stages))
        for stage_key in (key, *further):
            not_twice(repository, stage_key)
        row = _waiting(repository, report, event)
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
        findings = examine(desk, repository, accepted)
        values = event_values(accepted)
        state = "accepted" if ratable(findings) else "refused"
        if row is None:
            id_ = _new_event(repository, state, known, values)
        else:
            id_ = row.id
            filled = {name: value for name, value in values.items() if value}
            change_rows(connection, events, [(id_,)], {**filled, "state": state, "facts": canonical_bytes(known)})
        revision = add_revision(repository, id_, accepted, received, "", findings, another_event=another_event)
        marked = {"another_event": True} if another_event else {}
        desk.record(connection, state, str(id_), revision=revision.number, sha256=key, name=report.event.name, **marked)
        return verdict(desk, repository, id_, revision)


def verdict(desk: Desk, repository: ListRepository, event: int, revision: Revision) -> Submitted:
    """Return the verdict on a report that was just received for an event."""
    record = event_record(desk, repository, event_row(repository, event))
    return Submitted(record, revision.accepted, revision.number, revision.sha256, revision.findings)


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
    reported, registered = report.event, {"start": row.start, "end": row.end}
    return {name: day.isoformat() for name, day in registered.items() if day and getattr(reported, name) is None}


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


def _new_event(repository: ListRepository, state: str, known: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    id_ = next_number(repository.connection, events.c.id)
    row = {
        "id": id_,
        "system_id": repository.system.id,
        "state": state,
        "facts": canonical_bytes(known),
        "revision": 0,
        **values,
    }
    add_row(repository.connection, events, row)
    return id_


def add_revision(
    repository: ListRepository,
    event: int,
    accepted: Accepted,
    received: dt.date | None,
    reason: str,
    findings: tuple[Finding, ...],
    *,
    another_event: bool = False,
) -> Revision:
    """Store a report as the next revision of its event; the event uses it if it is accepted, or is the first. One that
    may be rated is asked about if another event has its games, unless it is marked as `another_event`."""
    connection, key = repository.connection, accepted.sha256
    number = next_number(connection, revisions.c.number, revisions.c.event_id == event)
    revision = Revision(number, key, received, reason, ratable(findings), findings)
    row = {
        "event_id": event,
        "number": number,
        "sha256": key,
        "received": received,
        "reason": reason,
        "accepted": revision.accepted,
        "findings": canonical_bytes([finding_to_document(finding) for finding in findings]),
    }
    add_row(connection, revisions, row)
    current = connection.execute(select(events.c.revision, events.c.state).where(events.c.id == event)).one()
    if revision.accepted or current.state in OPEN:
        change_rows(connection, events, [(event,)], {"revision": number})
    if revision.accepted:
        if not another_event:
            must_be_new(repository, accepted, event)
        put_games(connection, event, accepted)
    return revision


def not_twice(repository: ListRepository, key: str, event: int = 0) -> None:
    """Refuse a report that another event has: the same bytes are the same report, and not rated a second time."""
    row = with_report(repository, key, event) or as_a_stage(repository, key, event)
    if row is not None:
        raise ArpadError("event-submitted-before", event=row.id, name=row.name)


def _waiting(repository: ListRepository, report: Report, event: int | None) -> Row[Any] | None:
    """The event that the report is for: the one named, or the one registered under its name and start."""
    if event is not None:
        row = event_row(repository, event)
        if row.state not in OPEN:
            raise ArpadError("event-has-report", event=event, state=row.state)
        return row
    named, begun = events.c.name == storable(report.event.name), events.c.start == report.event.start
    rows = repository.events(events.c.state.in_(OPEN), named, begun)
    return rows[0] if len(rows) == 1 else None
