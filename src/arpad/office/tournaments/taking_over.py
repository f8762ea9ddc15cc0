"""A file of another program becomes an event, and is kept byte for byte beside it: both, or nothing."""

import datetime as dt

from sqlalchemy import Connection

from arpad.office.storage import put_report
from arpad.office.tournaments.keeping import EventKeeper
from arpad.office.tournaments.requests import EventRequest
from arpad.office.tournaments.rows import EventRow
from arpad.tournament.journal import Consent, Done
from arpad.tournament.takeover import TakeOver


def keep_taken_over(
    keeper: EventKeeper,
    taken: TakeOver,
    data: bytes,
    who: str,
    at: dt.datetime,
    consent: Consent | None = None,
    request: EventRequest | None = None,
) -> Done:
    """Make the event of a take-over, and keep its file."""

    def keep(connection: Connection, _row: EventRow, _done: Done) -> None:
        put_report(connection, data)

    return keeper.create(taken.slug, taken.command(), who, at, consent, request=request, beside=keep)
