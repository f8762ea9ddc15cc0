"""2.1: who may meet whom, and what a pair costs in colours."""

from collections.abc import Sequence

from arpad.pairing.colours import other
from arpad.pairing.lim.players import LimPlayer, lim_colour
from arpad.pairing.matching.cardinality import Matching, mask_of
from arpad.pairing.state import PairingState


class LimField:
    """Who may meet whom: not met, and colours within the limits; in the last round only not met (6)."""

    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.players = [player for player in state.entrants if isinstance(player, LimPlayer)]
        self.everybody = (1 << len(self.players)) - 1
        self.allowed = self._allowed()

    def _allowed(self) -> list[int]:
        place = {player.rank: at for at, player in enumerate(self.players)}
        apart = [mask_of(place[rank] for rank in one.opponents if rank in place) for one in self.players]
        for one, two in self.state.forbidden:
            if one in place and two in place:
                apart[place[one]] |= 1 << place[two]
                apart[place[two]] |= 1 << place[one]
        white = mask_of(at for at, player in enumerate(self.players) if player.may_have("w"))
        black = mask_of(at for at, player in enumerate(self.players) if player.may_have("b"))
        found = []
        for at, player in enumerate(self.players):
            fit = (black if player.may_have("w") else 0) | (white if player.may_have("b") else 0)
            open_ = self.everybody if self.state.last else fit
            found.append(open_ & ~apart[at] & ~(1 << at))
        return found

    def near(self, one: int, two: int) -> bool:
        """5.7: whether two players may be exchanged for a colour. Only a maxi-tournament looks at their ratings."""
        widest = self.state.system.widest
        return widest is None or abs(self.players[one].rating - self.players[two].rating) <= widest

    def complete(self, places: Sequence[int]) -> bool:
        """Whether all can be paired compatibly."""
        return not Matching(self.allowed, mask_of(places)).missing

    def cost(self, one: int, two: int, below: bool) -> tuple[int, int]:
        """Players beyond the limits (last round only), and without their due colour."""
        first, second = self.players[one], self.players[two]
        same = first.due_colour is not None and first.due_colour == second.due_colour
        return self._beyond(one, two, below), int(same)

    def _beyond(self, one: int, two: int, below: bool) -> int:
        """6.1: how many of two players get a colour beyond the limits, in the last round."""
        first, second = self.players[one], self.players[two]
        if not self.state.last or (first.forced is None and second.forced is None):
            return 0
        if (first.score, -first.rank) < (second.score, -second.rank):
            first, second = second, first
        colour, _ = lim_colour(first, second, self.state.initial, below)
        return (not first.may_have(colour)) + (not second.may_have(other(colour)))
