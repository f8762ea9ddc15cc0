"""Dutch system: earlier alternatives to the chosen pairing of a bracket, and the criterion each fails."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from arpad.pairing._graph import Bracket, Field, Paired
from arpad.pairing._matching import Weights, best_pairs
from arpad.pairing.dutch._rules import CandidateVerdict, DutchRules

# Two candidates of a bracket compared: the criterion by which one is worse, or the order that puts it later (B.8).

Pairs = Sequence[tuple[int, int]]


def illegal(field: Field, pairs: Pairs) -> CandidateVerdict | None:
    """C.1 and C.3: the first pair that may not be."""
    return next((CandidateVerdict(why, pair) for pair in pairs if (why := field.barred(*pair)) is not None), None)


def compare(rules: DutchRules, field: Field, paired: Paired, pairs: Pairs) -> CandidateVerdict:
    """Why a candidate of a bracket is not the one that was taken."""
    if (barred := illegal(field, pairs)) is not None:
        return barred
    if (unfit := rules.unfit(field, paired, paired.bracket.left_over(pairs))) is not None:
        return unfit
    return _by_quality(rules, field, paired, pairs) or CandidateVerdict(_order(paired, pairs))


def _by_quality(rules: DutchRules, field: Field, paired: Paired, pairs: Pairs) -> CandidateVerdict | None:
    """The first digit of the criteria that differs."""
    costs = rules.costs(field, paired.bracket)
    given, best = costs.value(pairs), costs.value(paired.pairs)
    upper = len(costs.upper.digits)
    counts = len(pairs), len(paired.pairs)
    if (found := _first(rules, given[:upper], best[:upper], counts)) is not None:
        return found
    mine = rules.outlook(field, paired.bracket, paired.bracket.left_over(pairs))
    theirs = rules.outlook(field, paired.bracket, paired.floaters)
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


# Alternatives that come earlier in the order of section D than the chosen candidate, and why they fail.

LARGEST = 120
"""With more players only forbidden pairs are reported: every other reason needs a matching."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A pair that comes first in the order of section D (D.1); or S1 without an exchange (D.2) or with another
    moved-down player (D.3), if there is no single pair to name."""

    order: str
    players: tuple[int, ...]
    verdict: CandidateVerdict


def refused(rules: DutchRules, field: Field, paired: Paired, limit: int) -> list[Refused]:
    """The first alternatives that failed, in the order of the candidate."""
    return list(islice(_Alternatives(rules, field, paired).all(), limit))


class _Alternatives:
    def __init__(self, rules: DutchRules, field: Field, paired: Paired) -> None:
        self.rules, self.field, self.paired = rules, field, paired
        self.bracket: Bracket = paired.bracket
        self.searching = len(self.bracket.players) <= LARGEST
        self.weights: Weights = rules.costs(field, self.bracket).weights() if self.searching else {}
        self.mate = dict(paired.pairs)

    def all(self) -> Iterator[Refused]:
        """First the moved-down players, then the exchange, then the remainder, then those who are left over."""
        moved = set(self.bracket.moved)
        chosen = [one for one in self.bracket.moved if one in self.mate]
        for player in self.bracket.moved[: len(chosen)]:
            if player not in self.mate:
                verdicts = [illegal(self.field, [(player, other)]) for other in self.bracket.residents]
                if None in verdicts:
                    yield from self._judge("D.3", (player,), self._with_player(player))
                for other, verdict in zip(self.bracket.residents, verdicts, strict=True):
                    if verdict is not None and None not in verdicts:
                        yield Refused("D.1", (player, other), verdict)
        fixed: list[tuple[int, int]] = []
        yield from self._opposed(chosen, self.bracket.residents, fixed)
        taken = {one for pair in fixed for one in pair}
        remainder = [resident for resident in self.bracket.residents if resident not in taken]
        upper = [one for one in remainder if one in self.mate]
        natural = remainder[: len(upper)]
        if upper != natural:
            leaving = tuple(one for one in natural if one not in upper)
            coming = tuple(one for one in upper if one not in natural)
            yield from self._judge("D.2", leaving + coming, self._between(fixed, natural, moved))
        yield from self._opposed(upper, [one for one in remainder if one not in upper], fixed)
        for pair in combinations(self.paired.floaters, 2):
            if (barred := illegal(self.field, [pair])) is not None:
                yield Refused("D.1", pair, barred)
            elif not moved.issuperset(pair) and self.bracket.kind != "penultimate":
                yield from self._judge("D.1", pair, sorted([*self.paired.pairs, pair]))

    def _opposed(self, upper: Sequence[int], lower: Sequence[int], fixed: list[tuple[int, int]]) -> Iterator[Refused]:
        """D.1: opponents who would have come first."""
        free = list(lower)
        for one in upper:
            for two in free:
                if two == self.mate[one]:
                    break
                if (barred := illegal(self.field, [_ranked(one, two)])) is not None:
                    yield Refused("D.1", (one, two), barred)
                else:
                    pairs = self._with_pairs([*fixed, _ranked(one, two)], set(upper))
                    yield from self._judge("D.1", (one, two), pairs)
            free.remove(self.mate[one])
            fixed.append((one, self.mate[one]))

    def _judge(self, order: str, players: tuple[int, ...], pairs: list[tuple[int, int]] | None) -> Iterator[Refused]:
        if pairs is not None:
            yield Refused(order, players, compare(self.rules, self.field, self.paired, pairs))

    def _with_pairs(self, fixed: Sequence[tuple[int, int]], s1: set[int]) -> list[tuple[int, int]] | None:
        """The best candidate with certain pairs, and no pair inside S1."""
        return self._best(fixed, lambda _, two: two not in s1)

    def _between(
        self, fixed: Sequence[tuple[int, int]], upper: Sequence[int], moved: set[int]
    ) -> list[tuple[int, int]] | None:
        """The best candidate without exchange."""
        s1 = set(upper)
        return self._best(fixed, lambda one, two: one not in moved and (one in s1) != (two in s1))

    def _best(
        self, fixed: Sequence[tuple[int, int]], suits: Callable[[int, int], bool]
    ) -> list[tuple[int, int]] | None:
        """The best candidate with certain pairs, whose other pairs inside the bracket suit."""
        if not self.searching:
            return None
        gone, inside = {player for pair in fixed for player in pair}, set(self.bracket.players)
        left = {
            edge: weight
            for edge, weight in self.weights.items()
            if gone.isdisjoint(edge) and (not inside.issuperset(edge) or suits(*edge))
        }
        return sorted([*fixed, *best_pairs(self.bracket.players, left)])

    def _with_player(self, player: int) -> list[tuple[int, int]] | None:
        """The best candidate in which a moved-down player is paired."""
        if not self.searching:
            return None
        inside = set(self.bracket.players)
        top = sum(self.weights.values()) + 1
        raised = {
            edge: weight + (top if player in edge and inside.issuperset(edge) else 0)
            for edge, weight in self.weights.items()
        }
        return sorted(best_pairs(self.bracket.players, raised))


def _ranked(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one < two else (two, one)
