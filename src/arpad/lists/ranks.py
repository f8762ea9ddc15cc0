"""Ranks: a player's place by rating among the active players of a list, in the world of the office and at home."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow.compute as pc

from arpad.lists.ledger import Ledger, Row, column
from arpad.rating.columns import Numbers
from arpad.regulations import TIME_CLASSES, TimeClass


@dataclass(frozen=True, slots=True)
class PlayerRank:
    """A player's places in one time class: among all active players, and among those of their federation. Equal
    ratings share a place."""

    world: int
    federation: int


class Ranks:
    """The ratings of the active players of a list, in order; a rank is one search in them.

    Active players have a rating, may be listed (16, 10.1) and are not inactive. Nobody else has a rank.
    """

    def __init__(self, ledger: Ledger) -> None:
        names = pc.unique(ledger.players["federation"]).to_pylist()
        self._codes = {name: code for code, name in enumerate(names)}
        homes: Any = pc.index_in(ledger.players["federation"], value_set=pc.unique(ledger.players["federation"]))
        self._ordered = {name: _ordered(ledger, name, homes.to_numpy(), len(names)) for name in TIME_CLASSES}

    def of(self, row: Row) -> Mapping[TimeClass, PlayerRank]:
        """Return the ranks of a player of the list, by time class."""
        return {name: rank for name in TIME_CLASSES if (rank := self._of(row, name)) is not None}

    def _of(self, row: Row, time_class: TimeClass) -> PlayerRank | None:
        own = row.standing(time_class)
        if not own.rating or own.inactive or row.absent:
            return None
        world, at_home, first = self._ordered[time_class]
        home = self._codes[row.federation]
        return PlayerRank(
            _place(world, own.rating), _place(at_home[int(first[home]) : int(first[home + 1])], own.rating)
        )


def _ordered(ledger: Ledger, time_class: TimeClass, homes: Numbers, height: int) -> tuple[Numbers, Numbers, Numbers]:
    """Return the ratings in order; the same, federation by federation; and where each federation begins."""
    ratings = ledger.numbers(column(time_class, "rating"))
    active = ledger.which("absent", "") & (ratings > 0) & (ledger.numbers(column(time_class, "inactive")) == 0)
    ratings, homes = ratings[active], homes[active]
    order = np.lexsort((ratings, homes))
    return np.sort(ratings), ratings[order], np.searchsorted(homes[order], np.arange(height + 1)).astype(np.int32)


def _place(ordered: Numbers, rating: int) -> int:
    """One more than the players with a higher rating."""
    return len(ordered) - int(np.searchsorted(ordered, rating, side="right")) + 1
