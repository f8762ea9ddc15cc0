"""C.4 and A.9: whether a round can be completed, and the digit that makes the penultimate bracket see to it."""

from arpad.pairing.dutch.digits import Digit, nothing
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching


def completes(field: Field, players: int) -> bool:
    """The completion test: all of a set can be paired, but one where the round has a bye to give."""
    vertices = players if field.bye is None else players | 1 << field.bye
    return Matching(field.allowed, vertices).missing == 0


def completion(vertices: int) -> list[Digit]:
    """Nobody of the bracket and of those below it may be left without an opponent."""
    return [Digit("C.4", vertices, lambda _: 1, nothing)]
