"""Days and years: what is some years later, and how old somebody is on a day."""

import datetime as dt

LAST_OF_FEBRUARY = 28


def years_later(day: dt.date, years: int) -> dt.date:
    """Return the same day and month some years later; the 29th of February becomes the 28th in a common year."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=LAST_OF_FEBRUARY)


def age_on(born: dt.date, day: dt.date) -> int:
    """Return how many years old somebody is on a day."""
    years = day.year - born.year
    return years if years_later(born, years) <= day else years - 1
