"""The manual's Burstein system as one of the Swiss systems."""

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.domain.event import Colour
from arpad.pairing.burstein_manual.engine import ManualRound, pair_manual
from arpad.pairing.burstein_manual.explain import explain_manual
from arpad.pairing.burstein_manual.judge import reason_of
from arpad.pairing.burstein_manual.ranking import manual_players
from arpad.pairing.burstein_manual.rules import article
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.dutch.field import Field
from arpad.pairing.engines import Reason
from arpad.pairing.history import Tournament
from arpad.pairing.rounds import Answer, Pairing, Seat, boards_of, impossible
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.systems import SwissSystem
from arpad.trail import Trail


@dataclass(frozen=True, slots=True)
class ManualPairing(Pairing):
    """A round with its groups."""

    round: ManualRound


class _Manual:
    """The manual's text at work."""

    def prepare(self, whole: Tournament, state: PairingState) -> PairingState:
        return manual_players(whole, state)

    def pair(self, state: PairingState) -> Answer:
        found = pair_manual(state)
        if found is None:
            field = Field(state)
            return impossible(state, field.allowed, field.bye)

        def colour(higher: PairingPlayer, lower: PairingPlayer) -> tuple[Colour, str]:
            given, rule = colour_of_higher(higher, lower, state.initial)
            return given, article(rule)

        players = found.field.entrants
        pairs = [(players[one], players[two]) for group in found.groups for one, two in group.pairs]
        return ManualPairing(state, boards_of(state, pairs, colour), found.bye, found)

    def explain(self, answer: Pairing, limit: int) -> Trail:
        assert isinstance(answer, ManualPairing)
        return explain_manual(answer, answer.round, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        found = answer.round if isinstance(answer, ManualPairing) else None
        return reason_of(answer, found, given)

    def impossible_article(self, system: SwissSystem) -> str:  # noqa: ARG002
        return article("impossible")


ENGINE = _Manual()
