"""A player's games, the history that K depends on, and round robins.

Scores are whole half points: 0, 1, 2.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

# A player's games, from the player's side of the board. Scores are whole half points: 0, 1, 2.

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


# What a list has about a player besides the rating: everything that K depends on.


@dataclass(frozen=True, slots=True)
class History:
    """A rated player as on the list before the period.

    `highest` is the highest rating ever published on this list. `birthday` may be missing if only the year is known.
    `standard_k` is the K of the standard list, for a player of another list who also has a standard rating.
    `at_least`: there may have been more games than `games_played`; an imported list does not say.
    """

    rating: int
    games_played: int
    highest: int
    date: dt.date
    born: int | None = None
    birthday: dt.date | None = None
    standard_k: int | None = None
    at_least: bool = False

    @property
    def peak(self) -> int:
        """The highest published rating, the present one included."""
        return max(self.rating, self.highest)


# A round robin: everybody plays everybody, once or more often.


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a round robin. `results` are the half points against each entrant in order, None in the player's own
    place.

    Without `results` only the total is known, which is enough unless single games must be left out.
    `first_event`: it is an unrated player's first event.
    """

    name: str
    rating: int | None
    score: int
    results: tuple[int | None, ...] | None = None
    k: int | None = None
    first_event: bool = True


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A complete round robin, all games played. `cycles` is 2 if everybody plays everybody twice."""

    entrants: tuple[Entrant, ...]
    cycles: int = 1

    @property
    def opponents(self) -> int:
        """n: how many opponents each player has."""
        return len(self.entrants) - 1

    @property
    def games(self) -> int:
        """How many games each player plays."""
        return self.opponents * self.cycles
