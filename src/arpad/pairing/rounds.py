"""A round as it is published: boards with their colours, the pairing-allocated bye, and who is not paired."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from arpad.domain.event import Colour
from arpad.pairing.matching.cardinality import Matching, bits, mask_of
from arpad.pairing.order import board_order
from arpad.pairing.state import PairingPlayer, PairingState

Seat = tuple[int | None, Colour | None]
"""Whom a player meets and with which colour; nobody for the bye."""
Somebody = TypeVar("Somebody", bound=PairingPlayer)
Colouring = Callable[[Somebody, Somebody], tuple[Colour, str]]
"""The colour of the higher ranked of two players, and the article that decides."""


@dataclass(frozen=True, slots=True)
class Board:
    """A game to be played, by starting ranks, and the rule that gave the colours."""

    number: int
    white: int
    black: int
    rule: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round that is paired. Each system adds what its explanation needs."""

    state: PairingState
    boards: tuple[Board, ...]
    bye: int | None

    def seats(self) -> dict[int, Seat]:
        """Return the opponent and the colour of each player."""
        found: dict[int, Seat] = {} if self.bye is None else {self.bye: (None, None)}
        for board in self.boards:
            found[board.white] = board.black, "w"
            found[board.black] = board.white, "b"
        return found


@dataclass(frozen=True, slots=True)
class Impossible:
    """No legal pairing. `stuck` have nobody left whom they may meet. If there is no such player, `rivals` are too
    many for the few whom they may meet, `wanted`."""

    state: PairingState
    stuck: tuple[int, ...]
    rivals: tuple[int, ...]
    wanted: tuple[int, ...]


Answer = Pairing | Impossible


def boards_of(
    state: PairingState, pairs: Iterable[tuple[Somebody, Somebody]], colour: Colouring[Somebody]
) -> tuple[Board, ...]:
    """C.04.2.D.9: the boards in their order. Each pair has its higher ranked player first."""
    ordered = sorted(pairs, key=lambda pair: board_order(pair, state.system.boards == "score"))
    return tuple(_board(number, pair, colour) for number, pair in enumerate(ordered, 1))


def _board(number: int, pair: tuple[Somebody, Somebody], colour: Colouring[Somebody]) -> Board:
    given, rule = colour(*pair)
    white, black = pair if given == "w" else pair[::-1]
    return Board(number, white.rank, black.rank, rule)


def impossible(state: PairingState, allowed: Sequence[int]) -> Impossible:
    """Return who stands in the way (Gallai and Edmonds): players whom some largest pairing leaves over, and all whom
    these may meet. `allowed` are the players whom each may meet, by places in the state. If their number is odd, the
    bye is one more vertex for those who may have it."""
    count = len(state.entrants)
    everybody, graph = (1 << count) - 1, list(allowed[:count])
    if count % 2:
        graph = [own | player.bye_allowed << count for own, player in zip(graph, state.entrants, strict=True)]
        graph.append(mask_of(place for place, player in enumerate(state.entrants) if player.bye_allowed))
    over = Matching(graph, (1 << len(graph)) - 1).missable()
    around = 0
    for place in bits(over):
        around |= graph[place]
    over, around = over & everybody, around & everybody & ~over
    alone = [place for place in bits(over) if not graph[place]]
    ranks = [member.rank for member in state.entrants]
    return Impossible(
        state,
        tuple(sorted(ranks[place] for place in alone)),
        tuple(sorted(ranks[place] for place in bits(over))) if not alone else (),
        tuple(sorted(ranks[place] for place in bits(around))) if not alone else (),
    )
