"""A tournament report from a file."""

from pathlib import Path

from arpad.locale import ArpadError
from arpad.reports import Report, read_report
from arpad.reports.decode import LARGEST


def load(file: Path) -> Report:
    """A tournament report from a file."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except OSError as trouble:
        raise ArpadError("report-unreadable", file=str(file), problem=trouble.strerror or str(trouble)) from None
    try:
        return read_report(data)
    except ArpadError as trouble:
        raise ArpadError("report", file=str(file), problem=trouble) from None
