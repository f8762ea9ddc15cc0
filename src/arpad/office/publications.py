"""When lists were published, and when the next ones come: for feeds and calendars."""

import datetime as dt
from itertools import islice

from arpad.documents.document import Document
from arpad.lists.list_versions import ListVersion
from arpad.office._list_repository import editions_at, next_list
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction
from arpad.office.lists import versions
from arpad.office.storage.log_table import log_entries
from arpad.regulations.rating_edition import closing_date, lists_after

MADE_BY = ("published", "replayed", "imported")
"""The lines of the log that tell of a published version."""


class Publication(Document, frozen=True):
    """A published version of a list, and when everybody could first see it."""

    version: ListVersion
    at: dt.datetime


class ComingList(Document, frozen=True):
    """A list that is still to come: its day, and the last day on which an event may end for it."""

    period: dt.date
    closes: dt.date


def publications(desk: Desk, most: int, *, corrections: bool = False) -> list[Publication]:
    """Return the versions that were published last, the newest first; with `corrections` only those that replaced an
    earlier version."""
    known = [one for one in versions(desk, published=True) if one.number > 1 or not corrections]
    with desk.database.reading() as connection:
        at = {
            str(entry.details.get("digest", "")): entry.at
            for action in MADE_BY
            for entry in log_entries(connection, system=desk.system, action=action)
        }
    found = [Publication(one, at.get(one.digest) or _midnight(one.period)) for one in known]
    return sorted(found, key=lambda one: (one.at, one.version.period, one.version.number), reverse=True)[:most]


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), dt.UTC)


def coming_lists(desk: Desk, most: int) -> list[ComingList]:
    """Return the lists that come next, as the edition in force has them; none before the first list."""
    with read_transaction(desk, published=True) as repository:
        first = next_list(desk, repository)
        if first is None:
            return []
        edition = next(iter(editions_at(desk, repository, first).values()))
        periods = [first, *islice(lists_after(edition, first), most - 1)]
        return [ComingList(period, closing_date(edition, period)) for period in periods]
