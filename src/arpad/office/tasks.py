"""What the office has to do next, in order: with numbers, days and what it is about."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

from sqlalchemy import select

from arpad.documents.document import Document, shows
from arpad.domain.findings import Finding
from arpad.eligibility.facts import facts_asked
from arpad.i18n import ArpadError
from arpad.lists.list_versions import ListVersion
from arpad.office._list_repository import ListRepository, editions_at
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction
from arpad.office.lists import Overview, overview
from arpad.office.records import OfficeEvent
from arpad.office.storage._tables import finding_from_document
from arpad.office.storage.log_table import last_backup
from arpad.office.storage.schema import revisions
from arpad.regulations.rating_edition import closing_date

TaskKind = Literal["identify", "facts", "mend", "missing", "examine", "close", "close-again", "publish", "backup"]
"""identify: players of a report in doubt; facts: what findings ask for; mend: a refused report; missing: an event that
is over and has no report; examine: warnings about an accepted report; close, close-again, publish: the next list;
backup: there is none, or an old one."""
TaskGroup = Literal["month", "people", "checks", "settings"]
GROUPS: tuple[TaskGroup, ...] = ("month", "people", "checks", "settings")
GROUP: Mapping[TaskKind, TaskGroup] = {"identify": "people", "examine": "checks", "backup": "settings"}
"""The groups of the office; what is not named is of the month."""
IN_DOUBT = ("player-without-id", "player-id-missing", "id-of-another", "not-on-office-list", "id-missing")
"""What is found about a player who has to be identified."""
BACKUP_DAYS = 7
"""An office without a backup of the last week is told to make one."""


class OfficeTask(Document, frozen=True):
    """Something to do. `count` is how many players, warnings or reports it is about; `until` the day on which it should
    be done, `list` the list and `event` the event that it is about."""

    shown = shows("kind", "group", "count", "event", "name", "list", "until")
    kind: TaskKind
    count: int = 0
    event: int | None = None
    name: str = ""
    list: dt.date | None = None
    until: dt.date | None = None

    @property
    def group(self) -> TaskGroup:
        """The group of the office in which it is done."""
        return GROUP.get(self.kind, "month")


def office_tasks(desk: Desk) -> tuple[OfficeTask, ...]:
    """Return what is to be done: first the reports, then the list, then the office itself."""
    found = overview(desk)
    with read_transaction(desk) as repository:
        closing = _closing(desk, repository, found.following)
        return (*_of_reports(desk, repository, found, closing), *_of_list(found), *_backup(desk, repository))


def _closing(desk: Desk, repository: ListRepository, period: dt.date | None) -> dt.date | None:
    """The last day on which reports for the next list come in; None if no edition is in force on its day."""
    if period is None:
        return None
    with suppress(ArpadError):
        return closing_date(next(iter(editions_at(desk, repository, period).values())), period)
    return None


def _of_reports(
    desk: Desk, repository: ListRepository, found: Overview, closing: dt.date | None
) -> Iterator[OfficeTask]:
    """The events whose reports need somebody: before the list closes, if they can still enter it."""
    waiting = (*found.refused, *found.due)
    findings = _findings(repository, waiting)
    for event in waiting:
        own = findings.get(event.id, ())
        doubtful = {finding.player for finding in own if finding.code in IN_DOUBT}
        about: dict[str, Any] = {"event": event.id, "name": event.name, "until": closing}
        if doubtful:
            yield OfficeTask("identify", len(doubtful), **about)
        asked = facts_asked(own)
        if asked:
            yield OfficeTask("facts", len(asked), **about)
        grave = [finding for finding in own if finding.severity == "error" and finding.code not in IN_DOUBT]
        if event.state == "refused" and (grave or not doubtful):
            yield OfficeTask("mend", len(grave), **about)
        warnings = sum(finding.severity == "warning" and finding.code not in IN_DOUBT for finding in own)
        if event.state != "refused" and warnings:
            yield OfficeTask("examine", warnings, **about)
    for event in found.registered:
        if event.end is not None and event.end < desk.at.date():
            yield OfficeTask("missing", 1, event.id, event.name, until=closing)


def _findings(repository: ListRepository, waiting: Sequence[OfficeEvent]) -> dict[int, tuple[Finding, ...]]:
    """What was found about the reports of some events."""
    numbers = {event.id: event.revision for event in waiting}
    wanted = select(revisions.c.event_id, revisions.c.number, revisions.c.findings)
    rows = repository.connection.execute(wanted.where(revisions.c.event_id.in_(numbers)))
    return {
        row.event_id: tuple(map(finding_from_document, json.loads(row.findings)))
        for row in rows
        if numbers[row.event_id] == row.number
    }


def _of_list(found: Overview) -> Iterator[OfficeTask]:
    """The next list: to be closed once reports come in no more, closed again, published."""
    provisional: ListVersion | None = found.provisional
    if found.following is None:
        return
    if provisional is None:
        yield OfficeTask("close", len(found.due), list=found.following, until=found.following)
    elif found.late:
        yield OfficeTask("close-again", len(found.late), list=found.following, until=found.following)
    else:
        yield OfficeTask("publish", provisional.players, list=found.following, until=found.following)


def _backup(desk: Desk, repository: ListRepository) -> Iterator[OfficeTask]:
    last = last_backup(repository.connection)
    if last is None or (desk.at - last).days >= BACKUP_DAYS:
        yield OfficeTask("backup", 0 if last is None else (desk.at - last).days)


def counts_of(tasks: Sequence[OfficeTask]) -> dict[TaskGroup, int]:
    """How many things there are to do in each group: players to identify are counted one by one."""
    return {
        group: sum(task.count if task.kind == "identify" else 1 for task in tasks if task.group == group)
        for group in GROUPS
    }
