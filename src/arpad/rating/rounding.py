"""Rounding as named functions over whole numbers: a numerator and its denominator, never a float.

A formula works for one number and for a column of numbers: it has no `if` on a number.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from arpad.regulations.rating_rules import RoundingName

if TYPE_CHECKING:
    import numpy as np

    Column = np.ndarray[Any, np.dtype[np.int64]]

Whole = TypeVar("Whole", int, "Column")
"""One whole number, or a column of them."""


class Rounding(Protocol):
    """A way of rounding a numerator over its denominator."""

    def __call__(self, numerator: Whole, denominator: Whole | int) -> Whole: ...


def half_away_from_zero(numerator: Whole, denominator: Whole | int) -> Whole:
    """To the nearest whole; a half away from zero: 2.5 is 3, −2.5 is −3 (FIDE 8.57, and 8.3.4 in its original)."""
    nearest = (2 * abs(numerator) + denominator) // (2 * denominator)
    return nearest * (1 - 2 * (numerator < 0))


def half_up(numerator: Whole, denominator: Whole | int) -> Whole:
    """To the nearest whole; a half upwards: 2.5 is 3, −2.5 is −2 (B.01 1.4.7b, 1.4.9)."""
    return (2 * numerator + denominator) // (2 * denominator)


ROUNDINGS: Mapping[RoundingName, Rounding] = {
    "half-away-from-zero": half_away_from_zero,
    "half-up": half_up,
}


def rounded_sum(name: RoundingName, old: Whole, change: Whole, unit: int) -> Whole:
    """An old rating plus a change in hundredths, to a multiple of a unit. A tie is a tie of the change: half away from
    zero means away from the old rating, so that 2000 − 2.5 is 1997 as 2000 + 2.5 is 2003."""
    side = 1 - 2 * ((change < 0) & (name == "half-away-from-zero"))
    return side * half_up(side * (100 * old + change), 100 * unit) * unit


def is_half(old: int, change: int, unit: int) -> bool:
    """Return whether the sum is exactly between two multiples of the unit."""
    return 2 * (100 * old + change) % (200 * unit) == 100 * unit


def rounded(name: RoundingName, value: Fraction | int, unit: int = 1) -> int:
    """A value rounded by the named function to a multiple of a unit."""
    return ROUNDINGS[name](value.numerator, value.denominator * unit) * unit
