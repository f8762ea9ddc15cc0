"""The edges of a bracket and their weights: what a pair saves compared with two downfloaters, in all criteria at once.

If more than one player must float from a normal bracket, the players of the next one take part in the matching
(C.7); if the round must be completed, all players below do (C.4).
"""

from collections.abc import Sequence

from arpad.pairing.dutch import criteria
from arpad.pairing.dutch.bracket import Bracket
from arpad.pairing.dutch.criteria.c07 import SingleFloater, outlook
from arpad.pairing.dutch.digits import Digit, Number
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching, bits, mask_of

Weights = dict[tuple[int, int], int]


def inner_edges(field: Field, bracket: Bracket) -> dict[int, int]:
    """Return whom each player of a bracket may meet in it; a moved-down player may only meet residents."""
    residents = mask_of(bracket.residents)
    everybody = residents | mask_of(bracket.moved)
    around = {player: field.allowed[player] & residents for player in bracket.moved}
    return around | {resident: field.allowed[resident] & everybody for resident in bracket.residents}


def least_floaters(field: Field, bracket: Bracket) -> int:
    """B.1: how many players float if the others make MaxPairs."""
    return Matching(inner_edges(field, bracket), mask_of(bracket.players)).missing


class Costs:
    """What downfloaters and pairs cost: C.4 before C.5 and C.6, these before C.7, and C.7 before C.8 to C.19."""

    def __init__(self, field: Field, bracket: Bracket) -> None:
        self.field, self.bracket = field, bracket
        unit = field.state.unit
        players = [field.entrants[player] for player in bracket.players]
        self.upper = Number(field, [*criteria.pairs(players), *criteria.score_differences(players, unit)])
        self.middle = Number(field, self._next_bracket())
        self.lower = Number(
            field,
            [
                *criteria.topscorers(players, field.state.initial),
                *criteria.colours(players),
                *criteria.repeated_floats(players),
                *criteria.repeated_float_differences(players, unit),
            ],
        )
        self.complete = self.upper.size * self.middle.size * self.lower.size if bracket.kind != "normal" else 0
        self._alone = {player: self._float_cost(player) for player in bracket.players}

    def _next_bracket(self) -> list[Digit]:
        """C.7, and the other players who take part in the matching."""
        field, bracket = self.field, self.bracket
        self.outside: tuple[int, ...] = bracket.below if bracket.kind == "penultimate" else ()
        self.with_bye = field.bye is not None and bracket.kind != "normal"
        if bracket.kind != "normal":
            return []
        floaters = least_floaters(field, bracket)
        last = bracket.below[-1] == field.size - 1
        if floaters == 1:
            return SingleFloater(field, bracket.below, last).digit(bracket.players)
        if floaters == 0:
            return []
        self.outside, self.with_bye = bracket.below, last and field.bye is not None
        return outlook([field.entrants[player] for player in (*bracket.players, *bracket.below)], field.state.unit)

    def _float_cost(self, player: int) -> int:
        """Return the cost of a downfloater, whatever happens below."""
        return self.upper.alone(player) * self.middle.size * self.lower.size + self.lower.alone(player)

    def alone(self, player: int) -> int:
        """Return the cost of a player without an opponent."""
        return self.complete + self._alone.get(player, 0) + self.middle.alone(player) * self.lower.size

    def inside(self, one: int, two: int) -> int:
        """Return the cost of a pair of the bracket."""
        return self.upper.together(one, two) * self.middle.size * self.lower.size + self.lower.together(one, two)

    def outside_pair(self, one: int, two: int) -> int:
        """Return the cost of a pair below the bracket; one of them may be a downfloater."""
        below = self.middle.together(one, two) * self.lower.size if self.middle.digits else 0
        return self._alone.get(one, 0) + below

    def bye(self, player: int) -> int:
        """Return the cost of the pairing-allocated bye: no pair is missing, but the player is a downfloater."""
        below = self.middle.alone(player) - self.middle.values[0] if self.outside and self.middle.digits else 0
        return self._alone.get(player, 0) + below * self.lower.size

    def weights(self) -> Weights:
        """Return the edges, the lower place first, and what each saves."""
        found: Weights = {}
        around = inner_edges(self.field, self.bracket)
        alone = {player: self.alone(player) for player in (*self.bracket.players, *self.outside)}
        for one, others in around.items():
            for two in bits(others >> one << one):
                found[one, two] = alone[one] + alone[two] - self.inside(one, two)
        below = mask_of(self.outside)
        for one, cost in alone.items():
            for two in bits(self.field.allowed[one] & below >> one << one):
                found[one, two] = cost + alone[two] - self.outside_pair(one, two)
        if self.with_bye and self.field.bye is not None:
            for one, cost in alone.items():
                if self.field.entrants[one].bye_allowed:
                    found[one, self.field.bye] = cost + self.complete - self.bye(one)
        return found

    def value(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[str, int]]:
        """C.5, C.6 and C.8 to C.19 of a candidate, digit by digit."""
        floaters = self.bracket.left_over(pairs)
        return [*self.upper.value(floaters, pairs), *self.lower.value(floaters, pairs)]
