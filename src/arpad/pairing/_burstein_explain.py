"""Explain and check rounds of the Burstein system (C.04.4.2), and register it as a Swiss system."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Colour
from arpad.i18n import number
from arpad.pairing._burstein import (
    BursteinRound,
    IndexedPlayer,
    bye_order,
    earlier_pairs,
    indexed,
    is_seeding,
    order_of,
    pair_burstein,
    ranking,
    renumbered,
    rules_of,
    seeding_rounds,
    seeding_system,
)
from arpad.pairing._burstein import ranking as index_order
from arpad.pairing._matching import mask_of
from arpad.pairing._system_engine import SystemEngine
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.dutch._alternatives import LARGEST, compare, illegal
from arpad.pairing.dutch._explain import BracketTeller, reason_of
from arpad.pairing.dutch._graph import Bracket, Field, Paired
from arpad.pairing.dutch._next_bracket import Weights
from arpad.pairing.dutch._solver import best_pairs
from arpad.pairing.engines import Answer, Board, Impossible, Pairing, Reason, Seat, boards_of, engine_of
from arpad.pairing.explain import wrong_bye
from arpad.pairing.state import PairingPlayer, PairingState, Tournament
from arpad.regulations.articles import Article

# The reasons of a Burstein round: the bye, each bracket in the order of the index, the pairs that would have come
# first and what they fail on, and the colours.


def explain_burstein(answer: Pairing, found: BursteinRound, limit: int) -> Explanation:
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


# By what a given round is worse than the one that the Burstein system gives.


def burstein_faults(
    state: PairingState, found: BursteinRound | None, given: Mapping[int, Seat]
) -> Iterator[Reason | None]:
    """Yield what is wrong: the bye (C2, 3.1), then who may meet whom, then bracket by bracket."""
    rules = rules_of(state.system)
    if found is None:
        yield reason_of(Field(state), None, (), given, rules)
        return
    barred, other, early = map(rules.article, ("C.2", "bye", "bye-complete"))
    yield wrong_bye(state, found.bye, given, barred, other, (early, bye_order(state)))
    yield reason_of(found.field, found.brackets, (), given, rules)


# The Burstein system as one of the Swiss systems: C.04.4.2 of 2018 and 2026.


@dataclass(frozen=True, slots=True)
class SeedingPairing(Pairing):
    """1.6: a round that the Dutch system has paired."""

    dutch: Pairing


class _Burstein(SystemEngine[BursteinRound]):
    """C.04.4.2 at work, in the edition of the state. The seeding rounds are those of the Dutch system."""

    def pair(self, state: PairingState) -> Answer:
        if not is_seeding(state):
            return super().pair(state)
        dutch = seeding_system(state.system)
        answer = engine_of(dutch).pair(replace(state, system=dutch))
        if isinstance(answer, Impossible):
            return replace(answer, state=state)
        return SeedingPairing(state, answer.boards, answer.bye, answer)

    def explain(self, answer: Pairing, limit: int) -> Explanation:
        if isinstance(answer, SeedingPairing):
            return (_seeding_step(answer), *engine_of(answer.dutch.state.system).explain(answer.dutch, limit))
        return super().explain(answer, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        if isinstance(answer, SeedingPairing):
            return engine_of(answer.dutch.state.system).reason(answer.dutch, given)
        return super().reason(answer, given)


def _prepared(whole: Tournament, state: PairingState) -> PairingState:
    return state if is_seeding(state) else indexed(whole, state)


def _boards(state: PairingState, found: BursteinRound) -> tuple[Board, ...]:
    """5.2: the player who is higher by the index decides where the texts say "higher ranked"."""

    def colour(higher: PairingPlayer, lower: PairingPlayer) -> tuple[Colour, str]:
        given, rule = colour_of_higher(higher, lower, state.initial)
        return given, rules_of(state.system).article(rule)

    players = found.field.entrants
    pairs = [(players[one], players[two]) for one, two in found.pairs]
    ranked = [pair if ranking(pair[0]) < ranking(pair[1]) else pair[::-1] for pair in pairs]
    return boards_of(state, ranked, colour)


def _seeding_step(answer: SeedingPairing) -> Step:
    """1.6: which of the seeding rounds it is, and by which system they are paired."""
    state = answer.state
    article = Article(rules_of(state.system).article("seeding"), state.system.source)
    inputs: dict[str, object] = {"round": state.round, "edition": answer.dutch.state.system.edition}
    return Step(article, "pairing.seeding", inputs, seeding_rounds(state.rounds))


ENGINE = _Burstein(
    _prepared,
    Field,
    pair_burstein,
    _boards,
    explain_burstein,
    burstein_faults,
    lambda system: rules_of(system).article("impossible"),
)
