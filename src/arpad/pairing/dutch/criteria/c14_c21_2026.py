"""C14 to C21 of 2026: floats that repeat those of the last two rounds. Only residents count as downfloaters (C14, C16),
and only opponents of moved-down players as upfloaters (C15, C17); the score differences follow (C18 to C21)."""

from collections.abc import Sequence

from arpad.pairing.dutch.criteria.c12_c15 import ROUNDS_AGO
from arpad.pairing.dutch.digits import Digit, difference_digits, nothing
from arpad.pairing.state import PairingPlayer


def repeated_floats_2026(players: Sequence[PairingPlayer], unit: int) -> list[Digit]:
    """The counts of the last round, of the one before, and then the differences."""
    low = min(one.score for one in players)
    return [
        *(digit for ago in ROUNDS_AGO for digit in _counts(players, low, ago)),
        *(digit for ago in ROUNDS_AGO for digit in _differences(players, unit, low, ago)),
    ]


def _counts(players: Sequence[PairingPlayer], low: int, ago: int) -> list[Digit]:
    def down(player: PairingPlayer) -> int:
        return int(player.score == low and player.floats[ago] == "down")

    def up(higher: PairingPlayer, lower: PairingPlayer) -> int:
        return int(higher.score > lower.score and lower.floats[ago] == "up")

    residents = [one for one in players if one.score == low]
    return [
        Digit(f"C{14 + 2 * ago}", sum(one.floats[ago] == "down" for one in residents), down, nothing),
        Digit(f"C{15 + 2 * ago}", sum(one.floats[ago] == "up" for one in residents), nothing, up),
    ]


def _differences(players: Sequence[PairingPlayer], unit: int, low: int, ago: int) -> list[Digit]:
    """A moved-down player who stays unpaired has a difference of one point more than if they were paired."""
    return [
        *difference_digits(
            f"C{18 + 2 * ago}", players, unit, lambda one: one.score > low and one.floats[ago] == "down"
        ),
        *difference_digits(
            f"C{19 + 2 * ago}",
            players,
            unit,
            lambda one: one.score == low and one.floats[ago] == "up",
            upwards=True,
        ),
    ]
