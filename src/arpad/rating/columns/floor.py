"""`rating.floor` over columns: a player whose rating falls below the floor is not rated from the next list on."""

import numpy as np

from arpad.domain.rating_list import LOWEST_RATING
from arpad.rating.columns import Mask, Numbers
from arpad.regulations.rating_edition import Edition


def below_floor(edition: Edition, rating: Numbers) -> Mask:
    """7.1.2, 6.1.2, 2003 and 2005 9.12, FEDA 8.12: which ratings are too low for the list."""
    return np.asarray(rating < edition.lists.floor.value)


def with_floor_kept(
    edition: Edition, rating: Numbers, k: Numbers, highest: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """7.2.1, 6.2.1, 2017 7.21, 2003 and 2005 9.21, FEDA 8.21: below the floor a player has no rating and no K from
    this list on. Returns ratings and K, and the highest ratings published so far."""
    rated = ~below_floor(edition, rating) & (rating >= LOWEST_RATING)
    rating = rating * rated
    return rating, k * rated, np.maximum(highest, rating)
