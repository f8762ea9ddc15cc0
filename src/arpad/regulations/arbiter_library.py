"""The library of the regulations for arbiters' titles: the editions of B.06.1, each in force from a date on."""

import datetime as dt
from collections.abc import Mapping
from functools import cache
from typing import Any

from arpad.regulations.arbiter_rules import ARBITER_GROUPS, ArbiterEdition
from arpad.regulations.data_files import HERE
from arpad.regulations.edition_files import EditionFiles, edition_on
from arpad.regulations.loader import dated_parts

FOLDER = HERE / "arbiters"


def build_arbiters(file: str, data: Mapping[str, Any], parent: ArbiterEdition | None) -> ArbiterEdition:
    """Make an edition of its file and of the edition that it extends."""
    return ArbiterEdition(**dated_parts(file, data, ARBITER_GROUPS, parent))


@cache
def _library() -> EditionFiles[ArbiterEdition]:
    return EditionFiles(FOLDER, build_arbiters)


def arbiter_edition(name: str) -> ArbiterEdition:
    """The edition with this id. An unknown one is refused with a list of those there are."""
    return _library().edition(name)


def arbiter_editions() -> list[ArbiterEdition]:
    """All editions, by date."""
    return sorted(_library().all(), key=lambda edition: edition.effective)


def arbiter_edition_for(date: dt.date) -> ArbiterEdition:
    """The edition in force on the day of an application."""
    return edition_on(arbiter_editions(), date, "arbiter-too-early")


def arbiter_edition_of_event(start: dt.date) -> ArbiterEdition:
    """The edition that says what an event had to be: the one in force when it started, the first for older events."""
    return arbiter_edition_for(max(start, arbiter_editions()[0].effective))
