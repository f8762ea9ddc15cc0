"""The Lim system by brute force: every set that may leave a group, every pairing in the order of 4.2.

It shares with the engine the colours and who may meet whom, and nothing of matching.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from arpad.pairing._lim import LimField, lim_colour
from arpad.pairing.engines import without
from arpad.pairing.state import PairingState

Places = tuple[int, ...]
Pairs = list[tuple[int, int]]


def in_depth_first_order(numbers: Sequence[int]) -> Iterator[Pairs]:
    """4.2: the first with m+1 to 2m, then with m to 2, of those left renumbered."""
    if not numbers:
        yield []
        return
    half = len(numbers) // 2
    for at in (*range(half, len(numbers)), *range(half - 1, 0, -1)):
        rest = [number for place, number in enumerate(numbers) if place not in (0, at)]
        for more in in_depth_first_order(rest):
            yield [(numbers[0], numbers[at]), *more]


def brute_lim(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    """The pairs of a round, White first, and who has the bye; None if there is no legal pairing."""
    if len(state.entrants) % 2 == 0:
        found = _Brute(state, None).round()
        return None if found is None else (found, None)
    for player in sorted(state.entrants, key=lambda one: (one.score, -one.rank)):
        if player.bye_allowed and (found := _Brute(state, player.rank).round()) is not None:
            return found, player.rank
    return None


class _Brute:
    def __init__(self, state: PairingState, bye: int | None) -> None:
        self.state, self.field = state, LimField(without(state, bye))
        self.players = self.field.entrants
        self.complete = cache(self._complete)

    def _complete(self, places: frozenset[int]) -> bool:
        if len(places) % 2:
            return False
        if not places:
            return True
        first = min(places)
        return any(self.meets(first, two) and self.complete(places - {first, two}) for two in places - {first})

    def meets(self, one: int, two: int) -> bool:
        return bool(self.field.allowed[one] >> two & 1)

    def round(self) -> list[tuple[int, int]] | None:
        if not self.complete(frozenset(range(len(self.players)))):
            return None
        made: dict[int, list[Pairs]] = {1: [], -1: []}
        floating: dict[int, list[int]] = {1: [], -1: []}
        scores = sorted({player.score for player in self.players})
        groups = {score: [at for at, one in enumerate(self.players) if one.score == score] for score in scores}
        for direction in (1, -1):
            line = scores[::-1] if direction > 0 else scores
            for at, score in enumerate(line):
                if self.players[groups[score][0]].side != direction:
                    break
                adjacent = groups[line[at + 1]] if at + 1 < len(line) else []
                came = floating[direction]
                out = self._out(groups[score], came, adjacent, direction)
                left = [place for place in groups[score] if place not in out]
                staying = [place for place in self._turn(came, direction) if place not in out]
                made[direction].append(self._group(left, staying, direction))
                floating[direction] = self._turn(out, direction)
        median = [place for place, player in enumerate(self.players) if player.side == 0]
        while not self.complete(frozenset([*median, *floating[1], *floating[-1]])):
            side = -1 if len(floating[1]) > len(floating[-1]) else 1
            side = side if any(made[side]) else -side
            group = [pairs for pairs in made[side] if pairs][-1]
            floating[side] = self._turn([*floating[side], *group.pop()], side)
        last = self._group(median, [*floating[1], *floating[-1]], 1)
        lower = {frozenset(pair) for pairs in made[-1] for pair in pairs}
        every = [pair for side in (1, -1) for pairs in made[side] for pair in pairs] + last
        return sorted(self._coloured(pair, frozenset(pair) in lower) for pair in every)

    def _turn(self, places: Sequence[int], direction: int) -> list[int]:
        return sorted(places, key=lambda at: (-direction * self.players[at].score, direction * self.players[at].rank))

    def _out(self, group: list[int], came: list[int], adjacent: list[int], direction: int) -> Places:
        members = [*came, *group]
        for count in range(len(members) + 1):
            fit = [out for out in combinations(members, count) if self.complete(frozenset(members) - set(out))]
            if fit:
                worths = {out: self._worth(out, members, came, adjacent, direction) for out in fit}
                best = min(fit, key=lambda out: worths[out])
                plain = min(fit, key=lambda out: (*worths[out][:2], worths[out][3]))
                pairs = zip(*(sorted(out, key=lambda at: self.players[at].rank) for out in (best, plain)), strict=True)
                return best if all(self._near(*pair) for pair in pairs) else plain
        raise AssertionError("everybody may leave")

    def _worth(
        self, out: Places, members: list[int], came: list[int], adjacent: list[int], direction: int
    ) -> tuple[list[int], int, int, list[int]]:
        kinds, taken = [], set()
        for place in self._turn(out, direction):
            open_ = [at for at in adjacent if at not in taken and self.meets(place, at)]
            if open_:
                taken.add(min(open_, key=lambda at: direction * self.players[at].rank))
            kinds.append(("a", "b")[bool(open_)] if place in came else ("c", "d")[bool(open_)])
        due = [self.players[at].due_colour for at in members if at not in out]
        ranks = sorted(-direction * self.players[at].rank for at in out)
        again = sum(self.players[at].floated for at in out)
        return [kinds.count(kind) for kind in "abc"], again, abs(due.count("w") - due.count("b")), ranks

    def _group(self, residents: list[int], floaters: list[int], direction: int) -> Pairs:
        left, pairs = [*floaters, *residents], []
        for floater in floaters:
            if floater not in left:
                continue
            left.remove(floater)
            mates = [at for at in left if self.meets(floater, at) and self.complete(frozenset(left) - {at})]
            due = self.players[floater].due_colour
            here = sorted((at for at in mates if at in residents), key=lambda at: direction * self.players[at].rank)
            other = [at for at in here if due is None or self.players[at].due_colour != due]
            mate = next((at for at in other if self._near(at, here[0])), (here or mates)[0])
            pairs.append((floater, mate))
            left.remove(mate)
        ordered = sorted(left, key=lambda at: direction * self.players[at].rank)
        legal = [one for one in in_depth_first_order(ordered) if all(self.meets(*pair) for pair in one)]
        first = {one: two for pair in legal[0] for one, two in (pair, pair[::-1])}
        near = [one for one in legal if all(self._may_replace(first, *pair) for pair in one)]
        return pairs + min(near, key=lambda one: self._defects(one, direction < 0))

    def _may_replace(self, first: dict[int, int], one: int, two: int) -> bool:
        """5.7: an opponent near that of the first scrutiny, for both."""
        return first[one] == two or (self._near(first[one], two) and self._near(first[two], one))

    def _near(self, one: int, two: int) -> bool:
        widest = self.state.system.widest
        return widest is None or abs(self.players[one].rating - self.players[two].rating) <= widest

    def _defects(self, pairs: Pairs, below: bool) -> list[int]:
        costs = [self.field.cost(*pair, below) for pair in pairs]
        return [sum(cost[0] for cost in costs), sum(cost[1] for cost in costs)]

    def _coloured(self, pair: tuple[int, int], below: bool) -> tuple[int, int]:
        higher, lower = sorted((self.players[at] for at in pair), key=lambda one: (-one.score, one.rank))
        colour, _ = lim_colour(higher, lower, self.state.initial, below)
        return (higher.rank, lower.rank) if colour == "w" else (lower.rank, higher.rank)
