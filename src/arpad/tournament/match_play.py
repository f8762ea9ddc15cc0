"""Matches (Arbiters' Manual IV 6.1): decided as soon as one has more than half of all games."""

from fractions import Fraction

from arpad.tournament.results import is_final, usual_points
from arpad.tournament.state import EventState


def score_after(state: EventState, number: int) -> dict[int, Fraction]:
    """Return the score of both players after a game."""
    score = dict.fromkeys(state.numbers, Fraction(0))
    for board in (board for past, one in state.rounds.items() if past <= number for board in one.games):
        for entry, points in zip(board.seats, usual_points(board.result), strict=True):
            score[entry] += points
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
    return tuple(
        number
        for number in not_expected(state)
        if any(board.result is not None for board in state.rounds[number].games)
    )


def not_expected(state: EventState) -> tuple[int, ...]:
    """Return the games of a decided match that need not be played."""
    last = decided_after(state) if state.laws.system == "match" else None
    return () if last is None else tuple(number for number in sorted(state.rounds) if number > last)
