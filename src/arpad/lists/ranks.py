"""Ranks: a player's place by rating among the active players of a list, in the world of the office and at home."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.lists.cells import narrow, numbers
from arpad.lists.ledger import Ledger, Row, column
from arpad.rating.columns import Mask
from arpad.regulations.articles import TIME_CLASSES, TimeClass

Tables = Mapping[str, pa.Table]


@dataclass(frozen=True, slots=True)
class PlayerRank:
    """A player's places in one time class: among all active players, and among those of their federation. Equal
    ratings share a place."""

    world: int
    federation: int


class Ranks:
    """The ratings of the active players of a list, in order; a rank is one search in them."""

    def __init__(self, tables: Tables) -> None:
        self._codes = {name: code for code, name in enumerate(tables["homes"]["federation"].to_pylist())}
        self._ordered = {name: _opened(tables, name) for name in TIME_CLASSES}

    def of(self, federation: str, ratings: Sequence[int]) -> Mapping[TimeClass, PlayerRank]:
        """Return the ranks of a player of a federation with these ratings as an active player, 0 for none."""
        found = {}
        for name, rating in zip(TIME_CLASSES, ratings, strict=True):
            if rating:
                world, at_home, first = self._ordered[name]
                home = self._codes[federation]
                own = at_home[int(first[home]) : int(first[home + 1])]
                found[name] = PlayerRank(_place(world, rating), _place(own, rating))
        return found


def active_players(ledger: Ledger, time_class: TimeClass) -> Mask:
    """Return which players have a rating, may be listed (16, 10.1) and are not inactive. Nobody else has a rank."""
    rated = ledger.numbers(column(time_class, "rating")) > 0
    active: Mask = ledger.which("absent", "") & rated & (ledger.numbers(column(time_class, "inactive")) == 0)
    return active


def active_ratings(row: Row) -> list[int]:
    """Return the ratings of one player, 0 if they are not active."""
    return [0 if own.inactive or row.absent else own.rating for own in row.standings]


def rank_tables(ledger: Ledger) -> Tables:
    """Return the ratings in order; the same, federation by federation; and where each federation begins."""
    names = pc.unique(ledger.players["federation"])
    homes: Any = pc.index_in(ledger.players["federation"], value_set=names).to_numpy()
    found, begins = {}, {}
    for time_class in TIME_CLASSES:
        active = active_players(ledger, time_class)
        ratings, own = ledger.numbers(column(time_class, "rating"))[active], homes[active]
        order = np.lexsort((ratings, own))
        found[f"ranks-{time_class}"] = pa.table({"world": narrow(np.sort(ratings)), "home": narrow(ratings[order])})
        begins[f"homes-{time_class}"] = pa.table(
            {"first": narrow(np.searchsorted(own[order], np.arange(len(names) + 1)))}
        )
    return {"homes": pa.table({"federation": names}), **begins, **found}


def _opened(tables: Tables, time_class: TimeClass) -> tuple[Any, Any, Any]:
    ranks = tables[f"ranks-{time_class}"]
    return numbers(ranks["world"]), numbers(ranks["home"]), numbers(tables[f"homes-{time_class}"]["first"])


def _place(ordered: Any, rating: int) -> int:
    """Return one more than the players with a higher rating."""
    return len(ordered) - int(np.searchsorted(ordered, ordered.dtype.type(rating), side="right")) + 1
