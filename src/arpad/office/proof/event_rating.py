"""An event as it was rated: its report, and every player's change by the lists that counted."""

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Row

from arpad.domain.event import Event
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.lists.accepted_report import Accepted
from arpad.lists.closing import opened
from arpad.lists.participants import results_of
from arpad.lists.rated_parts import Lookup, RatedPart, period_parts, rate_part
from arpad.office.desk import Desk, Shelf, looking
from arpad.office.events import event_record, event_row
from arpad.office.proof.proving import period_of, stored_in
from arpad.office.records import HELD, EventRecord
from arpad.office.storage import report_of_event


@dataclass(frozen=True, slots=True)
class ReportView:
    """An event with the report that was accepted, None while there is none, and with what the office knows better."""

    record: EventRecord
    accepted: Accepted | None

    @property
    def report(self) -> Report:
        """The report with the ids and the days that the office knows."""
        if self.accepted is None:
            raise ArpadError("event-not-accepted", event=self.record.id)
        known, event = self.accepted, self.accepted.report.event
        players = tuple(player._replace(id=known.ids.get(player.rank, player.id)) for player in event.players)
        start, end = event.start or known.start, event.end or known.end
        return replace(known.report, event=replace(event, players=players, start=start, end=end))


@dataclass(frozen=True, slots=True)
class EventView(ReportView):
    """An event for everybody. `parts` are empty while it is not rated on a published list."""

    parts: tuple[RatedPart, ...]

    @property
    def event(self) -> Event | None:
        """The event as its report has it, None while none was accepted."""
        return None if self.accepted is None else self.accepted.report.event


def view_event(desk: Desk, number: int) -> EventView:
    """An event with its report and its ratings, as published lists have them."""
    with looking(desk, published=True) as shelf:
        row = event_row(shelf, number)
        record, accepted = event_record(desk, shelf, row), _accepted(shelf, row)
        if accepted is None:
            return EventView(record, None, ())
        return EventView(record, accepted, _parts(desk, shelf, row, accepted.sha256))


def view_report(desk: Desk, number: int) -> ReportView:
    """An event with its report."""
    with looking(desk, published=True) as shelf:
        row = event_row(shelf, number)
        return ReportView(event_record(desk, shelf, row), _accepted(shelf, row))


def _accepted(shelf: Shelf, row: Row[Any]) -> Accepted | None:
    """The report of an event that was accepted."""
    return report_of_event(shelf.connection, row) if row.state in HELD else None


def _parts(desk: Desk, shelf: Shelf, row: Row[Any], key: str) -> tuple[RatedPart, ...]:
    """The parts of a report, rated as the closing of its period rated them."""
    version = None if row.period is None else shelf.newest.get(row.period)
    if version is None or version.kind != "closed":
        return ()
    manifest = shelf.manifest(version)
    own = [report for report in manifest["reports"] if report["sha256"] == key]
    period = period_of({**manifest, "reports": own}, stored_in(shelf), desk.regulations)
    now, parts = opened(period), period_parts(period)
    lookup = Lookup(period, now, results_of(now), parts)
    return tuple(rate_part(part, lookup.lists_for(part)) for part in parts)
