"""Logs that come from another office: an arbiter keeps a copy of an event here, which everybody can look at."""

import datetime as dt
from collections.abc import Sequence

from arpad.i18n import ArpadError
from arpad.office.accounts import Account
from arpad.office.storage import Database, log_entries, write_log
from arpad.office.tournaments.copying import continue_log
from arpad.office.tournaments.keeping import EventKeeper
from arpad.tournament.log import LogLine

COPIED = "copied"
"""What the log of the office says of a copy that somebody brought."""


def receive_log(
    keeper: EventKeeper,
    office: Database,
    slug: str,
    lines: Sequence[LogLine],
    account: Account,
    at: dt.datetime,
    secret: str = "",
) -> int:
    """Take the lines that a copy lacks from an account of the office, and return how many they were. The account that
    brought the first ones brings the others too; an officer may do it for them."""
    new = slug not in keeper.slugs()
    if not new and not account.is_officer and not _brought(office, slug, account):
        raise ArpadError("event-copy-other", slug=slug)
    taken = continue_log(keeper, slug, lines, secret)
    if new:
        with office.writing() as connection:
            write_log(connection, at=at, who=account.name, action=COPIED, subject=slug)
    return taken


def _brought(office: Database, slug: str, account: Account) -> bool:
    with office.reading() as connection:
        return any(log_entries(connection, action=COPIED, subject=slug, who=account.name, limit=1))
