"""The players of a round as a graph: who may meet whom (C.1 to C.3), a bracket before and after pairing, and who
comes up into a scoregroup.

A player is a place in the order of A.2; a set of players is a whole number with one bit for each.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby, takewhile
from typing import Generic, Literal, TypeVar

from arpad.pairing._matching import Matching, SolverWork, Weights, bits, in_parts, mask_of
from arpad.pairing.state import PairingPlayer, PairingState

# A.3 and B.1: a bracket before it is paired, and after.

Pair = tuple[int, int]
BracketKind = Literal["normal", "penultimate", "last"]
"""A.9: the penultimate bracket is the one whose downfloaters must let the round be completed (C.4)."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """Moved-down players and residents, as places in the order of A.2. `below` is the next scoregroup of a normal
    bracket (C.7), and everybody below a penultimate one."""

    kind: BracketKind
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    below: tuple[int, ...] = ()
    collapsed: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        return self.moved + self.residents

    def left_over(self, pairs: Iterable[Pair]) -> tuple[int, ...]:
        """Return the players who are in none of the pairs."""
        taken = {player for pair in pairs for player in pair}
        return tuple(player for player in self.players if player not in taken)


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket and the candidate that was chosen: pairs (the higher ranked first) and downfloaters. `failed` are the
    downfloaters who would not have let the round be completed."""

    bracket: Bracket
    pairs: tuple[Pair, ...]
    floaters: tuple[int, ...]
    failed: tuple[int, ...] | None = None


def paired_by(bracket: Bracket, pairs: Sequence[Pair]) -> Paired:
    """Return a bracket with the candidate that has certain pairs."""
    return Paired(bracket, tuple(sorted((min(pair), max(pair)) for pair in pairs)), bracket.left_over(pairs))


# The graph of a round.

Somebody_co = TypeVar("Somebody_co", bound=PairingPlayer, covariant=True)


class Graph(Generic[Somebody_co]):
    """All that the brackets of a round share. A system has `entrants` of its own kind.

    `allowed[i]` are the players that i may meet. If the number of players is odd, `bye` is one more vertex; players
    who may have the pairing-allocated bye may meet it (C.2).
    """

    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.entrants: tuple[Somebody_co, ...] = state.entrants  # type: ignore[assignment]  # as the system prepared them
        self.size = len(state.entrants)
        self.everybody = (1 << self.size) - 1
        self.bye: int | None = self.size if self.size % 2 else None
        self.scores = [entrant.score for entrant in self.entrants]
        self.bye_score: int | None = None
        self._bye_allowed = [member.bye_allowed for member in self.entrants]
        self._unmet = self._without_met()
        self.allowed = self._without(self.barred_by_colours())

    def give_bye_to(self, score: int) -> None:
        """C5 of 2026: only players with this score may have the pairing-allocated bye."""
        assert self.bye is not None
        self.bye_score = score
        self._bye_allowed = [member.bye_allowed and member.score == score for member in self.entrants]
        self.allowed = self._without(self.barred_by_colours())
        self.__dict__.pop("unexcused", None)

    @cached_property
    def unexcused(self) -> list[int]:
        """The same without the exception for topscorers, and without the bye."""
        if not any(entrant.topscorer for entrant in self.entrants):
            return self.allowed
        return self._without(self.barred_by_colours(topscorers=False))

    def scoregroups(self) -> list[tuple[int, ...]]:
        """A.3: the players of each score, the highest first."""
        return [tuple(group) for _, group in groupby(range(self.size), key=self.scores.__getitem__)]

    def after(self, places: Sequence[int]) -> int:
        """Return everybody after the last of some players."""
        return self.everybody & -(2 << places[-1])

    def complete(self, places: int) -> bool:
        """C.4: whether all of a set can be paired among themselves."""
        return places.bit_count() % 2 == 0 and not Matching(self.allowed, places).missing

    def matching_with(self, players: int, near: int) -> Matching:
        """Return a largest matching of a set of players and of one more vertex, which can be paired with `near`."""
        vertex = self.size + 1
        around = {place: self.allowed[place] | (near >> place & 1) << vertex for place in bits(players)}
        return Matching(around | {vertex: near & players}, players | 1 << vertex)

    def barred(self, one: int, two: int) -> str | None:
        """Return why two players may not meet: C.1, C.3 or a forbidden pair; None if they may."""
        if self.allowed[one] >> two & 1:
            return None
        first, second = self.entrants[one], self.entrants[two]
        if second.rank in first.opponents or first.rank in second.opponents:
            return "C.1"
        return "forbidden" if tuple(sorted((first.rank, second.rank))) in self.state.forbidden else "C.3"

    def _without_met(self) -> list[int]:
        """C.1, and pairs that are forbidden."""
        place = {member.rank: at for at, member in enumerate(self.entrants)}
        unmet = [self.everybody & ~(1 << at) for at in range(self.size)]
        met = ((at, rank) for at, member in enumerate(self.entrants) for rank in member.opponents)
        forbidden = ((place[one], two) for one, two in self.state.forbidden if one in place)
        for one, rank in chain(met, forbidden):
            if (two := place.get(rank)) is not None:
                unmet[one] &= ~(1 << two)
                unmet[two] &= ~(1 << one)
        return unmet

    def barred_by_colours(self, topscorers: bool = True) -> list[int]:
        """C.3: whom each player may not meet. Of two with the same absolute preference one must be a topscorer."""
        excused = mask_of(at for at, entrant in enumerate(self.entrants) if entrant.topscorer) if topscorers else 0
        seekers = {
            colour: mask_of(at for at, entrant in enumerate(self.entrants) if entrant.absolute == colour) & ~excused
            for colour in ("w", "b")
        }
        return [
            0 if member.absolute is None or excused >> at & 1 else seekers[member.absolute]
            for at, member in enumerate(self.entrants)
        ]

    def _without(self, barred: list[int]) -> list[int]:
        """Whom each player may meet, and the bye (C.2)."""
        allowed = [unmet & ~apart for unmet, apart in zip(self._unmet, barred, strict=True)]
        if self.bye is None:
            return allowed
        bye = mask_of(at for at, may_have in enumerate(self._bye_allowed) if may_have)
        return [*(own | (bye >> at & 1) << self.size for at, own in enumerate(allowed)), bye]

    @cached_property
    def kinds(self) -> list[int]:
        """Players who are alike for every criterion share a number."""
        numbers: dict[object, int] = {}
        kinds = []
        for entrant in self.entrants:
            wish = entrant.preference
            alike = (entrant.score, wish.colour, wish.strength, entrant.floats, entrant.topscorer)
            kind = (*alike, entrant.colours if self.state.last else "")
            kinds.append(numbers.setdefault(kind, len(numbers)))
        return kinds


Field = Graph[PairingPlayer]


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
