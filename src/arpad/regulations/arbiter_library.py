"""The library of the regulations for arbiters' titles: the editions of B.06.1, each in force from a date on."""

import datetime as dt
from functools import cache, partial

from arpad.regulations.arbiter_rules import ArbiterEdition
from arpad.regulations.data_files import HERE
from arpad.regulations.edition_files import DatedFiles
from arpad.regulations.loader import dated_edition


@cache
def _library() -> DatedFiles[ArbiterEdition]:
    return DatedFiles(HERE / "arbiters", partial(dated_edition, ArbiterEdition))


def arbiter_edition(name: str) -> ArbiterEdition:
    """The edition with this id. An unknown one is refused with a list of those there are."""
    return _library().edition(name)


def arbiter_editions() -> list[ArbiterEdition]:
    """All editions, by date."""
    return _library().editions()


def arbiter_edition_for(date: dt.date) -> ArbiterEdition:
    """The edition in force on the day of an application."""
    return _library().in_force(date, "arbiter-too-early")


def arbiter_edition_of_event(start: dt.date) -> ArbiterEdition:
    """The edition that says what an event had to be: the one in force when it started, the first for older events."""
    return arbiter_edition_for(max(start, arbiter_editions()[0].effective))
