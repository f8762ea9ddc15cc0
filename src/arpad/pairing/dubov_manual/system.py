"""The Dubov system of 1997 as one of the Swiss systems: C.04.4.1 of the Arbiters' Manual, a reading."""

from arpad.domain.event import Colour
from arpad.pairing.dubov_manual.columns import old_player
from arpad.pairing.dubov_manual.engine import OldDubovRound, pair_old_dubov
from arpad.pairing.dubov_manual.explain import explain_old_dubov
from arpad.pairing.dubov_manual.judge import old_dubov_faults
from arpad.pairing.dubov_manual.players import ARTICLES, OldDubovPlayer, old_dubov_colour, old_dubov_players
from arpad.pairing.dutch.field import Field
from arpad.pairing.rounds import Board, boards_of
from arpad.pairing.state import PairingState, order
from arpad.pairing.system_engine import SystemEngine


def _boards(state: PairingState, found: OldDubovRound) -> tuple[Board, ...]:
    def colour(higher: OldDubovPlayer, lower: OldDubovPlayer) -> tuple[Colour, str]:
        given, kind = old_dubov_colour(higher, lower, state.initial)
        return given, ARTICLES[kind]

    field = found.field
    pairs = [
        (old_player(field, one), old_player(field, two))
        for group in found.groups
        for one, two in (*group.floater_pairs, *group.pairs)
    ]
    ranked = [pair if order(pair[0]) < order(pair[1]) else pair[::-1] for pair in pairs]
    return boards_of(state, ranked, colour)


ENGINE = SystemEngine(
    old_dubov_players, Field, pair_old_dubov, _boards, explain_old_dubov, old_dubov_faults, lambda _: "2"
)
