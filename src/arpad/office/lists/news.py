"""What the newest published list brings, and the federations of a published list."""

import datetime as dt

from arpad.lists.federations import FederationLine, federation_lines
from arpad.lists.news import ListNews, list_news
from arpad.office.desk import Desk, looking, version_record
from arpad.office.records import VersionRecord
from arpad.regulations import TimeClass


def published_news(desk: Desk, time_class: TimeClass, count: int) -> ListNews | None:
    """Return what the newest published list brings against the published list before it; None if there are not two."""
    with looking(desk, published=True) as shelf:
        newest = shelf.last()
        before = None if newest is None else shelf.last(before=newest.period)
        if newest is None or before is None:
            return None
        return list_news(shelf.ledger(before), shelf.ledger(newest), time_class, count)


def published_federations(
    desk: Desk, period: dt.date, number: int | None, time_class: TimeClass
) -> tuple[VersionRecord, tuple[FederationLine, ...]]:
    """Return a published list and the federations on it, the strongest first."""
    with looking(desk, published=True) as shelf:
        row = shelf.find(period, number)
        return version_record(row), federation_lines(shelf.ledger(row), time_class)
