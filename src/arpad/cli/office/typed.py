"""What people type for the office, made into values."""

import datetime as dt
import re
from collections.abc import Sequence
from pathlib import Path

from arpad.cli import parse
from arpad.domain import SYSTEMS, System
from arpad.locale import ArpadError
from arpad.regulations import TIME_CLASSES, TimeClass
from arpad.reports.decode import LARGEST

NONE = "none"
MOST = 1_000_000_000
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "WH")


def period(option: str, value: str) -> dt.date:
    """2024-05 or 2024-05-01: the list of 1 May 2024."""
    day = day_or_month(option, value)
    if day.day != 1:
        raise ArpadError("office-period-day", option=option, value=value, month=f"{day:%Y-%m}")
    return day


def day_or_month(option: str, value: str) -> dt.date:
    """A date, or a month for its first day."""
    if re.fullmatch(r"\d{4}-\d\d", value):
        try:
            return dt.date(int(value[:4]), int(value[5:]), 1)
        except ValueError:
            raise ArpadError("office-period", option=option, value=value) from None
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        raise ArpadError("office-period", option=option, value=value)
    return parse.date(option, value)


def event(value: str) -> int:
    return parse.whole("EVENT", value, 1, MOST)


def version(value: str | None, option: str = "--version") -> int | None:
    return None if value is None else parse.whole(option, value, 1, MOST)


def time_class(value: str) -> TimeClass:
    for known in TIME_CLASSES:
        if value == known:
            return known
    raise ArpadError("format-form", option="--time-class", value=value, example=" | ".join(TIME_CLASSES))


def playing_system(value: str) -> System:
    for known in SYSTEMS:
        if value == known:
            return known
    raise ArpadError("format-form", option="--format", value=value, example=" | ".join(SYSTEMS))


def rating(value: str) -> int | None:
    """A rating, or none."""
    return None if value == NONE else parse.rating("RATING", value)


def federation(option: str, value: str) -> str:
    """Three letters."""
    if not re.fullmatch(r"[A-Za-z]{3}", value):
        raise ArpadError("office-federation", option=option, value=value)
    return value.upper()


def choice(option: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise ArpadError("format-form", option=option, value=value, example=" | ".join(known))
    return value


def identities(values: Sequence[str]) -> dict[int, str]:
    """RANK=ID, as often as there are players."""
    found: dict[int, str] = {}
    for value in values:
        rank, equals, id_ = value.partition("=")
        if not equals or not id_.strip() or not rank.strip().isdecimal():
            raise ArpadError("format-form", option="--player", value=value, example="12=2250000")
        place = parse.whole("--player", rank, 1, 9999)
        if place in found:
            raise ArpadError("office-rank-twice", rank=place)
        found[place] = id_.strip()
    return found


def report_bytes(file: Path) -> bytes:
    """A report as it is, byte for byte. One byte too many is enough to see that it is too long."""
    try:
        with file.open("rb") as stream:
            return stream.read(LARGEST + 1)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except OSError as trouble:
        raise ArpadError("report-unreadable", file=str(file), problem=trouble.strerror or str(trouble)) from None
