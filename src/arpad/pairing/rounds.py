"""A round as it is published: boards with their colours, the pairing-allocated bye, and who is not paired."""

from dataclasses import dataclass

from arpad.pairing.colours import Rule, colour_of_higher
from arpad.pairing.dutch.engine import Round, pair_brackets
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching, bits
from arpad.pairing.order import board_order
from arpad.pairing.state import PairingPlayer, PairingState


@dataclass(frozen=True, slots=True)
class Board:
    """A game to be played, by starting ranks, and the rule that gave the colours."""

    number: int
    white: int
    black: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round that is paired."""

    state: PairingState
    boards: tuple[Board, ...]
    bye: int | None
    brackets: Round


@dataclass(frozen=True, slots=True)
class Impossible:
    """No legal pairing. `stuck` have nobody left whom they may meet. If there is no such player, `rivals` are too
    many for the few whom they may meet, `wanted`."""

    state: PairingState
    stuck: tuple[int, ...]
    rivals: tuple[int, ...]
    wanted: tuple[int, ...]


def pair_dutch(state: PairingState) -> Pairing | Impossible:
    """C.04.3 with C.04.2.D.9: the round by the Dutch system."""
    found = pair_brackets(state)
    if found is None:
        return _impossible(state)
    pairs = sorted(((state.entrants[one], state.entrants[two]) for one, two in found.pairs), key=board_order)
    boards = tuple(_board(number, one, two, state) for number, (one, two) in enumerate(pairs, 1))
    return Pairing(state, boards, None if found.bye is None else state.entrants[found.bye].rank, found)


def _board(number: int, higher: PairingPlayer, lower: PairingPlayer, state: PairingState) -> Board:
    colour, rule = colour_of_higher(higher, lower, state.initial)
    white, black = (higher, lower) if colour == "w" else (lower, higher)
    return Board(number, white.rank, black.rank, rule)


def _impossible(state: PairingState) -> Impossible:
    """The players who prevent it (Gallai and Edmonds): players left over by some largest pairing, and all whom these
    may meet."""
    field = Field(state)
    vertices = field.everybody if field.bye is None else field.everybody | 1 << field.bye
    over = Matching(field.allowed, vertices).missable()
    around = 0
    for bit in bits(over):
        around |= field.allowed[bit]
    over, around = over & field.everybody, around & field.everybody & ~over
    alone = [one for one in bits(over) if not field.allowed[one]]
    ranks = [entrant.rank for entrant in state.entrants]
    return Impossible(
        state,
        tuple(sorted(ranks[player] for player in alone)),
        tuple(sorted(ranks[one] for one in bits(over))) if not alone else (),
        tuple(sorted(ranks[one] for one in bits(around))) if not alone else (),
    )
