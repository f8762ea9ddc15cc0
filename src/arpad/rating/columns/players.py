"""K, the rating floor and the rating that counts for each player, over columns."""

import numpy as np

from arpad.domain.rating_list import LOWEST_RATING
from arpad.rating.columns import Mask, Numbers
from arpad.regulations.rating_edition import Edition

# `rating.coefficient` over columns: K, and its limit.


def k_column(edition: Edition, year: int, born: Numbers, rating: Numbers, total: Numbers, highest: Numbers) -> Numbers:
    """`k_factor` over columns, for players with at most a known year of birth (0: not known)."""
    rules = edition.k
    k = np.full(len(rating), rules.middle.value, dtype=np.int32)
    if rules.method.value == "fixed":
        return k
    if rules.new.value is not None and rules.new_games.value is not None:
        k[total < rules.new_games.value] = rules.new.value
    peak = np.maximum(rating, highest)
    if rules.junior.value is not None:
        k[_juniors(edition, year, born, peak)] = rules.junior.value
    if rules.low.value is not None and rules.low_from.value is not None:
        k[(peak >= rules.low_from.value) & (total >= (rules.low_games.value or 0))] = rules.low.value
    return k


def _juniors(edition: Edition, year: int, born: Numbers, peak: Numbers) -> Mask:
    """Juniors by the year of birth; the year 0 means not known."""
    rules = edition.k
    if rules.junior.value is None or rules.junior_below.value is None or rules.junior_age.value is None:
        return np.zeros(len(born), dtype=np.bool_)
    return (year - born <= rules.junior_age.value) & (peak < rules.junior_below.value)


def outgrown(edition: Edition, year: int, born: Numbers, rating: Numbers, k: Numbers) -> Mask:
    """8.3.3, 2017 8.56 and similar: which players have a junior's K and may be too old for it."""
    rules = edition.k
    if rules.junior.value is None or rules.junior_age.value is None:
        return np.zeros(len(rating), dtype=np.bool_)
    return np.asarray((rating > 0) & (k == rules.junior.value) & (year - born >= rules.junior_age.value))


def within_limit(edition: Edition, k: Numbers, games: Numbers) -> Numbers:
    """8.3.3 over columns: if K times the games exceeds 700, K is the largest whole number that does not."""
    limit = edition.k.product_limit.value
    if limit is None:
        return k
    return np.where(k * games > limit, limit // np.maximum(games, 1), k).astype(np.int32)


# The floor over columns: a player whose rating falls below the floor is not rated from the next list on.


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


# `rating.participants.rated_as` over columns: the rating that counts for each player. A replay has one time class, so
# no standard rating is used instead.


def rated_as(edition: Edition, at_start: Numbers, now: Numbers) -> Numbers:
    """8.2.4 and similar: players who have entered the list since the event began are rated with the rating that they
    have `now`, if the edition says so. For their opponents they count as `at_start`."""
    return np.where(at_start > 0, at_start, now) if edition.change.entered_list.value else at_start
