"""The Dutch system as one of the Swiss systems: C.04.3 of 2017 and of 2026."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arpad.documents.steps import Trail
from arpad.pairing import dutch
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.dutch.engine import Round, pair_brackets
from arpad.pairing.dutch.engine_2026 import pair_brackets_2026
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.rules import rules_of
from arpad.pairing.engines import Reason
from arpad.pairing.history import Tournament
from arpad.pairing.rounds import Answer, Impossible, Pairing, Seat, boards_of, impossible
from arpad.pairing.state import PairingState
from arpad.pairing.systems import SwissSystem

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

    def explain(self, answer: Pairing, limit: int) -> Trail:
        assert isinstance(answer, DutchPairing)
        return dutch.explain_round(answer, answer.brackets, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        if isinstance(answer, Impossible):
            return dutch.reason_of(Field(answer.state), None, (), given)
        assert isinstance(answer, DutchPairing)
        return dutch.reason_of(answer.brackets.field, answer.brackets.brackets, answer.boards, given)

    def impossible_article(self, system: SwissSystem) -> str:
        return rules_of(system).article("A.9")


ENGINE = _Dutch()
