"""C.7 of 2017: what the next bracket makes of certain downfloaters."""

from collections.abc import Sequence

from arpad.pairing.dutch.bracket import Bracket
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.criteria.c07 import outlook
from arpad.pairing.dutch.digits import Number
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import bits, mask_of
from arpad.pairing.matching.heaviest import heaviest_edges


def next_bracket(field: Field, bracket: Bracket, floaters: Sequence[int]) -> list[tuple[str, int]]:
    """C.7: what the next bracket is worth with certain downfloaters: players left over, then score differences."""
    everybody = (*floaters, *bracket.below)
    number = Number(field, outlook([field.entrants[member] for member in everybody], field.state.unit))
    alone = {member: number.alone(member) for member in everybody}
    below = mask_of(bracket.below)
    weights: Weights = {
        (one, two): alone[one] + alone[two] - number.together(one, two)
        for one in everybody
        for two in bits(field.allowed[one] & below >> one << one)
    }
    if field.bye is not None and bracket.below[-1] == field.size - 1:
        for one in everybody:
            if field.entrants[one].bye_allowed:
                weights[one, field.bye] = number.values[0]
    spared = sum(weights[edge] for edge in heaviest_edges(weights))
    return number.apart(sum(alone.values()) - spared)
