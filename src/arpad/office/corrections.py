"""Corrections of an event: another report, other identities, another base rating, or taken back altogether."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from sqlalchemy import Row, select, update

from arpad.domain import Finding
from arpad.lists.accepted import Accepted, edition_of
from arpad.locale import ArpadError
from arpad.office.desk import Desk, Shelf, working
from arpad.office.events import (
    acceptable,
    accepted_report,
    accepted_reports,
    add_revision,
    due_date,
    event_record,
    event_row,
    event_values,
    examine,
    not_twice,
)
from arpad.office.lists import Progress, must_have_reason, replay
from arpad.office.records import Replay, Revision, Submitted
from arpad.office.storage import canonical, events, get_report, put_report, revisions
from arpad.reports import Report, read_report


def correct(desk: Desk, event: int, data: bytes, reason: str, progress: Progress | None = None) -> Replay:
    """Another report in the place of the one an event has. One that may not be rated is kept and refused, and nothing
    else changes."""
    report = read_report(data)
    return _with_event(
        desk, event, reason, progress, lambda shelf, row: _revise(desk, shelf, row, data, report, reason)
    )


def _revise(desk: Desk, shelf: Shelf, row: Row[Any], data: bytes, report: Report, reason: str) -> Submitted:
    connection, known = shelf.connection, json.loads(row.facts)
    known.pop("ids", None)  # they went by the starting ranks of the other report
    key = put_report(connection, data)
    not_twice(connection, shelf.system, key, row.id)
    accepted = accepted_report(key, partial(get_report, connection), row.time_class, known, {key: report})
    findings = (*_too_late(desk, row, accepted), *examine(desk, shelf, accepted))
    good = acceptable(findings)
    number = add_revision(connection, row.id, key, accepted.facts.received, reason, findings)
    if good:
        state = "corrected" if row.period is not None else "accepted"
        values = event_values(accepted)
        connection.execute(
            update(events).where(events.c.id == row.id).values(**values, state=state, facts=canonical(known))
        )
    action = "corrected" if good else "correction-refused"
    desk.record(connection, action, str(row.id), revision=number, sha256=key, reason=reason)
    revision = Revision(number, key, accepted.facts.received, reason, good, findings)
    return Submitted(event_record(desk, event_row(connection, shelf.system, row.id)), revision)


def _too_late(desk: Desk, row: Row[Any], accepted: Accepted) -> list[Finding]:
    """An event that ended too late for a list cannot come into it by way of a correction."""
    event = accepted.event
    if row.period is None or event.end is None or event.start is None:
        return []
    edition = edition_of(desk.regulations, desk.system, accepted)
    first = due_date(edition, event.end, None, official=accepted.facts.official)
    if first <= row.period:
        return []
    values = {"list": row.period, "first": first}
    return [Finding("correction-later-list", "error", edition.lists.closing.article.number, values=values)]


def identify(desk: Desk, event: int, ids: Mapping[int, str], reason: str, progress: Progress | None = None) -> Replay:
    """Give players of a report their right ids, by starting rank. The report itself stays as received."""
    return _with_event(desk, event, reason, progress, lambda shelf, row: _identified(desk, shelf, row, ids, reason))


def _identified(desk: Desk, shelf: Shelf, row: Row[Any], ids: Mapping[int, str], reason: str) -> Submitted:
    connection, known = shelf.connection, json.loads(row.facts)
    known["ids"] = {**known.get("ids", {}), **{str(rank): id_ for rank, id_ in ids.items()}}
    wanted = select(revisions).where(revisions.c.event_id == row.id, revisions.c.number == row.revision)
    current = connection.execute(wanted).one_or_none()
    if current is None:
        raise ArpadError("event-no-report", event=row.id)
    accepted = accepted_report(current.sha256, partial(get_report, connection), row.time_class, known)
    for rank in ids:
        if accepted.report.event.player(rank) is None:
            raise ArpadError("event-no-player", event=row.id, rank=rank)
    findings = examine(desk, shelf, accepted)
    good = acceptable(findings)
    if good or row.period is None:
        state = "corrected" if row.period is not None else ("accepted" if good else "refused")
        connection.execute(update(events).where(events.c.id == row.id).values(facts=canonical(known), state=state))
    number = add_revision(connection, row.id, current.sha256, current.received, reason, findings)
    desk.record(connection, "identified", str(row.id), ids={str(rank): it for rank, it in ids.items()}, reason=reason)
    revision = Revision(number, current.sha256, current.received, reason, good, findings)
    return Submitted(event_record(desk, event_row(connection, shelf.system, row.id)), revision)


def withdraw(desk: Desk, event: int, reason: str, progress: Progress | None = None) -> Replay:
    """Take an event back. Lists that it was rated for are made anew without it."""

    def taken_back(shelf: Shelf, row: Row[Any]) -> None:
        shelf.connection.execute(update(events).where(events.c.id == row.id).values(state="withdrawn"))
        desk.record(shelf.connection, "withdrawn", str(row.id), reason=reason)

    return _with_event(desk, event, reason, progress, taken_back)


def base_rating(
    desk: Desk, event: int, id_: str, rating: int | None, reason: str, progress: Progress | None = None
) -> Replay:
    """The rating that counts for a player in one event instead of the list's; None takes it back."""

    def changed(shelf: Shelf, row: Row[Any]) -> None:
        known = json.loads(row.facts)
        if id_ not in _players(shelf, row):
            raise ArpadError("event-without-player", event=row.id, id=id_)
        ratings = {**known.get("ratings", {}), id_: rating}
        known["ratings"] = {name: value for name, value in ratings.items() if value is not None}
        shelf.connection.execute(update(events).where(events.c.id == row.id).values(facts=canonical(known)))
        desk.record(shelf.connection, "base-rating", str(row.id), player=id_, rating=rating, reason=reason)

    return _with_event(desk, event, reason, progress, changed)


def _players(shelf: Shelf, row: Row[Any]) -> set[str]:
    """The ids of those who play in an event."""
    return {player.id for it in accepted_reports(shelf.connection, [row]) for player in it.event.players}


def _with_event(
    desk: Desk,
    event: int,
    reason: str,
    progress: Progress | None,
    change: Callable[[Shelf, Row[Any]], Submitted | None],
) -> Replay:
    """Change what is known of an event, and replay the lists from the one it is in."""
    must_have_reason(reason)
    with working(desk) as shelf:
        connection = shelf.connection
        row = event_row(connection, shelf.system, event)
        if row.state == "withdrawn":
            raise ArpadError("event-withdrawn", event=event)
        submitted = change(shelf, row)
        if row.period is None or (submitted is not None and not submitted.accepted):
            return Replay((), (), submitted)
        return replay(desk, shelf, row.period, reason, progress, submitted)
