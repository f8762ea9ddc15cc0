"""Dutch system: what differs between its editions, and why candidates fail that come before the chosen one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice

from arpad.pairing._graph import Bracket, Field, Paired
from arpad.pairing._matching import Weights, best_pairs, mask_of
from arpad.pairing.dutch._costs import BracketCosts, Costs, Costs2026, next_bracket, next_value
from arpad.pairing.dutch._criteria import completes
from arpad.pairing.state import points


@dataclass(frozen=True, slots=True)
class CandidateVerdict:
    """`article` is what a candidate fails on, with `players` if it concerns some; `given` and `best` are the counts
    of the criterion if it has any. Articles without a count are named as in 2017."""

    article: str
    players: tuple[int, ...] = ()
    given: int | Fraction | None = None
    best: int | Fraction | None = None


@dataclass(frozen=True, slots=True)
class DutchRules:
    """An edition at work. `words` is the group of messages that name its criteria, `articles` how it numbers the
    articles of 2017, `counted` the criteria whose counts an explanation tells."""

    costs: Callable[[Field, Bracket], BracketCosts]
    unfit: Callable[[Field, Paired, Sequence[int]], CandidateVerdict | None]
    outlook: Callable[[Field, Bracket, Sequence[int]], list[int]]
    words: str
    pairs: str
    next: str
    colour: str
    counted: frozenset[str]
    articles: Mapping[str, str]


def _unfit_2017(field: Field, paired: Paired, floaters: Sequence[int]) -> CandidateVerdict | None:
    """C.2 and C.5 in the last bracket, C.4 in the penultimate one."""
    bracket = paired.bracket
    if bracket.kind == "last":
        if len(floaters) > len(paired.floaters):
            pairs = (len(bracket.players) - len(floaters)) // 2
            return CandidateVerdict("C.5", given=pairs, best=len(paired.pairs))
        barred = [member for member in floaters if not field.entrants[member].bye_allowed]
        if barred:
            return CandidateVerdict("C.2", tuple(barred))
    elif bracket.kind == "penultimate" and not completes(field, field.after(bracket.residents) | mask_of(floaters)):
        return CandidateVerdict("C.4", tuple(floaters))
    return None


def unfit_2026(field: Field, paired: Paired, floaters: Sequence[int]) -> CandidateVerdict | None:
    """C2, C4 and C5: the round can be completed, and the bye stays with the lowest score."""
    left = field.after(paired.bracket.residents) | mask_of(floaters)
    if paired.bracket.kind == "last" and len(floaters) == 1 and not field.entrants[floaters[0]].bye_allowed:
        return CandidateVerdict("C.2", (floaters[0],))
    if completes(field, left):
        return None
    other = Field(field.state)
    for score in sorted({member.score for member in field.entrants if field.bye is not None}):
        other.give_bye_to(score)
        if field.bye_score is not None and completes(other, left):
            return CandidateVerdict("C5", (), points(field.state, score), points(field.state, field.bye_score))
    return CandidateVerdict("C.4", tuple(floaters))


def _outlook_2017(field: Field, bracket: Bracket, floaters: Sequence[int]) -> list[int]:
    if bracket.kind != "normal":
        return []
    return [count for _, count in next_bracket(field, bracket, floaters)]


def outlook_2026(field: Field, bracket: Bracket, floaters: Sequence[int]) -> list[int]:
    """How many float from the next bracket, then their scores from high to low."""
    return next_value(field, floaters, bracket.below) if bracket.below else []


RULES = {
    "dutch-2017": DutchRules(
        Costs, _unfit_2017, _outlook_2017, "criterion", "C.5", "C.7", "C.10",
        frozenset(f"C.{number}" for number in range(8, 16)), {"impossible": "A.9"},
    ),
    "dutch-2026": DutchRules(
        Costs2026, unfit_2026, outlook_2026, "criterion-2026", "C6", "C8", "C12",
        frozenset(f"C{number}" for number in range(9, 18)),
        {
            "impossible": "1.9.3", "A.3": "1.3", "A.4": "1.4", "A.9": "1.9.3", "B.1": "3.1", "C.1": "C1", "C.2": "C2",
            "C.3": "C3", "C.4": "C4", "D.1": "4.2", "D.2": "4.3", "D.3": "4.4", "E.1": "5.2.1", "E.2": "5.2.2",
            "E.3": "5.2.3", "E.4": "5.2.4", "E.5": "5.2.5",
        },
    ),
}  # fmt: skip


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
    if (verdict := _first(rules, given[:upper], best[:upper], counts)) is not None:
        return verdict
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
