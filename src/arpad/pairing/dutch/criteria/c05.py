"""C.5: as many pairs as possible."""

from collections.abc import Sequence

from arpad.pairing.dutch.digits import Digit, nothing
from arpad.pairing.state import PairingPlayer


def pairs(players: Sequence[PairingPlayer]) -> list[Digit]:
    """The fewer downfloaters, the more pairs."""
    return [Digit("C.5", len(players), lambda _: 1, nothing)]
