"""The manual's Burstein system as one of the Swiss systems."""

from arpad.domain.event import Colour
from arpad.pairing.burstein_manual.engine import ManualRound, pair_manual
from arpad.pairing.burstein_manual.explain import explain_manual
from arpad.pairing.burstein_manual.judge import manual_faults
from arpad.pairing.burstein_manual.ranking import manual_players
from arpad.pairing.burstein_manual.rules import article
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.dutch.field import Field
from arpad.pairing.rounds import Board, boards_of
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.system_engine import SystemEngine


def _boards(state: PairingState, found: ManualRound) -> tuple[Board, ...]:
    def colour(higher: PairingPlayer, lower: PairingPlayer) -> tuple[Colour, str]:
        given, rule = colour_of_higher(higher, lower, state.initial)
        return given, article(rule)

    players = found.field.entrants
    pairs = [(players[one], players[two]) for group in found.groups for one, two in group.pairs]
    return boards_of(state, pairs, colour)


ENGINE = SystemEngine(
    manual_players, Field, pair_manual, _boards, explain_manual, manual_faults, lambda _: article("impossible")
)
