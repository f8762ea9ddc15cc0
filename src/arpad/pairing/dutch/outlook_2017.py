"""C.7 of 2017: what the next bracket makes of certain downfloaters."""

from collections.abc import Sequence

from arpad.pairing.dutch.bracket import Bracket
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.criteria.c07 import outlook
from arpad.pairing.dutch.digits import Number
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import bits
from arpad.pairing.matching.heaviest import heaviest


def next_bracket(field: Field, bracket: Bracket, floaters: Sequence[int]) -> list[tuple[str, int]]:
    """C.7: what the next bracket is worth with certain downfloaters: players left over, then score differences."""
    everybody = (*floaters, *bracket.below)
    number = Number(field, outlook([field.entrants[it] for it in everybody], field.state.unit))
    alone = {it: number.alone(it) for it in everybody}
    below = sum(1 << it for it in bracket.below)
    weights: Weights = {
        (one, two): alone[one] + alone[two] - number.together(one, two)
        for one in everybody
        for two in bits(field.allowed[one] & below >> one << one)
    }
    if field.bye is not None and bracket.below[-1] == field.size - 1:
        for one in everybody:
            if field.entrants[one].bye_allowed:
                weights[one, field.bye] = number.values[0]
    place = {it: at for at, it in enumerate(sorted({it for edge in weights for it in edge}))}
    vertex = {at: it for it, at in place.items()}
    chosen = heaviest(len(place), [(place[one], place[two], weight) for (one, two), weight in weights.items()])
    spared = sum(weights[vertex[one], vertex[two]] for one, two in chosen)
    return number.apart(sum(alone.values()) - spared)
