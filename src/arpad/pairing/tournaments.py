"""The tournament of a report, of players or of teams, as its system has it."""

from collections.abc import Sequence
from dataclasses import replace

from arpad.locale import ArpadError
from arpad.pairing import matches
from arpad.pairing.burstein_manual.ranking import upper_half_points
from arpad.pairing.history import Tournament, tournament
from arpad.pairing.open_games import with_open_games
from arpad.pairing.systems import chosen, with_readings
from arpad.reports import Report
from arpad.reports.tournament_types import by_match_points


def report_tournament(
    report: Report,
    rounds: int | None = None,
    system: str | None = None,
    binding: bool = True,
    colours: str | None = None,
    readings: Sequence[str] = (),
    adjourn_open: bool = False,
) -> Tournament:
    """Return the tournament of a report; the arguments say what it leaves open."""
    report = with_open_games(report, adjourn_open)
    swiss = with_readings(chosen(report, system, binding), readings)
    if swiss.name == "team" or by_match_points(report.event):
        return matches.team_tournament(report, swiss, rounds, colours)
    if colours is not None:
        raise ArpadError("pairing-colours-of-teams")
    whole = replace(tournament(report, rounds, swiss.id, binding), system=swiss)
    return matches.double_games(whole) if swiss.name == "double" else with_upper_half(whole)


def with_upper_half(whole: Tournament) -> Tournament:
    """Return a tournament of the manual's Burstein with the virtual points of its own (3.3), if it has no others; any
    other one as it is."""
    if whole.system.id != "burstein-manual" or whole.virtual:
        return whole
    virtual = {
        number: {rank: int(points * whole.unit) for rank, points in ranks.items()}
        for number, ranks in upper_half_points(whole.cells, whole.announced).items()
    }
    return replace(whole, virtual=virtual)
