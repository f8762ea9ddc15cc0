"""Who did what and when. The log only grows: the database itself refuses a change."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select

from arpad.office.storage.kept_files import canonical
from arpad.office.storage.schema import log


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log."""

    id: int
    at: dt.datetime
    who: str
    action: str
    system: str
    subject: str
    details: Mapping[str, Any]


def write_log(
    connection: Connection,
    *,
    at: dt.datetime,
    who: str,
    action: str,
    system: str = "",
    subject: str = "",
    details: Mapping[str, object] | None = None,
) -> int:
    """Write one line, in the transaction of what it tells of. `at` is an instant in UTC. Returns its number."""
    if at.utcoffset() != dt.timedelta(0):
        raise ValueError("an instant of the log is in UTC")
    number: int = connection.execute(select(func.coalesce(func.max(log.c.id), 0) + 1)).scalar_one()
    connection.execute(
        insert(log).values(
            id=number,
            at=at.isoformat(),
            who=who,
            action=action,
            system=system,
            subject=subject,
            details=canonical(details or {}),
        )
    )
    return number


def log_entries(
    connection: Connection,
    *,
    system: str | None = None,
    action: str | None = None,
    subject: str | None = None,
    who: str | None = None,
    after: int = 0,
    before: int | None = None,
    limit: int | None = None,
    newest_first: bool = False,
) -> Iterator[LogEntry]:
    """The lines in their order, or the newest first, those that fit. `after` or `before` is the number of the last line
    already seen."""
    order = log.c.id.desc() if newest_first else log.c.id
    asked = select(log).where(log.c.id > after).order_by(order).limit(limit)
    if before is not None:
        asked = asked.where(log.c.id < before)
    wanted_in = ((log.c.system, system), (log.c.action, action), (log.c.subject, subject), (log.c.who, who))
    for column, wanted in wanted_in:
        if wanted is not None:
            asked = asked.where(column == wanted)
    for row in connection.execute(asked):
        at = dt.datetime.fromisoformat(row.at)
        yield LogEntry(row.id, at, row.who, row.action, row.system, row.subject, json.loads(row.details))
