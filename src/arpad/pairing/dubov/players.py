"""1.6 to 1.8: colour preferences, the average rating of the opponents, and how often a player was upfloated."""

from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property

from arpad.pairing.colours import Preference, Strength, preference
from arpad.pairing.history import Tournament
from arpad.pairing.state import PairingPlayer, PairingState, need_ratings


@dataclass(frozen=True)
class DubovPlayer(PairingPlayer):
    """`aro` is the average rating of the opponents, `upfloats` how often the player was upfloated."""

    aro: int | Fraction = 0
    upfloats: int = 0

    @cached_property
    def preference(self) -> Preference:
        """1.6.4: players without a game have a mild preference for Black. So everybody has one."""
        return preference(self.colours) if self.colours else Preference("b", Strength.MILD)

    @property
    def due(self) -> str | None:
        """The preference of a player without a game, for the check-list."""
        return None if self.colours else "(b)"

    @property
    def upfloated(self) -> bool:
        """Whether the player was upfloated in the last round."""
        return self.floats[0] == "up"


def most_upfloats(rounds: int) -> int:
    """1.8.2: MaxT. Players who were upfloated this often are maximum upfloaters."""
    return 2 + rounds // 5


def average_rating(ratings: list[int]) -> int:
    """1.7: the mean, rounded, a half upwards; 0 without a game."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


def dubov_players(whole: Tournament, state: PairingState) -> PairingState:
    """Return the state with what this system looks at. There are no topscorers in it.

    1.1: every player needs a rating; without one the averages of their opponents would mean nothing.
    """
    need_ratings(whole, state)
    entrants = tuple(_player(whole, state.round, player) for player in state.entrants)
    return replace(state, entrants=entrants)


def times_upfloated(whole: Tournament, rank: int, number: int) -> int:
    """How often a player has met a higher score before a round."""
    found = 0
    for earlier in range(1, number):
        cell = whole.cell(rank, earlier)
        if cell is not None and cell.opponent is not None and whole.counts_for_floats(cell):
            found += whole.floating_score(rank, earlier) < whole.floating_score(cell.opponent, earlier)
    return found


def _player(whole: Tournament, number: int, player: PairingPlayer) -> DubovPlayer:
    values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
    return DubovPlayer(
        **values,
        aro=average_rating([whole.ratings[rank] for rank in player.met]),
        upfloats=times_upfloated(whole, player.rank, number),
    )
