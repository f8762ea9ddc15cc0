"""The pairing-allocated bye: the first player who can have it, and the round of the others."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from arpad.pairing.matching.cardinality import Matching
from arpad.pairing.state import PairingPlayer, PairingState


class Graph(Protocol):
    """The players of a round, and whom each of them may meet."""

    allowed: list[int]


SomeGraph = TypeVar("SomeGraph", bound=Graph)


def after_bye(
    state: PairingState,
    order: Callable[[PairingState], Iterable[PairingPlayer]],
    graph: Callable[[PairingState], SomeGraph],
) -> tuple[SomeGraph, int | None]:
    """Return the graph of the players who are left when the bye is given, and the starting rank of the player who gets
    it: the first in the order who may have it and leaves a complete pairing of all others."""
    odd = len(state.entrants) % 2
    bye = first_bye(order(state), state.entrants, graph(state).allowed) if odd else None
    return graph(without(state, bye)), bye


def first_bye(order: Iterable[PairingPlayer], players: Sequence[PairingPlayer], allowed: Sequence[int]) -> int | None:
    """Return the rank of the first player in an order who may have the bye and leaves a complete pairing of the others.
    `allowed` are the players whom each of `players` may meet."""
    fit = without_whom_complete(allowed[: len(players)])
    place = {player.rank: at for at, player in enumerate(players)}
    return next((player.rank for player in order if player.bye_allowed and fit >> place[player.rank] & 1), None)


def without_whom_complete(allowed: Sequence[int]) -> int:
    """Return the players without whom all others can be paired."""
    everybody = (1 << len(allowed)) - 1
    matching = Matching([own & everybody for own in allowed], everybody)
    return matching.missable() if matching.missing == 1 else 0


def without(state: PairingState, rank: int | None) -> PairingState:
    """Return the state without the player who gets the bye, if anybody does."""
    return replace(state, entrants=tuple(player for player in state.entrants if player.rank != rank))
