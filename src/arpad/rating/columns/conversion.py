"""The conversion tables as columns, made by the functions of the regulations."""

from functools import cache

import numpy as np

from arpad.rating.columns import Numbers
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import BEYOND, dp, pd


@cache
def pd_table() -> Numbers:
    """PD in hundredths by D, from −BEYOND to BEYOND."""
    return np.array([pd(difference) for difference in range(-BEYOND, BEYOND + 1)], dtype=np.int32)


def expected(difference: Numbers) -> Numbers:
    """PD of every difference, in hundredths."""
    return np.asarray(pd_table()[np.clip(difference, -BEYOND, BEYOND) + BEYOND], dtype=np.int32)


@cache
def _dp_table(at_extremes: int | None) -> Numbers:
    return np.array([dp(percentage, at_extremes) or 0 for percentage in range(101)], dtype=np.int32)


def dp_table(edition: Edition) -> Numbers:
    """dp by the percentage. Only for editions that give 0% and 100% a value."""
    assert edition.conversion.dp_at_extremes.value is not None
    return _dp_table(edition.conversion.dp_at_extremes.value)
