"""A.3 and B.1: a bracket before it is paired, and after."""

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


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket and the candidate that was chosen: pairs (the higher ranked first) and downfloaters."""

    bracket: Bracket
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
