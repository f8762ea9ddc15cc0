"""Who may meet, and whether everybody who is left can be paired: tried literally, for the brute forces."""

from collections.abc import Callable
from typing import TypeVar

from arpad.pairing.state import PairingPlayer, PairingState

PlayerT = TypeVar("PlayerT", bound=PairingPlayer)


def may_meet(state: PairingState, one: PairingPlayer, two: PairingPlayer) -> bool:
    """They have not met, are not kept apart, and do not both need the same colour."""
    ranks = min(one.rank, two.rank), max(one.rank, two.rank)
    same = one.absolute is not None and one.absolute == two.absolute
    return two.rank not in one.opponents and ranks not in state.forbidden and not same


def can_be_paired(
    players: frozenset[PlayerT],
    legal: Callable[[PlayerT, PlayerT], bool],
    rest_can: Callable[[frozenset[PlayerT]], bool],
) -> bool:
    """Whether these players can be paired with each other; `rest_can` answers for fewer of them."""
    if len(players) % 2:
        return False
    if not players:
        return True
    first = min(players, key=lambda player: player.rank)
    return any(legal(first, two) and rest_can(players - {first, two}) for two in players - {first})
