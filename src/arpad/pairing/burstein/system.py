"""The Burstein system as one of the Swiss systems: C.04.4.2 of 2018 and 2026."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arpad.documents.steps import Step, Trail
from arpad.domain.event import Colour
from arpad.pairing.burstein.engine import BursteinRound, pair_burstein
from arpad.pairing.burstein.explain import explain_burstein
from arpad.pairing.burstein.index import indexed, is_seeding, ranking, seeding_rounds
from arpad.pairing.burstein.judge import burstein_faults
from arpad.pairing.burstein.rules import rules_of, seeding_system
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.dutch.field import Field
from arpad.pairing.engines import Reason, engine_of
from arpad.pairing.history import Tournament
from arpad.pairing.rounds import Answer, Board, Impossible, Pairing, Seat, boards_of
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.system_engine import SystemEngine
from arpad.regulations.articles import Article


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

    def explain(self, answer: Pairing, limit: int) -> Trail:
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
