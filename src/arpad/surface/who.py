"""Finding a player of a report."""

from collections.abc import Sequence
from difflib import get_close_matches

from arpad.domain.event import Player
from arpad.i18n import ArpadError, Words

NEAR = 3
"""The most names that are suggested."""


def find_player(players: Sequence[Player], who: int | str) -> Player:
    """Return a player by starting rank, name or ID. Players of the same name are told apart by their ranks."""
    if isinstance(who, int) and not isinstance(who, bool):
        found = [player for player in players if player.rank == who]
    else:
        found = [player for player in players if who in (player.name, player.id)]
    if len(found) == 1:
        return found[0]
    if found:
        ranks = ", ".join(str(player.rank) for player in found)
        raise ArpadError("surface.player-several", player=who, count=len(found), ranks=ranks)
    known = [player.rank for player in players] or [0]
    near = get_close_matches(str(who), [player.name for player in players if player.name], NEAR)
    perhaps = Words("surface.near", names=" | ".join(near)) if near else ""
    raise ArpadError("surface.player-unknown", player=str(who), first=min(known), last=max(known), near=perhaps)
