"""Players who were rated on the list before and are not any more: the list shows them once, as not rated."""

from collections.abc import Mapping, Sequence

import numpy as np

from arpad.lists.ledger import Ledger, column, places_of
from arpad.rating.columns import Mask
from arpad.regulations.articles import TimeClass


def fallen(before: Ledger | None, ledger: Ledger, classes: Sequence[TimeClass]) -> Mapping[TimeClass, Mask]:
    """7.2.1, 6.2.1, 2017 7.21, 2003 and 2005 9.21, FEDA 8.21: of the players of a list, by time class, those who had a
    rating on the list before it and have none now.

    Nobody if there is no list before. The deceased and the members of
    an excluded federation are not listed at all (10.1, 16).
    """
    if before is None or before.date >= ledger.date:
        return {time_class: np.zeros(len(ledger), dtype=np.bool_) for time_class in classes}
    listed, places = ledger.which("absent", ""), places_of(ledger.players["id"], before.players["id"])
    ratings = {time_class: column(time_class, "rating") for time_class in classes}
    return {
        time_class: listed & (ledger.numbers(name) == 0) & (before.numbers_at(name, places) > 0)
        for time_class, name in ratings.items()
    }
