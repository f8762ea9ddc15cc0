"""An office of FIDE's system that has no list yet."""

import datetime as dt

from arpad.office.context import Desk, found_system
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations


def desk_of(database: Database) -> Desk:
    return Desk(database, regulations(), "fide", "officer", dt.datetime(2026, 11, 1, tzinfo=dt.UTC))


def founded(database: Database) -> None:
    found_system(desk_of(database), "ESP")
