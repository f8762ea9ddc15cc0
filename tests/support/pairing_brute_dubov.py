"""C.04.4.1 by brute force: every bye, every set of upfloaters, every pairing of a bracket, every set of shifters.

It shares with the engine the colours, the average ratings and who may meet whom, and nothing of matching, digits or
orders.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

from arpad.pairing._dubov import DubovPlayer, dubov_colour
from arpad.pairing.state import PairingState
from pairing_legality import can_be_paired, may_meet

Pair = tuple[DubovPlayer, DubovPlayer]


def brute_dubov(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    """The pairs of a round, White first, and who has the bye; None if there is no legal pairing."""
    return _Brute(state).round()


class _Brute:
    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.players = [player for player in state.entrants if isinstance(player, DubovPlayer)]
        self.complete = cache(self._complete)

    def round(self) -> tuple[list[tuple[int, int]], int | None] | None:
        rest, bye = list(self.players), None
        if len(rest) % 2:
            by_points = self.state.system.lowest == "points"
            low = {player: player.points if by_points else player.score for player in rest}
            in_turn = sorted(rest, key=lambda player: (low[player], -len(player.colours), -player.rank))
            fit = [one for one in in_turn if one.bye_allowed and self.complete(frozenset(rest) - {one})]
            if not fit:
                return None
            bye = fit[0].rank
            rest.remove(fit[0])
        if not self.complete(frozenset(rest)):
            return None
        rest.sort(key=lambda player: (-player.score, player.rank))
        pairs: list[Pair] = []
        while rest:
            residents = [player for player in rest if player.score == rest[0].score]
            lower = [player for player in rest if player.score < rest[0].score]
            chosen = self._upfloaters(residents, lower)
            pairs += self._bracket([*residents, *chosen])
            rest = [player for player in lower if player not in chosen]
        return sorted(self._coloured(*pair) for pair in pairs), bye

    def _legal(self, one: DubovPlayer, two: DubovPlayer) -> bool:
        return may_meet(self.state, one, two)

    def _complete(self, players: frozenset[DubovPlayer]) -> bool:
        return can_be_paired(players, self._legal, self.complete)

    def _pairings(self, players: Sequence[DubovPlayer]) -> Iterator[tuple[Pair, ...]]:
        if not players:
            yield ()
            return
        first, others = players[0], players[1:]
        for at, two in enumerate(others):
            if self._legal(first, two):
                for more in self._pairings((*others[:at], *others[at + 1 :])):
                    yield ((first, two), *more)

    def _upfloaters(self, residents: list[DubovPlayer], lower: list[DubovPlayer]) -> list[DubovPlayer]:
        """C5 to C10, then the smallest differing number (4.2)."""
        most = 2 + self.state.rounds // 5
        for count in range(len(residents) % 2, len(lower) + 1, 2):
            found = []
            for places in combinations(range(len(lower)), count):
                chosen = [lower[at] for at in places]
                if not self.complete(frozenset(residents) | set(chosen)):
                    continue
                if not self.complete(frozenset(lower) - set(chosen)):
                    continue
                often = sorted((one.upfloats for one in chosen if one.upfloats >= most), reverse=True)
                again = sum(one.floats[0] == "up" for one in chosen)
                key = (
                    sorted((residents[0].score - one.score for one in chosen), reverse=True),
                    min(_equal(pairs) for pairs in self._pairings([*residents, *chosen])),
                    *((0, [], 0) if self.state.last else (len(often), self._compared(often), again)),
                    places,
                )
                found.append((key, chosen))
            if found:
                return min(found, key=lambda one: one[0])[1]
        raise AssertionError("the round can be completed")

    def _compared(self, often: list[int]) -> list[int]:
        return [sum(often)] if self.state.system.often == "sum" else often

    def _bracket(self, players: list[DubovPlayer]) -> list[Pair]:
        """3.2.3 to 3.2.6: sides, shifts, and the first transposition."""
        ordered = sorted(players, key=lambda player: player.rank)
        white = [player for player in ordered if player.preference.colour == "w"]
        if not any(player.colours for player in ordered):
            white = ordered[: len(ordered) // 2]
        black = [player for player in ordered if player not in white]
        small, large = (white, black) if len(white) <= len(black) else (black, white)
        every = list(self._pairings(ordered))
        least = min(_equal(pairs) for pairs in every)
        left = [pairs for pairs in every if _equal(pairs) == least]
        fewest = min(_inside(pairs, small) for pairs in left)
        left = [pairs for pairs in left if _inside(pairs, small) == fewest]
        first, left = _best(small, fewest, left)
        second, left = _best(large, _inside(left[0], large), left)
        g1 = [one for one in white if one not in first and one not in second]
        g1 += [one for one in (*first, *second) if one not in white]
        g2 = [one for one in ordered if one not in g1]
        s1 = sorted(g1, key=lambda player: (player.aro, player.rank))
        for t2 in permutations(g2):
            if all(self._legal(one, two) for one, two in zip(s1, t2, strict=True)):
                return list(zip(s1, t2, strict=True))
        raise AssertionError("the sides can be opposed")

    def _coloured(self, one: DubovPlayer, two: DubovPlayer) -> tuple[int, int]:
        by_points = self.state.system.higher == "points"
        higher, lower = sorted(
            (one, two), key=lambda player: (-(player.points if by_points else player.score), player.rank)
        )
        colour, _ = dubov_colour(higher, lower, self.state.initial)
        return (higher.rank, lower.rank) if colour == "w" else (lower.rank, higher.rank)


def _equal(pairs: Sequence[Pair]) -> int:
    """C7: pairs in which both seek the same colour."""
    return sum(one.preference.colour == two.preference.colour for one, two in pairs)


def _inside(pairs: Sequence[Pair], side: Sequence[DubovPlayer]) -> int:
    return sum(one in side and two in side for one, two in pairs)


def _best(
    side: Sequence[DubovPlayer], count: int, left: list[tuple[Pair, ...]]
) -> tuple[tuple[DubovPlayer, ...], list[tuple[Pair, ...]]]:
    """4.3: the first set of shifters that meets each pair inside the side exactly once, and the pairings left."""
    white = bool(side) and side[0].preference.colour == "w"
    listed = sorted(side, key=lambda player: (player.aro if white else 0, player.rank))
    pool = []
    while listed:
        pool.append(listed.pop((len(listed) - 1) // 2))
    for chosen in combinations(pool, count):
        fits = [
            pairs
            for pairs in left
            if all((one in chosen) != (two in chosen) for one, two in pairs if one in side and two in side)
            and all(one in side and two in side for one, two in pairs if one in chosen or two in chosen)
        ]
        if fits:
            return chosen, fits
    raise AssertionError("some set can change the side")
