"""The days by which a report must arrive: for which list it is due, and the last day on which it is accepted."""

import calendar
import datetime as dt
from itertools import islice

from arpad.regulations.rating_edition import Edition, closing_date, last_list, lists_after, rated_in


def due_list(edition: Edition, end: dt.date, *, official: bool = False) -> dt.date:
    """2022 and 2024 9.1: the list for which the report is due; the one after it if five days or fewer of the month
    remain after the last day."""
    spare = edition.lists.month_end_days.value or 0
    month_end = end.replace(day=calendar.monthrange(end.year, end.month)[1])
    if (month_end - end).days > spare:
        return rated_in(edition, end, official=official)
    return next(islice(lists_after(edition, end), 1, None))


def in_time_for(edition: Edition, end: dt.date, *, official: bool = False) -> dt.date:
    """Return the last list for which a report is not late: the first that its event can enter; by 2022 and 2024 9.1
    the one for which the report is due, if that is a later one."""
    first = rated_in(edition, end, official=official)
    if edition.lists.month_end_days.value is None:
        return first
    return max(first, due_list(edition, end, official=official))


def last_day(edition: Edition, end: dt.date, *, official: bool = False) -> dt.date | None:
    """Return the last day on which a report is accepted at all; None if the edition has no such day."""
    last = last_list(edition, end)
    if last is not None:
        return closing_date(edition, last, official=official)
    periods = edition.lists.late_periods.value
    if periods is None:
        return None
    own = rated_in(edition, end, official=official)
    later = next(islice(lists_after(edition, own), periods - 1, None)) if periods else own
    return closing_date(edition, later, official=official)
