"""The reasons of a round: bracket by bracket who was moved down, how many pairs are possible, which pairs would have
come first and what they fail on, and why each player has their colour."""

from collections.abc import Iterable, Iterator

from arpad.documents.steps import Step, Trail
from arpad.pairing.colours import colour_of_higher, preference
from arpad.pairing.dutch.alternatives import refused
from arpad.pairing.dutch.bracket import Paired
from arpad.pairing.dutch.engine import Round
from arpad.pairing.dutch.facts import BracketFacts, facts
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.judge import KINDS, criterion_key
from arpad.pairing.dutch.rules import CandidateVerdict, DutchRules, rules_of
from arpad.pairing.explain import NOBODY, key
from arpad.pairing.matching.cardinality import mask_of
from arpad.pairing.rounds import Pairing
from arpad.pairing.state import PairingPlayer, points
from arpad.pairing.telling import RoundTeller

WHAT = {"D.1": "pair", "D.2": "exchange", "D.3": "moved"}


def explain_round(answer: Pairing, brackets: Round, limit: int) -> Trail:
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
