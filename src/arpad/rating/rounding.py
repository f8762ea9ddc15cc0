"""Rounding as named functions over whole numbers: a numerator and its denominator, never a float."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from arpad.regulations.rules import RoundingName


def half_away_from_zero(numerator: int, denominator: int = 1) -> int:
    """To the nearest whole; a half away from zero: 2.5 is 3, −2.5 is −3 (FIDE 8.57, and 8.3.4 in its original)."""
    nearest = (2 * abs(numerator) + denominator) // (2 * denominator)
    return nearest if numerator >= 0 else -nearest


def half_up(numerator: int, denominator: int = 1) -> int:
    """To the nearest whole; a half upwards: 2.5 is 3, −2.5 is −2 (B.01 1.4.7b, 1.4.9)."""
    return (2 * numerator + denominator) // (2 * denominator)


ROUNDINGS: Mapping[RoundingName, Callable[[int, int], int]] = {
    "half-away-from-zero": half_away_from_zero,
    "half-up": half_up,
}


def rounded_sum(name: RoundingName, old: int, change: int, unit: int) -> int:
    """An old rating plus a change in hundredths, to a multiple of a unit. A tie is a tie of the change: half away from
    zero means away from the old rating, so that 2000 − 2.5 is 1997 as 2000 + 2.5 is 2003."""
    exact = 100 * old + change
    if name == "half-away-from-zero" and change < 0:
        return -half_up(-exact, 100 * unit) * unit
    return half_up(exact, 100 * unit) * unit


def is_half(old: int, change: int, unit: int) -> bool:
    """Whether the sum lies exactly between two multiples of the unit."""
    return 2 * (100 * old + change) % (200 * unit) == 100 * unit


def rounded(name: RoundingName, value: Fraction | int, unit: int = 1) -> int:
    """A value rounded by the named function to a multiple of a unit."""
    return ROUNDINGS[name](value.numerator, value.denominator * unit) * unit
