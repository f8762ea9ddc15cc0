"""The Burstein system as one of the Swiss systems: C.04.4.2 of 2018 and 2026."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arpad.pairing.burstein.colours import colour_of_ranked
from arpad.pairing.burstein.engine import BursteinRound, pair_burstein
from arpad.pairing.burstein.explain import explain_burstein
from arpad.pairing.burstein.index import indexed, is_seeding, ranking, seeding_rounds
from arpad.pairing.burstein.judge import reason_of
from arpad.pairing.burstein.rules import rules_of, seeding_system
from arpad.pairing.dutch.field import Field
from arpad.pairing.engines import Reason, engine_of
from arpad.pairing.history import Tournament
from arpad.pairing.rounds import Answer, Impossible, Pairing, Seat, boards_of, impossible
from arpad.pairing.state import PairingState
from arpad.pairing.systems import SwissSystem
from arpad.regulations import Article
from arpad.trail import Step, Trail


@dataclass(frozen=True, slots=True)
class SeedingPairing(Pairing):
    """1.6: a round that the Dutch system has paired."""

    dutch: Pairing


@dataclass(frozen=True, slots=True)
class BursteinPairing(Pairing):
    """A round with its brackets."""

    round: BursteinRound


class _Burstein:
    """C.04.4.2 at work, in the edition of the state."""

    def prepare(self, whole: Tournament, state: PairingState) -> PairingState:
        return state if is_seeding(state) else indexed(whole, state)

    def pair(self, state: PairingState) -> Answer:
        if is_seeding(state):
            dutch = seeding_system(state.system)
            answer = engine_of(dutch).pair(replace(state, system=dutch))
            if isinstance(answer, Impossible):
                return replace(answer, state=state)
            return SeedingPairing(state, answer.boards, answer.bye, answer)
        found = pair_burstein(state)
        if found is None:
            field = Field(state)
            return impossible(state, field.allowed, field.bye)
        players = found.field.entrants
        pairs = [(players[one], players[two]) for one, two in found.pairs]
        ranked = [pair if ranking(pair[0]) < ranking(pair[1]) else pair[::-1] for pair in pairs]
        boards = boards_of(state, ranked, lambda one, two: colour_of_ranked(one, two, state))
        return BursteinPairing(state, boards, found.bye, found)

    def explain(self, answer: Pairing, limit: int) -> Trail:
        if isinstance(answer, SeedingPairing):
            return (_seeding_step(answer), *engine_of(answer.dutch.state.system).explain(answer.dutch, limit))
        assert isinstance(answer, BursteinPairing)
        return explain_burstein(answer, answer.round, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        if isinstance(answer, SeedingPairing):
            return engine_of(answer.dutch.state.system).reason(answer.dutch, given)
        found = answer.round if isinstance(answer, BursteinPairing) else None
        return reason_of(answer, found, given)

    def impossible_article(self, system: SwissSystem) -> str:
        return rules_of(system).article("impossible")


def _seeding_step(answer: SeedingPairing) -> Step:
    """1.6: which of the seeding rounds it is, and by which system they are paired."""
    state = answer.state
    article = Article(rules_of(state.system).article("seeding"), state.system.source)
    inputs: dict[str, object] = {"round": state.round, "edition": answer.dutch.state.system.edition}
    return Step(article, "pairing.seeding", inputs, seeding_rounds(state.rounds))


ENGINE = _Burstein()
