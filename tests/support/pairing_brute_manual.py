"""The manual's Burstein system by brute force: every division of the round into groups, every combination of a group in
the printed order.

It shares with the engine the colours, the order of the players and who may meet whom, and nothing of matching.
"""

from collections.abc import Sequence
from functools import cache

from arpad.pairing._burstein_manual import ManualPlayer, in_order, players_of
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.state import PairingState
from pairing_brute_burstein import order
from pairing_legality import can_be_paired, may_meet

Group = tuple[ManualPlayer, ...]
Pair = tuple[ManualPlayer, ManualPlayer]


def brute_manual(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    """The pairs of a round, White first, and who has the bye; None if there is no legal pairing."""
    return _Brute(state).round()


class _Brute:
    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.complete = cache(self._complete)
        self.tail = cache(self._tail)

    def round(self) -> tuple[list[tuple[int, int]], int | None] | None:
        rest, bye = players_of(self.state), None
        if len(rest) % 2:
            ranked = sorted(in_order(rest), key=lambda player: -player.score)
            fit = [one for one in reversed(ranked) if one.bye_allowed and self.complete(frozenset(rest) - {one})]
            if not fit:
                return None
            bye = fit[0].rank
            rest.remove(fit[0])
        if not self.complete(frozenset(rest)):
            return None
        scores = sorted({player.score for player in rest}, reverse=True)
        groups = self._merged([tuple(player for player in rest if player.score == score) for score in scores])
        pairs: list[Pair] = []
        came: ManualPlayer | None = None
        for at, group in enumerate(groups):
            found, came = self._group(group, came, tuple(groups[at + 1 :]))
            pairs += found
        return sorted(self._coloured(*pair) for pair in pairs), bye

    def _legal(self, one: ManualPlayer, two: ManualPlayer) -> bool:
        return may_meet(self.state, one, two)

    def _complete(self, players: frozenset[ManualPlayer]) -> bool:
        return can_be_paired(players, self._legal, self.complete)

    def _outcomes(self, group: Group, came: ManualPlayer | None) -> list[tuple[Sequence[Pair], ManualPlayer | None]]:
        """Every legal combination in its order; the player who came does not leave again."""
        players = in_order([*group, *(() if came is None else (came,))])
        found: list[tuple[Sequence[Pair], ManualPlayer | None]] = []
        for pairs, out in order(players, len(players) // 2):
            if all(self._legal(*pair) for pair in pairs) and came not in out:
                found.append((pairs, out[0] if out else None))
        return found

    def _merged(self, groups: list[Group]) -> list[Group]:
        """6.6: what cannot be paired becomes one with the next group, the last with the one above."""
        done: list[Group] = []
        waiting = list(groups)
        while waiting:
            group = waiting.pop(0)
            if self._leaving([*done, group]) or not (waiting or done):
                done.append(group)
            elif waiting:
                waiting[0] = (*group, *waiting[0])
            else:
                waiting = [(*done.pop(), *group)]
        return done

    def _leaving(self, groups: list[Group]) -> set[ManualPlayer | None]:
        """Who may leave the last of some groups if all above are paired; nobody is one of the answers."""
        coming: set[ManualPlayer | None] = {None}
        for group in groups:
            coming = {out for came in coming for _, out in self._outcomes(group, came)}
        return coming

    def _tail(self, came: ManualPlayer | None, groups: tuple[Group, ...]) -> bool:
        if not groups:
            return came is None
        return any(self.tail(out, groups[1:]) for _, out in self._outcomes(groups[0], came))

    def _group(
        self, group: Group, came: ManualPlayer | None, below: tuple[Group, ...]
    ) -> tuple[Sequence[Pair], ManualPlayer | None]:
        """6.5: fewest players without their colour, then the first combination."""
        fit = [outcome for outcome in self._outcomes(group, came) if self.tail(outcome[1], below)]
        return min(fit, key=lambda outcome: sum(_denied(*pair) for pair in outcome[0]))

    def _coloured(self, one: ManualPlayer, two: ManualPlayer) -> tuple[int, int]:
        first, second = in_order([one, two])
        colour, _ = colour_of_higher(first, second, self.state.initial)
        return (first.rank, second.rank) if colour == "w" else (second.rank, first.rank)


def _denied(one: ManualPlayer, two: ManualPlayer) -> bool:
    return one.preference.colour is not None and one.preference.colour == two.preference.colour
