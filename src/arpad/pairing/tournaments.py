"""The tournament of a report, of players or of teams, as its system has it."""

from arpad.locale import ArpadError
from arpad.pairing.history import Tournament, tournament
from arpad.pairing.matches.reports import team_tournament
from arpad.pairing.systems import chosen
from arpad.reports import Report
from arpad.standings.team_competition import team_numbers


def report_tournament(
    report: Report,
    rounds: int | None = None,
    system: str | None = None,
    binding: bool = True,
    colours: str | None = None,
) -> Tournament:
    """Return the tournament of a report; the arguments say what it leaves open."""
    swiss = chosen(report, system, binding)
    if swiss.name == "team":
        return team_tournament(report, swiss, rounds, colours)
    if colours is not None:
        raise ArpadError("pairing-colours-of-teams")
    if swiss.name == "double":
        raise ArpadError("pairing-double-report")
    return tournament(report, rounds, swiss.id, binding)


def entrant_names(report: Report, whole: Tournament) -> dict[int, str]:
    """Return the names of the players that are paired, or of the teams."""
    if whole.system.name == "team":
        return {number: team.name for number, team in team_numbers(report.event).items()}
    return {player.rank: player.name for player in report.event.players}
