"""The pulse of an office: whether anything has changed there, asked before every page."""

import sqlite3
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from arpad.i18n import StorageFault
from arpad.office.storage.database import Database
from arpad.office.storage.unchanged import NEWEST_LINE, newest_line


class Pulse:
    """The number of the last line of the log. On SQLite a connection of its own asks for it in some microseconds: first
    only whether anybody has written anything. For one thread."""

    def __init__(self, database: Database) -> None:
        self.quick = database.kind == "sqlite"
        self._database = database
        self.connection: Any = None
        """The connection of the driver, or None if it is closed or does not answer at once."""
        self._seen: tuple[int, int] = (-1, 0)

    def line(self) -> int | None:
        """Return the number of the last line; None if the office cannot be reached."""
        try:
            return self._line()
        except (SQLAlchemyError, sqlite3.Error, StorageFault):
            self.close()
            return None

    def _line(self) -> int:
        if not self.quick:
            with self._database.reading() as connection:
                return newest_line(connection)
        self._database.check_file()
        if self.connection is None:
            self.connection = self._database.own_connection()
        version = self.connection.execute("PRAGMA data_version").fetchone()[0]
        if version != self._seen[0]:
            self._seen = version, self.connection.execute(NEWEST_LINE).fetchone()[0] or 0
        return self._seen[1]

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection, self._seen = None, (-1, 0)
