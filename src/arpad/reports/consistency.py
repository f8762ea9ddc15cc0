"""Whether an event agrees with itself: one small check after the other, all run, all findings returned."""

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.reports.consistency_event import called_swiss, dates, pairing_allocated_byes, round_dates, rounds, teams
from arpad.reports.consistency_pairings import pairings, wins_and_losses
from arpad.reports.consistency_players import final_ranks, points, same_player
from arpad.reports.mandatory_records import mandatory
from arpad.reports.report import Report

CHECKS = (
    same_player,
    pairings,
    wins_and_losses,
    points,
    final_ranks,
    pairing_allocated_byes,
    rounds,
    dates,
    round_dates,
    teams,
    called_swiss,
)


def check_report(report: Report) -> list[Finding]:
    """Return the mandatory records that are missing, and every contradiction in the event."""
    return [*mandatory(report), *check_consistency(report.event)]


def check_consistency(event: Event) -> list[Finding]:
    """Every contradiction in an event, with player, round, line and column if they are known."""
    return [finding for check in CHECKS for finding in check(event)]
