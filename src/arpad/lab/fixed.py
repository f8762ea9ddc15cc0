"""Numbers of the laboratory for people and programs: exact fractions, and statistics with a fixed number of digits."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any


def fixed(value: Any, digits: int) -> Decimal:
    """Write a statistic (a logarithm, a root, a fitted slope) with this many digits."""
    return Decimal(f"{value:.{digits}f}")


def fixed_or_none(value: Any | None, digits: int) -> Decimal | None:
    return None if value is None else fixed(value, digits)


def decimal_of(value: Fraction | int, digits: int) -> Decimal:
    """Write an exact number with this many digits, a half upwards."""
    scaled = Fraction(value) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Decimal(whole).scaleb(-digits)


def decimal_or_none(value: Fraction | int | None, digits: int) -> Decimal | None:
    return None if value is None else decimal_of(value, digits)


def ratio(value: Fraction | None) -> str | None:
    """Write a fraction as p/q."""
    return None if value is None else f"{value.numerator}/{value.denominator}"


def root(value: Fraction) -> Decimal:
    """Return the square root of an exact number, with one digit."""
    found = (Decimal(value.numerator) / Decimal(value.denominator)).sqrt()
    return found.quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
