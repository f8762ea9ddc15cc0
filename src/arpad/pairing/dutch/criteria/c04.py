"""C.4 and A.9: whether a round can be completed."""

from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching


def completes(field: Field, players: int) -> bool:
    """The completion test: all players of a set can be paired, except one if the round has a bye."""
    vertices = players if field.bye is None else players | 1 << field.bye
    return Matching(field.allowed, vertices).missing == 0
