"""What the boards of a match give a reader of a file, who knows neither wrong boards nor scores by decision."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from arpad.tournament.state import EventState
from arpad.tournament.team_play.matches import MatchScore, Pair, board_points, first_has_white, match_points_for, sum_of


class Reading(NamedTuple):
    """Game points and match points as the boards show them."""

    score: Pair
    match_points: Pair


def read_match(state: EventState, match: MatchScore, results: Sequence[str | None]) -> Reading:
    """Return what the results of the boards give both teams."""
    boards = tuple(
        replace(board, result=result, played=None) for board, result in zip(match.boards, results, strict=True)
    )
    sides = [first_has_white(state, board, match.white, place) for place, board in enumerate(boards, 1)]
    score = sum_of(board_points(state, board.result, side) for board, side in zip(boards, sides, strict=True))
    return Reading(score, match_points_for(state, replace(match, boards=boards, score=score)))
