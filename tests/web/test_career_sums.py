"""What the games of a player add up to: results, best wins, opponents."""

import datetime as dt
from fractions import Fraction

from arpad.web.player_parts import CareerGame, ScoreSum, best_wins, opponents_met


def game(opponent: str, rating: int | None, score: int) -> CareerGame:
    return CareerGame(1, "Open", dt.date(2026, 1, 1), "standard", 1, "w", opponent, opponent, "", rating, score)


def test_results_add_up() -> None:
    own = ScoreSum(1, 1, 0)
    assert (own.games, own.score) == (2, Fraction(3, 2))
    assert ScoreSum(0, 0, 0).games == 0


def test_the_best_wins_are_against_the_highest_rated_of_equal_ones_the_latest() -> None:
    games = [game("a", 2000, 2), game("b", 2300, 1), game("c", 2100, 2), game("d", None, 2), game("e", 2100, 2)]
    assert best_wins(games) == [games[4], games[2], games[0]]


def test_opponents_met_most_often_come_first_then_the_latest() -> None:
    games = [game("a", 2000, 2), game("b", 2300, 1), game("a", 2100, 0), game("", None, 2), game("e", 2100, 2)]
    met = [(one.id, one.won, one.drawn, one.lost, one.rating) for one in opponents_met(games)]
    assert met == [("a", 1, 0, 1, 2100), ("e", 1, 0, 0, 2100), ("b", 0, 1, 0, 2300)]
