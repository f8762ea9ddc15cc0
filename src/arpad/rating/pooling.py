"""Which events are pooled for a first rating: forward from the first (FEDA 8.14.c, 9.14c, 7.14c, 7.1.4)."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence

from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import PooledFrom

Dated = tuple[Edition, dt.date | None]
"""The edition of an event and the day it ended."""


def last_day_pooled(edition: Edition, first: dt.date) -> dt.date:
    """The last day of the periods that are pooled with an event of this day: the same period and the following ones.

    A period runs from one list to the next. The span of FIDE's later editions is given in months, the first included.
    """
    rules = edition.initial
    if rules.pooling.value == "months":
        months, following = tuple(range(1, 13)), rules.pooling_span.value - 1
    else:
        months, following = edition.lists.months.value, rules.pooling_span.value
    years, after = divmod(sum(month <= first.month for month in months) + following, len(months))
    return dt.date(first.year + years, months[after], 1) - dt.timedelta(days=1)


def pooled_with(first: Dated, date: dt.date | None) -> bool:
    """Whether an event that ended on this day is pooled with one that came before it. Without a date it is."""
    edition, day = first
    return day is None or date is None or date <= last_day_pooled(edition, day)


def from_first_event(events: Sequence[Dated], list_date: dt.date | None) -> list[list[int]]:  # noqa: ARG001  (a policy's signature)
    """Return the places of the events that may be pooled with each other, the earliest window first.

    A window begins with an event and reaches as far as the edition of that event allows; a window inside
    another one is left out. Events without a date belong to every window.
    """
    order = sorted((at for at, (_, date) in enumerate(events) if date is not None), key=lambda at: _day(events[at]))
    found: list[list[int]] = []
    last = dt.date.min
    for place, at in enumerate(order):
        window = [other for other in order[place:] if pooled_with(events[at], events[other][1])]
        if (end := _day(events[window[-1]])) > last:
            found.append(sorted([*(place for place, (_, date) in enumerate(events) if date is None), *window]))
            last = end
    return found or [list(range(len(events)))]


def _day(event: Dated) -> dt.date:
    return event[1] or dt.date.min


def back_from_list(events: Sequence[Dated], list_date: dt.date | None) -> list[list[int]]:
    """The events of the periods before the list, as many as the latest event's edition says: the way of lists that were
    made before pooling counted from the first event."""
    if list_date is None or not events:
        return [list(range(len(events)))]
    edition = events[-1][0]
    eve = list_date - dt.timedelta(days=1)
    return [[at for at, (_, day) in enumerate(events) if day is None or eve <= last_day_pooled(edition, day)]]


WINDOWS: Mapping[PooledFrom, Callable[[Sequence[Dated], dt.date | None], list[list[int]]]] = {
    "first-event": from_first_event,
    "list": back_from_list,
}


def windows(edition: Edition, events: Sequence[Dated], list_date: dt.date | None) -> list[list[int]]:
    """The places of the events that are pooled with each other, in the order in which they are tried."""
    return WINDOWS[edition.initial.pooled_from.value](events, list_date)
