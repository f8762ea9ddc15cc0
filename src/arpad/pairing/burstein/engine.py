"""1.9: a round after the seeding rounds. The bye first, then bracket by bracket, each so that the round can be
completed (C4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from arpad.pairing.burstein.costs import BursteinCosts, BursteinCosts2018
from arpad.pairing.burstein.fold import fold
from arpad.pairing.burstein.index import ranking
from arpad.pairing.burstein.quick_fold import quick_fold
from arpad.pairing.byes import first_bye, without
from arpad.pairing.dutch.bracket import Bracket, Paired
from arpad.pairing.dutch.criteria.c04 import completes
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.next_bracket_2026 import best_downfloaters
from arpad.pairing.dutch.outlook_2026 import next_floaters
from arpad.pairing.matching.cardinality import mask_of
from arpad.pairing.state import PairingPlayer, PairingState

COSTS: dict[str, type[BursteinCosts]] = {"burstein-2018": BursteinCosts2018, "burstein-2026": BursteinCosts}


@dataclass(frozen=True, slots=True)
class BursteinRound:
    """A round that is paired; `bye` is a starting rank. The field has everybody but the player with the bye."""

    field: Field
    brackets: tuple[Paired, ...]
    bye: int | None

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return [pair for paired in self.brackets for pair in paired.pairs]


def bye_order(state: PairingState) -> list[PairingPlayer]:
    """3.1: the players in the order in which they come for the bye: lowest score, most games, lowest ranking."""
    players = sorted(state.entrants, key=ranking, reverse=True)
    return sorted(players, key=lambda player: (state.lowness(player), -len(player.colours)))


def find_bye(state: PairingState) -> int | None:
    """The first who may have the bye (C2) and leaves a complete pairing of all others (C4)."""
    return first_bye(bye_order(state), state.entrants, Field(state).allowed)


def pair_burstein(state: PairingState, quick: bool = True) -> BursteinRound | None:
    """Pair a round; None if there is no legal pairing. Without `quick` every bracket looks at everybody below."""
    bye = find_bye(state) if len(state.entrants) % 2 else None
    field = Field(without(state, bye))
    if not completes(field, field.everybody):
        return None
    groups = [tuple(group) for _, group in groupby(range(field.size), key=lambda place: field.scores[place])]
    found: list[Paired] = []
    moved: tuple[int, ...] = ()
    rest = field.everybody
    for at, residents in enumerate(groups):
        rest &= ~mask_of(residents)
        last = at == len(groups) - 1
        bracket = Bracket("last" if last else "normal", moved, residents, () if last else groups[at + 1])
        paired = pair_bracket(field, bracket, rest, quick)
        found.append(paired)
        moved = paired.floaters
    return BursteinRound(field, tuple(found), bye)


def order_of(field: Field, bracket: Bracket) -> list[int]:
    """4.1: the players of a bracket in their ranking."""
    return sorted(bracket.players, key=lambda place: ranking(field.entrants[place]))


def pair_bracket(field: Field, bracket: Bracket, rest: int, quick: bool) -> Paired:
    """The first of the best pairings of a bracket."""
    costs = COSTS[field.state.system.id]
    if quick and (bounded := _bounded(field, bracket, rest)) is not None:
        return bounded
    if quick and (near := _near(field, bracket, rest, costs)) is not None:
        return near
    return _folded(field, bracket, costs(field, bracket, rest))


def _folded(field: Field, bracket: Bracket, costs: BursteinCosts) -> Paired:
    return _of_pairs(bracket, fold(order_of(field, bracket), costs.weights()))


def _bounded(field: Field, bracket: Bracket, rest: int) -> Paired | None:
    """The first pairing that reaches every bound: nobody floats, or one resident whom the next bracket takes best (C5
    to C7), and the colours are as good as they can be (C8). None if there is no such pairing."""
    leaving = 0
    if len(bracket.players) % 2:
        leaving = best_downfloaters(field, bracket.residents, bracket.below, rest & ~mask_of(bracket.below))
    elif not completes(field, rest):
        return None
    pairs = quick_fold(field, order_of(field, bracket), leaving)
    return None if pairs is None else _of_pairs(bracket, pairs)


def _of_pairs(bracket: Bracket, pairs: Sequence[tuple[int, int]]) -> Paired:
    taken = {place for pair in pairs for place in pair}
    floaters = tuple(place for place in bracket.players if place not in taken)
    return Paired(bracket, tuple(sorted((min(pair), max(pair)) for pair in pairs)), floaters)


def _near(field: Field, bracket: Bracket, rest: int, kind: type[BursteinCosts]) -> Paired | None:
    """The best pairing as far as the next bracket shows it, if the round below allows it."""
    if bracket.kind == "last":
        return None
    costs = kind(field, bracket, rest, far=False)
    if costs.far:
        return None
    paired = _folded(field, bracket, costs)
    if len(paired.floaters) != costs.floaters:
        return None
    return paired if _allowed(field, bracket, rest, paired.floaters) else None


def _allowed(field: Field, bracket: Bracket, rest: int, floaters: Sequence[int]) -> bool:
    """C4 and C7: whether the round below gives what the next bracket promised."""
    further = rest & ~mask_of(bracket.below)
    if not floaters:
        return completes(field, rest)
    if len(floaters) == 1:
        return bool(best_downfloaters(field, floaters, bracket.below, further))
    if field.state.system.id != "burstein-2026":
        return False
    return completes(field, further | mask_of(next_floaters(field, floaters, bracket.below)))
