"""The reasons of a Burstein round: the bye, each bracket in the order of the index, the pairs that would have come
first and what they fail on, and the colours."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

from arpad.documents.steps import Step, Trail
from arpad.i18n import number
from arpad.pairing.burstein.engine import BursteinRound, bye_order, order_of
from arpad.pairing.burstein.fold import earlier_pairs, renumbered
from arpad.pairing.burstein.index import IndexedPlayer
from arpad.pairing.burstein.index import ranking as index_order
from arpad.pairing.burstein.rules import rules_of
from arpad.pairing.dutch.alternatives import LARGEST
from arpad.pairing.dutch.bracket import Bracket, Paired
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.explain import BracketTeller
from arpad.pairing.dutch.solver import best_pairs
from arpad.pairing.dutch.verdict import compare, illegal
from arpad.pairing.matching.cardinality import mask_of
from arpad.pairing.rounds import Pairing


def explain_burstein(answer: Pairing, found: BursteinRound, limit: int) -> Trail:
    """The bye, and a step for each bracket; at most `limit` refusals in each."""
    teller = _FoldTeller(answer, found.field, rules_of(answer.state.system), limit)
    bye = found.bye
    steps = [] if bye is None else [teller.bye_step(bye, bye_order(answer.state), "bye", "C.2", "bye-complete")]
    rest = found.field.everybody
    for paired in found.brackets:
        rest &= ~mask_of(paired.bracket.players)
        steps.append(teller.bracket(paired, rest))
    return tuple(steps)


class _FoldTeller(BracketTeller):
    def bracket(self, paired: Paired, rest: int) -> Step:
        """Tell a bracket in the order of the index."""
        order = order_of(self.field, paired.bracket)
        ranking: dict[str, object] = {"ranking": ", ".join(self._index(place) for place in order)}
        steps = [self.step("index", "pairing.index", ranking, None)]
        steps += islice(self._refused(paired, order, rest), self.limit)
        steps += [self._colours(one, two) for one, two in paired.pairs]
        steps += self.ends(paired, self.rules.costs(self.field, paired.bracket, rest).value(paired.pairs))
        return self.bracket_step("bracket", "normal", paired, steps)

    def _index(self, place: int) -> str:
        player = self.field.entrants[place]
        assert isinstance(player, IndexedPlayer)
        unit = self.answer.state.unit
        values = Fraction(player.buchholz, unit), Fraction(player.sonneborn, unit * unit)
        return f"{player.rank} ({' / '.join(number(value) for value in values)})"

    def _refused(self, paired: Paired, order: Sequence[int], rest: int) -> Iterator[Step]:
        """4.3: opponents that would have come first for each player in turn."""
        searching = len(order) <= LARGEST
        weights = self.rules.costs(self.field, paired.bracket, rest).weights() if searching else {}
        for players, fixed, floated in earlier_pairs(order, paired.pairs):
            pair = (min(players), max(players))
            verdict = illegal(self.field, [pair])
            if verdict is None and searching:
                pairs = best_with(order, weights, [*fixed, pair], floated)
                verdict = compare(self.field, paired, pairs, rest, self.rules)
            if verdict is not None:
                yield self.refusal("pair", players, verdict)

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
    found = best_pairs(Bracket("last", (), tuple(range(len(order)))), renumbered(order, left))
    more = [(order[one], order[two]) for one, two in found]
    return sorted([*fixed, *((min(pair), max(pair)) for pair in more)])
