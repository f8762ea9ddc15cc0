"""Players who were rated on the list before and are not any more: the list shows them once, as not rated."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow.compute as pc

from arpad.lists.ledger import Ledger, column
from arpad.rating.columns import Mask
from arpad.regulations import TimeClass


def fallen(before: Ledger | None, ledger: Ledger, classes: Sequence[TimeClass]) -> Mapping[TimeClass, Mask]:
    """7.2.1, 6.2.1, 2017 7.21, 2003 and 2005 9.21, FEDA 8.21: of the players of a list, by time class, those who had a
    rating on the list before it and have none now.

    Nobody where there is no list before: what a first list leaves out it never had. The deceased and the members of
    an excluded federation are not listed at all (10.1, 16).
    """
    if before is None or before.date >= ledger.date:
        return {it: np.zeros(len(ledger), dtype=np.bool_) for it in classes}
    listed = np.asarray(pc.equal(ledger.players["absent"], "").to_numpy(), dtype=np.bool_)
    places = pc.index_in(ledger.players["id"], value_set=before.players["id"].combine_chunks())
    found = places.fill_null(-1).to_numpy().astype(np.int64)
    return {it: listed & (_rating(ledger, it) == 0) & (np.append(_rating(before, it), 0)[found] > 0) for it in classes}


def _rating(ledger: Ledger, time_class: TimeClass) -> Any:
    return ledger.numbers(column(time_class, "rating"))
