"""Time zones by their names in the IANA database (Europe/Madrid), and the hours of a wall clock as instants.

The names and the summer times come from the system, or from the package `tzdata` if the system has no database.
"""

import datetime as dt
from difflib import get_close_matches
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

from arpad.i18n import ArpadError

Wall = Literal["once", "never", "twice"]
"""How often the clock on a wall shows an hour: twice when summer time ends, never when it begins."""
MOST_NAMED = 3


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """Return the zones that may be named: places, and UTC."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


@lru_cache(maxsize=256)
def zone_named(name: str) -> ZoneInfo | None:
    """Return a zone by its name, None if there is none of that name."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError):
        return None


def checked_zone(typed: str) -> str:
    """Return the name of a zone; refuse one that is not known, and say which are like it."""
    wanted = typed.strip()
    by_small = {name.lower(): name for name in zone_names()}
    if wanted.lower() in by_small:
        return by_small[wanted.lower()]
    cities = {name.rpartition("/")[2].lower(): name for name in zone_names()}
    city = wanted.rpartition("/")[2].lower().replace(" ", "_")
    near = [cities[one] for one in get_close_matches(city, cities, MOST_NAMED)]
    raise ArpadError("time-zone-unknown", value=wanted, near=", ".join(near) or "Europe/Madrid, America/Bogota")


def wall_clock(hour: dt.datetime, zone: dt.tzinfo) -> Wall:
    """Return how often the clocks of a zone show an hour."""
    first, second = (hour.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return "once"
    back = first.astimezone(dt.UTC).astimezone(zone).replace(tzinfo=None, fold=0)
    return "twice" if back == hour.replace(fold=0) else "never"


def both_offsets(hour: dt.datetime, zone: dt.tzinfo) -> tuple[str, str]:
    """Return an hour that the clocks show twice in its two spellings, each with its distance from UTC."""
    first, second = (hour.replace(tzinfo=zone, fold=fold).isoformat(timespec="minutes") for fold in (0, 1))
    return first, second
