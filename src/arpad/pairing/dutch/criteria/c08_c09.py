"""C.8 and C.9, since 2026 C10 and C11: as few topscorers, or opponents of topscorers, as possible with a colour
difference beyond 2, and with the same colour three times in a row."""

from collections.abc import Callable, Sequence

from arpad.domain.event import Colour
from arpad.pairing.colours import colour_of_higher, other
from arpad.pairing.dutch.digits import Digit, nothing
from arpad.pairing.state import PairingPlayer

WIDEST = 2


def topscorers(
    players: Sequence[PairingPlayer], initial: Colour, names: tuple[str, str] = ("C.8", "C.9")
) -> list[Digit]:
    """Return no digits before the last round: there are no topscorers yet (A.7)."""
    if not any(member.topscorer for member in players):
        return []

    def wide(player: PairingPlayer, colour: Colour) -> bool:
        return abs(player.difference + (1 if colour == "w" else -1)) > WIDEST

    def third(player: PairingPlayer, colour: Colour) -> bool:
        return player.colours[-2:] == 2 * colour

    def count(test: Callable[[PairingPlayer, Colour], bool], higher: PairingPlayer, lower: PairingPlayer) -> int:
        if not (higher.topscorer or lower.topscorer):
            return 0
        colour, _ = colour_of_higher(higher, lower, initial)
        return test(higher, colour) + test(lower, other(colour))

    return [
        Digit(names[0], len(players), nothing, lambda higher, lower: count(wide, higher, lower)),
        Digit(names[1], len(players), nothing, lambda higher, lower: count(third, higher, lower)),
    ]
