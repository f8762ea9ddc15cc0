"""The reasons of a round: bracket by bracket who was moved down, how many pairs are possible, which pairs would have
come first and what they fail on, and why each player has their colour."""

from collections.abc import Iterable

from arpad.pairing.colours import colour_of_higher, preference
from arpad.pairing.dutch.alternatives import Refused, refused
from arpad.pairing.dutch.bracket import Paired
from arpad.pairing.dutch.engine import Round
from arpad.pairing.dutch.facts import BracketFacts, facts
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.judge import KINDS, criterion_key
from arpad.pairing.dutch.rules import DutchRules, rules_of
from arpad.pairing.explain import NOBODY, key
from arpad.pairing.matching.cardinality import mask_of
from arpad.pairing.rounds import Pairing
from arpad.pairing.state import PairingPlayer, points
from arpad.pairing.telling import RoundTeller
from arpad.trail import Step, Trail

WHAT = {"D.1": "pair", "D.2": "exchange", "D.3": "moved"}


def explain_round(answer: Pairing, brackets: Round, limit: int) -> Trail:
    """A step for each bracket with those that led to its pairs; at most `limit` refusals a bracket."""
    teller = _Teller(answer, brackets, limit)
    steps: list[Step] = []
    rest = teller.field.everybody
    for paired in brackets.brackets:
        rest &= ~mask_of(paired.bracket.players)
        steps.append(teller.bracket(paired, rest))
    if teller.field.bye_score is not None:
        steps.append(teller.step("C5", "pairing.bye-score", {}, points(answer.state, teller.field.bye_score)))
    if answer.bye is not None:
        steps.append(teller.step("C.2", "pairing.bye", {}, answer.bye))
    return tuple(steps)


class DutchTeller(RoundTeller[PairingPlayer]):
    """Tells a round in which E gives the colours."""

    def __init__(self, answer: Pairing, field: Field, limit: int) -> None:
        super().__init__(answer, field.entrants, limit)
        self.field = field

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


class _Teller(DutchTeller):
    """An edition's words for the brackets of a round."""

    def __init__(self, answer: Pairing, brackets: Round, limit: int) -> None:
        super().__init__(answer, brackets.field, limit)
        self.rules: DutchRules = rules_of(answer.state.system)
        self.failed = {paired.bracket.residents: paired for paired in brackets.failed}

    def article(self, name: str) -> str:
        return self.rules.article(name)

    def bracket(self, paired: Paired, rest: int) -> Step:
        """A bracket with all that led to its pairs."""
        field, bracket = self.field, paired.bracket
        numbers = facts(field, paired, rest)
        moved = {"m1": numbers.m1, "moved": len(bracket.moved)}
        steps = [self.step("B.1", "pairing.pairs", dict(moved), numbers.max_pairs), self._seekers(numbers)]
        if (failed := self.failed.get(bracket.residents)) is not None:
            steps.append(self.step("A.9", "pairing.collapse", {}, self.ranks(failed.floaters)))
        steps += [self._refusal(one) for one in refused(field, paired, rest, self.limit)]
        steps += [self.colours(self.players[one], self.players[two]) for one, two in paired.pairs]
        if bracket.kind != "last" and paired.floaters:
            steps.append(self.step("A.4", "pairing.floaters", {}, self.ranks(paired.floaters)))
        steps += [self._cost(criterion, count) for criterion, count in self._summed(numbers)]
        inputs: dict[str, object] = {
            "score": points(field.state, numbers.score),
            "residents": self.ranks(bracket.residents),
            "moved": self.ranks(bracket.moved),
        }
        kind = "collapsed" if bracket.collapsed else bracket.kind
        return self.step("A.3", f"pairing.bracket-{kind}", inputs, len(paired.pairs), *steps)

    def _seekers(self, numbers: BracketFacts) -> Step:
        inputs: dict[str, object] = {
            "white": numbers.white, "black": numbers.black, "without": numbers.without, "z": numbers.z,
        }  # fmt: skip
        return self.step(self.rules.colour, "pairing.seekers", inputs, numbers.x)

    def _refusal(self, told: Refused) -> Step:
        """What would have come first, and what it fails on."""
        verdict = told.verdict
        inputs: dict[str, object] = {
            "players": self.pair(told.players),
            "given": verdict.given,
            "best": verdict.best,
            "concerned": self.ranks(verdict.players),
            "criterion": f"@{criterion_key(self.rules, verdict.article)}",
        }
        kind = "barred" if verdict.article in KINDS else "quality"
        return self.step(verdict.article, f"pairing.refused-{WHAT[told.order]}-{kind}", inputs, verdict.given)

    def _summed(self, numbers: BracketFacts) -> Iterable[tuple[str, int]]:
        """The counts that are not nothing; the others are seen from the pairs."""
        return [(criterion, count) for criterion, count in numbers.costs if count and criterion in self.rules.counted]

    def _cost(self, criterion: str, count: int) -> Step:
        words = f"@{criterion_key(self.rules, criterion)}"
        return self.step(criterion, "pairing.cost", {"criterion": words}, count)


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
