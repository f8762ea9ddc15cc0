"""C.10 and C.11: as few players as possible who do not get their colour preference, and a strong one."""

from collections.abc import Sequence

from arpad.pairing.colours import Strength
from arpad.pairing.dutch.digits import Digit, nothing
from arpad.pairing.state import PairingPlayer


def colours(players: Sequence[PairingPlayer]) -> list[Digit]:
    """If two players seek the same colour, one does not get it (E.2: the one with the weaker preference)."""
    most = len(players) // 2
    return [Digit("C.10", most, nothing, denied), Digit("C.11", most, nothing, denied_strongly)]


def denied(higher: PairingPlayer, lower: PairingPlayer) -> int:
    """C.10 for a pair."""
    mine, his = higher.preference.colour, lower.preference.colour
    return int(mine is not None and mine == his)


def denied_strongly(higher: PairingPlayer, lower: PairingPlayer) -> int:
    """C.11 for a pair. An absolute preference is not a strong one: two topscorers who both have it count for C.8 to
    C.10."""
    weaker = min(higher.preference.strength, lower.preference.strength)
    return int(weaker == Strength.STRONG and denied(higher, lower))


def least_denied(pairs: int, white: int, black: int, without: int) -> int:
    """x: at least this number of players do not get their preference, in any candidate."""
    return max(0, pairs - min(white, black) - without)


def least_denied_strongly(x: int, mild_of_the_majority: int) -> int:
    """z: at least this number of them have a strong preference."""
    return max(0, x - mild_of_the_majority)
