"""A player's games in an event, and what they add up to."""

from fractions import Fraction

from arpad.domain.event import (
    Event,
    PlayedEncounter,
    Player,
    RoundResult,
    ScoreSum,
    best_wins,
    encounters,
    opponents_met,
    score_sum,
)

EVENT = Event(
    players=(
        Player(1, "Alonso", rating=2100, id="11", rounds=(RoundResult(1, 2, "w", "1"), RoundResult(2, 3, "b", "="))),
        Player(2, "Bravo", title="FM", rating=2200, id="22", rounds=(RoundResult(1, 1, "b", "0"),)),
        Player(3, "Cano", rounds=(RoundResult(2, 1, "w", "="), RoundResult(3, None, None, "U"))),
        Player(4, "Diaz", id="44", rounds=(RoundResult(1, 5, "w", "+"),)),
        Player(5, "Egea", id="55", rounds=(RoundResult(1, 4, "b", "-"),)),
    )
)


def test_played_games_are_found_by_id_and_forfeits_are_none() -> None:
    found = encounters(EVENT)
    assert found["11"] == (
        PlayedEncounter(1, "w", "22", "Bravo", "FM", 2200, 2),
        PlayedEncounter(2, "b", "", "Cano", "", None, 1),
    )
    assert found["22"] == (PlayedEncounter(1, "b", "11", "Alonso", "", 2100, 0),)
    assert found["44"] == found["55"] == ()
    assert set(found) == {"11", "22", "44", "55"}


def test_results_add_up() -> None:
    own = score_sum(encounters(EVENT)["11"])
    assert own == ScoreSum(won=1, drawn=1, lost=0)
    assert (own.games, own.score, own.points) == (2, 3, Fraction(3, 2))
    assert score_sum(()).games == 0


def game(opponent: str, rating: int | None, score: int) -> PlayedEncounter:
    return PlayedEncounter(1, "w", opponent, opponent, "", rating, score)


def test_the_best_wins_are_against_the_highest_rated_of_equal_ones_the_latest() -> None:
    games = [game("a", 2000, 2), game("b", 2300, 1), game("c", 2100, 2), game("d", None, 2), game("e", 2100, 2)]
    assert best_wins(games, 3) == [4, 2, 0]
    assert best_wins(games, 1) == [4]


def test_opponents_met_most_often_come_first_then_the_latest() -> None:
    games = [game("a", 2000, 2), game("b", 2300, 1), game("a", 2100, 0), game("", None, 2), game("e", 2100, 2)]
    assert opponents_met(games) == {"a": [0, 2], "e": [4], "b": [1]}
