"""`rating.newcomer` over columns: Ru, the value of results of players without a rating."""

from collections.abc import Callable, Mapping

import numpy as np

from arpad.rating.columns import Numbers, Wide
from arpad.rating.columns.conversion import dp_table
from arpad.rating.rounding import ROUNDINGS
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Above, At


def performance(edition: Edition, games: Numbers, score: Numbers, total: Numbers) -> Numbers:
    """8.2.3, 2017 8.24 and 8.25, 2003 and 2005 10.22 to 10.24: Ru from games, half points and the sum of the
    opponents' ratings, as it would be published: rounded, and no more than the maximum."""
    rules = edition.initial
    fictitious = rules.fictitious_opponents.value
    n = np.maximum(games.astype(np.int64) + fictitious, 1)
    w = score.astype(np.int64) + fictitious
    everything = total.astype(np.int64) + fictitious * (rules.fictitious_rating.value or 0)
    above, even, below = (
        METHODS[rule.value](edition, n, w) for rule in (rules.above_half, rules.at_half, rules.below_half)
    )
    exact = everything + np.where(w > n, above, np.where(w == n, even, below)) * n
    unit = rules.rounding_unit.value
    nearest = ROUNDINGS[rules.rounding.value](exact, n * unit) * unit
    if rules.maximum.value is not None:
        nearest = np.minimum(nearest, rules.maximum.value)
    return np.asarray(nearest, dtype=np.int32)


def by_average(_edition: Edition, n: Wide, _w: Wide) -> Wide:
    """10.22, 8.2.3: at 50% Ru is the average."""
    return np.zeros(len(n), dtype=np.int64)


def by_bonus(edition: Edition, n: Wide, w: Wide) -> Wide:
    """10.23, 8.24, 8.2.3 of 2022: above 50%, a bonus for every half point. Only for editions with a whole one."""
    return (w - n) * int(edition.initial.bonus.value or 0)


def by_dp(edition: Edition, n: Wide, w: Wide) -> Wide:
    """10.24, 8.25, 8.2.3: dp of the percentage."""
    percentage = ROUNDINGS[edition.conversion.percentage_rounding.value](50 * w, n)
    return dp_table(edition)[np.clip(percentage, 0, 100)].astype(np.int64)


METHODS: Mapping[Above | At, Callable[[Edition, Wide, Wide], Wide]] = {
    "average": by_average,
    "bonus": by_bonus,
    "dp": by_dp,
}
