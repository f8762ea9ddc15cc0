"""The Dubov system as one of the Swiss systems: C.04.4.1 of 2018 and 2026."""

from arpad.domain.event import Colour
from arpad.pairing.dubov.colours import ARTICLES, dubov_colour
from arpad.pairing.dubov.engine import DubovRound, pair_dubov
from arpad.pairing.dubov.explain import explain_dubov
from arpad.pairing.dubov.judge import dubov_faults
from arpad.pairing.dubov.players import dubov_players
from arpad.pairing.dubov.rules import article
from arpad.pairing.dutch.field import Field
from arpad.pairing.rounds import Board, boards_of
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.system_engine import SystemEngine


def _boards(state: PairingState, found: DubovRound) -> tuple[Board, ...]:
    def colour(higher: PairingPlayer, lower: PairingPlayer) -> tuple[Colour, str]:
        given, kind = dubov_colour(higher, lower, state.initial)
        return given, ARTICLES[state.system.id][kind]

    players = found.field.entrants
    pairs = [(players[one], players[two]) for _, bracket in found.groups for one, two in bracket.pairs]
    return boards_of(state, [state.higher_first(*pair) for pair in pairs], colour)


ENGINE = SystemEngine(
    dubov_players,
    Field,
    pair_dubov,
    _boards,
    explain_dubov,
    dubov_faults,
    lambda system: article(system, "impossible"),
)
