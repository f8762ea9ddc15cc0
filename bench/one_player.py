"""One player's nine games: with reasons, without, and beside the PyPI package elochess, all in one run.

elochess knows one edition and returns the new rating alone. Without reasons, Arpad still returns every game's
difference, expectation and result, and applies the policies of whichever edition it is given.
"""

import timeit
from collections.abc import Callable, Sequence

from elochess.elo.elo_calculator import EloCalculator

from arpad.domain.games import PlayerGame
from arpad.rating.change import rating_change
from arpad.regulations.rating_editions import edition

GAMES = [
    PlayerGame(opponent, score)
    for opponent, score in [
        (1926, 2), (2011, 2), (2318, 0), (2067, 1), (2219, 1), (2585, 0), (2659, 2), (2464, 1), (2652, 1),
    ]
]  # fmt: skip
OPPONENTS = [game.opponent or 0 for game in GAMES]
SCORE = sum(game.score for game in GAMES) / 2
RULES = edition("fide-2025")


def with_reasons() -> int:
    return rating_change(RULES, 2212, 40, GAMES).new_rating


def without_reasons() -> int:
    return rating_change(RULES, 2212, 40, GAMES, explain=False).new_rating


def elochess() -> int:
    new_rating = EloCalculator.update_rating(
        2212, OPPONENTS, SCORE, birth_year=2000, evaluation_year=2026, games_played=9
    )
    return int(new_rating)


def nanoseconds(calls: Sequence[Callable[[], int]], rounds: int = 9, number: int = 3000) -> list[int]:
    """The best round of each call, the calls taking turns so that they share the machine's good and bad moments."""
    best = [
        min(times)
        for times in zip(*([timeit.timeit(call, number=number) for call in calls] for _ in range(rounds)), strict=True)
    ]
    return [int(seconds / number * 1_000_000_000) for seconds in best]


def main() -> None:
    assert with_reasons() == without_reasons() == elochess() == 2268
    explained, bare, other = nanoseconds([with_reasons, without_reasons, elochess])
    print("A player's nine games, fide-2025, best of 9 rounds")
    print(f"  Arpad with reasons      {explained / 1000:8.1f} µs")
    print(f"  Arpad without reasons   {bare / 1000:8.1f} µs   {explained / bare:5.1f} times faster than with reasons")
    print(f"  elochess                {other / 1000:8.1f} µs   {bare / other:5.1f} times faster than without reasons")


if __name__ == "__main__":
    main()
