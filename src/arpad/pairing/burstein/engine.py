"""1.9: a round after the seeding rounds. The bye first, then bracket by bracket, each so that the round can be
completed (C4)."""

from dataclasses import dataclass

from arpad.pairing.burstein.costs import BursteinCosts, BursteinCosts2018
from arpad.pairing.burstein.fold import fold
from arpad.pairing.burstein.index import ranking
from arpad.pairing.burstein.quick_fold import quick_fold
from arpad.pairing.byes import after_bye
from arpad.pairing.dutch.bracket import Bracket, Paired, paired_by
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.criteria.c04 import completes
from arpad.pairing.dutch.engine_2026 import from_the_top, nearly
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.next_bracket_2026 import best_downfloaters
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


def pair_burstein(state: PairingState, quick: bool = True) -> BursteinRound | None:
    """Pair a round, the bye first (C2, C4); None if there is no legal pairing. Without `quick` every bracket looks at
    everybody below."""
    field, bye = after_bye(state, bye_order, Field)
    if not completes(field, field.everybody):
        return None
    costs = COSTS[field.state.system.id]

    def pair(bracket: Bracket, rest: int) -> Paired:
        def folded(weights: Weights) -> Paired:
            return paired_by(bracket, fold(order_of(field, bracket), weights))

        found = (_bounded(field, bracket, rest) or nearly(field, bracket, rest, costs, folded)) if quick else None
        return found or folded(costs(field, bracket, rest).weights())

    return BursteinRound(field, tuple(from_the_top(field, pair)), bye)


def order_of(field: Field, bracket: Bracket) -> list[int]:
    """4.1: the players of a bracket in their ranking."""
    return sorted(bracket.players, key=lambda place: ranking(field.entrants[place]))


def _bounded(field: Field, bracket: Bracket, rest: int) -> Paired | None:
    """The first pairing that reaches every bound: nobody floats, or one resident whom the next bracket takes best (C5
    to C7), and the colours are as good as they can be (C8). None if there is no such pairing."""
    leaving = 0
    if len(bracket.players) % 2:
        leaving = best_downfloaters(field, bracket.residents, bracket.below, rest & ~mask_of(bracket.below))
    elif not completes(field, rest):
        return None
    pairs = quick_fold(field, order_of(field, bracket), leaving)
    return None if pairs is None else paired_by(bracket, pairs)
