"""C.6: the least pairing score difference (A.8)."""

from collections.abc import Sequence

from arpad.pairing.dutch.digits import Digit, difference_digits
from arpad.pairing.state import PairingPlayer


def score_differences(players: Sequence[PairingPlayer], unit: int, criterion: str = "C.6") -> list[Digit]:
    """The score differences of pairs and of downfloaters, from high to low."""
    return difference_digits(criterion, players, unit, lambda _: True)
