"""What the boards of a match give a reader of a file, who knows neither wrong boards nor scores by decision."""

from dataclasses import replace

from arpad.tournament.cells import shown_result
from arpad.tournament.results import DRAW_FOR_PAIRING, is_final
from arpad.tournament.state import EventBoard, EventState
from arpad.tournament.team_play.matches import (
    MatchScore,
    Pair,
    board_points,
    first_has_white,
    match_points_for,
    sum_of,
)


def beside_the_boards(state: EventState, match: MatchScore, *, rated: bool = False) -> dict[int, Pair]:
    """Return the match points and game points that a match gives each team beside its boards. Open games are draws, as
    they are in a match for the pairing."""
    boards = tuple(replace(board, result=_shown(board, rated), played=None) for board in match.boards)
    sides = [first_has_white(state, board, match.white, place) for place, board in enumerate(boards, 1)]
    score = sum_of(board_points(state, board.result, side) for board, side in zip(boards, sides, strict=True))
    points = match_points_for(state, replace(match, boards=boards, score=score))
    return {
        team: (match.match_points[side] - points[side], match.score[side] - score[side])
        for side, team in enumerate((match.white, match.black))
    }


def _shown(board: EventBoard, rated: bool) -> str | None:
    """The result that a reader takes."""
    shown = shown_result(board, rated=rated, team=True)
    return shown if is_final(shown) else DRAW_FOR_PAIRING
