"""Sets of players who come up from lower scores into a scoregroup: the best by the criteria of a system, and of these
the first by their numbers. Teams, Double-Swiss and Dubov choose them so."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from arpad.pairing._matching import Matching, SolverWork, Weights, bits, in_parts, mask_of

Digits = list[tuple[str, int]]
Worse = tuple[str, int, int]
"""The criterion by which a candidate is worse, its count, and that of the best."""


def first_worse(given: Digits, best: Digits) -> Worse | None:
    """Return the first criterion in which two candidates differ, with both counts."""
    for (name, mine), (_, theirs) in zip(given, best, strict=True):
        if mine != theirs:
            return name, mine, theirs
    return None


def as_number(counts: Iterable[int], base: int) -> int:
    """Return counts as the digits of one number, the most important first."""
    number = 0
    for count in counts:
        number = number * base + count
    return number


@dataclass(frozen=True, slots=True)
class Scoregroup:
    """A scoregroup to be filled: its residents, everybody below in their order, and what is left of the following
    scoregroup (empty if its sides are all paired or upfloaters already)."""

    residents: tuple[int, ...]
    lower: tuple[int, ...]
    following: tuple[int, ...] = ()


class UpfloaterSearch(ABC):
    """The criteria as one number over perfect matchings of a scoregroup and everybody below. `names` are the articles
    of its digits, the most important first; a pair adds at most `most` to one."""

    def __init__(self, allowed: Sequence[int], group: Scoregroup, names: Sequence[str], most: int = 1) -> None:
        self.allowed, self.group, self.names = allowed, group, list(names)
        self.residents = set(group.residents)
        self.base = (len(group.residents) + len(group.lower)) * most + 1

    @abstractmethod
    def counts(self, one: int, two: int) -> list[int]:
        """Return what a pair adds to each digit; the first place is not below the second."""

    def suits(self, place: int) -> bool:  # noqa: ARG002
        """Whether a single upfloater of the highest score below reaches every bound of the criteria."""
        return False

    def choose(self, scores: Sequence[int]) -> tuple[int, ...]:
        """Return the first of the best sets, without a search if bounds prove it."""
        residents, lower = self.group.residents, self.group.lower
        if len(residents) % 2 == 0 and self.complete(mask_of(residents)) and self.complete(mask_of(lower)):
            return ()
        nearest = takewhile(lambda place: scores[place] == scores[lower[0]], lower) if len(residents) % 2 else ()
        single = next(filter(self.suits, nearest), None)
        return self.first() if single is None else (single,)

    def complete(self, places: int) -> bool:
        """Whether all of a set can be paired among themselves."""
        return places.bit_count() % 2 == 0 and not Matching(self.allowed, places).missing

    @cached_property
    def weights(self) -> Weights:
        """What each pair spares."""
        whole = self.base ** len(self.names)
        found: Weights = {}
        lower = mask_of(self.group.lower)
        for one in (*self.group.residents, *self.group.lower):
            others = lower | (mask_of(self.group.residents) if one in self.residents else 0)
            for two in bits(self.allowed[one] & others >> one << one):
                found[one, two] = 2 * whole - self._cost(one, two)
        return found

    def _cost(self, one: int, two: int) -> int:
        return as_number(self.counts(one, two), self.base)

    def first(self) -> tuple[int, ...]:
        """Return the first of the best sets in the order of their numbers."""
        work = self._work(self.weights)
        chosen: list[int] = []
        for part in in_parts(self.group.lower, work.room):
            worth = {place: 1 << at for at, place in enumerate(reversed(part))}
            mates = work.mates(
                lambda one, two, worth=worth: worth.get(two, 0) if one in self.residents else 0,  # type: ignore[misc]
                len(part),
            )
            now = {place for place in part if mates.get(place) in self.residents}
            chosen += [place for place in part if place in now]
            refused = set(part) - now
            work.drop(lambda one, two, now=now, refused=refused: self._decided(one, two, now, refused))  # type: ignore[misc]
        return tuple(chosen)

    def _decided(self, one: int, two: int, now: set[int], refused: set[int]) -> bool:
        """Whether an edge contradicts what is decided: upfloaters meet residents, the others do not."""
        up = one in self.residents and two not in self.residents
        return (up and two in refused) or (not up and (one in now or two in now))

    def _work(self, weights: Weights) -> SolverWork:
        return SolverWork((*self.group.residents, *self.group.lower), weights)

    def value(self, wanted: Sequence[int], only: bool = False) -> Digits | None:
        """Return the counts of the best set that has certain upfloaters, or that has `only` them; None if no such set
        lets the round be completed."""
        chosen = set(wanted)
        refused = set(self.group.lower) - chosen if only else set()
        weights = {
            (one, two): weight
            for (one, two), weight in self.weights.items()
            if not self._decided(one, two, chosen, refused)
        }
        mates = self._work(weights).mates()
        if len(mates) < len(self.group.residents) + len(self.group.lower):
            return None
        cost = sum(self._cost(one, two) for one, two in mates.items() if one < two)
        return self._apart(cost)

    def refused(self, upfloaters: Sequence[int]) -> Iterator[tuple[int, Worse | None]]:
        """Yield who would have come up before the best upfloaters, and by what it is worse; None if no set with them
        lets the round be completed."""
        best = self.value(upfloaters, only=True)
        assert best is not None
        kept: list[int] = []
        for place in self.group.lower:
            if len(kept) == len(upfloaters):
                return
            if place in upfloaters:
                kept.append(place)
            else:
                value = self.value([*kept, place])
                yield place, None if value is None else first_worse(value, best)

    def _apart(self, cost: int) -> Digits:
        counts = []
        for _ in self.names:
            cost, count = divmod(cost, self.base)
            counts.append(count)
        return list(zip(self.names, reversed(counts), strict=True))
