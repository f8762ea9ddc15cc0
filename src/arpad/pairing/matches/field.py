"""The sides of a round as a graph: who may meet whom (C1), and which sets can be paired completely (C3)."""

from arpad.pairing.matches.sides import MatchSide
from arpad.pairing.matching.cardinality import Matching
from arpad.pairing.state import PairingState


class MatchField:
    """`allowed[i]` are the sides that i may meet. A side is its place in the order of score and number."""

    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.sides = tuple(side for side in state.entrants if isinstance(side, MatchSide))
        self.everybody = (1 << len(self.sides)) - 1
        place = {side.rank: at for at, side in enumerate(self.sides)}
        self.allowed = [self.everybody & ~(1 << at) for at in range(len(self.sides))]
        met = [(at, place[rank]) for at, side in enumerate(self.sides) for rank in side.opponents if rank in place]
        forbidden = [(place[one], place[two]) for one, two in state.forbidden if one in place and two in place]
        for one, two in [*met, *forbidden]:
            self.allowed[one] &= ~(1 << two)
            self.allowed[two] &= ~(1 << one)

    def complete(self, places: int) -> bool:
        """C3: whether all of a set can be paired among themselves."""
        return places.bit_count() % 2 == 0 and not Matching(self.allowed, places).missing
