"""C.04.5 and C.04.6 by brute force: every bye, every set of upfloaters, every pairing, in the printed order.

A second opinion for up to ten sides. It shares with the engine the colours of section 4 and who has met whom, and
nothing of matching, digits or orders.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from arpad.pairing.matches import MatchSide, first_of, rules_of
from arpad.pairing.state import PairingState

Pair = tuple[MatchSide, MatchSide]
"""The smaller number first."""


def brute_matches(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    """The pairs of a round, White first, and who has the bye; None if there is no legal pairing."""
    return _Brute(state).round()


class _Brute:
    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.sides = [side for side in state.entrants if isinstance(side, MatchSide)]
        self.name, self.edition = state.system.name, state.system.edition
        self.complete = cache(self._complete)
        free = 1 if self.name == "double" else 2
        self.floats = state.round <= state.rounds - free

    def round(self) -> tuple[list[tuple[int, int]], int | None] | None:
        rest = list(self.sides)
        bye = None
        if len(rest) % 2:
            order = sorted(rest, key=lambda side: (side.score, -len(side.colours), -side.rank))
            fit = [side for side in order if side.bye_allowed and self.complete(frozenset(rest) - {side})]
            if not fit:
                return None
            bye = fit[0].rank
            rest.remove(fit[0])
        elif not self.complete(frozenset(rest)):
            return None
        scores = sorted({side.score for side in rest}, reverse=True)
        pairs: list[Pair] = []
        for at, score in enumerate(scores):
            residents = [side for side in rest if side.score == score]
            if residents:
                lower = [side for side in rest if side.score < score]
                following = scores[at + 1] if at + 1 < len(scores) else None
                chosen = self._upfloaters(residents, lower, following)
                pairs += self._bracket(residents, chosen)
                rest = [side for side in lower if side not in chosen]
        return sorted(self._coloured(*pair) for pair in pairs), bye

    def _legal(self, one: MatchSide, two: MatchSide) -> bool:
        ranks = min(one.rank, two.rank), max(one.rank, two.rank)
        return two.rank not in one.opponents and ranks not in self.state.forbidden

    def _complete(self, sides: frozenset[MatchSide]) -> bool:
        if len(sides) % 2:
            return False
        if not sides:
            return True
        first = min(sides, key=lambda side: side.rank)
        return any(self._legal(first, other) and self.complete(sides - {first, other}) for other in sides - {first})

    def _upfloaters(self, residents: list[MatchSide], lower: list[MatchSide], following: int | None) -> list[MatchSide]:
        """C4 to C7: the fewest, the highest scores, the best for the following scoregroup, then 3.5.4."""
        for count in range(len(residents) % 2, len(lower) + 1, 2):
            found = []
            for chosen in combinations(lower, count):
                left = frozenset(lower) - set(chosen)
                if self.complete(frozenset(residents) | set(chosen)) and self.complete(left):
                    written = sorted(chosen, key=lambda side: (-side.score, side.rank))
                    key = (
                        sorted((residents[0].score - side.score for side in chosen), reverse=True),
                        self._needed(left, following),
                        sum(side.floated for side in chosen) if self.floats and self.edition != "2024" else 0,
                        [side.rank for side in written],
                    )
                    found.append((key, written))
            if found:
                return min(found, key=lambda pair: pair[0])[1]
        raise AssertionError("the round can be completed")

    def _needed(self, left: frozenset[MatchSide], following: int | None) -> int:
        """C6: how many upfloaters the following scoregroup will need; 0 if nothing is left of it."""
        group = frozenset(side for side in left if side.score == following)
        below = sorted(left - group, key=lambda side: side.rank)
        if not group:
            return 0
        for count in range(len(group) % 2, len(below) + 1, 2):
            for chosen in combinations(below, count):
                if self.complete(group | set(chosen)) and self.complete(frozenset(below) - set(chosen)):
                    return int(count > 1) if self.state.system.following == "parity" else count
        raise AssertionError("the round can be completed")

    def _bracket(self, residents: list[MatchSide], chosen: list[MatchSide]) -> list[Pair]:
        """3.6: the best by its criteria, then the lowest identifier."""
        everybody = sorted([*residents, *chosen], key=lambda side: side.rank)
        score = residents[0].score
        return min(self._pairings(everybody), key=lambda pairs: (self._quality(pairs, score), _identifier(pairs)))

    def _pairings(self, sides: list[MatchSide]) -> Iterator[list[Pair]]:
        if not sides:
            yield []
            return
        first = sides[0]
        for other in sides[1:]:
            if self._legal(first, other):
                for more in self._pairings([side for side in sides[1:] if side is not other]):
                    yield [(first, other), *more]

    def _quality(self, pairs: list[Pair], score: int) -> list[int]:
        same = [(one, two) for one, two in pairs if one.wish is not None and one.wish == two.wish]
        mixed = [pair for pair in pairs if pair[0].score != pair[1].score] if self.floats else []
        opponents = sum(side.floated for pair in mixed for side in pair if side.score == score)
        if self.name == "double":
            return [opponents]
        both = sum(side.floated for pair in mixed for side in pair)
        strong = sum(one.strong and two.strong for one, two in same)
        return [len(same), strong, both if self.edition == "2024" else opponents]

    def _coloured(self, one: MatchSide, two: MatchSide) -> tuple[int, int]:
        first, second = first_of(self.state.system, one, two)
        colour, _ = rules_of(self.state.system).colour(first, second, self.state.initial)
        return (first.rank, second.rank) if colour == "w" else (second.rank, first.rank)


def _identifier(pairs: list[Pair]) -> list[int]:
    """3.6.2: the tops in ascending order, then their bottoms."""
    ordered = sorted(pairs, key=lambda pair: pair[0].rank)
    return [pair[0].rank for pair in ordered] + [pair[1].rank for pair in ordered]
