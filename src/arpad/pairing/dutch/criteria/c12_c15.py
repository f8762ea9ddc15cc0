"""C.12 to C.15: as few players as possible who float as in the last round, or as in the one before."""

from collections.abc import Sequence

from arpad.pairing.dutch.digits import Digit, nothing
from arpad.pairing.state import PairingPlayer

ROUNDS_AGO = (0, 1)


def repeated_floats(players: Sequence[PairingPlayer]) -> list[Digit]:
    """C.12 and C.13 for the last round, C.14 and C.15 for the one before."""
    return [digit for ago in ROUNDS_AGO for digit in _counts(players, ago)]


def _counts(players: Sequence[PairingPlayer], ago: int) -> list[Digit]:
    down = sum(player.floats[ago] == "down" for player in players)
    up = sum(player.floats[ago] == "up" for player in players)
    return [
        Digit(
            f"C.{12 + 2 * ago}",
            down,
            lambda player: int(player.floats[ago] == "down"),
            lambda higher, lower: int(higher.score > lower.score and higher.floats[ago] == "down"),
        ),
        Digit(
            f"C.{13 + 2 * ago}",
            up,
            nothing,
            lambda higher, lower: int(higher.score > lower.score and lower.floats[ago] == "up"),
        ),
    ]
