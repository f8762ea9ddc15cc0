"""A list of the office as it is published: whole, apart, or its top."""

import datetime as dt

import pyarrow as pa

from arpad.lists.list_rows import ShownList
from arpad.lists.published import Which
from arpad.office.desk import Desk, list_rows, list_table, looking, top_table, version_record
from arpad.office.records import VersionRecord
from arpad.regulations import TimeClass


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
