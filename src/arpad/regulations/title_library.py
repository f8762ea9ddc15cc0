"""The library of the title regulations: the editions of B.01, each in force from a date on."""

import datetime as dt
from functools import cache, partial

from arpad.regulations.data_files import HERE
from arpad.regulations.edition_files import DatedFiles
from arpad.regulations.loader import dated_edition
from arpad.regulations.title_rules import TitleEdition


@cache
def _library() -> DatedFiles[TitleEdition]:
    return DatedFiles(HERE / "titles", partial(dated_edition, TitleEdition))


def title_edition(name: str) -> TitleEdition:
    """The edition with this id. An unknown one is refused with a list of those there are."""
    return _library().edition(name)


def title_editions() -> list[TitleEdition]:
    """All editions, by date."""
    return _library().editions()


def title_edition_for(date: dt.date) -> TitleEdition:
    """0.2, 1.5.4: the edition in force on the day an event starts."""
    return _library().in_force(date, "titles.too-early")
