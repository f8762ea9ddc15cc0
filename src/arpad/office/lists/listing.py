"""A list of the office as it is published: whole, apart, its top, its federations; and what the newest one brings."""

import datetime as dt
from typing import Any

import pyarrow as pa

from arpad.lists.published import ShownList, Which
from arpad.lists.top_lists import FederationLine, ListNews
from arpad.office.desk import (
    Desk,
    best_of_federation,
    federations_of,
    list_rows,
    list_table,
    looking,
    news_between,
    top_table,
    version_record,
)
from arpad.office.records import VersionRecord
from arpad.regulations.articles import TimeClass


def published_list(
    desk: Desk,
    period: dt.date,
    number: int | None = None,
    time_class: TimeClass | None = None,
    which: Which = "listed",
    *,
    published: bool = False,
) -> tuple[VersionRecord, pa.Table]:
    """A version of a list, the newest if no number is given, with its table; with `published` of the published
    ones alone."""
    with looking(desk, published=published) as shelf:
        row = shelf.find(period, number)
        return version_record(row), list_table(desk, shelf, row, time_class, which)


def published_rows(
    desk: Desk, period: dt.date, number: int | None, time_class: TimeClass
) -> tuple[VersionRecord, ShownList]:
    """A published version of a list in the order in which it is shown, to be filtered and leafed through."""
    with looking(desk, published=True) as shelf:
        row = shelf.find(period, number)
        return version_record(row), list_rows(desk, shelf, row, time_class)


def published_top(
    desk: Desk,
    period: dt.date,
    number: int | None,
    time_class: TimeClass,
    count: int,
    *,
    women: bool = False,
    juniors: bool = False,
    published: bool = False,
) -> tuple[VersionRecord, pa.Table]:
    """The best of a version of a list, of its women, of its juniors."""
    with looking(desk, published=published) as shelf:
        row = shelf.find(period, number)
        return version_record(row), top_table(desk, shelf, row, time_class, count, women=women, juniors=juniors)


def published_news(desk: Desk, count: int) -> ListNews | None:
    """Return what the newest published list brings against the published list before it, in the standard class; None
    if there are not two."""
    with looking(desk, published=True) as shelf:
        newest = shelf.last()
        before = None if newest is None else shelf.last(before=newest.period)
        if newest is None or before is None:
            return None
        return news_between(shelf, before, newest).first(count)


def published_federations(
    desk: Desk, period: dt.date, number: int | None, time_class: TimeClass
) -> tuple[VersionRecord, tuple[FederationLine, ...]]:
    """Return a published list and the federations on it, the strongest first."""
    with looking(desk, published=True) as shelf:
        row = shelf.find(period, number)
        return version_record(row), federations_of(desk, shelf, row, time_class)


def best_at_home(
    desk: Desk, period: dt.date, number: int | None, time_class: TimeClass, federation: str, count: int
) -> list[dict[str, Any]]:
    """Return the first few players of a federation on a published list."""
    with looking(desk, published=True) as shelf:
        return best_of_federation(desk, shelf, shelf.find(period, number), time_class, federation)[:count]
