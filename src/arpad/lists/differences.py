"""What differs between two ledgers: two versions of a list, or a list and the one before it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.lists.ledger import Ledger, column, places_of
from arpad.rating.columns import Numbers, Wide
from arpad.regulations.articles import TIME_CLASSES, TimeClass

HistoryRow = tuple[TimeClass, str, int, int, int, int]
"""Time class, id, rating, K, games, change."""

KEPT = ("rating", "k", "games", "inactive")
"""What makes a new line in a player's history."""


@dataclass(frozen=True, slots=True)
class RatingDifference:
    """A player whose published rating differs; None: not rated, or not listed at all."""

    time_class: TimeClass
    id: str
    name: str
    before: int | None
    after: int | None


DifferenceKind = Literal["changed", "first", "gone"]
KINDS: tuple[DifferenceKind, ...] = get_args(DifferenceKind)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The players of two ledgers side by side, in the order of their ids: their places, -1 if a ledger lacks one."""

    before: Wide
    after: Wide


def _pairs(before: Ledger, after: Ledger) -> _Pairs:
    old, new = before.players["id"].combine_chunks(), after.players["id"].combine_chunks()
    if old.equals(new):
        same = np.arange(len(new))
        return _Pairs(same, same)
    found = places_of(new, before.players["id"])
    left = np.delete(np.arange(len(old)), found[found >= 0])
    if not len(left):
        return _Pairs(found, np.arange(len(new)))
    order = pc.sort_indices(pa.concat_arrays([new, old.take(pa.array(left))])).to_numpy()
    missing = np.full(len(left), -1)
    return _Pairs(np.concatenate([found, left])[order], np.concatenate([np.arange(len(new)), missing])[order])


def differences(before: Ledger, after: Ledger, time_class: TimeClass) -> list[RatingDifference]:
    """Return the players whose published rating differs, by id. Players not to be listed (`absent`) have none."""
    pairs = _pairs(before, after)
    old, new = _published(before, time_class, pairs.before), _published(after, time_class, pairs.after)
    found = np.flatnonzero(old != new)
    ids, names = (_texts(before, after, pairs, found, name) for name in ("id", "name"))
    rows = zip(ids, names, old[found].tolist(), new[found].tolist(), strict=True)
    return [RatingDifference(time_class, id_, name, was or None, now or None) for id_, name, was, now in rows]


def by_kind(found: Iterable[RatingDifference]) -> dict[DifferenceKind, list[RatingDifference]]:
    """Return the players whose rating changed, who are new, and who are gone: the largest changes first, the highest
    ratings first."""
    kinds: dict[DifferenceKind, list[RatingDifference]] = {kind: [] for kind in KINDS}
    for player in found:
        kinds["first" if not player.before else "changed" if player.after else "gone"].append(player)
    for players in kinds.values():
        players.sort(key=lambda player: (-abs((player.after or 0) - (player.before or 0)), player.name, player.id))
    return kinds


def _published(ledger: Ledger, time_class: TimeClass, places: Wide) -> Numbers:
    rating = ledger.numbers_at(column(time_class, "rating"), places)
    return np.where(np.append(ledger.which("absent", ""), False)[places], rating, np.int32(0))


def _texts(before: Ledger, after: Ledger, pairs: _Pairs, found: Wide, name: str) -> list[str]:
    """Return a text of some pairs: from the later ledger if the player is on it."""
    some: list[list[str | None]] = [
        ledger.players[name].combine_chunks().take(pa.array(places, mask=places < 0)).to_pylist()
        for ledger, places in ((after, pairs.after[found]), (before, pairs.before[found]))
    ]
    return [one if one is not None else other or "" for one, other in zip(*some, strict=True)]


def history_rows(previous: Ledger | None, ledger: Ledger) -> Iterator[HistoryRow]:
    """Return a line for every player whose rating, K, games or activity are not those of the list before, by class and
    id.

    A player who is gone from the ledger gets a line of zeros. The change is 0 if they were or are unrated.
    """
    before = previous if previous is not None else Ledger.empty(ledger.date)
    pairs = _pairs(before, ledger)
    for time_class in TIME_CLASSES:
        old = {name: before.numbers_at(column(time_class, name), pairs.before) for name in KEPT}
        new = {name: ledger.numbers_at(column(time_class, name), pairs.after) for name in KEPT}
        found = np.flatnonzero(np.logical_or.reduce([old[name] != new[name] for name in KEPT]))
        ids = _texts(before, ledger, pairs, found, "id")
        changes = _changes(old, new)[found].tolist()
        shown = (new[name][found].tolist() for name in ("rating", "k", "games"))
        for values in zip(ids, *shown, changes, strict=True):
            yield (time_class, *values)


def _changes(old: Mapping[str, Numbers], new: Mapping[str, Numbers]) -> Numbers:
    both = (old["rating"] > 0) & (new["rating"] > 0)
    return np.where(both, new["rating"] - old["rating"], np.int32(0))
