"""1 to 3: what this system knows of a player, who may come up, and the colours."""

from dataclasses import dataclass, fields, replace
from fractions import Fraction

from arpad.domain.event import Colour
from arpad.pairing.colours import last_difference, other
from arpad.pairing.dubov.players import DubovPlayer, times_upfloated
from arpad.pairing.history import Tournament
from arpad.pairing.state import PairingPlayer, PairingState, need_ratings

MOST_TRANSFERS, MOST_IN_LONG_EVENTS, LONG_EVENT = 3, 4, 10
"""2.1: nobody comes up more often than three times, in events of ten rounds or more four times."""
ARTICLES = {
    "fresh": "5", "both": "3", "limits": "2", "wider": "3", "difference": "3", "aro": "3", "rating": "3",
}  # fmt: skip


@dataclass(frozen=True)
class OldDubovPlayer(DubovPlayer):
    """The average of the opponents is exact here, and the rating (R) decides with it."""

    rating: int = 0


def old_dubov_players(whole: Tournament, state: PairingState) -> PairingState:
    """Return the state with what this system looks at: every player needs a rating."""
    need_ratings(whole, state)
    entrants = tuple(_player(whole, state.round, player) for player in state.entrants)
    return replace(state, entrants=entrants)


def _player(whole: Tournament, number: int, player: PairingPlayer) -> OldDubovPlayer:
    values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
    ratings = [whole.ratings[rank] for rank in player.met]
    return OldDubovPlayer(
        **values,
        aro=Fraction(sum(ratings), len(ratings)) if ratings else 0,
        upfloats=times_upfloated(whole, player.rank, number),
        rating=whole.ratings[player.rank],
    )


def may_come_up(state: PairingState, player: DubovPlayer) -> bool:
    """2.1: not twice running, and not too often; everybody may in the last round."""
    most = MOST_IN_LONG_EVENTS if state.rounds >= LONG_EVENT else MOST_TRANSFERS
    return state.last or (not player.upfloated and player.upfloats < most)


def old_dubov_colour(higher: OldDubovPlayer, lower: OldDubovPlayer, initial: Colour) -> tuple[Colour, str]:
    """3: the colour of the higher ranked player, and what decides. The limits of article 2 come before."""
    if not higher.colours and not lower.colours:
        return (initial if higher.number % 2 else other(initial)), "fresh"
    mine, theirs = higher.preference.colour, lower.preference.colour
    assert mine is not None
    if mine != theirs:
        return mine, "both"
    if (higher.absolute is None) != (lower.absolute is None):
        return (mine if higher.absolute else other(mine)), "limits"
    return _of_equal_claims(higher, lower, mine)


def _of_equal_claims(higher: OldDubovPlayer, lower: OldDubovPlayer, mine: Colour) -> tuple[Colour, str]:
    """The same colour is due to both: the wider difference, the last colours that differ, ARO, R."""
    widths = abs(higher.difference), abs(lower.difference)
    if widths[0] != widths[1]:
        return (mine if widths[0] > widths[1] else other(mine)), "wider"
    if (differing := last_difference(higher.colours, lower.colours)) is not None:
        return other(differing), "difference"
    if higher.aro != lower.aro:
        return ("w" if higher.aro > lower.aro else "b"), "aro"
    weaker = (higher.rating, -higher.rank) < (lower.rating, -lower.rank)
    return ("w" if weaker else "b"), "rating"
