"""Reports of tournaments: files to events and back, TRF (2006, 2016, 2026) and FEDA.

In: the bytes of a file. Out: a Report with its event, every line as it stood and a finding for every oddity; or an
ArpadError where the file is no report at all.
"""

from arpad.locale import ArpadError
from arpad.reports.consistency import check_consistency, check_report
from arpad.reports.consistency_pairings import disputed_games
from arpad.reports.decode import decode
from arpad.reports.feda import feda_lines, is_feda, read_feda, write_feda
from arpad.reports.mandatory import mandatory
from arpad.reports.pairing_records import Acceleration, Forbidden, PairingRecords, virtual_points
from arpad.reports.report import Bye, FedaLine, Format, Record, Report
from arpad.reports.scores import Scores
from arpad.reports.tournament_type import TournamentType, is_team_event, tournament_type
from arpad.reports.trf import is_trf, read_trf
from arpad.reports.trf_lines import event_to_trf
from arpad.reports.trf_write import write_trf

__all__ = [
    "Acceleration",
    "Bye",
    "FedaLine",
    "Forbidden",
    "Format",
    "PairingRecords",
    "Record",
    "Report",
    "Scores",
    "TournamentType",
    "check_consistency",
    "check_report",
    "disputed_games",
    "event_to_trf",
    "feda_lines",
    "is_team_event",
    "mandatory",
    "read_feda",
    "read_report",
    "read_trf",
    "tournament_type",
    "virtual_points",
    "write_feda",
    "write_trf",
]


def read_report(data: bytes) -> Report:
    """The report that a file holds, whatever program wrote it."""
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
