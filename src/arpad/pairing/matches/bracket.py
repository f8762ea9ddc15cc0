"""3.6: the pairs of a bracket. Of a pair the side with the smaller number is the top; the tops come first, in their
order, then their bottoms."""

from collections.abc import Container, Sequence

from arpad.pairing.dutch.bracket import Bracket
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.lexicographic import first_transposition
from arpad.pairing.dutch.shades import SHADES, Tariff, cheapest
from arpad.pairing.dutch.solver import SolverWork, in_parts, oppose
from arpad.pairing.matches.field import MatchField
from arpad.pairing.matches.rules import MatchRules
from arpad.pairing.matches.sides import MatchSide
from arpad.pairing.matching.cardinality import bits, mask_of
from arpad.pairing.upfloating import Digits, as_number

Pairs = list[tuple[int, int]]


class BracketSearch:
    """The pairings of a bracket: `order` are its places by number, and a pair is two indices of it, the top first."""

    def __init__(
        self, field: MatchField, rules: MatchRules, residents: Sequence[int], upfloaters: Sequence[int]
    ) -> None:
        self.field, self.rules = field, rules
        self.order = sorted((*residents, *upfloaters), key=lambda place: field.sides[place].rank)
        self.sides = [field.sides[place] for place in self.order]
        self.score = max(side.score for side in self.sides)
        self.names = list(rules.pairs.values())
        self.floats = rules.floats_count(field.state)
        self.base = len(self.order) + 1

    def legal(self, one: int, two: int) -> bool:
        """C1."""
        return bool(self.field.allowed[self.order[one]] >> self.order[two] & 1)

    def counts(self, one: MatchSide, two: MatchSide) -> list[int]:
        """What a pair adds to each criterion."""
        same = one.wish is not None and one.wish == two.wish
        mixed = self.floats and one.score != two.score
        told = {
            "denied": int(same),
            "strong": int(same and one.strong and two.strong),
            "opponents": sum(side.floated for side in (one, two) if mixed and side.score == self.score),
            "repeated": sum(side.floated for side in (one, two) if mixed),
        }
        return [told[kind] for kind in self.rules.pairs]

    def cost(self, one: int, two: int) -> int:
        """The same as one number."""
        return as_number(self.counts(self.sides[one], self.sides[two]), self.base)

    def value(self, pairs: Pairs) -> Digits:
        """Return the counts of a pairing."""
        sums = [0] * len(self.names)
        for one, two in pairs:
            sums = [a + b for a, b in zip(sums, self.counts(self.sides[one], self.sides[two]), strict=True)]
        return list(zip(self.names, sums, strict=True))

    def first(self) -> Pairs:
        """Return the first of the best pairings."""
        return self._quick() or self._search()

    def _quick(self) -> Pairs | None:
        """The upper half against the lower half, if this reaches every bound; None if that cannot be told."""
        half = len(self.order) // 2
        tariff = Tariff(len(self.order) + 1)
        shades = [_shade(side) if "denied" in self.rules.pairs else 0 for side in self.sides]
        upper, lower = ([part.count(shade) for shade in range(SHADES)] for part in (shades[:half], shades[half:]))
        plan = cheapest(tariff, [*upper, 0], lower, [False] * SHADES)
        whole = [one + two for one, two in zip(upper, lower, strict=True)]
        if plan is None or plan.cost > tariff.least(whole, half):
            return None
        rows = self._rows(half, shades, plan.tight)
        found = first_transposition(rows)
        return None if found is None else list(enumerate(found))

    def _rows(self, half: int, shades: list[int], tight: Container[tuple[int, int]]) -> list[int]:
        """The bottoms that each of the upper half may meet within the bounds. Sides that are alike for the criteria are
        looked at together."""
        kinds = [(shade, side.score, side.floated) for shade, side in zip(shades, self.sides, strict=True)]
        lower: dict[tuple[int, int, bool], int] = {}
        for two in range(half, len(self.order)):
            lower[kinds[two]] = lower.get(kinds[two], 0) | 1 << two
        examples = {kind: (mask & -mask).bit_length() - 1 for kind, mask in lower.items()}
        known: dict[tuple[int, int, bool], int] = {}
        numbers = {place: at for at, place in enumerate(self.order)}
        everybody = mask_of(self.order)
        rows = []
        for one in range(half):
            if kinds[one] not in known:
                known[kinds[one]] = sum(
                    mask
                    for kind, mask in lower.items()
                    if (shades[one], kind[0]) in tight and not self._repeats(one, examples[kind])
                )
            barred = everybody & ~self.field.allowed[self.order[one]]
            rows.append(known[kinds[one]] & ~sum(1 << numbers[place] for place in bits(barred)))
        return rows

    def _repeats(self, one: int, two: int) -> bool:
        """Whether a pair costs anything beside colours."""
        counts = dict(zip(self.rules.pairs, self.counts(self.sides[one], self.sides[two]), strict=True))
        return bool(counts.get("opponents") or counts.get("repeated"))

    def weights(self) -> Weights:
        """The edges, the top first."""
        whole = self.base ** (len(self.names) + 1)
        size = len(self.order)
        return {
            (one, two): 2 * whole - self.cost(one, two)
            for one in range(size)
            for two in range(one + 1, size)
            if self.legal(one, two)
        }

    def work(self, weights: Weights) -> SolverWork:
        """A search over the whole bracket."""
        return SolverWork(Bracket("last", (), tuple(range(len(self.order)))), weights)

    def _search(self) -> Pairs:
        work = self.work(self.weights())
        tops: list[int] = []
        places = range(len(self.order))
        for part in in_parts(places, work.room):
            worth = {place: 1 << at for at, place in enumerate(reversed(part))}
            mates = work.mates(lambda one, _, worth=worth: worth.get(one, 0), len(part))  # type: ignore[misc]
            now = {place for place in part if mates[place] > place}
            tops += [place for place in part if place in now]
            bottoms = set(part) - now
            work.drop(lambda one, two, now=now, bottoms=bottoms: one in bottoms or two in now)  # type: ignore[misc]
        chosen = set(tops)
        oppose(work, tops, [place for place in places if place not in chosen])
        return sorted(work.pairs)

    def best_with(self, fixed: Pairs, tops: Sequence[int] | None = None) -> Pairs | None:
        """Return a best pairing with certain pairs, and with certain tops if they are given; None if there is none."""
        gone = {place for pair in fixed for place in pair}
        above = None if tops is None else set(tops)
        weights = {
            (one, two): weight
            for (one, two), weight in self.weights().items()
            if one not in gone and two not in gone and (above is None or (one in above and two not in above))
        }
        mates = self.work(weights).mates()
        if len(mates) + len(gone) < len(self.order):
            return None
        return sorted([*fixed, *((one, two) for one, two in mates.items() if one < two)])


def _shade(side: MatchSide) -> int:
    """The colour preference as the transport of colours counts it: mild and strong, White before Black."""
    if side.wish is None:
        return 0
    return (1 if side.wish == "w" else 4) + int(side.strong)
