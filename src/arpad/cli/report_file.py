"""A tournament report from a file."""

from pathlib import Path

from arpad.locale import ArpadError
from arpad.reports import Report, read_report
from arpad.reports.decode import LARGEST


def report_bytes(file: Path) -> bytes:
    """A report as it is, byte for byte. One byte too many is enough to see that it is too long."""
    try:
        with file.open("rb") as stream:
            return stream.read(LARGEST + 1)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except OSError as trouble:
        raise ArpadError("report-unreadable", file=str(file), problem=trouble.strerror or str(trouble)) from None


def load(file: Path) -> Report:
    """A tournament report from a file."""
    data = report_bytes(file)
    try:
        return read_report(data)
    except ArpadError as trouble:
        raise ArpadError("report", file=str(file), problem=trouble) from None
