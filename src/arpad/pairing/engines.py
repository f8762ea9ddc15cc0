"""A paired round with its boards and byes, and the engine of each Swiss system."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol, TypeVar

from arpad.documents.steps import Explanation
from arpad.domain.event import Colour
from arpad.pairing._matching import Matching, bits, mask_of
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, board_order
from arpad.pairing.systems import SwissSystem, load_engine

# A round as it is published: boards with their colours, the pairing-allocated bye, and who is not paired.

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


# What every Swiss system can do, whichever it is: pair a round, tell why it is as it is, and judge another one. Each
# system is a room of its own with a module `system` that offers `ENGINE`. It is loaded when it is needed.

ReasonKind = Literal["quality", "order", "barred", "bye", "bye-order", "completion", "upfloaters", "colour"]


@dataclass(frozen=True, slots=True)
class Reason:
    """The first bracket that differs, by the score of its residents, and what the given pairing fails on there.

    `players` are starting ranks, `article` is the number in the text of the system, `criterion` the key of its words.
    """

    article: str
    score: int | None = None
    players: tuple[int, ...] = ()
    given: int | Fraction | None = None
    best: int | Fraction | None = None
    kind: ReasonKind = "quality"
    criterion: str = ""


class Engine(Protocol):
    """A Swiss system at work."""

    def prepare(self, whole: Tournament, state: PairingState) -> PairingState:
        """Add to the players of a round what only this system looks at."""
        ...

    def pair(self, state: PairingState) -> Answer:
        """Pair a round."""
        ...

    def explain(self, answer: Pairing, limit: int) -> Explanation:
        """Tell why a round is as it is, with at most `limit` refusals a bracket."""
        ...

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        """Tell by what another pairing of the round is worse."""
        ...

    def impossible_article(self, system: SwissSystem) -> str:
        """Return the article about rounds that cannot be paired."""
        ...


def engine_of(system: SwissSystem) -> Engine:
    """Return the engine of a system."""
    found: Engine = load_engine(system)
    return found


def pair_round(state: PairingState) -> Answer:
    """Pair a round by the system of its tournament."""
    return engine_of(state.system).pair(state)
