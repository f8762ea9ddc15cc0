"""Interim ratings of the office: a player's period game by game, closed or still open."""

import datetime as dt
from dataclasses import dataclass

from arpad.i18n import ArpadError
from arpad.lab.interim import Interim, State, interim_of_period
from arpad.lists.closing import explain_player
from arpad.lists.period import Period
from arpad.office.desk import Desk, Shelf, looking, next_list
from arpad.office.lists import due_events, period_of_events
from arpad.office.proof import period_of_version
from arpad.regulations.articles import TimeClass

PUBLISHED = "published"
SEARCHED = 4
"""A game is in one of this many lists after it: long events, and events that came late."""


@dataclass(frozen=True, slots=True)
class InterimSheet:
    """A player's period game by game. It is confirmed, by the digest of the list, once that list is published; until
    then it is provisional (1.5.3a). `period` is the day of the list that the games are rated for."""

    id: str
    name: str
    federation: str
    period: dt.date
    time_class: TimeClass
    state: State
    digest: str
    interim: Interim


def interim_sheet(
    desk: Desk,
    id_: str,
    period: dt.date | None = None,
    time_class: TimeClass = "standard",
    *,
    published: bool = False,
) -> InterimSheet:
    """Follow a rating through the period of a list; without a day, of the list to be made next, from the events that
    were accepted for it. `published`: what is not published yet counts as waiting."""
    with looking(desk, published=published) as shelf:
        coming = next_list(desk, shelf)
        date = period or coming
        if date is None:
            raise ArpadError("lab-one-list", count=0)
        whole, state, digest = _period(desk, shelf, date, coming)
        if time_class not in whole.editions():
            raise ArpadError("list-of-class", time_class=time_class, known=", ".join(whole.editions()))
        row = whole.previous.rows([id_]).get(id_)
        if row is None:
            raise ArpadError("player-not-on-list", id=id_, period=f"{whole.previous.date:%Y-%m}")
        found = interim_of_period(id_, explain_player(whole, id_, time_class), row.standing(time_class).total)
        return InterimSheet(id_, row.name, row.federation, date, time_class, state, digest, found)


def _period(desk: Desk, shelf: Shelf, date: dt.date, coming: dt.date | None) -> tuple[Period, State, str]:
    """The period of a list that was made, or of the next one."""
    if date not in shelf.newest and date == coming:
        return period_of_events(desk, shelf, date, due_events(desk, shelf, date)), "provisional", ""
    version = shelf.find(date)
    if version.kind == "import":
        raise ArpadError("sheet-imported", period=f"{date:%Y-%m}")
    period = period_of_version(desk, shelf, version)
    return period, "confirmed" if version.state == PUBLISHED else "provisional", version.digest


def interim_on(desk: Desk, id_: str, day: dt.date) -> InterimSheet:
    """Return the standard period in which a player had a rated game on a day: one of the lists after it."""
    with looking(desk) as shelf:
        later = sorted({*shelf.newest, *filter(None, [next_list(desk, shelf)])})
    for period in [date for date in later if date > day][:SEARCHED]:
        found = interim_sheet(desk, id_, period)
        if any(row.game.date == day for row in found.interim.rows):
            return found
    raise ArpadError("lab-interim-day", id=id_, date=day.isoformat())
