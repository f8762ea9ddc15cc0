"""The calendar of the lists: in force from their date, closed some time before it."""

import calendar
import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from arpad.regulations.rating_edition import Edition
from arpad.regulations.rules import Closing


def list_in_force(edition: Edition, date: dt.date) -> dt.date:
    """The list whose ratings count for an event that starts on this day: the last one dated on or before it."""
    months = [month for month in edition.lists.months.value if month <= date.month]
    if months:
        return dt.date(date.year, months[-1], 1)
    return dt.date(date.year - 1, edition.lists.months.value[-1], 1)


def lists_after(edition: Edition, date: dt.date) -> Iterator[dt.date]:
    """The lists dated after a day, one after the other."""
    year = date.year
    while year < dt.MAXYEAR:
        for month in edition.lists.months.value:
            if dt.date(year, month, 1) > date:
                yield dt.date(year, month, 1)
        year += 1


def days_before(list_date: dt.date, days: int) -> dt.date:
    """2017 7.13, 2022 and 2024 7.1.3: some days before the date of the list."""
    return list_date - dt.timedelta(days=days)


def month_before(list_date: dt.date, days: int) -> dt.date:  # noqa: ARG001  (a policy's signature)
    """2003 and 2005 9.13: a month before the list: 1 December for 1 January."""
    return (list_date - dt.timedelta(days=1)).replace(day=list_date.day)


def month_end_before(list_date: dt.date, days: int) -> dt.date:  # noqa: ARG001  (a policy's signature)
    """FEDA 8.13: the end of the month that leaves a whole month: 30 November for 1 January, 31 May for 1 July."""
    year, month = (
        (list_date.year, list_date.month - 2) if list_date.month > 2 else (list_date.year - 1, list_date.month + 10)
    )
    return dt.date(year, month, calendar.monthrange(year, month)[1])


CLOSINGS: Mapping[Closing, Callable[[dt.date, int], dt.date]] = {
    "days-before": days_before,
    "month-before": month_before,
    "month-end-before": month_end_before,
}


def closing_date(edition: Edition, list_date: dt.date, *, official: bool = False) -> dt.date:
    """The last day on which an event may end for a list; official FIDE events have until the eve."""
    rules = edition.lists
    if official and rules.official_closing_days.value is not None:
        return days_before(list_date, rules.official_closing_days.value)
    return CLOSINGS[rules.closing.value](list_date, rules.closing_days.value or 0)


def rated_in(edition: Edition, end: dt.date, *, official: bool = False) -> dt.date:
    """The first list that an event ending on this day can enter."""
    return next(
        listing for listing in lists_after(edition, end) if end <= closing_date(edition, listing, official=official)
    )


def last_list(edition: Edition, end: dt.date) -> dt.date | None:
    """2022 and 2024 9.1: the last list that can still take a late report; None if the edition has no such rule."""
    late = edition.lists.late_lists.value
    return None if late is None else next(islice(lists_after(edition, end), late - 1, None))
