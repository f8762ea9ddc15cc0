"""The Lim system as one of the Swiss systems: C.04.4.3, a reading."""

from arpad.domain.event import Colour
from arpad.pairing.lim.engine import LimRound, pair_lim
from arpad.pairing.lim.explain import ARTICLES, explain_lim
from arpad.pairing.lim.field import LimField
from arpad.pairing.lim.judge import lim_faults
from arpad.pairing.lim.players import LimPlayer, lim_colour, lim_players
from arpad.pairing.rounds import Board, boards_of
from arpad.pairing.state import PairingState, order
from arpad.pairing.system_engine import SystemEngine


def _boards(state: PairingState, found: LimRound) -> tuple[Board, ...]:
    players = found.field.players
    below = {
        frozenset((players[one].rank, players[two].rank))
        for group in found.groups
        if group.direction < 0
        for one, two in group.pairs
    }

    def colour(higher: LimPlayer, lower: LimPlayer) -> tuple[Colour, str]:
        lower_half = frozenset((higher.rank, lower.rank)) in below
        given, kind = lim_colour(higher, lower, state.initial, lower_half)
        return given, ARTICLES[kind]

    pairs = [(players[one], players[two]) for group in found.groups for one, two in group.pairs]
    ranked = [pair if order(pair[0]) < order(pair[1]) else pair[::-1] for pair in pairs]
    return boards_of(state, ranked, colour)


ENGINE = SystemEngine(lim_players, LimField, pair_lim, _boards, explain_lim, lim_faults, lambda _: "2.6")
