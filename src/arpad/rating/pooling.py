"""How far back results are pooled for a first rating (FEDA 8.14.c, 9.14c, 7.14c, 7.1.4)."""

import datetime as dt

from arpad.regulations import Edition


def period_index(edition: Edition, date: dt.date) -> int:
    """The number of the rating period a date lies in: how many lists have come into force by then."""
    months = edition.lists.months.value
    return date.year * len(months) + sum(month <= date.month for month in months)


def within_span(edition: Edition, date: dt.date, list_date: dt.date) -> bool:
    """May a result of that date still be pooled for the list? The periods must lie before the list, in one span."""
    rules = edition.initial
    if rules.pooling.value == "months":
        apart = (list_date.year - date.year) * 12 + list_date.month - date.month
        return 1 <= apart <= rules.pooling_span.value
    apart = period_index(edition, list_date) - period_index(edition, date)
    return 1 <= apart <= rules.pooling_span.value + 1
