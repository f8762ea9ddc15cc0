"""A file as it comes: its kind of report, and the report."""

from dataclasses import replace

from arpad.formats._trf_read import is_trf, read_trf
from arpad.formats.feda import is_feda, read_feda
from arpad.formats.report import Report, decode
from arpad.i18n import ArpadError


def read_report(data: bytes) -> Report:
    """Read the report in a file, whatever program wrote it."""
    file = decode(data)
    if is_trf(file.lines):
        report = read_trf(file.lines)
    elif is_feda(file.lines):
        report = read_feda(file.lines)
    else:
        raise ArpadError("report-unknown")
    return replace(
        report,
        findings=file.findings + report.findings,
        encoding=file.encoding,
        newline=file.newline,
        bom=file.bom,
        final_newline=file.final_newline,
    )
