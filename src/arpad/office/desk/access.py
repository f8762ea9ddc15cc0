"""Looking at the lists of a system, or working on them: each in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager

from arpad.office.desk.desk import Desk, system_of
from arpad.office.desk.shelf import Shelf


@contextmanager
def looking(desk: Desk, *, published: bool = False) -> Iterator[Shelf]:
    """The lists of a system in one consistent view: all of them, or those that are published."""
    if not desk.checked:
        desk.database.check()
    with desk.database.reading() as connection:
        yield Shelf(connection, system_of(connection, desk.system), desk.ledgers, published=published)


@contextmanager
def working(desk: Desk) -> Iterator[Shelf]:
    """The lists of a system while nobody else writes: all that is done is kept in the end, or nothing."""
    desk.database.check()
    with desk.database.writing() as connection:
        yield Shelf(connection, system_of(connection, desk.system), desk.ledgers)
