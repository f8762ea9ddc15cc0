"""Two candidates of a bracket compared: the criterion by which one is worse, or the order that puts it later (B.8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.pairing.dutch.bracket import Bracket, Paired
from arpad.pairing.dutch.costs import Costs, Weights
from arpad.pairing.dutch.criteria.c04 import completes
from arpad.pairing.dutch.criteria.c07 import outlook
from arpad.pairing.dutch.digits import Number
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import bits
from arpad.pairing.matching.heaviest import heaviest

Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class CandidateVerdict:
    """`article` is the rule that a candidate fails, with `players` if it concerns some; `given` and `best` are the
    counts of the criterion, if it has any."""

    article: str
    players: tuple[int, ...] = ()
    given: int | None = None
    best: int | None = None


def illegal(field: Field, pairs: Pairs) -> CandidateVerdict | None:
    """C.1 and C.3: the first pair that may not be."""
    for one, two in pairs:
        if not field.allowed[one] >> two & 1:
            higher, lower = field.entrants[one], field.entrants[two]
            if lower.rank in higher.opponents:
                return CandidateVerdict("C.1", (one, two))
            if tuple(sorted((higher.rank, lower.rank))) in field.state.forbidden:
                return CandidateVerdict("forbidden", (one, two))
            return CandidateVerdict("C.3", (one, two))
    return None


def compare(field: Field, paired: Paired, pairs: Pairs, rest: int) -> CandidateVerdict:
    """Why a candidate of a bracket is not the one that was taken. `rest` is everybody below the bracket."""
    bracket = paired.bracket
    if (found := illegal(field, pairs)) is not None:
        return found
    floaters = _floaters(bracket, pairs)
    if bracket.kind == "last":
        if len(floaters) > len(paired.floaters):
            return CandidateVerdict("C.5", given=len(pairs), best=len(paired.pairs))
        barred = [floater for floater in floaters if not field.entrants[floater].bye_allowed]
        if barred:
            return CandidateVerdict("C.2", tuple(barred))
    elif bracket.kind == "penultimate" and not completes(field, rest | sum(1 << floater for floater in floaters)):
        return CandidateVerdict("C.4", tuple(floaters))
    return _by_quality(field, paired, pairs) or CandidateVerdict(_order(paired, pairs))


def _floaters(bracket: Bracket, pairs: Pairs) -> list[int]:
    taken = {player for pair in pairs for player in pair}
    return [player for player in bracket.players if player not in taken]


def _by_quality(field: Field, paired: Paired, pairs: Pairs) -> CandidateVerdict | None:
    """C.5 to C.19: the first digit that differs."""
    costs = Costs(field, paired.bracket)
    given, best = costs.value(pairs), costs.value(paired.pairs)
    upper = len(costs.upper.digits)
    if (found := _first(given[:upper], best[:upper], len(pairs), len(paired.pairs))) is not None:
        return found
    if paired.bracket.kind == "normal":
        mine = next_bracket(field, paired.bracket, _floaters(paired.bracket, pairs))
        his = next_bracket(field, paired.bracket, paired.floaters)
        if mine != his:
            return CandidateVerdict("C.7", given=mine[0][1], best=his[0][1])
    return _first(given[upper:], best[upper:], len(pairs), len(paired.pairs))


def _first(
    given: Sequence[tuple[str, int]], best: Sequence[tuple[str, int]], pairs: int, most_pairs: int
) -> CandidateVerdict | None:
    for (criterion, mine), (_, his) in zip(given, best, strict=True):
        if mine != his:
            return (
                CandidateVerdict("C.5", (), pairs, most_pairs)
                if criterion == "C.5"
                else CandidateVerdict(criterion, (), mine, his)
            )
    return None


def next_bracket(field: Field, bracket: Bracket, floaters: Sequence[int]) -> list[tuple[str, int]]:
    """C.7: the value of the next bracket with certain downfloaters: players left over, then score differences."""
    everybody = (*floaters, *bracket.below)
    number = Number(field, outlook([field.entrants[player] for player in everybody], field.state.unit))
    alone = {player: number.alone(player) for player in everybody}
    below = sum(1 << player for player in bracket.below)
    weights: Weights = {
        (one, two): alone[one] + alone[two] - number.together(one, two)
        for one in everybody
        for two in bits(field.allowed[one] & below >> one << one)
    }
    if field.bye is not None and bracket.below[-1] == field.size - 1:
        for one in everybody:
            if field.entrants[one].bye_allowed:
                weights[one, field.bye] = number.values[0]
    place = {it: at for at, it in enumerate(sorted({player for edge in weights for player in edge}))}
    vertex = {at: it for it, at in place.items()}
    chosen = heaviest(len(place), [(place[one], place[two], weight) for (one, two), weight in weights.items()])
    spared = sum(weights[vertex[one], vertex[two]] for one, two in chosen)
    return number.apart(sum(alone.values()) - spared)


def _order(paired: Paired, pairs: Pairs) -> str:
    """Section D: equal in all criteria, but generated later."""
    moved = set(paired.bracket.moved)
    mine, his = dict(pairs), dict(paired.pairs)
    chosen = (
        [player for player in paired.bracket.moved if player in mine],
        [player for player in paired.bracket.moved if player in his],
    )
    if chosen[0] != chosen[1]:
        return "D.3"
    if any(mine[player] != his[player] for player in chosen[0]):
        return "D.1"
    upper = {player for player in mine if player not in moved}, {player for player in his if player not in moved}
    return "D.1" if upper[0] == upper[1] else "D.2"
