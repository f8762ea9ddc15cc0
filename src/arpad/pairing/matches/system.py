"""Teams and Double-Swiss as two of the Swiss systems: C.04.5 and C.04.6."""

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.domain.event import Colour
from arpad.pairing.engines import Reason
from arpad.pairing.history import Tournament
from arpad.pairing.matches.colours import first_of
from arpad.pairing.matches.engine import MatchRound, pair_matches
from arpad.pairing.matches.explain import explain_matches
from arpad.pairing.matches.field import MatchField
from arpad.pairing.matches.judge import reason_of
from arpad.pairing.matches.rules import rules_of
from arpad.pairing.matches.sides import MatchSide, sides
from arpad.pairing.rounds import Answer, Pairing, Seat, boards_of, impossible
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.systems import SwissSystem
from arpad.trail import Trail


@dataclass(frozen=True, slots=True)
class MatchPairing(Pairing):
    """A round with its scoregroups."""

    round: MatchRound


class _Matches:
    """C.04.5 and C.04.6 at work, as the state says."""

    def prepare(self, whole: Tournament, state: PairingState) -> PairingState:
        return sides(whole, state)

    def pair(self, state: PairingState) -> Answer:
        found = pair_matches(state)
        if found is None:
            return _unpairable(MatchField(state))
        rules = rules_of(state.system)

        def colour(first: PairingPlayer, second: PairingPlayer) -> tuple[Colour, str]:
            assert isinstance(first, MatchSide)
            assert isinstance(second, MatchSide)
            return rules.colour(first, second, state.initial)

        pairs = [
            first_of(state.system, found.field.sides[one], found.field.sides[two])
            for group in found.groups
            for one, two in group.pairs
        ]
        bye = None if found.bye is None else found.field.sides[found.bye].rank
        return MatchPairing(state, boards_of(state, pairs, colour), bye, found)

    def explain(self, answer: Pairing, limit: int) -> Trail:
        assert isinstance(answer, MatchPairing)
        return explain_matches(answer, answer.round, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        found = answer.round if isinstance(answer, MatchPairing) else None
        return reason_of(MatchField(answer.state), found, answer, given)

    def impossible_article(self, system: SwissSystem) -> str:
        return rules_of(system).articles["impossible"]


def _unpairable(field: MatchField) -> Answer:
    """Who stands in the way; the bye is one more vertex for those who may have it."""
    if len(field.sides) % 2 == 0:
        return impossible(field.state, field.allowed, None)
    bye = len(field.sides)
    allowed = [own | side.bye_allowed << bye for own, side in zip(field.allowed, field.sides, strict=True)]
    allowed.append(sum(side.bye_allowed << place for place, side in enumerate(field.sides)))
    return impossible(field.state, allowed, bye)


ENGINE = _Matches()
