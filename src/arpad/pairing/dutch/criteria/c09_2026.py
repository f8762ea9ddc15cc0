"""C9 of 2026: the player who gets the pairing-allocated bye has as few unplayed games as possible."""

from collections.abc import Sequence

from arpad.pairing.dutch.digits import Digit, nothing
from arpad.pairing.state import PairingPlayer


def unplayed_games(players: Sequence[PairingPlayer], bye_score: int) -> list[Digit]:
    """What a single downfloater costs who will have the bye: only players with the score of C5 can get it."""

    def unplayed(player: PairingPlayer) -> int:
        return player.unplayed if player.score == bye_score else 0

    return [Digit("C9", max(map(unplayed, players)), unplayed, nothing)]
