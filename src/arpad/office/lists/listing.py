"""A list of the office as it is published: whole, apart, or its top."""

import datetime as dt
import json
from typing import Any

import pyarrow as pa
from sqlalchemy import Row

from arpad.lists.ledger import Ledger, Standing
from arpad.lists.published import Which, published_table
from arpad.lists.top_lists import top_list
from arpad.office.desk import Desk, Shelf, looking, version_record
from arpad.office.lists.list_rules import editions_of
from arpad.office.records import VersionRecord
from arpad.regulations import TimeClass


def list_table(
    desk: Desk, shelf: Shelf, row: Row[Any], time_class: TimeClass | None = None, which: Which = "listed"
) -> pa.Table:
    """A version as it is published, beside the list that it was made from; the combined list if no time class is
    given."""
    return published_table(shelf.ledger(row), editions_of(desk, shelf, row), time_class, which, _before(shelf, row))


def _before(shelf: Shelf, row: Row[Any]) -> Ledger | None:
    """The list that a version was made from, without the ratings that a decision took away: who has lost one so has
    not fallen below the floor, and the list does not show them."""
    parent = shelf.parent(row)
    if parent is None:
        return None
    ledger = shelf.ledger(parent)
    decided = json.loads(shelf.manifest(row))["decisions"]["ratings"]
    rows = ledger.rows(id_ for id_, _, rating in decided if not rating)
    for id_, time_class, rating in decided:
        if id_ in rows and not rating:
            rows[id_] = rows[id_].with_standing(time_class, Standing())
    return ledger.with_rows(rows.values()) if rows else ledger


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


def published_top(
    desk: Desk,
    period: dt.date,
    number: int | None,
    time_class: TimeClass,
    count: int,
    *,
    women: bool = False,
    juniors: bool = False,
    federation: str = "",
    published: bool = False,
) -> tuple[VersionRecord, pa.Table]:
    """The best of a version of a list, of its women, of its juniors, of a federation."""
    with looking(desk, published=published) as shelf:
        row = shelf.find(period, number)
        editions = editions_of(desk, shelf, row)
        ledger = shelf.ledger(row)
        best = top_list(ledger, editions, time_class, count, women=women, juniors=juniors, federation=federation)
        return version_record(row), best
