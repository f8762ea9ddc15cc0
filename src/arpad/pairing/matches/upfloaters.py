"""3.5: which sides of lower scores join a scoregroup (C4 to C7), and in which order the sets come."""

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.pairing.dutch.bracket import Bracket
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.solver import SolverWork, in_parts
from arpad.pairing.matches.field import MatchField, mask_of
from arpad.pairing.matches.rules import MatchRules
from arpad.pairing.matching.cardinality import Matching, bits

Digits = list[tuple[str, int]]


def first_worse(given: Digits, best: Digits) -> tuple[str, int, int] | None:
    """Return the first criterion in which two candidates differ, with both counts."""
    for (name, mine), (_, theirs) in zip(given, best, strict=True):
        if mine != theirs:
            return name, mine, theirs
    return None


@dataclass(frozen=True, slots=True)
class Scoregroup:
    """A scoregroup to be filled: its residents, everybody below in their order, and what is left of the following
    scoregroup (empty if its sides are all paired or upfloaters already)."""

    residents: tuple[int, ...]
    lower: tuple[int, ...]
    following: tuple[int, ...]


def choose_upfloaters(field: MatchField, rules: MatchRules, group: Scoregroup) -> tuple[int, ...]:
    """Return the first of the best sets. The round below can always be completed with it (C3)."""
    below = mask_of(group.lower)
    residents = mask_of(group.residents)
    if len(group.residents) % 2 == 0 and field.complete(residents) and field.complete(below):
        return ()
    single = _single(field, rules, group) if len(group.residents) % 2 else None
    return SetSearch(field, rules, group).first() if single is None else (single,)


def _single(field: MatchField, rules: MatchRules, group: Scoregroup) -> int | None:
    """The first single upfloater that reaches every bound, None if there is none."""
    residents, below = mask_of(group.residents), mask_of(group.lower)
    top = field.sides[group.lower[0]].score
    checking = "floaters" in rules.sets and rules.floats_count(field.state)
    for place in group.lower:
        side = field.sides[place]
        if side.score != top:
            return None
        if checking and side.floated:
            continue
        if not field.complete(residents | 1 << place) or not field.complete(below & ~(1 << place)):
            continue
        if _following_is_served(field, group, place):
            return place
    return None


def _following_is_served(field: MatchField, group: Scoregroup, taken: int) -> bool:
    """C6: the following scoregroup then needs no upfloater, or one if its number is odd."""
    left = mask_of(group.following) & ~(1 << taken)
    if not left:
        return True
    further = mask_of(group.lower) & ~mask_of(group.following) & ~(1 << taken)
    if left.bit_count() % 2 == 0:
        return field.complete(left) and field.complete(further)
    inside, outside = Matching(field.allowed, left), Matching(field.allowed, further)
    if inside.missing != 1 or outside.missing != 1:
        return False
    spare = inside.missable()
    return any(field.allowed[place] & spare for place in bits(outside.missable()))


class SetSearch:
    """C4 to C7 as one number over perfect matchings of a scoregroup and everybody below."""

    def __init__(self, field: MatchField, rules: MatchRules, group: Scoregroup) -> None:
        self.field, self.rules, self.group = field, rules, group
        self.residents, self.following = set(group.residents), set(group.following)
        self.base = len(group.residents) + len(group.lower) + 1
        scores = sorted({field.sides[place].score for place in group.lower})
        self.names = [rules.sets["number"], *[rules.sets["scores"]] * len(scores), rules.sets["following"]]
        self.floats = "floaters" in rules.sets and rules.floats_count(field.state)
        if self.floats:
            self.names.append(rules.sets["floaters"])
        self.place_of = {score: at for at, score in enumerate(scores, 1)}
        self.weights = self._weights()

    def _weights(self) -> Weights:
        whole = self.base ** len(self.names)
        found: Weights = {}
        for one in (*self.group.residents, *self.group.lower):
            others = mask_of(self.group.lower)
            others |= mask_of(self.group.residents) if one in self.residents else 0
            for two in bits(self.field.allowed[one] & others >> one << one):
                found[one, two] = 2 * whole - self._cost(one, two)
        return found

    def _cost(self, one: int, two: int) -> int:
        """What a pair costs; the first place is the higher score."""
        counts = [0] * len(self.names)
        if one in self.residents and two not in self.residents:
            side = self.field.sides[two]
            counts[0] = counts[self.place_of[side.score]] = 1
            if self.floats and side.floated:
                counts[-1] = 1
        elif one in self.following and two not in self.following:
            counts[len(self.place_of) + 1] = 1
        return self._number(counts)

    def _number(self, counts: Sequence[int]) -> int:
        found = 0
        for count in counts:
            found = found * self.base + count
        return found

    def first(self) -> tuple[int, ...]:
        """Return the first of the best sets in the order of 3.5.4."""
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
        places = (*self.group.residents, *self.group.lower)
        return SolverWork(Bracket("last", (), places), weights)

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

    def _apart(self, cost: int) -> Digits:
        counts = []
        for _ in self.names:
            cost, count = divmod(cost, self.base)
            counts.append(count)
        return list(zip(self.names, reversed(counts), strict=True))
