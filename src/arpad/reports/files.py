"""A file as it comes: its kind of report, and the report."""

from arpad.locale import ArpadError
from arpad.reports.decode import decode
from arpad.reports.feda import is_feda, read_feda
from arpad.reports.report import Report
from arpad.reports.trf import is_trf, read_trf


def read_report(data: bytes) -> Report:
    """Read the report in a file, whatever program wrote it."""
    file = decode(data)
    if is_trf(file.lines):
        trf = read_trf(file.lines)
        return Report(
            trf.format,
            trf.event,
            file.findings + trf.findings,
            file.lines,
            file.encoding,
            file.newline,
            file.bom,
            file.final_newline,
            byes=trf.byes,
            pairing=trf.pairing,
        )
    if is_feda(file.lines):
        feda = read_feda(file.lines)
        return Report(
            "feda",
            feda.event,
            file.findings + feda.findings,
            file.lines,
            file.encoding,
            file.newline,
            file.bom,
            file.final_newline,
            feda=feda.lines,
        )
    raise ArpadError("report-unknown")
