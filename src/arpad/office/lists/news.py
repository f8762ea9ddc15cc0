"""What the newest published list brings, and the federations of a published list."""

import datetime as dt
from typing import Any

from arpad.lists.federations import FederationLine
from arpad.lists.news import ListNews
from arpad.office.desk import Desk, best_of_federation, federations_of, looking, news_between, version_record
from arpad.office.records import VersionRecord
from arpad.regulations import TimeClass


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
