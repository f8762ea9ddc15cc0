"""The standings written into the report they were made from (TRF26)."""

from arpad.domain import Finding
from arpad.reports import Report
from arpad.reports.trf_ranked import write_ranked
from arpad.standings.model import GAME_POINTS, MATCH_POINTS
from arpad.standings.table import StandingsTable


def ranked_report(report: Report, table: StandingsTable) -> tuple[bytes, tuple[Finding, ...]]:
    """The report with the tie-breaks of the table and its ranks: of players in 001, of teams in 310 with their
    scores."""
    whole = table.competition
    codes = [tie_break.code for tie_break in table.codes]
    ranks = {row.number: row.rank for row in table.rows}
    if not whole.teams:
        return write_ranked(report, codes, ranks, {})
    scores = [table.calculation.scores(score) for score in (MATCH_POINTS, GAME_POINTS)]
    teams = {
        number: (
            ranks[number],
            whole.points(scores[0][number] + contestant.penalty[MATCH_POINTS]),
            whole.points(scores[1][number] + contestant.penalty[GAME_POINTS]),
        )
        for number, contestant in whole.contestants.items()
        if number in ranks
    }
    return write_ranked(report, codes, {}, teams)
