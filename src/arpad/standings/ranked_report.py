"""The standings written into the report they were made from (TRF26)."""

from arpad.domain.findings import Finding
from arpad.formats.report import Report
from arpad.formats.trf_write import write_ranked
from arpad.standings.table import StandingsTable


def ranked_report(report: Report, table: StandingsTable) -> tuple[bytes, tuple[Finding, ...]]:
    """The report with the tie-breaks of the table and its ranks: of players in 001, of teams in 310 with their
    scores."""
    codes = [tie_break.code for tie_break in table.codes]
    ranks = {row.number: row.rank for row in table.rows}
    if not table.competition.teams:
        return write_ranked(report, codes, ranks, {})
    teams = {number: (rank, *table.totals(number)) for number, rank in ranks.items()}
    return write_ranked(report, codes, {}, teams)
