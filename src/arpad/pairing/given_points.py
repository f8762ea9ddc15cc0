"""The points that a report gives its players, compared with the points for the pairing."""

from collections.abc import Iterator
from fractions import Fraction

from arpad.domain.findings import Finding
from arpad.formats.codes import by_match_points, tournament_type
from arpad.formats.consistency import POINTS_COLUMN
from arpad.formats.report import Report
from arpad.formats.scores import Scores
from arpad.pairing.acceleration import premise_findings
from arpad.pairing.history import Tournament


def pairing_findings(report: Report, whole: Tournament) -> list[Finding]:
    """Return what somebody should check before a pairing is published."""
    said = tournament_type(report.event)
    too_short = premise_findings(whole.system, whole.rounds) if said is not None and said.baku else []
    return [*too_short, *contradicting_points(report, whole)]


def contradicting_points(report: Report, whole: Tournament) -> Iterator[Finding]:
    """Points (columns 81-84) that are neither the score so far nor that score with the byes already entered for the
    next round. Players are paired by their results."""
    if whole.system.name == "team" or by_match_points(report.event):
        return
    scores = Scores(report.event)
    for player in report.event.players:
        score = Fraction(whole.scores[player.rank][-1], whole.unit)
        if player.points is not None and player.points not in (score, scores.total(player)):
            values = {"points": player.points, "sum": score}
            yield Finding("points-sum", "error", None, player.line, POINTS_COLUMN, player.rank, values=values)
