"""Months as numbers, counted from the year 0, so that they can be added and compared."""

import datetime as dt

MONTHS = 12
"""The months of a year."""


def month_number(day: dt.date) -> int:
    """Return the number of the month of a day."""
    return day.year * MONTHS + day.month - 1


def first_of_month(number: int) -> dt.date:
    """Return the first day of a month."""
    return dt.date(number // MONTHS, number % MONTHS + 1, 1)
