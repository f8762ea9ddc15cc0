"""The end of a transaction: all that it wrote is told by the log."""

from sqlalchemy import Connection

from arpad.office.storage.journal import journal_of


def seal(connection: Connection) -> None:
    """Refuse a transaction that wrote rows of which no line of the log tells."""
    journal = journal_of(connection)
    if journal is not None and journal.entries:
        raise RuntimeError(f"no line of the log tells of {journal.entries[0][0]}")
