"""Top lists: the best of a list, of its women, of its juniors, of a federation."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.lists.ledger import Ledger, column, day_number
from arpad.lists.published import Editions, ListSelection, classes_of, listed, table_of, years_of_birth
from arpad.lists.whole_list import months_before
from arpad.rating.columns import Mask
from arpad.regulations import TimeClass

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
    federation: str = "",
) -> pa.Table:
    """2003 9.23d, 2017 7.23: the best of a list, without the inactive if the edition leaves them out; 2005 9.23d
    leaves them out once they have been inactive for more than twelve months.

    By rating; equal ratings by more games for this list, then by name and id. Equal ratings share a place, and all
    who share the last one are in, so there may be more players than `count`. A column `place` comes before the others.
    """
    mask = listed(ledger, editions, classes_of(editions, time_class)).shown[time_class]
    rules = editions[time_class].lists
    if rules.top_lists_active_only.value:
        since = day_number(months_before(ledger.date, rules.top_lists_inactive_months.value))
        inactive = ledger.numbers(column(time_class, "inactive"))
        mask &= (inactive == 0) | ((inactive >= since) & (rules.top_lists_inactive_months.value > 0))
    if women:
        mask &= ledger.which("sex", "F")
    if juniors:
        mask &= ledger.date.year - years_of_birth(ledger) <= JUNIOR_AGE
    if federation:
        mask &= ledger.which("federation", federation)
    mask = _best(ledger, time_class, mask, count)
    table = table_of(ledger, editions, time_class, ListSelection(mask, {time_class: mask}))
    table = table.take(pc.sort_indices(table, sort_keys=ORDER))
    down = -table["rating"].to_numpy()
    places = pa.array(np.searchsorted(down, down, side="left") + 1, pa.int32())
    return table.add_column(0, "place", places)


def _best(ledger: Ledger, time_class: TimeClass, mask: Mask, count: int) -> Mask:
    """Those at or above the rating of the last place."""
    ratings = ledger.numbers(column(time_class, "rating"))
    some = ratings[mask]
    if count < 1:
        return np.zeros(len(mask), dtype=np.bool_)
    if len(some) <= count:
        return mask
    last = len(some) - count
    return mask & (ratings >= int(np.partition(some, last)[last]))
