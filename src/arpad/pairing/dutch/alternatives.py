"""Alternatives that come earlier in the order of section D than the chosen candidate, and why they fail."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from arpad.pairing.dutch.bracket import Bracket, Paired
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.rules import CandidateVerdict, rules_of
from arpad.pairing.dutch.solver import best_pairs
from arpad.pairing.dutch.verdict import compare, illegal

LARGEST = 120
"""With more players only forbidden pairs are reported: every other reason needs a matching."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A pair that comes first in the order of section D (D.1); or S1 without an exchange (D.2) or with another
    moved-down player (D.3), if there is no single pair to name."""

    order: str
    players: tuple[int, ...]
    verdict: CandidateVerdict


def refused(field: Field, paired: Paired, rest: int, limit: int) -> list[Refused]:
    """The first alternatives that failed, in the order of the candidate. `rest` is everybody below the bracket."""
    return list(islice(_Alternatives(field, paired, rest).all(), limit))


class _Alternatives:
    def __init__(self, field: Field, paired: Paired, rest: int) -> None:
        self.field, self.paired, self.rest = field, paired, rest
        self.bracket: Bracket = paired.bracket
        self.searching = len(self.bracket.players) <= LARGEST
        self.weights: Weights = {}
        if self.searching:
            self.weights = rules_of(field.state.system).costs(field, self.bracket, rest).weights()
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
            yield Refused(order, players, compare(self.field, self.paired, pairs, self.rest))

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
        return sorted([*fixed, *best_pairs(self.bracket, left)])

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
        return sorted(best_pairs(self.bracket, raised))


def _ranked(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one < two else (two, one)
