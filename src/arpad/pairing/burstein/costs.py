"""C5 to C8: what outgoing floaters and pairs of a bracket cost."""

from collections.abc import Sequence

from arpad.pairing.dutch import criteria
from arpad.pairing.dutch.costs_2026 import Costs2026
from arpad.pairing.dutch.digits import Digit, nothing
from arpad.pairing.state import PairingPlayer


class BursteinCosts(Costs2026):
    """C5 and C6 of 2026: as few outgoing floaters as possible, with the lowest scores; C7 the same in the next bracket;
    C8 the colours."""

    names = ("C5", "C6", "C7")

    def _bye_is_near(self) -> bool:
        return False

    def _lower(self) -> list[Digit]:
        return criteria.colours(self.players, ("C8", ""))[:1]


class BursteinCosts2018(BursteinCosts):
    """C.6 of 2018: as many incoming floaters as possible are paired, then those with the highest scores."""

    def _upper(self) -> list[Digit]:
        low = self.field.scores[self.bracket.residents[0]]
        return incoming(self.players, low, self.names[0], self.names[1])

    def kept_below(self, floaters: Sequence[int]) -> bool:
        """C.4 and C.7. What becomes of several floaters is only seen with everybody below."""
        return len(floaters) < 2 and super().kept_below(floaters)

    def _outlook(self) -> list[Digit]:
        """C.7: the floaters of this bracket are the incoming ones of the next."""
        together = [self.field.entrants[member] for member in (*self.bracket.players, *self.bracket.below)]
        low = self.field.scores[self.bracket.below[0]]
        return incoming(together, low, self.names[2], self.names[2])


def incoming(players: list[PairingPlayer], low: int, number: str, scores: str) -> list[Digit]:
    """Return the digits of 2018: those left over, then those among them who came from above, then these by their
    scores from the highest."""
    above = [player.score for player in players if player.score > low]
    return [
        Digit(number, len(players), lambda _: 1, nothing),
        Digit(scores, len(above), lambda player: int(player.score > low), nothing),
        *(_with_score(scores, score, above.count(score)) for score in sorted(set(above), reverse=True)),
    ]


def _with_score(criterion: str, score: int, most: int) -> Digit:
    return Digit(criterion, most, lambda player: int(player.score == score), nothing)
