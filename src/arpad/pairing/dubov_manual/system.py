"""The Dubov system of 1997 as one of the Swiss systems: C.04.4.1 of the Arbiters' Manual, a reading."""

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.domain.event import Colour
from arpad.pairing.dubov_manual.engine import OldDubovRound, pair_old_dubov, pairs_of
from arpad.pairing.dubov_manual.explain import explain_old_dubov
from arpad.pairing.dubov_manual.judge import reason_of
from arpad.pairing.dubov_manual.players import ARTICLES, OldDubovPlayer, old_dubov_colour, old_dubov_players
from arpad.pairing.dutch.field import Field
from arpad.pairing.engines import Reason
from arpad.pairing.history import Tournament
from arpad.pairing.rounds import Answer, Pairing, Seat, boards_of, impossible
from arpad.pairing.state import PairingPlayer, PairingState, order
from arpad.pairing.systems import SwissSystem
from arpad.trail import Trail


@dataclass(frozen=True, slots=True)
class OldDubovPairing(Pairing):
    """A round with its groups."""

    round: OldDubovRound


class _OldDubov:
    """The text of 1997 at work."""

    def prepare(self, whole: Tournament, state: PairingState) -> PairingState:
        return old_dubov_players(whole, state)

    def pair(self, state: PairingState) -> Answer:
        found = pair_old_dubov(state)
        if found is None:
            field = Field(state)
            return impossible(state, field.allowed, field.bye)

        def colour(higher: PairingPlayer, lower: PairingPlayer) -> tuple[Colour, str]:
            assert isinstance(higher, OldDubovPlayer)
            assert isinstance(lower, OldDubovPlayer)
            given, kind = old_dubov_colour(higher, lower, state.initial)
            return given, ARTICLES[kind]

        pairs = pairs_of(found)
        ranked = [(one, two) if order(one) < order(two) else (two, one) for one, two in pairs]
        return OldDubovPairing(state, boards_of(state, ranked, colour), found.bye, found)

    def explain(self, answer: Pairing, limit: int) -> Trail:
        assert isinstance(answer, OldDubovPairing)
        return explain_old_dubov(answer, answer.round, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        found = answer.round if isinstance(answer, OldDubovPairing) else None
        return reason_of(answer, found, given)

    def impossible_article(self, system: SwissSystem) -> str:  # noqa: ARG002
        return "2"


ENGINE = _OldDubov()
