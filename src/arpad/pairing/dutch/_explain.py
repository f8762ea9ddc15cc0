"""Explain and check rounds of the Dutch system (C.04.3), and register it as a Swiss system."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arpad.documents.steps import Explanation, Step
from arpad.pairing._matching import mask_of
from arpad.pairing.colours import colour_of_higher, preference
from arpad.pairing.dutch._alternatives import compare, illegal, refused
from arpad.pairing.dutch._brackets import BracketFacts, facts
from arpad.pairing.dutch._engine import Round, pair_brackets, pair_brackets_2026
from arpad.pairing.dutch._graph import Field, Paired
from arpad.pairing.dutch._rules import CandidateVerdict, DutchRules, rules_of
from arpad.pairing.engines import Answer, Board, Impossible, Pairing, Reason, ReasonKind, Seat, boards_of, impossible
from arpad.pairing.explain import NOBODY, RoundTeller, key, mates_of, wrong_colour
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, points
from arpad.pairing.systems import SwissSystem

# By what a given round is worse than the one that the rules give.

KINDS: Mapping[str, ReasonKind] = {
    "C.1": "barred", "C.2": "bye", "C.3": "barred", "C.4": "completion", "forbidden": "barred", "D.1": "order",
    "D.2": "order", "D.3": "order",
}  # fmt: skip


def reason_of(
    field: Field,
    brackets: Sequence[Paired] | None,
    boards: Sequence[Board],
    given: Mapping[int, Seat],
    rules: DutchRules | None = None,
) -> Reason | None:
    """Return the criterion by which the given pairing is worse; without `brackets` the round cannot be paired."""
    rules = rules or rules_of(field.state.system)
    pairs = sorted((one, two) for one, two in mates_of(field.entrants, given).items() if one < two)
    barred = illegal(field, pairs)
    if brackets is None:
        return None if barred is None else _reason(rules, field, barred, None)
    barred_from_bye = tuple(
        place
        for place, player in enumerate(field.entrants)
        if given.get(player.rank, (None, None))[0] is None and not player.bye_allowed
    )
    if barred_from_bye:
        return _reason(rules, field, CandidateVerdict("C.2", barred_from_bye), None)
    if barred is not None:
        return _reason(rules, field, barred, None)
    if (found := _first_worse(rules, field, brackets, pairs)) is not None:
        return found
    wrong = wrong_colour(boards, given)
    return None if wrong is None else replace(wrong, article=rules.article(wrong.article))


def _first_worse(
    rules: DutchRules, field: Field, brackets: Sequence[Paired], pairs: list[tuple[int, int]]
) -> Reason | None:
    rest = field.everybody
    for paired in brackets:
        players = set(paired.bracket.players)
        rest &= ~mask_of(paired.bracket.players)
        inside = [pair for pair in pairs if pair[0] in players and pair[1] in players]
        if inside != list(paired.pairs):
            score = field.scores[paired.bracket.residents[-1]]
            return _reason(rules, field, compare(field, paired, inside, rest, rules), score)
        rest |= mask_of(paired.floaters)
    return None


def _reason(rules: DutchRules, field: Field, verdict: CandidateVerdict, score: int | None) -> Reason:
    return Reason(
        rules.article(verdict.article),
        score,
        tuple(field.entrants[place].rank for place in verdict.players),
        verdict.given,
        verdict.best,
        KINDS.get(verdict.article, "quality"),
        criterion_key(rules, verdict.article),
    )


def criterion_key(rules: DutchRules, article: str) -> str:
    """Return the key of the words for a criterion: those of 2017, if it is not one that an edition counts."""
    group = "criterion" if article in KINDS else rules.words
    return f"pairing.{group}.{key(article)}"


# The reasons of a round: bracket by bracket who was moved down, how many pairs are possible, which pairs would have
# come first and what they fail on, and why each player has their colour.

WHAT = {"D.1": "pair", "D.2": "exchange", "D.3": "moved"}


def explain_round(answer: Pairing, brackets: Round, limit: int) -> Explanation:
    """A step for each bracket with those that led to its pairs; at most `limit` refusals a bracket."""
    teller = _Teller(answer, brackets.field, rules_of(answer.state.system), limit)
    failed = {paired.bracket.residents: paired for paired in brackets.failed}
    steps: list[Step] = []
    rest = teller.field.everybody
    for paired in brackets.brackets:
        rest &= ~mask_of(paired.bracket.players)
        steps.append(teller.bracket(paired, rest, failed.get(paired.bracket.residents)))
    if teller.field.bye_score is not None:
        steps.append(teller.step("C5", "pairing.bye-score", {}, points(answer.state, teller.field.bye_score)))
    if answer.bye is not None:
        steps.append(teller.step("C.2", "pairing.bye", {}, answer.bye))
    return tuple(steps)


class DutchTeller(RoundTeller[Field, PairingPlayer]):
    """Tells a round in which E gives the colours."""

    def history(self, player: PairingPlayer) -> str:
        """The colours of the games, and the preference: (W) strong, W absolute, w mild."""
        wanted = preference(player.colours)
        if wanted.colour is None:
            return NOBODY
        signs = wanted.colour, f"({wanted.colour.upper()})", wanted.colour.upper()
        return f"{player.colours.upper()} {signs[wanted.strength - 1]}"

    def colours(self, higher: PairingPlayer, lower: PairingPlayer) -> Step:
        """E: why two players have their colours."""
        white, black = self.white_first(higher, lower)
        _, rule = colour_of_higher(higher, lower, self.answer.state.initial)
        return self.colours_step(
            rule, decided_by(rule, higher, lower), higher, lower, white_difference=white.difference,
            black_difference=black.difference, higher=higher.rank, number=higher.number,
        )  # fmt: skip


class BracketTeller(DutchTeller):
    """Tells the brackets of a round by the rules of an edition."""

    def __init__(self, answer: Pairing, field: Field, rules: DutchRules, limit: int) -> None:
        super().__init__(answer, field, field.entrants, limit)
        self.rules = rules

    def article(self, name: str) -> str:
        return self.rules.article(name)

    def bracket_step(self, article: str, kind: str, paired: Paired, steps: Iterable[Step]) -> Step:
        """Tell a bracket with all that led to its pairs."""
        bracket = paired.bracket
        inputs: dict[str, object] = {
            "score": points(self.answer.state, self.field.scores[bracket.residents[0]]),
            "residents": self.ranks(bracket.residents),
            "moved": self.ranks(bracket.moved),
        }
        return self.step(article, f"pairing.bracket-{kind}", inputs, len(paired.pairs), *steps)

    def refusal(self, what: str, players: Iterable[int], verdict: CandidateVerdict, **more: object) -> Step:
        """Tell what would have come first, and what it fails on."""
        inputs: dict[str, object] = {
            "players": self.pair(players), "given": verdict.given, "best": verdict.best, **more,
            "criterion": f"@{criterion_key(self.rules, verdict.article)}",
        }  # fmt: skip
        kind = "barred" if verdict.article in KINDS else "quality"
        return self.step(verdict.article, f"pairing.refused-{what}-{kind}", inputs, verdict.given)

    def ends(self, paired: Paired, costs: Iterable[tuple[str, int]]) -> Iterator[Step]:
        """Tell who floats, and the counts that are not zero; the others are seen from the pairs."""
        if paired.bracket.kind != "last" and paired.floaters:
            yield self.step("A.4", "pairing.floaters", {}, self.ranks(paired.floaters))
        for criterion, count in costs:
            if count and criterion in self.rules.counted:
                words = f"@{criterion_key(self.rules, criterion)}"
                yield self.step(criterion, "pairing.cost", {"criterion": words}, count)


class _Teller(BracketTeller):
    def bracket(self, paired: Paired, rest: int, failed: Paired | None) -> Step:
        """Tell a bracket. `failed` is the candidate that did not let the round be completed."""
        bracket, numbers = paired.bracket, facts(self.field, paired, rest)
        moved: dict[str, object] = {"m1": numbers.m1, "moved": len(bracket.moved)}
        steps = [self.step("B.1", "pairing.pairs", moved, numbers.max_pairs), self._seekers(numbers)]
        if failed is not None:
            steps.append(self.step("A.9", "pairing.collapse", {}, self.ranks(failed.floaters)))
        for one in refused(self.field, paired, rest, self.limit):
            concerned = self.ranks(one.verdict.players)
            steps.append(self.refusal(WHAT[one.order], one.players, one.verdict, concerned=concerned))
        steps += [self.colours(self.players[one], self.players[two]) for one, two in paired.pairs]
        steps += self.ends(paired, numbers.costs)
        return self.bracket_step("A.3", "collapsed" if bracket.collapsed else bracket.kind, paired, steps)

    def _seekers(self, numbers: BracketFacts) -> Step:
        inputs: dict[str, object] = {
            "white": numbers.white, "black": numbers.black, "without": numbers.without, "z": numbers.z,
        }  # fmt: skip
        return self.step(self.rules.colour, "pairing.seekers", inputs, numbers.x)


def decided_by(rule: str, higher: PairingPlayer, lower: PairingPlayer) -> str:
    """Which part of a rule of E gave the colours: its message."""
    wishes = preference(higher.colours), preference(lower.colours)
    if rule == "E.1" and any(member.colour is None for member in wishes):
        return "colour-e1-alone"
    if rule == "E.2" and wishes[0].strength == wishes[1].strength:
        return "colour-e2-difference"
    if rule == "E.5":
        return "colour-e5-odd" if higher.number % 2 else "colour-e5-even"
    return f"colour-{key(rule)}"


# The Dutch system as one of the Swiss systems: C.04.3 of 2017 and of 2026.

BRACKETS: Mapping[str, Callable[[PairingState, bool], Round | None]] = {
    "dutch-2017": pair_brackets,
    "dutch-2026": pair_brackets_2026,
}


@dataclass(frozen=True, slots=True)
class DutchPairing(Pairing):
    """A round with its brackets."""

    brackets: Round


class _Dutch:
    """C.04.3 at work, in the edition of the state."""

    def prepare(self, whole: Tournament, state: PairingState) -> PairingState:  # noqa: ARG002
        return state

    def pair(self, state: PairingState) -> Answer:
        found = BRACKETS[state.system.id](state, True)
        if found is None:
            return impossible(state, Field(state).allowed)
        pairs = [(state.entrants[one], state.entrants[two]) for one, two in found.pairs]
        boards = boards_of(state, pairs, lambda higher, lower: colour_of_higher(higher, lower, state.initial))
        bye = None if found.bye is None else state.entrants[found.bye].rank
        return DutchPairing(state, boards, bye, found)

    def explain(self, answer: Pairing, limit: int) -> Explanation:
        assert isinstance(answer, DutchPairing)
        return explain_round(answer, answer.brackets, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        if isinstance(answer, Impossible):
            return reason_of(Field(answer.state), None, (), given)
        assert isinstance(answer, DutchPairing)
        return reason_of(answer.brackets.field, answer.brackets.brackets, answer.boards, given)

    def impossible_article(self, system: SwissSystem) -> str:
        return rules_of(system).article("A.9")


ENGINE = _Dutch()
