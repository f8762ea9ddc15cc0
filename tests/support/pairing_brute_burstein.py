"""C.04.4.2 by brute force: every bye, and every pairing of a bracket in the order of article 4, sifted by C5 to C8.

It shares with the engine the colours, the index and who may meet whom, and nothing of matching, digits or orders.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import TypeVar

from arpad.pairing._burstein import IndexedPlayer, ranking
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.state import PairingPlayer, PairingState
from pairing_legality import can_be_paired, may_meet

Player = TypeVar("Player", bound=PairingPlayer)
Pair = tuple[IndexedPlayer, IndexedPlayer]
Outcome = tuple[tuple[Pair, ...], tuple[IndexedPlayer, ...]]
"""The pairs of a bracket, and the outgoing floaters."""


def brute_burstein(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    """The pairs of a round, White first, and who has the bye; None if there is no legal pairing."""
    return _Brute(state).round()


def order(
    players: Sequence[Player], pairs: int
) -> Iterator[tuple[tuple[tuple[Player, Player], ...], tuple[Player, ...]]]:
    """Article 4: the largest number first as opponent of the first player, floating last."""
    if 2 * pairs > len(players):
        return
    if not players:
        yield (), ()
        return
    first, others = players[0], players[1:]
    if pairs:
        for at in range(len(others) - 1, -1, -1):
            for found, alone in order((*others[:at], *others[at + 1 :]), pairs - 1):
                yield ((first, others[at]), *found), alone
    for found, alone in order(others, pairs):
        yield found, (first, *alone)


class _Brute:
    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.players = [player for player in state.entrants if isinstance(player, IndexedPlayer)]
        self.complete = cache(self._complete)

    def round(self) -> tuple[list[tuple[int, int]], int | None] | None:
        rest, bye = list(self.players), None
        if len(rest) % 2:
            by_rank = sorted(rest, key=ranking, reverse=True)
            by_points = self.state.system.lowest == "points"
            low = {player: player.points if by_points else player.score for player in by_rank}
            in_turn = sorted(by_rank, key=lambda player: (low[player], -len(player.colours)))
            fit = [one for one in in_turn if one.bye_allowed and self.complete(frozenset(rest) - {one})]
            if not fit:
                return None
            bye = fit[0].rank
            rest.remove(fit[0])
        if not self.complete(frozenset(rest)):
            return None
        scores = sorted({player.score for player in rest}, reverse=True)
        groups = [[player for player in rest if player.score == score] for score in scores]
        pairs: list[Pair] = []
        moved: list[IndexedPlayer] = []
        for at, group in enumerate(groups):
            found, out = self._bracket(moved, group, groups[at + 1 :])
            pairs += found
            moved = list(out)
        return sorted(self._coloured(*pair) for pair in pairs), bye

    def legal(self, one: IndexedPlayer, two: IndexedPlayer) -> bool:
        return may_meet(self.state, one, two)

    def _complete(self, players: frozenset[IndexedPlayer]) -> bool:
        return can_be_paired(players, self.legal, self.complete)

    def _legal_orders(
        self, players: Sequence[IndexedPlayer], count: int, below: frozenset[IndexedPlayer]
    ) -> list[Outcome]:
        return [
            (pairs, out)
            for pairs, out in order(sorted(players, key=ranking), count)
            if all(self.legal(*pair) for pair in pairs) and self.complete(below | set(out))
        ]

    def _bracket(
        self, moved: list[IndexedPlayer], group: list[IndexedPlayer], below: Sequence[list[IndexedPlayer]]
    ) -> Outcome:
        players = [*moved, *group]
        rest = frozenset(chain.from_iterable(below))
        for count in range(len(players) // 2, -1, -1):
            legal = self._legal_orders(players, count, rest)
            if legal:
                return min(
                    legal,
                    key=lambda found: (
                        self._left(found[1], moved),
                        self._next(list(found[1]), below),
                        sum(one.preference.colour is not None and one.preference.colour == two.preference.colour
                            for one, two in found[0]),
                    ),
                )  # fmt: skip
        raise AssertionError("the round can be completed")

    def _left(self, out: Sequence[IndexedPlayer], moved: Sequence[IndexedPlayer]) -> list[int]:
        """C6: the scores of the floaters; in 2018 how many came from above, then their scores."""
        if self.state.system.edition == "2018":
            stayed = sorted((player.score for player in out if player in moved), reverse=True)
            return [len(stayed), *stayed]
        return sorted((player.score for player in out), reverse=True)

    def _next(self, moved: list[IndexedPlayer], below: Sequence[list[IndexedPlayer]]) -> tuple[int, list[int]]:
        """C7: C5 and C6 of the following bracket at best."""
        if not below:
            return 0, []
        rest = frozenset(chain.from_iterable(below[1:]))
        players = [*moved, *below[0]]
        for count in range(len(players) // 2, -1, -1):
            found = [self._left(out, moved) for _, out in self._legal_orders(players, count, rest)]
            if found:
                return -count, min(found)
        raise AssertionError("the round can be completed")

    def _coloured(self, one: IndexedPlayer, two: IndexedPlayer) -> tuple[int, int]:
        first, second = sorted((one, two), key=ranking)
        colour, _ = colour_of_higher(first, second, self.state.initial)
        return (first.rank, second.rank) if colour == "w" else (second.rank, first.rank)
