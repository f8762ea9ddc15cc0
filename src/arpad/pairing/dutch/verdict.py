"""Two candidates of a bracket compared: the criterion by which one is worse, or the order that puts it later (B.8)."""

from collections.abc import Sequence

from arpad.pairing.dutch.bracket import Paired
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.rules import CandidateVerdict, DutchRules, rules_of

Pairs = Sequence[tuple[int, int]]


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


def compare(field: Field, paired: Paired, pairs: Pairs, rest: int, rules: DutchRules | None = None) -> CandidateVerdict:
    """Why a candidate of a bracket is not the one that was taken. `rest` is everybody below the bracket; `rules` are
    those of the edition, or of another system that is paired in the same way."""
    if (found := illegal(field, pairs)) is not None:
        return found
    rules = rules or rules_of(field.state.system)
    if (unfit := rules.unfit(field, paired, paired.bracket.left_over(pairs), rest)) is not None:
        return unfit
    return _by_quality(rules, field, paired, pairs, rest) or CandidateVerdict(_order(paired, pairs))


def _by_quality(rules: DutchRules, field: Field, paired: Paired, pairs: Pairs, rest: int) -> CandidateVerdict | None:
    """The first digit of the criteria that differs."""
    costs = rules.costs(field, paired.bracket, rest)
    given, best = costs.value(pairs), costs.value(paired.pairs)
    upper = len(costs.upper.digits)
    counts = len(pairs), len(paired.pairs)
    if (found := _first(rules, given[:upper], best[:upper], counts)) is not None:
        return found
    mine = rules.outlook(field, paired.bracket, paired.bracket.left_over(pairs), rest)
    theirs = rules.outlook(field, paired.bracket, paired.floaters, rest)
    if mine != theirs:
        return CandidateVerdict(rules.next, given=mine[0], best=theirs[0])
    return _first(rules, given[upper:], best[upper:], counts)


def _first(
    rules: DutchRules,
    given: Sequence[tuple[str, int]],
    best: Sequence[tuple[str, int]],
    pairs: tuple[int, int],
) -> CandidateVerdict | None:
    for (criterion, mine), (_, theirs) in zip(given, best, strict=True):
        if mine != theirs:
            return CandidateVerdict(criterion, (), *(pairs if criterion == rules.pairs else (mine, theirs)))
    return None


def _order(paired: Paired, pairs: Pairs) -> str:
    """Section D: equal in all criteria, but generated later."""
    moved = set(paired.bracket.moved)
    mine, theirs = dict(pairs), dict(paired.pairs)
    chosen = (
        [player for player in paired.bracket.moved if player in mine],
        [player for player in paired.bracket.moved if player in theirs],
    )
    if chosen[0] != chosen[1]:
        return "D.3"
    if any(mine[player] != theirs[player] for player in chosen[0]):
        return "D.1"
    upper = {player for player in mine if player not in moved}, {player for player in theirs if player not in moved}
    return "D.1" if upper[0] == upper[1] else "D.2"
