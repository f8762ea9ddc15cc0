"""Tables and files that list pages need, events grouped by list, and the transactions to read them."""

import datetime as dt
import hashlib
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa
from sqlalchemy import Row, bindparam, select

from arpad.lists.changes import PersonChanges, PersonDifference, changes_tables, person_changes
from arpad.lists.ledger import Ledger, Standing
from arpad.lists.player_index import GamesIndex, IndexedEvent, PlayedEvent, event_piece, games_tables, pieces_of
from arpad.lists.published import Which, change_tables, classes_of, published_table, row_tables
from arpad.lists.top_lists import (
    ListNews,
    federation_lines,
    lines_table,
    list_news,
    news_of,
    news_tables,
    top_list,
    top_of_federations,
)
from arpad.lists.whole_list import Tables
from arpad.office._list_repository import ListRepository, editions_of
from arpad.office.context import Desk, system_of
from arpad.office.records import HELD
from arpad.office.storage._tables import accepted_report, get_report
from arpad.office.storage.caches import ChangeWatch, IndexFolder, index_folder
from arpad.office.storage.schema import events, revisions
from arpad.regulations.articles import TimeClass
from arpad.release import __version__

# The events whose games the office holds, list by list, and those that wait for one; and a player's games in them. The
# events of a list are one file, and those that wait are another. Its name begins with the list and ends with the
# digest of its events, so a file is never wrong: other events, or another report, are another file.

WAITING = dt.date.max
"""Stands for the list that waiting events are due for."""
KIND = "games"
HELD_EVENTS = (
    select(
        *(events.c[name] for name in ("id", "name", "start", "end", "time_class", "state", "period", "facts")),
        revisions.c.sha256,
    )
    .join(revisions, (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision))
    .where(events.c.system_id == bindparam("system"), events.c.state.in_(HELD))
    .order_by(events.c.id)
)


class HeldEvents(NamedTuple):
    """The events of a list, by the name of their file."""

    series: str
    digest: str

    @property
    def name(self) -> str:
        return f"{self.series}-{self.digest}"


def held_events(repository: ListRepository) -> Mapping[dt.date, HeldEvents]:
    """Return the events of each published list, and those that wait for one."""

    def read() -> dict[dt.date, HeldEvents]:
        return {
            period: HeldEvents(_series(repository, period), _digest(map(_indexed, rows)))
            for period, rows in _rows_by_list(repository).items()
        }

    return repository.known.of(("held", repository.system.id), read)


def games_held(
    repository: ListRepository, ids: Sequence[str], lists: Iterable[dt.date]
) -> Iterator[tuple[PlayedEvent, dt.date | None]]:
    """The events of some lists, and all that wait, in which players played, each with its list, None if it waits; in no
    order."""
    held = held_events(repository)
    for period in {*lists, WAITING} & held.keys():
        index = _opened(repository, period, held[period])
        for id_ in ids:
            for played in index.of(id_):
                yield played, None if period == WAITING else period


def open_games(repository: ListRepository, *, only_missing: bool = False) -> None:
    """Open the files of the events that wait and of the last list, and of every list that had a file before."""
    held, folder = held_events(repository), repository.ledgers.folder
    assert folder is not None
    last = max((period for period in held if period != WAITING), default=None)
    for period, own in held.items():
        if folder.has(own.name, KIND):
            wanted = not only_missing and period in (WAITING, last)
        else:
            wanted = period in (WAITING, last) or any(folder.earlier(own.series, KIND))
        if wanted:
            _opened(repository, period, own)


def _opened(repository: ListRepository, period: dt.date, held: HeldEvents) -> GamesIndex:
    folder = repository.ledgers.folder
    if folder is None:
        return repository.known.of(("games", held.name), lambda: GamesIndex(_tables(repository, period, ())))

    def make() -> Tables:
        series = (held.series, _series(repository, WAITING))
        return _tables(repository, period, (tables for name in series for tables in folder.earlier(name, KIND)))

    index = repository.ledgers.opened(held.name, KIND, GamesIndex, make)
    assert index is not None
    return index


def _tables(repository: ListRepository, period: dt.date, earlier: Iterable[Tables]) -> Tables:
    """Make the tables of a list's events; those that earlier files have are taken over."""
    rows = {event.key: row for row in _rows_by_list(repository)[period] for event in [_indexed(row)]}
    pieces: dict[str, Tables] = {}
    for tables in earlier:
        missing = rows.keys() - pieces.keys()
        if not missing:
            break
        pieces |= pieces_of(tables, missing)
    for key in rows.keys() - pieces.keys():
        row, kept = rows[key], partial(get_report, repository.connection)
        pieces[key] = event_piece(accepted_report(row.sha256, kept, row.time_class, json.loads(row.facts)).event)
    return games_tables([_indexed(row) for row in rows.values()], [pieces[key] for key in rows])


def _rows_by_list(repository: ListRepository) -> dict[dt.date, list[Row[Any]]]:
    """The events whose games count, list by list, in the order of their days."""
    after = max((row.period for row in repository.versions if row.state == "published"), default=dt.date.min)
    found: dict[dt.date, list[Row[Any]]] = {}
    rows: Iterable[Any] = repository.connection.execute(HELD_EVENTS, {"system": repository.system.id})
    for row in rows:
        waits = row.state == "accepted" or row.period > after
        found.setdefault(WAITING if waits else row.period, []).append(row)
    return {
        period: sorted(rows, key=lambda row: (row.end or row.start or dt.date.min, row.id))
        for period, rows in found.items()
    }


def _indexed(row: Row[Any]) -> IndexedEvent:
    made_from = "\n".join((__version__, row.sha256, row.time_class, row.facts))
    key = hashlib.sha256(made_from.encode()).hexdigest()
    return IndexedEvent(f"{row.id} {key}", row.id, row.name, row.end or row.start, row.time_class)


def _series(repository: ListRepository, period: dt.date) -> str:
    return f"{repository.system.id}-{'waiting' if period == WAITING else period.isoformat()}"


def _digest(indexed: Iterable[IndexedEvent]) -> str:
    return hashlib.sha256("\n".join(repr(tuple(event)) for event in indexed).encode()).hexdigest()


# Who players were on earlier lists: what each published list says of them that the one before did not. The file of a
# list has the changes of all lists until it, and takes over those of the file before.

PERSONS = "persons"


def past_of(repository: ListRepository, id_: str) -> list[PersonDifference]:
    """Return what published lists changed about a player: name, federation, title."""
    published = {row.period: row for row in repository.versions if row.state == "published"}
    rows = [published[period] for period in sorted(published)]
    if not rows:
        return []
    return repository.known.of(("persons", rows[-1].digest, len(rows)), lambda: _opened_past(repository, rows)).of(id_)


def _opened_past(repository: ListRepository, rows: Sequence[Row[Any]]) -> PersonChanges:
    names, hashed = list[str](), hashlib.sha256()
    for row in rows:
        hashed.update(row.digest.encode())
        names.append(f"{repository.system.id}-{PERSONS}-{hashed.hexdigest()}")

    def make() -> Tables:
        folder, first, pieces = repository.ledgers.folder, 0, list[pa.Table]()
        for at in range(len(names) - 1, 0, -1):
            earlier = None if folder is None else folder.found(names[at], PERSONS)
            if earlier is not None:
                first, pieces = at, [earlier["persons"]]
                break
        pairs = itertools.pairwise(rows[first:])
        pieces += [person_changes(repository.ledger(one), repository.ledger(other)) for one, other in pairs]
        return changes_tables(pieces)

    return repository.ledgers.opened(names[-1], PERSONS, PersonChanges, make) or PersonChanges(make())


# The tables of a list that pages need: the list as it is published, its best players, its federations, its news. What
# a page shows of the newest list is made when the list is published, and kept in files; of other lists, when it is
# first asked for.

BEST, AT_HOME, NEWS = 100, 10, 20
"""The players that are kept of a top list, of a federation, of each kind of news."""
NEWS_CLASS: TimeClass = "standard"
ROWS = "sorted-rows"
"""The kind of the files with the rows of a list, in the orders of all columns."""


def list_table(
    desk: Desk, repository: ListRepository, row: Row[Any], time_class: TimeClass | None = None, which: Which = "listed"
) -> pa.Table:
    """A version as it is published, beside the list that it was made from; the combined list if no time class is
    given. The list before is without the ratings that a decision took away: players who lost theirs in this way have
    not fallen below the floor, and the list does not show them."""
    parent, editions = repository.parent(row), editions_of(desk, repository, row)
    before = None if parent is None else before_decided(repository.ledger(parent), repository.manifest(row))
    return published_table(repository.ledger(row), editions, time_class, which, before)


def before_decided(ledger: Ledger, manifest: Mapping[str, Any]) -> Ledger:
    """A list without the ratings that the decisions of the next one took away."""
    decided = manifest["decisions"]["ratings"]
    rows = ledger.rows(id_ for id_, _, rating in decided if not rating)
    for id_, time_class, rating in decided:
        if id_ in rows and not rating:
            rows[id_] = rows[id_].with_standing(time_class, Standing())
    return ledger.with_rows(rows.values()) if rows else ledger


def news_between(repository: ListRepository, before: Row[Any], newest: Row[Any]) -> ListNews:
    """What a list brings against the list before it."""
    return news_of(
        repository.ledgers.made(_of_both(before, newest), "news", lambda: _news_tables(repository, before, newest))
    )


def open_tables(desk: Desk, repository: ListRepository) -> None:
    """Make the tables of the newest published list, if they are missing."""
    folder = repository.ledgers.folder
    published = {row.period: row for row in repository.versions if row.state == "published"}
    if folder is None or not published:
        return
    newest = published.pop(max(published))
    for kind, make in _kinds(desk, repository, newest):
        if not folder.has(newest.digest, kind):
            folder.tables(newest.digest, kind, make)
    if published:
        before = published[max(published)]
        if not folder.has(_of_both(before, newest), "news"):
            news_between(repository, before, newest)
        for time_class in classes_of(editions_of(desk, repository, newest), None):
            if not folder.has(_of_both(before, newest), f"changes-{time_class}"):
                changes_since(desk, repository, before, newest, time_class)


def _kinds(desk: Desk, repository: ListRepository, row: Row[Any]) -> Iterator[tuple[str, Callable[[], Tables]]]:
    for time_class in classes_of(editions_of(desk, repository, row), None):
        yield f"{ROWS}-{time_class}", lambda name=time_class: _made_rows(desk, repository, row, name)  # type: ignore[misc]
        yield f"best-{time_class}", lambda name=time_class: _summary_tables(desk, repository, row, name)  # type: ignore[misc]


def _made_rows(desk: Desk, repository: ListRepository, row: Row[Any], time_class: TimeClass) -> Tables:
    return row_tables(list_table(desk, repository, row, time_class))


def row_tables_of(desk: Desk, repository: ListRepository, row: Row[Any], time_class: TimeClass) -> Tables:
    """The list of one time class in the order in which it is shown."""
    return repository.made(row, f"{ROWS}-{time_class}", lambda: _made_rows(desk, repository, row, time_class))


def changes_since(
    desk: Desk, repository: ListRepository, before: Row[Any], row: Row[Any], time_class: TimeClass
) -> Tables:
    """What every player of a list gained or lost since the list before it."""
    rows = row_tables_of(desk, repository, row, time_class)  # before the others wait for what is made here

    def make() -> Tables:
        return change_tables(rows, repository.ledger(before), time_class)

    return repository.ledgers.made(_of_both(before, row), f"changes-{time_class}", make)


def summary(desk: Desk, repository: ListRepository, row: Row[Any], time_class: TimeClass) -> Tables:
    """The best players of a version, of its women, its juniors and its federations, and the federations themselves."""
    return repository.made(row, f"best-{time_class}", lambda: _summary_tables(desk, repository, row, time_class))


def _summary_tables(desk: Desk, repository: ListRepository, row: Row[Any], time_class: TimeClass) -> Tables:
    ledger, editions = repository.ledger(row), editions_of(desk, repository, row)
    tops = {
        top_name(women, juniors): top_list(ledger, editions, time_class, BEST, women=women, juniors=juniors)
        for women in (False, True)
        for juniors in (False, True)
    }
    return tops | {
        "homes": top_of_federations(ledger, editions, time_class, AT_HOME),
        "federations": lines_table(federation_lines(ledger, time_class)),
    }


def top_name(women: bool, juniors: bool) -> str:
    return f"top{'-women' * women}{'-juniors' * juniors}"


def _news_tables(repository: ListRepository, before: Row[Any], newest: Row[Any]) -> Tables:
    return news_tables(list_news(repository.ledger(before), repository.ledger(newest), NEWS_CLASS, NEWS))


def _of_both(before: Row[Any], newest: Row[Any]) -> str:
    return f"{newest.digest}-{before.digest}"


# Looking at the lists of a system, and working on them: one transaction each.


@contextmanager
def read_transaction(desk: Desk, *, published: bool = False) -> Iterator[ListRepository]:
    """The lists of a system in one consistent view: all of them, or those that are published."""
    if not desk.checked:
        desk.database.check()
    with desk.database.reading() as connection:
        known = ChangeWatch() if desk.unchanged is None else desk.unchanged.at(connection)
        system = known.of(("system", desk.system), lambda: system_of(connection, desk.system))
        yield ListRepository(connection, system, desk.ledgers, published=published, known=known)


@contextmanager
def write_transaction(desk: Desk) -> Iterator[ListRepository]:
    """The lists of a system while nobody else writes: all that is done is kept in the end, or nothing."""
    desk.database.check()
    with desk.database.writing() as connection:
        repository = ListRepository(connection, system_of(connection, desk.system), desk.ledgers)
        yield repository
        _make_indexes(desk, repository)


def _make_indexes(desk: Desk, repository: ListRepository) -> None:
    """Make the indexes of new lists, if the office has been served: then there is a folder for them. They are there
    before anybody else can see the lists."""
    folder = desk.ledgers.folder or IndexFolder(index_folder(desk.database.address))
    if not desk.database.staged and folder.path.is_dir():
        list_repository = ListRepository(repository.connection, repository.system, desk.ledgers.in_folder(folder))
        open_indexes(desk, list_repository, only_missing=True)


def open_indexes(desk: Desk, repository: ListRepository, *, only_missing: bool = False) -> None:
    """Open the files that the pages of players need: the index of the newest list and of the newest published one, the
    standings of every imported one, the games that are held. What is missing is made, also for the pages of lists."""
    folder = repository.ledgers.folder
    if folder is None:
        return
    published = [row for row in repository.versions if row.state == "published"]
    newest = {row.id: row for row in (*repository.versions[-1:], *published[-1:])}
    imported = [row for row in repository.versions if row.kind == "import"]
    wanted = (
        ("index", repository.ledgers.index, newest.values()),
        ("standings", repository.ledgers.standings, imported),
    )
    for kind, opened, rows in wanted:
        for row in rows:
            if not (only_missing and folder.has(row.digest, kind)):
                opened(repository.connection, row)
    open_games(repository, only_missing=only_missing)
    past_of(repository, "")
    open_tables(desk, repository)
