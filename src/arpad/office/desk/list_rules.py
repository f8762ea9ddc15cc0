"""The editions for a list: those in force on its day, or the one named if there is none."""

import datetime as dt
from typing import Any

from sqlalchemy import Row

from arpad.i18n import ArpadError
from arpad.lists.manifest import named_in
from arpad.lists.period import list_editions
from arpad.office.desk.desk import Desk
from arpad.office.desk.shelf import Shelf
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition, lists_after


def editions_of(desk: Desk, shelf: Shelf, version: Row[Any]) -> dict[TimeClass, Edition]:
    """The editions whose rules hold for a version."""
    return list_editions(desk.regulations, shelf.system.name, version.period, named_of(desk, shelf, version))


def editions_at(desk: Desk, shelf: Shelf, period: dt.date) -> dict[TimeClass, Edition]:
    """Return the editions for the list of a day: as in its newest version, if there is one."""
    version = shelf.newest.get(period)
    if version is not None:
        return editions_of(desk, shelf, version)
    return list_editions(desk.regulations, shelf.system.name, period)


def next_list(desk: Desk, shelf: Shelf) -> dt.date | None:
    """Return the list to be closed next: the first after the last one; None if there is no list yet."""
    last = shelf.last()
    if last is None:
        return None
    if last.state == "provisional":
        waiting: dt.date = last.period
        return waiting

    def following() -> dt.date:
        edition = next(iter(editions_of(desk, shelf, last).values()))
        return next(lists_after(edition, last.period))

    return shelf.known.of(("next-list", shelf.system.id, last.id, last.state), following)


def in_force(desk: Desk, system: str, period: dt.date) -> bool:
    """Whether an edition is in force on the day of a list."""
    try:
        return bool(list_editions(desk.regulations, system, period))
    except ArpadError:
        return False


def named_of(desk: Desk, shelf: Shelf, version: Row[Any]) -> str | None:
    """Return the edition that was named for a version; None if one is in force on its day."""
    if in_force(desk, shelf.system.name, version.period):
        return None
    return named_in(shelf.manifest(version)).own


def to_be_named(desk: Desk, shelf: Shelf, period: dt.date, given: str | None) -> str | None:
    """The edition to be named for a list: the one given, else the one its version before has. If one is in force,
    no other can be."""
    if in_force(desk, shelf.system.name, period):
        editions = list_editions(desk.regulations, shelf.system.name, period)
        if given is not None and given not in {edition.id for edition in editions.values()}:
            held = next(iter(editions.values())).id
            raise ArpadError("list-edition-held", period=f"{period:%Y-%m}", edition=given, held=held)
        return None
    present = shelf.newest.get(period)
    return given if given is not None or present is None else named_of(desk, shelf, present)
