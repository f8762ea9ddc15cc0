"""The Dubov system of 1997 by brute force: every opponent, every player who may come up, every set that may leave,
every pairing of two columns in the order of 6.3.

It shares with the engine the colours and the limits of 2.1, and nothing of matching, digits or orders.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, zip_longest

from arpad.pairing._dubov_1997 import OldDubovPlayer, may_come_up, old_dubov_colour
from arpad.pairing.state import PairingState
from pairing_legality import can_be_paired, may_meet

Pair = tuple[OldDubovPlayer, OldDubovPlayer]
Players = list[OldDubovPlayer]


def brute_dubov_1997(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    """The pairs of a round, White first, and who has the bye; None if there is no legal pairing."""
    return _Brute(state).round()


def in_row_order(white: Sequence[OldDubovPlayer], black: Sequence[OldDubovPlayer]) -> Iterator[list[Pair]]:
    """6.3: every pairing: the first White with each Black, then with each White below; at the end Black with Black."""
    if not white and not black:
        yield []
    elif white:
        first, others = white[0], white[1:]
        for at, two in enumerate(black):
            for more in in_row_order(others, [*black[:at], *black[at + 1 :]]):
                yield [(first, two), *more]
        for at, two in enumerate(others):
            for more in in_row_order([*others[:at], *others[at + 1 :]], black):
                yield [(first, two), *more]
    else:
        for at, two in enumerate(black[1:], 1):
            for more in in_row_order([], [*black[1:at], *black[at + 1 :]]):
                yield [(black[0], two), *more]


class _Brute:
    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.players = [player for player in state.entrants if isinstance(player, OldDubovPlayer)]
        self.complete = cache(self._complete)

    def _legal(self, one: OldDubovPlayer, two: OldDubovPlayer) -> bool:
        return may_meet(self.state, one, two)

    def _complete(self, players: frozenset[OldDubovPlayer]) -> bool:
        return can_be_paired(players, self._legal, self.complete)

    def _fits(self, waiting: Players, *gone: OldDubovPlayer) -> bool:
        return self.complete(frozenset(waiting) - set(gone))

    def round(self) -> tuple[list[tuple[int, int]], int | None] | None:
        waiting, bye = list(self.players), None
        if len(waiting) % 2:
            fit = [one for one in self._bye_order() if one.bye_allowed and self._fits(waiting, one)]
            if not fit:
                return None
            bye = fit[0].rank
            waiting.remove(fit[0])
        if not self._fits(waiting):
            return None
        pairs: list[Pair] = []
        floaters: Players = []
        for score in sorted({player.score for player in waiting}, reverse=True):
            group = [player for player in waiting if player.score == score and player not in floaters]
            if not group and any(player.score < score for player in waiting):
                continue
            made = self._group(waiting, floaters, group, score)
            pairs += made
            done = {player for pair in made for player in pair}
            floaters = [player for player in (*floaters, *group) if player not in done]
            waiting = [player for player in waiting if player not in done]
        return sorted(self._coloured(*pair) for pair in pairs), bye

    def _bye_order(self) -> Players:
        if not any(player.colours for player in self.players):
            return sorted(self.players, key=lambda player: (player.score, -player.rank))
        found: Players = []
        left = list(self.players)
        while left:
            low = [one for one in left if one.score == min(other.score for other in left)]
            weak = [one for one in low if one.rating == min(other.rating for other in low)]
            due = [one.preference.colour for one in self.players if one.score == low[0].score]
            if due.count("w") != due.count("b"):
                most = "w" if due.count("w") > due.count("b") else "b"
                weak = [one for one in weak if one.preference.colour == most] or weak
            weak.sort(key=lambda one: (one.aro, one.rank))
            found.append(weak[-1])
            left.remove(weak[-1])
        return found

    def _group(self, waiting: Players, floaters: Players, group: Players, score: int) -> list[Pair]:
        pairs = self._floaters(waiting, floaters, group)
        done = {player for pair in pairs for player in pair}
        waiting = [player for player in waiting if player not in done]
        group = [player for player in group if player not in done]
        came: Players = []
        promised: set[OldDubovPlayer] = set()
        staying = list(group)
        for player in sorted(group, key=lambda one: (-one.rating, one.rank)):
            if len(group) == 1 or any(self._legal(player, two) for two in group if two is not player):
                continue
            listed = [
                one
                for one in self._from_below(waiting, score, _opposite(player))
                if one not in promised
                and self._legal(player, one)
                and self.complete(frozenset(waiting) - promised - {player, one})
            ]
            if listed:
                came.append(listed[0])
                promised |= {player, listed[0]}
            else:
                staying.remove(player)
        if len(staying + came) % 2:
            due = [one.preference.colour for one in staying + came]
            scarce = "w" if due.count("w") < due.count("b") else "b"
            for one in self._from_below(waiting, score, scarce):
                members = frozenset([*staying, *came, one])
                if one not in came and self.complete(members) and self.complete(frozenset(waiting) - members):
                    came.append(one)
                    break
        kept = self._kept(waiting, staying, came, score)
        return pairs + self._rows(kept)

    def _floaters(self, waiting: Players, floaters: Players, group: Players) -> list[Pair]:
        """8: in turn, each with the highest R of the other due colour."""
        white = sorted((one for one in floaters if one.preference.colour == "w"), key=_white_key)
        black = sorted((one for one in floaters if one.preference.colour == "b"), key=_black_key)
        turn = [one for both in zip_longest(white, black) for one in both if one is not None]
        pairs: list[Pair] = []
        for floater in turn:
            done = {player for pair in pairs for player in pair}
            if floater in done:
                continue
            best = [
                two
                for side in (group, turn)
                for two in _in_order(side, _opposite(floater))
                if two not in done
                and two is not floater
                and self._legal(floater, two)
                and self._fits(waiting, *done, floater, two)
            ]
            if best:
                pairs.append((floater, best[0]))
        return pairs

    def _from_below(self, waiting: Players, score: int, due: str) -> Players:
        lower = [one for one in waiting if one.score < score and may_come_up(self.state, one)]
        scores = sorted({one.score for one in lower}, reverse=True)
        return [one for low in scores for one in _in_order([two for two in lower if two.score == low], due)]

    def _kept(self, waiting: Players, staying: Players, came: Players, score: int) -> Players:
        """6.4: without the smallest set, those with an opponent below, the lowest R, the highest ARO first."""
        below = [one for one in waiting if one.score < score and one not in came]
        nearest = [one for one in below if one.score == max(two.score for two in below)]
        lonely = {one: not any(self._legal(one, two) for two in nearest) for one in staying}
        listed = sorted(staying, key=lambda one: (lonely[one], one.rating, -one.aro, -one.rank))
        for count in range(len(staying) + 1):
            fit = []
            for out in combinations(listed, count):
                kept = frozenset([*staying, *came]) - set(out)
                if self.complete(kept) and self.complete(frozenset(waiting) - kept):
                    fit.append(out)
            if fit:
                out = min(fit, key=lambda one: sum(lonely[player] for player in one))
                return [one for one in [*staying, *came] if one not in out]
        raise AssertionError("everybody may leave")

    def _rows(self, players: Players) -> list[Pair]:
        """7.3, 7.4, 6.2, 6.3."""
        if not any(player.colours for player in players):
            listed = sorted(players, key=lambda one: one.rank)
            white, black = listed[: len(listed) // 2], listed[len(listed) // 2 :]
        else:
            white = [one for one in players if one.preference.colour == "w"]
            black = [one for one in players if one.preference.colour == "b"]
            while len(white) > len(black):
                free = [one for one in white if not one.absolute]
                black.append(min(free, key=lambda one: (one.aro, -one.rating, one.rank)))
                white.remove(black[-1])
            while len(black) > len(white):
                free = [one for one in black if not one.absolute]
                white.append(min(free, key=lambda one: (-one.aro, one.rating, one.rank)))
                black.remove(white[-1])
            white.sort(key=_white_key)
            black.sort(key=_black_key)
        legal = [pairs for pairs in in_row_order(white, black) if all(self._legal(*pair) for pair in pairs)]
        return min(legal, key=lambda pairs: sum(one in white and two in white for one, two in pairs))

    def _coloured(self, one: OldDubovPlayer, two: OldDubovPlayer) -> tuple[int, int]:
        higher, lower = sorted((one, two), key=lambda player: (-player.score, player.rank))
        colour, _ = old_dubov_colour(higher, lower, self.state.initial)
        return (higher.rank, lower.rank) if colour == "w" else (lower.rank, higher.rank)


def _opposite(player: OldDubovPlayer) -> str:
    return "b" if player.preference.colour == "w" else "w"


def _in_order(players: Players, due: str) -> Players:
    return sorted(players, key=lambda one: (one.preference.colour != due, -one.rating, one.aro, one.rank))


def _white_key(player: OldDubovPlayer) -> tuple[int | Fraction, int, int]:
    return player.aro, player.rating, player.rank


def _black_key(player: OldDubovPlayer) -> tuple[int, int | Fraction, int]:
    return -player.rating, -player.aro, player.rank
