"""The end of a transaction: all that it wrote is told by the log, and what it published is signed."""

import datetime as dt

from sqlalchemy import Connection, select

from arpad.office.storage.journal import journal_of
from arpad.office.storage.log import newest_head, write_log
from arpad.office.storage.schema import SEALED, log, systems
from arpad.office.storage.signing import begin_key, seal_again, sign_all, sign_lists

BY_ITSELF = "arpad"
BEGINNING = "1970-01-01T00:00:00+00:00"
"""The time of a line, if no line before it has one."""


def seal(connection: Connection) -> None:
    """Refuse a transaction that wrote rows of which no line of the log tells; sign the lists that it published."""
    journal = journal_of(connection)
    if journal is None:
        return
    if journal.entries:
        raise RuntimeError(f"no line of the log tells of {journal.entries[0][0]}")
    sign_lists(connection, journal.published)


def first_key(connection: Connection) -> bool:
    """Give an office without a key its first one; what it keeps is sealed. The next line of the log must tell of it."""
    made = begin_key(connection, newest_head(connection)[0] + 1)
    if made is not None:
        seal_again(connection, SEALED, None)
    return made is not None


def ensure_key(connection: Connection) -> None:
    """Give an office of an older release its first key, and sign what is published."""
    if connection.execute(select(systems.c.id).limit(1)).first() is None or not first_key(connection):
        return
    at = connection.execute(select(log.c.at).order_by(log.c.id.desc()).limit(1)).scalar_one_or_none() or BEGINNING
    write_log(connection, at=dt.datetime.fromisoformat(at), who=BY_ITSELF, action="key-begun", subject="1")
    sign_all(connection)
