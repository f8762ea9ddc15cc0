"""The tournament of a report, of players or of teams, as its system has it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arpad.formats.codes import by_match_points
from arpad.formats.consistency import refuse_contradictions
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.pairing import matches
from arpad.pairing.burstein_manual.ranking import upper_half_points
from arpad.pairing.history import Tournament, in_units, tournament
from arpad.pairing.open_games import with_open_games
from arpad.pairing.systems import SwissSystem, chosen, with_readings


@dataclass(frozen=True, slots=True)
class PairingWishes:
    """What somebody says about a file that is to be paired, if it leaves it open: the number of rounds, the system, the
    colour preferences of teams, and readings other than those of Arpad.

    A file that is not `binding` gives way to the system. `adjourn_open` says that open games of the last round are
    draws for the pairing. `edition` comes before everything that a file or somebody says about the system.
    """

    rounds: int | None = None
    system: str | None = None
    binding: bool = True
    colours: str | None = None
    readings: Sequence[str] = ()
    adjourn_open: bool = False
    edition: SwissSystem | None = None


NO_WISHES = PairingWishes()


def report_tournament(report: Report, wishes: PairingWishes = NO_WISHES) -> Tournament:
    """Return the tournament of a report whose lines do not contradict each other."""
    refuse_contradictions(report.event)
    report = with_open_games(report, wishes.adjourn_open)
    swiss = wishes.edition or with_readings(chosen(report, wishes.system, wishes.binding), wishes.readings)
    if swiss.name == "team" or by_match_points(report.event):
        return matches.team_tournament(report, swiss, wishes.rounds, wishes.colours)
    if wishes.colours is not None:
        raise ArpadError("pairing-colours-of-teams")
    whole = tournament(report, swiss, wishes.rounds)
    return matches.double_games(whole) if swiss.name == "double" else with_upper_half(whole)


def with_upper_half(whole: Tournament) -> Tournament:
    """Return a tournament of the manual's Burstein with the virtual points of its own (3.3), if it has no others; any
    other one as it is."""
    if whole.system.id != "burstein-manual" or whole.virtual:
        return whole
    points = Fraction(whole.win, whole.unit) if whole.system.virtual == "win" else Fraction(1)
    return replace(whole, virtual=in_units(upper_half_points(whole.cells, whole.announced, points), whole.unit))
