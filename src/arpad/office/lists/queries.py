"""Looking things up: versions, lists, a player's history, the differences between two versions."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Row

from arpad.i18n import ArpadError
from arpad.lists.compare import RatingDifference, by_kind, differences
from arpad.lists.ledger import LedgerRow, Standing
from arpad.lists.player_index import ListedPerson, NameIndex
from arpad.lists.whole_list import PlayerRank
from arpad.office.desk import Desk, Shelf, looking, version_record
from arpad.office.records import HistoryEntry, ListChanges, PlayerRecord, VersionRecord
from arpad.office.storage import HistoryRow
from arpad.regulations.articles import TIME_CLASSES, TimeClass


def newest_index(desk: Desk) -> NameIndex | None:
    """Return the index of the newest published list, to find players by name; None if there is none yet."""
    with looking(desk, published=True) as shelf:
        last = shelf.last()
        return None if last is None else shelf.index(last) or NameIndex.of(shelf.ledger(last))


def versions(desk: Desk, *, published: bool = False) -> list[VersionRecord]:
    """Every version of every list, by period and number."""
    with looking(desk, published=published) as shelf:
        return [version_record(row) for row in shelf.versions]


def version(desk: Desk, period: dt.date, number: int | None = None, *, published: bool = False) -> VersionRecord:
    """Return a version of a list; without a number, the newest."""
    with looking(desk, published=published) as shelf:
        return version_record(shelf.find(period, number))


def diff(desk: Desk, period: dt.date, one: int, two: int, time_class: TimeClass = "standard") -> list[RatingDifference]:
    """The players whose rating differs between two versions of a list."""
    with looking(desk) as shelf:
        return differences(shelf.ledger(shelf.find(period, one)), shelf.ledger(shelf.find(period, two)), time_class)


def list_changes(
    desk: Desk, period: dt.date, number: int | None = None, classes: Iterable[TimeClass] = TIME_CLASSES
) -> ListChanges:
    """Return what a version of a list changes against the list before, or against the version in whose place it was
    imported."""
    with looking(desk) as shelf:
        row = shelf.find(period, number)
        base = _compared_with(shelf, row)
        if base is None:
            return ListChanges(None, {time_class: by_kind(()) for time_class in classes})
        before, after = shelf.ledger(base), shelf.ledger(row)
        players = {time_class: by_kind(differences(before, after, time_class)) for time_class in classes}
        return ListChanges(version_record(base), players)


def _compared_with(shelf: Shelf, version: Row[Any]) -> Row[Any] | None:
    """Return the version that a list is compared with: the one that it was made from; for an imported list the version
    of its day in whose place it came, or else the list before that it continues."""
    if version.kind != "import":
        return shelf.parent(version)
    replaced = [row for row in shelf.versions if row.period == version.period and row.number < version.number]
    if replaced:
        return max(replaced, key=lambda row: row.number)
    continues = shelf.manifest(version).get("continues")
    known = next((row for row in shelf.versions if row.digest == continues), None)
    return known if known is not None else shelf.last(version.period)


def show_player(desk: Desk, id_: str, *, published: bool = False) -> PlayerRecord:
    """Return a player with their history, list after list, every version of it."""
    with looking(desk, published=published) as shelf:
        return player_on(shelf, id_)


def player_on(shelf: Shelf, id_: str) -> PlayerRecord:
    """Return a player with their history on the lists of a shelf."""
    gone = shelf.merged()
    last = shelf.last()
    row = None if last is None else shelf.person(last, id_)
    changed = {(one.time_class, one.version_id): one for one in shelf.history(id_)}
    lists = shelf.imported_standings(id_)
    if row is None and id_ not in gone and not changed and not any(lists.values()):
        raise ArpadError("player-unknown", id=id_)
    found = {time_class: tuple(_history(shelf, time_class, changed, lists)) for time_class in TIME_CLASSES}
    left = None if row is not None or id_ in gone else _last_list(shelf, found.values())
    row = row or _as_last_listed(shelf, id_, changed.values(), lists)
    return PlayerRecord(
        row.id,
        row.name,
        row.federation,
        row.sex,
        row.title,
        row.born or None,
        row.absent,
        gone.get(id_),
        {time_class: entries for time_class, entries in found.items() if entries},
        left,
    )


def _last_list(shelf: Shelf, found: Iterable[tuple[HistoryEntry, ...]]) -> dt.date | None:
    """Return the day of the last list that has a player who is not on the newest one; a version that another one
    replaced counts only if there is no other."""
    rated = [entry for entries in found for entry in entries if entry.rating]
    standing = [entry for entry in rated if entry.version == shelf.newest[entry.period].number]
    return max((entry.period for entry in standing or rated), default=None)


def ranks_on(shelf: Shelf, id_: str) -> Mapping[TimeClass, PlayerRank]:
    """Return the ranks of a player on the newest list, by time class; none in a class in which they are not active."""
    last = shelf.last()
    return {} if last is None else shelf.ranks(last, id_)


def _as_last_listed(
    shelf: Shelf, id_: str, changed: Iterable[HistoryRow], lists: Mapping[int, tuple[Standing, ...] | None]
) -> ListedPerson:
    """Return somebody who is not on the newest list, merged away or gone from it, as on the last list that had them."""
    closed = max((one.version_id for one in changed if one.rating), default=None)
    imported = next((number for number, own in reversed(list(lists.items())) if own is not None), None)
    number = max((one for one in (closed, imported) if one is not None), default=None)
    known = next((row for row in shelf.versions if row.id == number), None)
    row = None if known is None else shelf.ledger(known).rows([id_]).get(id_)
    return ListedPerson.of(row or LedgerRow(id_))


def _history(
    shelf: Shelf,
    time_class: TimeClass,
    changed: Mapping[tuple[str, int], HistoryRow],
    lists: Mapping[int, tuple[Standing, ...] | None],
) -> Iterator[HistoryEntry]:
    """Return every version of every list on which the player is, or was until then, rated. `changed` are the rows that
    differ from the list before, `lists` the standings on imported lists."""
    known: dict[int, HistoryEntry] = {}
    for row in sorted(shelf.versions, key=lambda row: row.id):
        if row.kind == "import":
            entry = _imported(row, lists[row.id], time_class)
        elif (time_class, row.id) in changed:
            new = changed[time_class, row.id]
            change = new.change if new.rating else None
            entry = HistoryEntry(row.period, row.number, new.rating or None, new.k or None, new.games, change)
        elif row.parent_id in known and known[row.parent_id].rating is not None:
            entry = replace(known[row.parent_id], period=row.period, version=row.number, change=0)
        else:
            entry = None
        if entry is not None:
            known[row.id] = entry
    yield from sorted(known.values(), key=lambda entry: (entry.period, entry.version))


def _imported(version: Row[Any], standings: tuple[Standing, ...] | None, time_class: TimeClass) -> HistoryEntry | None:
    own = Standing() if standings is None else standings[TIME_CLASSES.index(time_class)]
    if not own.rating:
        return None
    return HistoryEntry(version.period, version.number, own.rating, own.k or None, own.games, None)
