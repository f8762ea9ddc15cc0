"""Dutch system: the graph of players who may meet (C.1 to C.3), and a bracket before and after pairing.

A player is a position in the order of A.2; a set of players is a whole number with one bit for each.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal

from arpad.pairing._matching import Matching, bits
from arpad.pairing.state import PairingPlayer, PairingState

# A.3 and B.1: a bracket before it is paired, and after.

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


# The players of a round as a graph: who may meet whom (C.1 to C.3). A player is a place in the order of A.2, a set of
# players is a whole number with a bit for each.


class Field:
    """All that the brackets of a round share.

    `allowed[i]` are the players that i may meet. If the number of players is odd, `bye` is one more vertex; players
    who may have the pairing-allocated bye may meet it (C.2).
    """

    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.entrants: tuple[PairingPlayer, ...] = state.entrants
        self.size = len(state.entrants)
        self.everybody = (1 << self.size) - 1
        self.bye: int | None = self.size if self.size % 2 else None
        self.scores = [entrant.score for entrant in self.entrants]
        self.kinds = self._kinds()
        self.bye_score: int | None = None
        self._bye_allowed = [member.bye_allowed for member in self.entrants]
        self._unmet = self._without_met()
        self.allowed = self._without_absolute(topscorers=True)

    def give_bye_to(self, score: int) -> None:
        """C5 of 2026: only players with this score may have the pairing-allocated bye."""
        assert self.bye is not None
        self.bye_score = score
        self._bye_allowed = [member.bye_allowed and member.score == score for member in self.entrants]
        self.allowed = self._without_absolute(topscorers=True)
        self.__dict__.pop("unexcused", None)

    @cached_property
    def unexcused(self) -> list[int]:
        """The same without the exception for topscorers, and without the bye."""
        if not any(entrant.topscorer for entrant in self.entrants):
            return self.allowed
        return self._without_absolute(topscorers=False)

    def scoregroups(self) -> list[tuple[int, ...]]:
        """A.3: the players of each score, the highest first."""
        return [tuple(group) for _, group in groupby(range(self.size), key=self.scores.__getitem__)]

    def matching_with(self, players: int, near: int) -> Matching:
        """Return a largest matching of a set of players and of one more vertex, which can be paired with `near`."""
        vertex = self.size + 1
        around = {place: self.allowed[place] | (near >> place & 1) << vertex for place in bits(players)}
        return Matching(around | {vertex: near & players}, players | 1 << vertex)

    def _without_met(self) -> list[int]:
        """C.1, and pairs that are forbidden."""
        place = {member.rank: at for at, member in enumerate(self.entrants)}
        unmet = [self.everybody & ~(1 << at) for at in range(self.size)]
        for at, member in enumerate(self.entrants):
            for rank in member.opponents:
                if rank in place:
                    unmet[at] &= ~(1 << place[rank])
        for one, two in self.state.forbidden:
            if one in place and two in place:
                unmet[place[one]] &= ~(1 << place[two])
                unmet[place[two]] &= ~(1 << place[one])
        return unmet

    def _without_absolute(self, topscorers: bool) -> list[int]:
        """C.3: of two players with the same absolute preference one must be a topscorer. And C.2."""
        excused = self.mask([entrant.topscorer for entrant in self.entrants]) if topscorers else 0
        seekers = {
            colour: self.mask([entrant.absolute == colour for entrant in self.entrants]) & ~excused
            for colour in ("w", "b")
        }
        allowed = []
        for at, member in enumerate(self.entrants):
            barred = 0 if member.absolute is None or excused >> at & 1 else seekers[member.absolute]
            own = self._unmet[at] & ~barred
            if self.bye is not None and self._bye_allowed[at]:
                own |= 1 << self.bye
            allowed.append(own)
        if self.bye is not None:
            allowed.append(self.mask(self._bye_allowed))
        return allowed

    def mask(self, truths: list[bool]) -> int:
        """Return the set of players for whom something is true."""
        return sum(1 << at for at, truth in enumerate(truths) if truth)

    def _kinds(self) -> list[int]:
        """Players who are alike for every criterion share a number."""
        numbers: dict[object, int] = {}
        return [
            numbers.setdefault(
                (
                    entrant.score,
                    entrant.preference.colour,
                    entrant.preference.strength,
                    entrant.floats,
                    entrant.topscorer,
                )
                + ((entrant.colours,) if self.state.last else ()),
                len(numbers),
            )
            for entrant in self.entrants
        ]
