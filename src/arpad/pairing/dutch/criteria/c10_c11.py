"""C.10 and C.11, since 2026 C12 and C13: as few players as possible who do not get their colour preference, and a
strong one."""

from collections.abc import Sequence

from arpad.pairing.colours import Strength
from arpad.pairing.dutch.digits import Digit, nothing
from arpad.pairing.state import PairingPlayer


def colours(players: Sequence[PairingPlayer], names: tuple[str, str] = ("C.10", "C.11")) -> list[Digit]:
    """Of two players who seek the same colour one goes without (E.2: the one whose preference is weaker)."""
    most = len(players) // 2
    return [Digit(names[0], most, nothing, denied), Digit(names[1], most, nothing, denied_strongly)]


def denied(higher: PairingPlayer, lower: PairingPlayer) -> int:
    """C.10 for a pair."""
    mine, theirs = higher.preference.colour, lower.preference.colour
    return int(mine is not None and mine == theirs)


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
