"""The axes of plots: round numbers and first days of months, not more of them than a phone can show."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

from arpad.domain.values import MONTHS, first_of_month, month_number
from arpad.i18n import Language, month_text, number
from arpad.lab.fixed import decimal_of

STEPS = (1, 2, 3, 6, 12, 24, 60, 120)
"""Months between two days that are named."""
MOST_DATES = 5
MOST_NUMBERS = 7
ROUND = (1, 2, 5)
WHOLE = 10_000
"""Places are hundredths of a percent."""


def percent(place: int) -> str:
    """Write a place."""
    sign = "-" if place < 0 else ""
    whole, rest = divmod(abs(place), 100)
    return f"{sign}{whole}.{rest:02}%" if rest else f"{sign}{whole}%"


def date_ticks(first: dt.date, last: dt.date, language: Language) -> list[tuple[dt.date, str]]:
    """Return first days of months or years in between, with their names."""
    start, end = month_number(first), month_number(last)
    every = next((months for months in STEPS if (end - start) // months < MOST_DATES), STEPS[-1])
    found = [first_of_month(month) for month in range(-(-start // every) * every, end + 1, every)]
    named = [(day, str(day.year) if every >= MONTHS else month_text(day, language)) for day in found]
    return [(day, words) for day, words in named if first <= day <= last]


def number_ticks(low: Fraction, high: Fraction, language: Language) -> list[tuple[Fraction, str]]:
    """Return round numbers from one at or below the lowest value to one at or above the highest."""
    step = _step(high - low) if high > low else Fraction(1)
    begin, end = low // step, -(-high // step)
    if begin == end:
        end += 1
    digits = next(digits for digits in range(10) if (step * 10**digits).denominator == 1)
    return [(place * step, _written(place * step, digits, language)) for place in range(begin, end + 1)]


def _step(span: Fraction) -> Fraction:
    """Return the least round step that does not give too many numbers."""
    power = Fraction(1, 10**6)
    while True:
        for factor in ROUND:
            if span / (factor * power) < MOST_NUMBERS:
                return factor * power
        power *= 10


def _written(value: Fraction, digits: int, language: Language) -> str:
    return number(decimal_of(value, digits) if digits else Decimal(int(value)), language)
