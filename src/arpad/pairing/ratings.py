"""Ratings that a pairing cannot do without."""

from arpad.locale import ArpadError
from arpad.pairing.history import Tournament
from arpad.pairing.state import PairingState


def need_ratings(whole: Tournament, state: PairingState) -> None:
    """Refuse a round with a player who has no rating."""
    for player in state.entrants:
        if not whole.ratings.get(player.rank):
            raise ArpadError("pairing-rating-missing", player=player.rank)
