"""Reports of tournaments: files to events and back, TRF (2006, 2016, 2026) and FEDA.

In: the bytes of a file. Out: a Report with its event, every line as it stood and a finding for every oddity; or an
ArpadError if the file is not a report at all.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.reports.consistency import check_consistency, check_report
    from arpad.reports.consistency_pairings import contradictions, disputed_games, refuse_contradictions
    from arpad.reports.feda import feda_lines, read_feda, write_feda
    from arpad.reports.files import read_report
    from arpad.reports.mandatory_records import mandatory
    from arpad.reports.pairing_records import Acceleration, Forbidden, PairingRecords, virtual_points
    from arpad.reports.report import Bye, FedaLine, Record, Report, ReportFormat, tie_break_records
    from arpad.reports.scores import Scores
    from arpad.reports.tournament_types import TournamentType, is_team_event, tournament_type
    from arpad.reports.trf import read_trf
    from arpad.reports.trf_lines import event_to_trf
    from arpad.reports.trf_records import TrfRecords, TrfVersion
    from arpad.reports.trf_write import write_trf

__getattr__ = door(__name__)

__all__ = [
    "Acceleration",
    "Bye",
    "FedaLine",
    "Forbidden",
    "PairingRecords",
    "Record",
    "Report",
    "ReportFormat",
    "Scores",
    "TournamentType",
    "TrfRecords",
    "TrfVersion",
    "check_consistency",
    "check_report",
    "contradictions",
    "disputed_games",
    "event_to_trf",
    "feda_lines",
    "is_team_event",
    "mandatory",
    "read_feda",
    "read_report",
    "read_trf",
    "refuse_contradictions",
    "tie_break_records",
    "tournament_type",
    "virtual_points",
    "write_feda",
    "write_trf",
]
