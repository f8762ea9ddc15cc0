"""Tie-breaks by the opponents' scores: Buchholz (art. 8), Sonneborn-Berger and Koya (art. 9), and those of teams that
are built on them (13.2, 13.4)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from arpad.standings.calculation import Calculation, TieBreakColumn
from arpad.standings.codes import TieBreak
from arpad.standings.cuts import sum_after_cut
from arpad.standings.model import GAME_POINTS, MATCH_POINTS
from arpad.standings.withdrawals import games_to_play

FACTORS = {
    "SB": (MATCH_POINTS, MATCH_POINTS),
    "EMMSB": (MATCH_POINTS, MATCH_POINTS),
    "EMGSB": (MATCH_POINTS, GAME_POINTS),
    "EGMSB": (GAME_POINTS, MATCH_POINTS),
    "EGGSB": (GAME_POINTS, GAME_POINTS),
}
"""13.2: the opponents' score, and the own points it is multiplied by."""


class SumBasis(NamedTuple):
    """What a sum is made from: the event, the opponents' score, and the own points it is multiplied by, if any."""

    calculation: Calculation
    score: int
    times: int | None


def basis_of(calculation: Calculation, tie_break: TieBreak) -> SumBasis:
    """What Buchholz, Fore Buchholz or Sonneborn-Berger is made from."""
    if tie_break.name in FACTORS:
        return SumBasis(calculation, *FACTORS[tie_break.name])
    basis = calculation.fore if tie_break.name == "FB" else calculation
    return SumBasis(basis, calculation.score_of(tie_break), None)


def _sums(calculation: Calculation, tie_break: TieBreak) -> Mapping[int, int]:
    low, high = tie_break.low + tie_break.median, tie_break.median
    basis, score, times = basis_of(calculation, tie_break)
    key = ("sum", score, times, tie_break.as_games, low, high)
    if low:
        ordered = basis.values_in_order(score, times, tie_break.as_games)
        return basis.of_each(key, lambda contestant: sum_after_cut(ordered[contestant.number], low, high))
    met = basis.met(score, tie_break.as_games)
    return basis.of_each(key, lambda contestant: met[contestant.number].total(times))


def buchholz(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """8.1: the sum of the opponents' scores. 8.3, Fore Buchholz: the same with the last round drawn."""
    return TieBreakColumn(_sums(calculation, tie_break), calculation.competition.unit)


def sonneborn_berger(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """9.1, 13.2: the sum of the opponents' scores, each multiplied by the points made against them."""
    return TieBreakColumn(_sums(calculation, tie_break), calculation.competition.unit**2)


def average_of_buchholz(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """8.2: the mean of the Buchholz of the opponents met over the board; undefined if nobody was met."""
    sums = calculation.column(_plain(tie_break, "FB" if tie_break.fore else "BH")).values
    found: dict[int, Fraction | None] = {}
    for number in calculation.contestants:
        met = [sums[opponent] for opponent in opponents_met(calculation, number)]
        found[number] = Fraction(sum(met), len(met)) if met else None
    return TieBreakColumn(found, calculation.competition.unit)


def sum_of_buchholz(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """Annex III: the sum of the Buchholz of the opponents met over the board."""
    sums = calculation.column(_plain(tie_break, "BH")).values
    found = {
        number: sum(sums[opponent] for opponent in opponents_met(calculation, number))
        for number in calculation.contestants
    }
    return TieBreakColumn(found, calculation.competition.unit)


def opponents_met(calculation: Calculation, number: int) -> list[int]:
    """The opponents met over the board, one for each game."""
    records = calculation.contestants[number].records
    return [record.opponent for record in records if record.kind == "played" and record.opponent is not None]


def _plain(tie_break: TieBreak, name: str) -> TieBreak:
    return TieBreak(name, tie_break.score, as_games=tie_break.as_games)


def koya_limit(calculation: Calculation, tie_break: TieBreak) -> tuple[int, int]:
    """9.2: twice the score from which opponents count, half of what can be won and the limit in draws; and how many
    games everybody has to play."""
    whole = calculation.competition
    scale = whole.scales[calculation.score_of(tie_break)]
    games = games_to_play(whole) if whole.round_robin else whole.rounds
    return scale.win * games + 2 * tie_break.limit * scale.draw, games


def koya(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """9.2: the points made against opponents who have at least half of all points."""
    score = calculation.score_of(tie_break)
    limit, _ = koya_limit(calculation, tie_break)
    above = {number for number, points in calculation.scores(score).items() if 2 * points >= limit}
    found = {
        number: sum(record.points[score] for record in contestant.records if record.opponent in above)
        for number, contestant in calculation.contestants.items()
    }
    return TieBreakColumn(found, calculation.competition.unit)


def normaliser(calculation: Calculation, tie_break: TieBreak) -> Fraction:
    """13.4: the highest primary score of the event over the highest secondary score of a match, rounded down; at least
    one. /K replaces it."""
    if tie_break.normaliser is not None:
        return tie_break.normaliser
    whole = calculation.competition
    most = whole.rounds * whole.scales[whole.primary].win // whole.scales[whole.secondary].win
    return Fraction(max(most, 1))


def schedule_strength(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """13.4: the secondary score plus the Buchholz of the primary score over a normaliser."""
    strength = calculation.column(_plain(tie_break, "FB" if tie_break.fore else "BH")).values
    divisor = normaliser(calculation, tie_break)
    secondary = calculation.scores(calculation.competition.secondary)
    found = {number: secondary[number] + strength[number] / divisor for number in calculation.contestants}
    return TieBreakColumn(found, calculation.competition.unit)


def adjusted_score(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """16.3: the score as the opponents see it; for Fore Buchholz with the last round drawn."""
    basis = calculation.fore if tie_break.name == "AFB" else calculation
    return TieBreakColumn(basis.adjusted(calculation.score_of(tie_break)), calculation.competition.unit)
