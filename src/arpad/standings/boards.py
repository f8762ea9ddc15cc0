"""Tie-breaks by the boards of team matches (art. 12)."""

from collections.abc import Iterable, Sequence

from arpad.standings.calculation import Calculation, TieBreakColumn
from arpad.standings.codes import TieBreak
from arpad.standings.model import RoundRecord


def board_sums(records: Iterable[RoundRecord], boards: int) -> tuple[int, ...]:
    """The game points on each board over some matches."""
    sums = [0] * boards
    for record in records:
        for place, points in enumerate(record.boards):
            sums[place] += points
    return tuple(sums)


def weighted_sum(sums: Sequence[int]) -> int:
    """12.1: each board's points times its number."""
    return sum(board * points for board, points in enumerate(sums, 1))


def without_last(sums: Sequence[int]) -> tuple[int, ...]:
    """12.3: the points without the last board, without the last two, and so on."""
    return tuple(sum(sums[:end]) for end in range(len(sums) - 1, 0, -1))


def _sums(calculation: Calculation) -> dict[int, tuple[int, ...]]:
    boards = calculation.competition.boards
    return {number: board_sums(contestant.records, boards) for number, contestant in calculation.contestants.items()}


def board_count(calculation: Calculation, _: TieBreak) -> TieBreakColumn:
    """12.1: the board count; the lower is better."""
    found = {number: weighted_sum(sums) for number, sums in _sums(calculation).items()}
    return TieBreakColumn(found, calculation.competition.unit, {number: -value for number, value in found.items()})


def top_boards(calculation: Calculation, _: TieBreak) -> TieBreakColumn:
    """12.2: the points on board 1, then on board 2, and so on."""
    return TieBreakColumn(_sums(calculation), calculation.competition.unit)


def bottom_boards(calculation: Calculation, _: TieBreak) -> TieBreakColumn:
    """12.3: the points without the last board, then without the last two, and so on."""
    found = {number: without_last(sums) for number, sums in _sums(calculation).items()}
    return TieBreakColumn(found, calculation.competition.unit)
