"""A file as it comes: its kind of report, and the report."""

from arpad.formats._trf_read import is_trf, read_trf
from arpad.formats.feda import is_feda, read_feda
from arpad.formats.report import Report, decode
from arpad.i18n import ArpadError


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
