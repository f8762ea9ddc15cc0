"""What people type for the office, made into values."""

from pathlib import Path

from arpad.locale import ArpadError
from arpad.office.typed import (
    MOST,
    choice,
    day_or_month,
    federation,
    identities,
    period,
    person_changes,
    playing_system,
    rating,
    time_class,
)
from arpad.reports import parse
from arpad.reports.decode import LARGEST

__all__ = [
    "MOST",
    "choice",
    "day_or_month",
    "event",
    "federation",
    "identities",
    "period",
    "person_changes",
    "playing_system",
    "rating",
    "report_bytes",
    "time_class",
    "version",
]


def event(value: str) -> int:
    return parse.whole("EVENT", value, 1, MOST)


def version(value: str | None, option: str = "--version") -> int | None:
    return None if value is None else parse.whole(option, value, 1, MOST)


def report_bytes(file: Path) -> bytes:
    """A report as it is, byte for byte. One byte too many is enough to see that it is too long."""
    try:
        with file.open("rb") as stream:
            return stream.read(LARGEST + 1)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except OSError as trouble:
        raise ArpadError("report-unreadable", file=str(file), problem=trouble.strerror or str(trouble)) from None
