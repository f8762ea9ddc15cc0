"""Looking at the lists of a system, and working on them: one transaction each, or a glance."""

from collections.abc import Iterator
from contextlib import contextmanager

from arpad.office.desk.desk import Desk, SystemRecord, system_of
from arpad.office.desk.held_events import open_games
from arpad.office.desk.list_tables import open_tables
from arpad.office.desk.shelf import Shelf
from arpad.office.storage import Glance, IndexFolder, SameOffice, TransactionNeeded, index_folder


@contextmanager
def looking(desk: Desk, *, published: bool = False) -> Iterator[Shelf]:
    """The lists of a system in one consistent view: all of them, or those that are published."""
    if desk.glance is not None and published:
        yield _shelf_at_a_glance(desk, desk.glance)
        return
    if not desk.checked:
        desk.database.check()
    with desk.database.reading() as connection:
        known = SameOffice() if desk.unchanged is None else desk.unchanged.at(connection)
        system = known.of(("system", desk.system), lambda: system_of(connection, desk.system))
        yield Shelf(connection, system, desk.ledgers, published=published, known=known)


def _shelf_at_a_glance(desk: Desk, glance: Glance) -> Shelf:
    def unknown() -> SystemRecord:
        raise TransactionNeeded

    system = glance.known.of(("system", desk.system), unknown)
    return Shelf(None, system, desk.ledgers, published=True, known=glance.known, glance=glance)


@contextmanager
def working(desk: Desk) -> Iterator[Shelf]:
    """The lists of a system while nobody else writes: all that is done is kept in the end, or nothing."""
    desk.database.check()
    with desk.database.writing() as connection:
        shelf = Shelf(connection, system_of(connection, desk.system), desk.ledgers)
        yield shelf
        _make_indexes(desk, shelf)


def _make_indexes(desk: Desk, shelf: Shelf) -> None:
    """Make the indexes of new lists, if the office has been served: then there is a folder for them. They are there
    before anybody else can see the lists."""
    folder = desk.ledgers.folder or IndexFolder(index_folder(desk.database.address))
    if not desk.database.staged and folder.path.is_dir():
        made = Shelf(shelf.connection, shelf.system, desk.ledgers.in_folder(folder))
        open_indexes(desk, made, only_missing=True)


def open_indexes(desk: Desk, shelf: Shelf, *, only_missing: bool = False) -> None:
    """Open the files that the pages of players need: the index of the newest list and of the newest published one, the
    standings of every imported one, the games that are held. What is missing is made, also for the pages of lists."""
    folder = shelf.ledgers.folder
    if folder is None:
        return
    published = [row for row in shelf.versions if row.state == "published"]
    newest = {row.id: row for row in (*shelf.versions[-1:], *published[-1:])}
    imported = [row for row in shelf.versions if row.kind == "import"]
    wanted = (("index", shelf.ledgers.index, newest.values()), ("standings", shelf.ledgers.standings, imported))
    for kind, opened, rows in wanted:
        for row in rows:
            if not (only_missing and folder.has(row.digest, kind)):
                opened(lambda: shelf.connection, row)
    open_games(shelf, only_missing=only_missing)
    open_tables(desk, shelf)
