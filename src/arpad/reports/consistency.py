"""Whether an event agrees with itself: one small check after the other, all run, all findings returned."""

from arpad.domain import Event, Finding
from arpad.reports.consistency_event import dates, pairing_allocated_byes, round_dates, rounds, teams
from arpad.reports.consistency_pairings import paired_twice, pairings, wins_and_losses
from arpad.reports.consistency_players import points, same_player

CHECKS = (
    same_player,
    pairings,
    paired_twice,
    wins_and_losses,
    points,
    pairing_allocated_byes,
    rounds,
    dates,
    round_dates,
    teams,
)


def check_consistency(event: Event) -> list[Finding]:
    """Every contradiction in an event, with player, round, line and column where they are known."""
    return [finding for check in CHECKS for finding in check(event)]
