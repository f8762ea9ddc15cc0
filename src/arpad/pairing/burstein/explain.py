"""The reasons of a Burstein round: the bye, each bracket in the order of the index, the pairs that would have come
first and what they fail on, and the colours."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from arpad.locale import number
from arpad.pairing.burstein.engine import BursteinRound, bye_order, order_of
from arpad.pairing.burstein.fold import renumbered
from arpad.pairing.burstein.index import IndexedPlayer
from arpad.pairing.burstein.index import ranking as index_order
from arpad.pairing.burstein.rules import rules_of
from arpad.pairing.dutch.bracket import Bracket, Paired
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.explain import DutchTeller
from arpad.pairing.dutch.judge import KINDS, criterion_key
from arpad.pairing.dutch.rules import DutchRules
from arpad.pairing.dutch.solver import best_pairs
from arpad.pairing.dutch.verdict import compare, illegal
from arpad.pairing.matching.cardinality import mask_of
from arpad.pairing.rounds import Pairing
from arpad.pairing.state import points
from arpad.trail import Step, Trail

LARGEST = 120
"""In larger brackets only pairs that may not be are told of: each other reason takes a matching."""


def explain_burstein(answer: Pairing, found: BursteinRound, limit: int) -> Trail:
    """The bye, and a step for each bracket; at most `limit` refusals in each."""
    teller = _FoldTeller(answer, found, limit)
    bye = found.bye
    steps = [] if bye is None else [teller.bye_step(bye, bye_order(answer.state), "bye", "C.2", "bye-complete")]
    rest = found.field.everybody
    for paired in found.brackets:
        rest &= ~mask_of(paired.bracket.players)
        steps.append(teller.bracket(paired, rest))
    return tuple(steps)


class _FoldTeller(DutchTeller):
    def __init__(self, answer: Pairing, found: BursteinRound, limit: int) -> None:
        super().__init__(answer, found.field, limit)
        self.rules: DutchRules = rules_of(answer.state.system)

    def article(self, name: str) -> str:
        return self.rules.article(name)

    def bracket(self, paired: Paired, rest: int) -> Step:
        """A bracket with all that led to its pairs."""
        bracket = paired.bracket
        order = order_of(self.field, bracket)
        ranking: dict[str, object] = {"ranking": ", ".join(self._index(place) for place in order)}
        steps = [self.step("index", "pairing.index", ranking, None)]
        steps += self._refused(paired, order, rest)
        steps += [self._colours(one, two) for one, two in paired.pairs]
        if bracket.kind != "last" and paired.floaters:
            steps.append(self.step("A.4", "pairing.floaters", {}, self.ranks(paired.floaters)))
        for criterion, count in self.rules.costs(self.field, bracket, rest).value(paired.pairs):
            if count and criterion in self.rules.counted:
                words = f"@{criterion_key(self.rules, criterion)}"
                steps.append(self.step(criterion, "pairing.cost", {"criterion": words}, count))
        inputs: dict[str, object] = {
            "score": points(self.answer.state, self.field.scores[bracket.residents[0]]),
            "residents": self.ranks(bracket.residents),
            "moved": self.ranks(bracket.moved),
        }
        return self.step("bracket", "pairing.bracket-normal", inputs, len(paired.pairs), *steps)

    def _index(self, place: int) -> str:
        player = self.field.entrants[place]
        assert isinstance(player, IndexedPlayer)
        unit = self.answer.state.unit
        values = Fraction(player.buchholz, unit), Fraction(player.sonneborn, unit * unit)
        return f"{player.rank} ({' / '.join(number(value) for value in values)})"

    def _refused(self, paired: Paired, order: Sequence[int], rest: int) -> Iterator[Step]:
        """4.3: opponents that would have come first for each player in turn."""
        mate = {one: two for pair in paired.pairs for one, two in (pair, pair[::-1])}
        searching = len(order) <= LARGEST
        weights = self.rules.costs(self.field, paired.bracket, rest).weights() if searching else {}
        fixed: list[tuple[int, int]] = []
        floated: list[int] = []
        told = 0
        free = list(order)
        while free:
            top = free.pop(0)
            for other in reversed(free):
                if other == mate.get(top) or told == self.limit:
                    break
                pair = (min(top, other), max(top, other))
                verdict = illegal(self.field, [pair])
                if verdict is None and searching:
                    pairs = best_with(order, weights, [*fixed, pair], floated)
                    verdict = compare(self.field, paired, pairs, rest, self.rules)
                if verdict is not None:
                    told += 1
                    yield self._refusal(top, other, verdict.article, verdict.given, verdict.best)
            if top in mate:
                free.remove(mate[top])
                fixed.append((min(top, mate[top]), max(top, mate[top])))
            else:
                floated.append(top)

    def _refusal(self, one: int, two: int, article: str, given: object, best: object) -> Step:
        inputs: dict[str, object] = {
            "players": self.pair((one, two)),
            "given": given, "best": best, "criterion": f"@{criterion_key(self.rules, article)}",
        }  # fmt: skip
        kind = "barred" if article in KINDS else "quality"
        return self.step(article, f"pairing.refused-pair-{kind}", inputs, given)

    def _colours(self, one: int, two: int) -> Step:
        """5.2: why this player has this colour."""
        first, second = sorted((self.players[one], self.players[two]), key=index_order)
        return self.colours(first, second)


def best_with(
    order: Sequence[int], weights: Weights, fixed: Sequence[tuple[int, int]], floated: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the pairs inside the bracket of a best candidate with certain pairs and certain floaters."""
    gone = {place for pair in fixed for place in pair}
    inside, alone = set(order), set(floated)
    left = {
        (one, two): weight
        for (one, two), weight in weights.items()
        if one not in gone
        and two not in gone
        and not (one in inside and two in inside and (one in alone or two in alone))
    }
    _, edges = renumbered(order, left)
    found = best_pairs(Bracket("last", (), tuple(range(len(order)))), edges)
    more = [(order[one], order[two]) for one, two in found]
    return sorted([*fixed, *((min(pair), max(pair)) for pair in more)])
