"""What stands in an address: periods as 2024-05."""

import datetime as dt
import re
from typing import Annotated

from fastapi import Query

from arpad.locale import ArpadError
from arpad.regulations import TimeClass

SystemName = Annotated[str, Query(max_length=30, description="The rating system; the first one where none is named.")]
Class = Annotated[TimeClass, Query(description="The time class.")]
VersionNumber = Annotated[int | None, Query(ge=1, le=1_000_000, description="The newest version where none is named.")]

PERIOD = re.compile(r"(\d{4})-(\d{2})(?:-01)?")


def period_of(typed: str) -> dt.date:
    """The list of a month: 2024-05 is the list of 1 May 2024."""
    match = PERIOD.fullmatch(typed)
    if match is None or not 1 <= int(match[2]) <= 12 or int(match[1]) < 1:
        raise ArpadError("web-period", value=typed[:20])
    return dt.date(int(match[1]), int(match[2]), 1)
