"""What was read from an office, kept as long as nothing has changed there: until its log has another line.

Everything that changes the systems, the lists or the decisions of an office writes a line into the log, in the same
transaction, and lines are only added. So two transactions that see the same last line see the same office.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from sqlalchemy import Connection

NEWEST_LINE = "SELECT max(id) FROM log"
Read = TypeVar("Read")


class SameOffice:
    """What is known of an office as one line of its log left it. Several threads may use it."""

    def __init__(self) -> None:
        self._read: dict[Hashable, object] = {}

    def of(self, key: Hashable, read: Callable[[], Read]) -> Read:
        """Return what was read under a key before, or read it now. Nobody may change it."""
        if key not in self._read:
            self._read[key] = read()
        return cast(Read, self._read[key])


class Unchanged:
    """What is known of an office as its newest line leaves it."""

    def __init__(self) -> None:
        self._newest: tuple[int, SameOffice] = (-1, SameOffice())

    def since(self, line: int) -> SameOffice | None:
        """Return what is known of the office as a line left it, if anything is."""
        known, office = self._newest
        return office if line == known else None

    def at(self, connection: Connection) -> SameOffice:
        """Return what is known of the office that a transaction sees."""
        number = newest_line(connection)
        known, office = self._newest
        if number == known:
            return office
        office = SameOffice()
        if number > known:
            self._newest = (number, office)
        return office


def newest_line(connection: Connection) -> int:
    """Return the number of the last line of the log; 0 if there is none."""
    found: Any = connection.exec_driver_sql(NEWEST_LINE).scalar()
    return found or 0
