"""A.3 and B.1: a bracket before it is paired, and after."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

BracketKind = Literal["normal", "penultimate", "last"]
"""A.9: the penultimate bracket is the one whose downfloaters must let the round be completed (C.4)."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """Moved-down players and residents, as places in the order of A.2. `below` is the next scoregroup of a normal
    bracket (C.7), and everybody below a penultimate one."""

    kind: BracketKind
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    below: tuple[int, ...] = ()
    collapsed: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        return self.moved + self.residents

    def left_over(self, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """Return the players who are in none of the pairs."""
        taken = {player for pair in pairs for player in pair}
        return tuple(player for player in self.players if player not in taken)


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket and the candidate that was chosen: pairs (the higher ranked first) and downfloaters."""

    bracket: Bracket
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]


def paired_by(bracket: Bracket, pairs: Sequence[tuple[int, int]]) -> Paired:
    """Return a bracket with the candidate that has certain pairs."""
    return Paired(bracket, tuple(sorted((min(pair), max(pair)) for pair in pairs)), bracket.left_over(pairs))
