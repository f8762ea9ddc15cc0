"""Another list against one of the office's own, or two of its own against each other."""

import datetime as dt
from pathlib import Path

from arpad.done import CountDone
from arpad.formats.rating_lists.columns import date_of, is_combined
from arpad.formats.rating_lists.files import read_table
from arpad.i18n import ArpadError
from arpad.lists.compare import ComparedList, Comparison, compare_lists
from arpad.lists.period import list_editions
from arpad.lists.published import published_table
from arpad.office.desk import Desk, Shelf, looking
from arpad.regulations.articles import TimeClass

Named = tuple[dt.date, int | None]
"""A list of the office: its period, and its version if not the newest is meant."""


def compare_file(
    desk: Desk,
    path: Path,
    date: dt.date | None = None,
    time_class: TimeClass = "standard",
    ours: Named | None = None,
    progress: CountDone | None = None,
) -> tuple[Comparison, tuple[str, str]]:
    """Compare a list file with ours: the one named, otherwise the list of its day or the last before it."""
    table = read_table(path, progress=progress)
    day = date or date_of(table.schema)
    if day is None:
        raise ArpadError("list-no-date", file=str(path), option="--date")
    with looking(desk) as shelf:
        combined = is_combined(table.schema)
        last = max((period for period in shelf.newest if period <= day), default=day)
        own, name = _own(desk, shelf, ours or (last, None), None if combined else time_class)
    theirs = (ComparedList(day, table, time_class), str(path))
    return _compared(desk, (own, name), theirs)


def compare_versions(desk: Desk, one: Named, two: Named) -> tuple[Comparison, tuple[str, str]]:
    """Two lists of the office, all time classes."""
    with looking(desk) as shelf:
        return _compared(desk, _own(desk, shelf, one, None), _own(desk, shelf, two, None))


def _compared(
    desk: Desk, one: tuple[ComparedList, str], two: tuple[ComparedList, str]
) -> tuple[Comparison, tuple[str, str]]:
    """The earlier list first; of one day the first named."""
    (a, name_a), (b, name_b) = sorted((one, two), key=lambda pair: pair[0].date)
    editions = list_editions(desk.regulations, desk.system, b.date)
    return compare_lists(a, b, desk.regulations, editions, desk.system), (name_a, name_b)


def _own(desk: Desk, shelf: Shelf, wanted: Named, time_class: TimeClass | None) -> tuple[ComparedList, str]:
    row = shelf.find(*wanted)
    editions = list_editions(desk.regulations, desk.system, row.period)
    table = published_table(shelf.ledger(row), editions, time_class)
    return ComparedList(row.period, table, time_class or "standard"), f"{row.period:%Y-%m}:{row.number}"
