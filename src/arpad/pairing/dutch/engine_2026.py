"""The Dutch system of 2026: bracket by bracket, each so that the round can be completed (C4) and the
pairing-allocated bye stays with the lowest score that can have it (C5)."""

from itertools import groupby

from arpad.pairing.dutch.bracket import Bracket, Paired
from arpad.pairing.dutch.costs_2026 import Costs2026
from arpad.pairing.dutch.criteria.c04 import completes
from arpad.pairing.dutch.engine import Round
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.next_bracket_2026 import best_downfloaters
from arpad.pairing.dutch.outlook_2026 import next_floaters
from arpad.pairing.dutch.perfect import perfect
from arpad.pairing.dutch.solver import solve
from arpad.pairing.matching.cardinality import bits, mask_of
from arpad.pairing.state import PairingState


def field_2026(state: PairingState) -> Field | None:
    """C5: the lowest score with which the bye lets the round be paired; None if there is no legal pairing."""
    field = Field(state)
    if field.bye is None:
        return field if completes(field, field.everybody) else None
    for score in sorted({member.score for member in field.entrants if member.bye_allowed}):
        field.give_bye_to(score)
        if completes(field, field.everybody):
            return field
    return None


def pair_brackets_2026(state: PairingState, quick: bool = True) -> Round | None:
    """The brackets of a round, None if there is no legal pairing. `quick` may take a candidate that bounds prove best;
    without it every bracket looks at everybody below, to the same end."""
    field = field_2026(state)
    if field is None:
        return None
    groups = [tuple(group) for _, group in groupby(range(field.size), key=lambda member: field.scores[member])]
    found: list[Paired] = []
    moved: tuple[int, ...] = ()
    rest = field.everybody
    for at, residents in enumerate(groups):
        rest &= ~mask_of(residents)
        last = at == len(groups) - 1
        bracket = Bracket("last" if last else "normal", moved, residents, () if last else groups[at + 1])
        paired = (_quickly(field, bracket, rest) or _nearly(field, bracket, rest)) if quick else None
        if paired is None:
            paired = solve(bracket, Costs2026(field, bracket, rest).weights())
        found.append(paired)
        moved = paired.floaters
    return Round(field, tuple(found))


def _quickly(field: Field, bracket: Bracket, rest: int) -> Paired | None:
    """The first candidate that reaches every bound, None if that cannot be told without search."""
    if len(bracket.players) % 2 == 0 and not completes(field, rest):
        return None
    return perfect(field, bracket, _may_float(field, bracket, rest))


def _may_float(field: Field, bracket: Bracket, rest: int) -> int:
    """C4, C5, C8, C9, C14 and C16: the residents who may be left over in a perfect candidate."""
    if len(bracket.players) % 2 == 0:
        return 0
    if bracket.kind == "last":
        assert field.bye is not None
        best = field.allowed[field.bye] & mask_of(bracket.residents)
    else:
        best = best_downfloaters(field, bracket.residents, bracket.below, rest & ~mask_of(bracket.below))
    if field.scores[bracket.residents[0]] == field.bye_score:
        unplayed = {member: field.entrants[member].unplayed for member in bits(best)}
        best = mask_of(member for member, games in unplayed.items() if games == min(unplayed.values()))
    return mask_of(member for member in bits(best) if "down" not in field.entrants[member].floats)


def _nearly(field: Field, bracket: Bracket, rest: int) -> Paired | None:
    """The best candidate as far as the next bracket shows it, if the round below allows it."""
    if bracket.kind == "last":
        return None
    costs = Costs2026(field, bracket, rest, far=False)
    if costs.far:
        return None
    paired = solve(bracket, costs.weights())
    if len(paired.floaters) != costs.floaters:
        return None
    further = rest & ~mask_of(bracket.below)
    if not paired.floaters:
        return paired if completes(field, rest) else None
    if len(paired.floaters) == 1:
        best = best_downfloaters(field, paired.floaters, bracket.below, further)
        return paired if best else None
    floaters = next_floaters(field, paired.floaters, bracket.below)
    return paired if completes(field, further | mask_of(floaters)) else None
