"""Tie-breaks by the own results (art. 7) and by the other score (13.1)."""

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Literal

from arpad.regulations.tiebreak_editions import RoundRobinForfeits
from arpad.standings.calculation import Calculation, TieBreakColumn
from arpad.standings.codes import TieBreak
from arpad.standings.model import NOTHING, VOLUNTARY, Contestant, RoundRecord

Purpose = Literal["wins", "losses", "ratings"]
FORFEITS_AS_GAMES: Mapping[RoundRobinForfeits, frozenset[Purpose]] = {
    "games-but-own-count": frozenset(),
    "games": frozenset({"wins", "losses", "ratings"}),
    "games-but-ratings-and-losses": frozenset({"wins"}),
}
"""15.2: for what a forfeit of a round robin is a game, beside the sums of arts. 6 and 9."""


def is_game(calculation: Calculation, record: RoundRecord, purpose: Purpose | None = None) -> bool:
    """Whether a round counts as a game, for ratings or for the own results. Forfeits count only in a round robin."""
    if record.kind == "played":
        return True
    if not calculation.competition.round_robin or record.opponent is None:
        return False
    counted = FORFEITS_AS_GAMES[calculation.edition.round_robin.forfeits.value]
    if record.kind == "forfeit-win":
        return (purpose or "wins") in counted
    return record.kind == "forfeit-loss" and (purpose or "losses") in counted


def counts(calculation: Calculation, tie_break: TieBreak, record: RoundRecord) -> bool:
    """Whether a round is one of those that WIN, WON, BPG, BWG or REP counts."""
    return COUNTED[tie_break.name](calculation, calculation.score_of(tie_break), record)


def _win(calculation: Calculation, score: int, record: RoundRecord) -> bool:
    """7.1: a win's points, played or not."""
    return record.points[score] == calculation.competition.scales[score].win


def _won(calculation: Calculation, _: int, record: RoundRecord) -> bool:
    """7.2: won over the board."""
    return record.half == 2 and is_game(calculation, record)


def _black(calculation: Calculation, _: int, record: RoundRecord) -> bool:
    """7.3: played with Black."""
    return record.colour == "b" and is_game(calculation, record)


def _won_black(calculation: Calculation, score: int, record: RoundRecord) -> bool:
    """7.4: won with Black."""
    return record.colour == "b" and _won(calculation, score, record)


def _elected(calculation: Calculation, _: int, record: RoundRecord) -> bool:
    """7.6: no requested bye and no forfeit loss."""
    return record.kind not in VOLUNTARY or is_game(calculation, record)


COUNTED: Mapping[str, Callable[[Calculation, int, RoundRecord], bool]] = {
    "WIN": _win,
    "WON": _won,
    "BPG": _black,
    "BWG": _won_black,
    "REP": _elected,
}


def counted_rounds(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """7.1 to 7.4, 7.6: how many rounds count."""
    counted, score = COUNTED[tie_break.name], calculation.score_of(tie_break)
    return TieBreakColumn(
        {
            number: sum([counted(calculation, score, record) for record in contestant.records])
            for number, contestant in calculation.contestants.items()
        }
    )


def after_each_round(contestant: Contestant, score: int) -> list[int]:
    """The score after each round."""
    return list(accumulate(record.points[score] for record in contestant.records))


def progressive(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """7.5: the sum of the scores after each round, /Cn without those after the first n."""
    score = calculation.score_of(tie_break)
    found = {
        number: sum(after_each_round(contestant, score)[tie_break.low :])
        for number, contestant in calculation.contestants.items()
    }
    return TieBreakColumn(found, calculation.competition.unit)


def standard_points(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """7.7: half points as if every round were a game of 1, ½ and 0."""
    score = calculation.score_of(tie_break)
    return TieBreakColumn(
        {
            number: sum([standard_halves(calculation, score, record) for record in contestant.records])
            for number, contestant in calculation.contestants.items()
        },
        2,
    )


def standard_halves(calculation: Calculation, score: int, record: RoundRecord) -> int:
    """7.7: a game by comparing the points of both, an unplayed round by comparing its points to a draw's."""
    points, other = record.points[score], calculation.competition.scales[score].draw
    if record.kind in NOTHING:
        return 0
    if record.kind == "played" and record.opponent is not None:
        other = calculation.contestants[record.opponent].records[record.round - 1].points[score]
    return 2 if points > other else 1 if points == other else 0


def pairing_number(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """7.8: the final pairing number, the lowest first."""
    numbers = {number: number for number in calculation.contestants}
    side = 1 if tie_break.reverse else -1
    return TieBreakColumn(numbers, 1, {number: side * number for number in numbers})


def own_score(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """The score, with penalties (299); 13.1: the secondary score."""
    whole = calculation.competition
    score = whole.secondary if tie_break.name == "MPvGP" else calculation.score_of(tie_break)
    scores = calculation.scores(score)
    found = {
        number: scores[number] + contestant.penalty[score] for number, contestant in calculation.contestants.items()
    }
    return TieBreakColumn(found, whole.unit)
