"""Who is at work in an event, as its log tells."""

import datetime as dt

from sqlalchemy import func, select

from arpad.office.storage import tournament_log
from arpad.office.tournaments.keeping import EventKeeper


def active_people(keeper: EventKeeper, slug: str, since: dt.datetime) -> dict[str, str]:
    """Return who did something since then, and when they last did; the last one first."""
    table, number = tournament_log.c, keeper.open(slug).row.id
    last = func.max(table.at)
    asked = (
        select(table.who, last)
        .where(table.tournament_id == number, table.at >= since.isoformat())
        .group_by(table.who)
        .order_by(last.desc(), table.who)
    )
    with keeper.database.reading() as connection:
        return {row[0]: row[1] for row in connection.execute(asked)}
