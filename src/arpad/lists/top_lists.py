"""Top lists: the best of a list, of its women, of its juniors, of every federation."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.lists.ledger import Ledger, column, day_number
from arpad.lists.published import Editions, ListSelection, classes_of, listed, table_of, years_of_birth
from arpad.lists.whole_list import months_before
from arpad.rating.columns import Mask
from arpad.regulations.articles import TimeClass

JUNIOR_AGE = 20
"""FIDE's top juniors are those who turn 20 in the year of the list or are younger. No edition of the rating regulations
says it, so it is here; it has nothing to do with the juniors of K."""

ORDER = [("rating", "descending"), ("games", "descending"), ("name", "ascending"), ("id", "ascending")]


def top_list(
    ledger: Ledger,
    editions: Editions,
    time_class: TimeClass,
    count: int = 100,
    *,
    women: bool = False,
    juniors: bool = False,
) -> pa.Table:
    """2003 9.23d, 2017 7.23: the best of a list, without the inactive if the edition leaves them out; 2005 9.23d
    leaves them out once they have been inactive for more than twelve months.

    By rating; equal ratings by more games for this list, then by name and id. Equal ratings share a place, and all
    who share the last one are in, so there may be more players than `count`. A column `place` comes before the others.
    """
    mask = _ranked(ledger, editions, time_class)
    if women:
        mask &= ledger.which("sex", "F")
    if juniors:
        mask &= ledger.date.year - years_of_birth(ledger) <= JUNIOR_AGE
    return _placed(ledger, editions, time_class, _best(ledger, time_class, mask, count))


def top_of_federations(ledger: Ledger, editions: Editions, time_class: TimeClass, count: int) -> pa.Table:
    """Return the best of every federation, as `top_list` has them, one federation after the other. A column `home`
    tells the federation, also if the edition does not publish it."""
    chosen = np.flatnonzero(_ranked(ledger, editions, time_class) & ~ledger.which("federation", ""))
    federations = ledger.players["federation"].combine_chunks()
    homes = federations.dictionary_encode()
    codes = np.asarray(homes.indices.to_numpy(zero_copy_only=False))[chosen]
    ratings = ledger.numbers(column(time_class, "rating"))[chosen]
    order = np.lexsort((-ratings, codes))
    first, last = (np.searchsorted(codes[order], np.arange(len(homes.dictionary)), side) for side in ("left", "right"))
    least = np.zeros(len(first), dtype=np.int32)
    there = last > first
    least[there] = ratings[order][np.minimum(first + count, last)[there] - 1]
    mask = np.zeros(len(ledger), dtype=np.bool_)
    mask[chosen[ratings >= least[codes]]] = True
    table = table_of(ledger, editions, time_class, ListSelection(mask, {time_class: mask}))
    table = table.add_column(0, "home", federations.filter(pa.array(mask)))
    table = table.take(pc.sort_indices(table, sort_keys=[("home", "ascending"), *ORDER])).combine_chunks()
    begun = pc.index_in(table["home"], value_set=table["home"].combine_chunks()).to_numpy()
    below = np.where(np.diff(table["rating"].to_numpy(), prepend=0) != 0, np.arange(len(begun)), 0)
    equal = np.maximum(np.maximum.accumulate(below) if len(below) else below, begun)
    return table.add_column(0, "place", pa.array(equal - begun + 1, pa.int32()))


def _ranked(ledger: Ledger, editions: Editions, time_class: TimeClass) -> Mask:
    """Return everybody who may be on a top list."""
    mask = listed(ledger, editions, classes_of(editions, time_class)).shown[time_class]
    rules = editions[time_class].lists
    if rules.top_lists_active_only.value:
        since = day_number(months_before(ledger.date, rules.top_lists_inactive_months.value))
        inactive = ledger.numbers(column(time_class, "inactive"))
        mask = mask & ((inactive == 0) | ((inactive >= since) & (rules.top_lists_inactive_months.value > 0)))
    return mask


def _placed(ledger: Ledger, editions: Editions, time_class: TimeClass, mask: Mask) -> pa.Table:
    """Return some players in their order, each with a place."""
    table = table_of(ledger, editions, time_class, ListSelection(mask, {time_class: mask}))
    table = table.take(pc.sort_indices(table, sort_keys=ORDER))
    down = -table["rating"].to_numpy()
    places = pa.array(np.searchsorted(down, down, side="left") + 1, pa.int32())
    return table.add_column(0, "place", places)


def _best(ledger: Ledger, time_class: TimeClass, mask: Mask, count: int) -> Mask:
    """Return those at or above the rating of the last place."""
    ratings = ledger.numbers(column(time_class, "rating"))
    some = ratings[mask]
    if count < 1:
        return np.zeros(len(mask), dtype=np.bool_)
    if len(some) <= count:
        return mask
    last = len(some) - count
    return mask & (ratings >= int(np.partition(some, last)[last]))
