"""`rating.coefficient` over columns: K, and its limit."""

import numpy as np

from arpad.rating.columns import Mask, Numbers
from arpad.regulations.rating_edition import Edition


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
