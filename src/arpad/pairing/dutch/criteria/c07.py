"""C.7: the downfloaters that give the next bracket the most pairs, then the least score differences."""

from collections.abc import Sequence

from arpad.pairing.dutch.criteria.c06 import score_differences
from arpad.pairing.dutch.digits import Digit, nothing
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching, mask_of
from arpad.pairing.state import PairingPlayer

BEST, FAIR, WORST = 0, 1, 2


def outlook(players: Sequence[PairingPlayer], unit: int) -> list[Digit]:
    """The digits of the next bracket, for any number of downfloaters."""
    return [Digit("C.7", len(players), lambda _: 1, nothing), *score_differences(players, unit, "C.7")]


class SingleFloater:
    """How the next bracket can use a single downfloater, without looking at its pairings.

    They add a pair if they may meet somebody whom a largest matching of the residents can spare: `best`. Otherwise they
    can only take somebody's place: `fair`, if there is anybody whom they may meet. If the next bracket is the last, the
    bye takes part: they are fair if only the bye is left for them.
    """

    def __init__(self, field: Field, below: Sequence[int], last: bool) -> None:
        self.field = field
        residents = mask_of(below)
        with_bye = last and len(below) % 2 == 0 and field.bye is not None
        vertices = residents | (1 << field.bye if with_bye and field.bye is not None else 0)
        matching = Matching(field.allowed, vertices)
        spare = matching.missable()
        self.best, self.fair = spare & residents, vertices
        if last:
            complete = matching.missing == 1
            self.best, self.fair = (spare & residents, spare) if complete else (0, 0)

    def value(self, player: int) -> int:
        """The lower the better."""
        around = self.field.allowed[player]
        return BEST if around & self.best else FAIR if around & self.fair else WORST

    def digit(self, players: Sequence[int]) -> list[Digit]:
        """As a cost of the downfloater."""
        values = {self.field.entrants[player].rank: self.value(player) for player in players}
        return [Digit("C.7", WORST, lambda player: values[player.rank], nothing)]
