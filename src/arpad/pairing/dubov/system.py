"""The Dubov system as one of the Swiss systems: C.04.4.1 of 2018 and 2026."""

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.domain.event import Colour
from arpad.pairing.dubov.colours import ARTICLES, dubov_colour
from arpad.pairing.dubov.engine import DubovRound, pair_dubov
from arpad.pairing.dubov.explain import explain_dubov
from arpad.pairing.dubov.judge import reason_of
from arpad.pairing.dubov.players import dubov_players
from arpad.pairing.dubov.rules import article
from arpad.pairing.dutch.field import Field
from arpad.pairing.engines import Reason
from arpad.pairing.history import Tournament
from arpad.pairing.rounds import Answer, Pairing, Seat, boards_of, impossible
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.systems import SwissSystem
from arpad.trail import Trail


@dataclass(frozen=True, slots=True)
class DubovPairing(Pairing):
    """A round with its brackets."""

    round: DubovRound


class _Dubov:
    """C.04.4.1 at work, in the edition of the state."""

    def prepare(self, whole: Tournament, state: PairingState) -> PairingState:
        return dubov_players(whole, state)

    def pair(self, state: PairingState) -> Answer:
        found = pair_dubov(state)
        if found is None:
            field = Field(state)
            return impossible(state, field.allowed, field.bye)
        players = found.field.entrants
        pairs = [(players[one], players[two]) for _, bracket in found.groups for one, two in bracket.pairs]
        ranked = [state.higher_first(*pair) for pair in pairs]

        def colour(higher: PairingPlayer, lower: PairingPlayer) -> tuple[Colour, str]:
            given, kind = dubov_colour(higher, lower, state.initial)
            return given, ARTICLES[state.system.id][kind]

        return DubovPairing(state, boards_of(state, ranked, colour), found.bye, found)

    def explain(self, answer: Pairing, limit: int) -> Trail:
        assert isinstance(answer, DubovPairing)
        return explain_dubov(answer, answer.round, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        found = answer.round if isinstance(answer, DubovPairing) else None
        return reason_of(answer, found, given)

    def impossible_article(self, system: SwissSystem) -> str:
        return article(system, "impossible")


ENGINE = _Dubov()
