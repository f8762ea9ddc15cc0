"""A file as it comes: its kind of report, and the report."""

from arpad.i18n import ArpadError
from arpad.reports.decode import decode
from arpad.reports.feda import is_feda, read_feda
from arpad.reports.report import Report
from arpad.reports.trf import is_trf, read_trf


def read_report(data: bytes) -> Report:
    """Read the report in a file, whatever program wrote it."""
    file = decode(data)
    if is_trf(file.lines):
        read = read_trf(file.lines)
    elif is_feda(file.lines):
        read = read_feda(file.lines)
    else:
        raise ArpadError("report-unknown")
    return Report(
        read.format,
        read.event,
        file.findings + read.findings,
        file.lines,
        file.encoding,
        file.newline,
        file.bom,
        file.final_newline,
        read.byes,
        read.pairing,
        read.feda,
    )
