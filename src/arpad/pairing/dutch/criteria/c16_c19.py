"""C.16 to C.19: if floats are repeated (C.12 to C.15), the least score differences."""

from collections.abc import Sequence

from arpad.pairing.dutch.criteria.c12_c15 import ROUNDS_AGO
from arpad.pairing.dutch.digits import Digit, difference_digits
from arpad.pairing.state import PairingPlayer


def repeated_float_differences(players: Sequence[PairingPlayer], unit: int) -> list[Digit]:
    """C.16 and C.17 for the last round, C.18 and C.19 for the one before."""
    return [digit for ago in ROUNDS_AGO for digit in _differences(players, unit, ago)]


def _differences(players: Sequence[PairingPlayer], unit: int, ago: int) -> list[Digit]:
    return [
        *difference_digits(f"C.{16 + 2 * ago}", players, unit, lambda player: player.floats[ago] == "down"),
        *difference_digits(f"C.{17 + 2 * ago}", players, unit, lambda player: player.floats[ago] == "up", upwards=True),
    ]
