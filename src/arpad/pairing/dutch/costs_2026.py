"""The edges of a bracket of 2026 and their weights.

Near: the bracket, and with two or more downfloaters the next scoregroup, as far as C8 looks. This is a bound: the
round below may not allow it. Far: everybody below takes part, so that the round can be completed (C4, C5).
"""

from collections.abc import Sequence

from arpad.pairing.dutch import criteria
from arpad.pairing.dutch.bracket import Bracket
from arpad.pairing.dutch.costs import Weights, inner_edges, least_floaters
from arpad.pairing.dutch.criteria.c04 import completes
from arpad.pairing.dutch.criteria.c06_c08_2026 import downfloaters
from arpad.pairing.dutch.criteria.c09_2026 import unplayed_games
from arpad.pairing.dutch.criteria.c14_c21_2026 import repeated_floats_2026
from arpad.pairing.dutch.digits import Digit, Number, nothing
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.next_bracket_2026 import best_downfloaters
from arpad.pairing.dutch.outlook_2026 import next_floaters
from arpad.pairing.dutch.solver import best_pairs
from arpad.pairing.matching.cardinality import bits, mask_of


class Costs2026:
    """What downfloaters and pairs cost: C6 and C7 above C8, that above C9 to C21."""

    names = ("C6", "C7", "C8")
    """The number of downfloaters, their scores, and the next bracket."""

    def __init__(self, field: Field, bracket: Bracket, rest: int, far: bool = True) -> None:
        """`rest` is everybody below the bracket. The number of downfloaters is found on the way if C9 needs it."""
        self.field, self.bracket, self.rest = field, bracket, rest
        self.far = far or (bool(bracket.below) and bracket.below[-1] == field.size - 1)
        self.players = [field.entrants[member] for member in bracket.players]
        self.floaters: int | None = None if self.far else least_floaters(field, bracket)
        self.upper = Number(field, self._upper())
        self.middle = Number(field, self._next_bracket())
        self.lower = Number(field, self._lower())
        if self.far and self._bye_is_near():
            taken = len(best_pairs(bracket, self.weights()))
            self.floaters = len(bracket.players) - 2 * taken
            self.lower = Number(field, self._lower())

    def _upper(self) -> list[Digit]:
        return downfloaters(self.players, *self.names[:2])

    def _outlook(self) -> list[Digit]:
        """C8: the downfloaters of the next bracket."""
        together = [self.field.entrants[member] for member in (*self.bracket.players, *self.bracket.below)]
        return downfloaters(together, self.names[2], self.names[2])

    def _bye_is_near(self) -> bool:
        """Whether C9 can count: the player with the bye may be the only downfloater."""
        score = self.field.bye_score
        return len(self.players) % 2 == 1 and any(member.score == score for member in self.players)

    def _next_bracket(self) -> list[Digit]:
        """C8, and who takes part in the matching beside the bracket."""
        field, bracket = self.field, self.bracket
        self.next: tuple[int, ...] = bracket.below
        self.outside: tuple[int, ...] = tuple(bits(self.rest)) if self.far else ()
        if not bracket.below or (not self.far and self.floaters == 0):
            return []
        if not self.far and self.floaters == 1:
            self.next = ()
            best = best_downfloaters(field, bracket.players, bracket.below, self.rest & ~mask_of(bracket.below))
            ranks = {field.entrants[member].rank for member in bits(best)}
            return [Digit(self.names[2], 1, lambda member: int(member.rank not in ranks), nothing)]
        self.outside = self.outside or bracket.below
        return self._outlook()

    def _lower(self) -> list[Digit]:
        field, bye_score = self.field, self.field.bye_score
        last_down = self.floaters == 1 and bye_score is not None and self._bye_is_near()
        return [
            *(unplayed_games(self.players, bye_score) if last_down and bye_score is not None else ()),
            *criteria.topscorers(self.players, field.state.initial, ("C10", "C11")),
            *criteria.colours(self.players, ("C12", "C13")),
            *repeated_floats_2026(self.players, field.state.unit),
        ]

    def kept_below(self, floaters: Sequence[int]) -> bool:
        """C4 and C8: whether the round below gives these downfloaters what the next bracket promises."""
        field, below = self.field, self.bracket.below
        further = self.rest & ~mask_of(below)
        if not floaters:
            return completes(field, self.rest)
        if len(floaters) == 1:
            return bool(best_downfloaters(field, floaters, below, further))
        return completes(field, further | mask_of(next_floaters(field, floaters, below)))

    def _down(self, player: int) -> int:
        """What a downfloater costs whatever becomes of them below."""
        return self.upper.alone(player) * self.middle.size * self.lower.size + self.lower.alone(player)

    def weights(self) -> Weights:
        """The edges, the lower place first, and what each spares."""
        inside = set(self.bracket.players)
        below = {member: self.middle.alone(member) * self.lower.size for member in (*self.bracket.players, *self.next)}
        down = {member: self._down(member) for member in self.bracket.players}
        everybody = (*self.bracket.players, *self.outside)
        whole = self.upper.size * self.middle.size * self.lower.size
        if self.far:
            alone = dict.fromkeys(everybody, whole)
        else:
            alone = {member: down.get(member, 0) + below.get(member, 0) for member in everybody}
        found: Weights = {}
        for one, others in inner_edges(self.field, self.bracket).items():
            for two in bits(others >> one << one):
                found[one, two] = alone[one] + alone[two] - self.lower.together(one, two)
        lower, following = mask_of(self.outside), set(self.next)
        for one in everybody:
            own = down.get(one, 0)
            for two in bits(self.field.allowed[one] & lower >> one << one):
                apart = below.get(one, 0) if two not in following else 0
                found[one, two] = alone[one] + alone[two] - own - apart
            if self.far and self.field.bye is not None and self.field.allowed[one] >> self.field.bye & 1:
                further = below.get(one, 0) if one in inside or one in following else 0
                found[one, self.field.bye] = alone[one] + whole - own - further
        return found

    def value(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[str, int]]:
        """C6, C7 and C9 to C21 of a candidate, digit by digit."""
        floaters = self.bracket.left_over(pairs)
        return [*self.upper.value(floaters, pairs), *self.lower.value(floaters, pairs)]
