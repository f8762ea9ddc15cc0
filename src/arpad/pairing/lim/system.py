"""The Lim system as one of the Swiss systems: C.04.4.3, a reading."""

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.domain.event import Colour
from arpad.pairing.engines import Reason
from arpad.pairing.history import Tournament
from arpad.pairing.lim.engine import LimRound, pair_lim
from arpad.pairing.lim.explain import ARTICLES, explain_lim
from arpad.pairing.lim.field import LimField
from arpad.pairing.lim.judge import reason_of
from arpad.pairing.lim.players import LimPlayer, lim_colour, lim_players
from arpad.pairing.rounds import Answer, Pairing, Seat, boards_of, impossible
from arpad.pairing.state import PairingPlayer, PairingState, order
from arpad.pairing.systems import SwissSystem
from arpad.trail import Trail


@dataclass(frozen=True, slots=True)
class LimPairing(Pairing):
    """A round with its groups."""

    round: LimRound


class _Lim:
    """C.04.4.3 at work."""

    def prepare(self, whole: Tournament, state: PairingState) -> PairingState:
        return lim_players(whole, state)

    def pair(self, state: PairingState) -> Answer:
        found = pair_lim(state)
        if found is None:
            return _unpairable(LimField(state))
        players = found.field.players
        below = {
            frozenset((players[one].rank, players[two].rank))
            for group in found.groups
            if group.direction < 0
            for one, two in group.pairs
        }

        def colour(higher: PairingPlayer, lower: PairingPlayer) -> tuple[Colour, str]:
            assert isinstance(higher, LimPlayer)
            assert isinstance(lower, LimPlayer)
            lower_half = frozenset((higher.rank, lower.rank)) in below
            given, kind = lim_colour(higher, lower, state.initial, lower_half)
            return given, ARTICLES[kind]

        pairs = [(players[one], players[two]) for group in found.groups for one, two in group.pairs]
        ranked = [pair if order(pair[0]) < order(pair[1]) else pair[::-1] for pair in pairs]
        return LimPairing(state, boards_of(state, ranked, colour), found.bye, found)

    def explain(self, answer: Pairing, limit: int) -> Trail:
        assert isinstance(answer, LimPairing)
        return explain_lim(answer, answer.round, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        found = answer.round if isinstance(answer, LimPairing) else None
        return reason_of(answer, found, given)

    def impossible_article(self, system: SwissSystem) -> str:  # noqa: ARG002
        return "2.6"


def _unpairable(field: LimField) -> Answer:
    """Who stands in the way; the bye is one more vertex for those who may have it."""
    if len(field.players) % 2 == 0:
        return impossible(field.state, field.allowed, None)
    bye = len(field.players)
    allowed = [own | one.bye_allowed << bye for own, one in zip(field.allowed, field.players, strict=True)]
    allowed.append(sum(one.bye_allowed << place for place, one in enumerate(field.players)))
    return impossible(field.state, allowed, bye)


ENGINE = _Lim()
