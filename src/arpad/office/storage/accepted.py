"""Accepted reports: as stored, with their facts, ready to be rated."""

import datetime as dt
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Row, select

from arpad.domain.event import System
from arpad.eligibility.facts import facts_of
from arpad.formats.feda import pool_reports
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.lists.accepted_report import Accepted
from arpad.office.storage.kept_files import get_report
from arpad.office.storage.schema import revisions
from arpad.rating.examine import report_system


def accepted_reports(connection: Connection, rows: Sequence[Row[Any]]) -> Iterable[Accepted]:
    """The reports of events as the closing takes them."""
    return (report_of_event(connection, row) for row in rows)


def report_of_event(connection: Connection, row: Row[Any]) -> Accepted:
    """Return the report that counts for an event."""
    wanted = select(revisions.c.sha256).where(revisions.c.event_id == row.id, revisions.c.number == row.revision)
    key = connection.execute(wanted).scalar_one()
    return accepted_report(key, partial(get_report, connection), row.time_class, json.loads(row.facts))


def accepted_report(
    key: str,
    kept: Callable[[str], bytes],
    time_class: Any,
    known: Mapping[str, Any],
    read: Mapping[str, Report] = MappingProxyType({}),
) -> Accepted:
    """Return a report with what else is known: `facts`, `system`, `edition`, `ids`, `ratings`, `start`, `end`, and the
    `stages` that are pooled with it (6.2, FEDA 7.2).

    `kept` gives the bytes of a report by its hash; `read` are reports that have been read before, which is done once.
    """
    stages = tuple(known.get("stages", ()))
    report = pool_reports([read[stage] if stage in read else read_report(kept(stage)) for stage in (key, *stages)])
    system: System = report_system(report, known.get("system"))
    start, end = (dt.date.fromisoformat(known[name]) if known.get(name) else None for name in ("start", "end"))
    return Accepted(
        key,
        report,
        facts_of(known.get("facts", {})),
        system,
        time_class,
        edition=known.get("edition"),
        ids={int(rank): id_ for rank, id_ in known.get("ids", {}).items()},
        ratings=known.get("ratings", {}),
        start=start,
        end=end,
        stages=stages,
    )
