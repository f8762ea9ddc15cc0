"""A rehearsal: anything the office does, done in a transaction that is taken back at the end.

This shows what a correction would change, and what a closing would give, by exactly the same steps.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import Connection

from arpad.office.desk.desk import Desk
from arpad.office.storage import Database


class _Over(Exception):
    """The rehearsal has ended: take everything back."""


class _Stage(Database):
    """A database within one transaction: all reading and writing happens in it."""

    staged = True

    def __init__(self, database: Database, connection: Connection) -> None:
        self.address, self.kind, self._connection = database.address, database.kind, connection

    def check(self) -> None:
        """It was checked before the transaction began."""

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        yield self._connection

    @contextmanager
    def writing(self, event: int | None = None, *, patient: bool = True) -> Iterator[Connection]:  # noqa: ARG002
        """All of it is one transaction."""
        yield self._connection


@contextmanager
def rehearsal(desk: Desk) -> Iterator[Desk]:
    """A desk at which everything can be done, and nothing of it is kept."""
    desk.database.check()
    try:
        with desk.database.writing() as connection:
            yield replace(desk, database=_Stage(desk.database, connection), unchanged=None, glance=None)
            raise _Over
    except _Over:
        pass
