"""A round robin: everybody plays everybody, once or more often."""

from dataclasses import dataclass


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
