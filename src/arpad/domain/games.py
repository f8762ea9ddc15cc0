"""A player's games, from the player's side of the board. Scores are whole half points: 0, 1, 2."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

HALF_POINTS = (0, 1, 2)


def points(half_points: int) -> Fraction:
    """Half points as points: 3 is 1.5."""
    return Fraction(half_points, 2)


class PlayerGame(NamedTuple):
    """One game of a player.

    `opponent` is the opponent's rating in the list that counts, None if there is none. `played` is False for a
    forfeit or a bye. `standing_in`: the opponent's standard rating is used instead of a missing one. `rank` is
    the opponent's starting rank in the event; 0: not known, and counted as a player met in no other game.
    """

    opponent: int | None
    score: int
    event: str = ""
    played: bool = True
    standing_in: bool = False
    rank: int = 0


def players_met(games: Iterable[PlayerGame]) -> int:
    """How many different opponents the games were played against."""
    ranks = [game.rank for game in games]
    return len({rank for rank in ranks if rank}) + ranks.count(0)
