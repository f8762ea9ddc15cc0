"""A file as it comes: its kind of report, and the report."""

from dataclasses import replace

from arpad.formats._trf_read import is_trf, read_trf
from arpad.formats.feda import is_feda, read_feda
from arpad.formats.report import SWISS_MANAGER, Report, decode
from arpad.i18n import ArpadError


def read_report(data: bytes) -> Report:
    """Read the report in a file, whatever program wrote it."""
    if data.startswith(SWISS_MANAGER):
        from arpad.formats._swiss_manager_report import read_swiss_manager  # noqa: PLC0415  (other files do without it)

        return read_swiss_manager(data)
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
