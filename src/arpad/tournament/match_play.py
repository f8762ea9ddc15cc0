"""Matches (C.11 6.1): decided as soon as one has more than half of all games."""

from fractions import Fraction

from arpad.domain.event import HALF_POINTS_OF
from arpad.tournament.results import codes, is_final
from arpad.tournament.state import EventState


def score_after(state: EventState, number: int) -> dict[int, Fraction]:
    """Return the score of both players after a game."""
    score = dict.fromkeys(state.numbers, Fraction(0))
    for one in range(1, number + 1):
        for board in state.rounds[one].games if one in state.rounds else ():
            if is_final(board.result):
                white, black = codes(board.result)
                score[board.white] += Fraction(HALF_POINTS_OF[white or "0"], 2)
                score[board.black] += Fraction(HALF_POINTS_OF[black or "0"], 2)
    return score


def decided_after(state: EventState) -> int | None:
    """Return the game that decided a match, None while it is open."""
    games = state.laws.rounds
    for number in sorted(state.rounds):
        if any(not is_final(board.result) for board in state.rounds[number].games):
            return None
        if any(2 * points > games for points in score_after(state, number).values()):
            return number
    return None


def after_decision(state: EventState) -> tuple[int, ...]:
    """Return the games that were played although the match was decided: they are not rated, unless that was asked for
    before."""
    last = decided_after(state) if state.laws.system == "match" else None
    if last is None:
        return ()
    return tuple(
        number
        for number, one in sorted(state.rounds.items())
        if number > last and any(board.result is not None for board in one.games)
    )


def not_expected(state: EventState) -> tuple[int, ...]:
    """Return the games of a decided match that need not be played."""
    last = decided_after(state) if state.laws.system == "match" else None
    return () if last is None else tuple(number for number in sorted(state.rounds) if number > last)
