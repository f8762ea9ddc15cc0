"""Who did what and when. The log only grows: the database itself refuses a change, and every line has the hash of the
one before it, and tells the rows that were written with it."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, insert, select

from arpad.documents.document import Document, TableColumn, extended, shows
from arpad.office.records import AT, NUMBER, Details, Instant, details_text
from arpad.office.storage._log import BEFORE_FIRST, canonical_bytes, hash_of_line, journal_of
from arpad.office.storage._signing import sign_line
from arpad.office.storage.schema import log

LAST = select(log.c.id, log.c.sha256).order_by(log.c.id.desc()).limit(1)


class LogEntry(Document, frozen=True):
    """One line of the log."""

    shown = shows("id", "at", "who", "action", "system", "subject", "details")
    columns = (
        NUMBER,
        AT,
        TableColumn("action", "what", words="log."),
        TableColumn("details", cell=lambda line: details_text(line.details)),
    )
    id: int
    at: Instant
    who: str
    action: str
    system: str
    subject: str
    details: Details
    sha256: str


@dataclass(frozen=True, slots=True)
class Acting:
    """Somebody who does something that concerns the whole office, and when: what the log tells of it."""

    who: str
    at: dt.datetime

    def record(self, connection: Connection, action: str, subject: str, **details: object) -> None:
        """Write into the log what is being done."""
        write_log(connection, at=self.at, who=self.who, action=action, subject=subject, details=details)


def newest_head(connection: Connection) -> tuple[int, str]:
    """Return the number and the hash of the last line of the log."""
    row = connection.execute(LAST).one_or_none()
    return (0, BEFORE_FIRST) if row is None else (row.id, row.sha256)


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
    number, head = newest_head(connection)
    journal = journal_of(connection)
    line = {
        "id": number + 1,
        "at": at.isoformat(),
        "who": who,
        "action": action,
        "system": system,
        "subject": subject,
        "details": canonical_bytes(details or {}),
        "rows": canonical_bytes([] if journal is None else journal.take()),
        "prev": head,
    }
    own = hash_of_line(line)
    connection.execute(insert(log).values(**line, sha256=own))
    sign_line(connection, number + 1, own)
    if journal is not None:
        journal.wrote(number + 1, own)
    return number + 1


FOUNDED_BY, UPGRADED_BY = "founded", "upgraded"
"""The actions of lines that tell which release made the office what it is."""


def written_by(connection: Connection) -> str:
    """Return the release that founded or upgraded the office last; empty if the log does not tell."""
    asked = select(log.c.details).where(log.c.action.in_((FOUNDED_BY, UPGRADED_BY))).order_by(log.c.id.desc()).limit(1)
    found = connection.execute(asked).scalar_one_or_none()
    return "" if found is None else str(json.loads(found).get("release", ""))


BACKUP = "backup"
"""The action of a line that tells of a backup."""


def last_backup(connection: Connection) -> dt.datetime | None:
    """Return when the last backup was made."""
    return next((entry.at for entry in log_entries(connection, action=BACKUP, limit=1, newest_first=True)), None)


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
    fitting: Sequence[ColumnElement[bool]] = (),
    skipped: int = 0,
) -> Iterator[LogEntry]:
    """The lines in their order, or the newest first, those that fit. `after` or `before` is the number of the last line
    already seen, `skipped` how many of those that fit are left out first."""
    order = log.c.id.desc() if newest_first else log.c.id
    asked = select(log).where(log.c.id > after, *fitting).order_by(order).limit(limit).offset(skipped or None)
    if before is not None:
        asked = asked.where(log.c.id < before)
    wanted_in = ((log.c.system, system), (log.c.action, action), (log.c.subject, subject), (log.c.who, who))
    for column, wanted in wanted_in:
        if wanted is not None:
            asked = asked.where(column == wanted)
    for row in connection.execute(asked):
        yield extended(LogEntry, row, at=dt.datetime.fromisoformat(row.at), details=json.loads(row.details))
