"""2.3 and 3: who leaves a group, and whom the floaters meet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from arpad.pairing.lim.field import LimField
from arpad.pairing.matching.cardinality import Matching, bits, mask_of
from arpad.pairing.upfloating import Digits

Worth = tuple[list[int], list[int]]
DUE = {"w": 1, "b": -1, None: 0}


def opponents_in_turn(
    field: LimField, floater: int, free: Sequence[int], residents: Sequence[int], direction: int
) -> Iterator[int]:
    """3.7: the opponents of a floater: the highest numbered resident of the other due colour (upwards the lowest), then
    of any, then other floaters, each so that the rest can be paired."""
    inside, due = set(residents), field.players[floater].due_colour
    fit = field.allowed[floater] & Matching(field.allowed, mask_of(free)).missable()
    ranked = sorted(free, key=lambda place: field.players[place].rank, reverse=direction < 0)
    pool = [place for place in ranked if place in inside and fit >> place & 1]
    apart = [place for place in pool if due is None or field.players[place].due_colour != due]
    wanted = [place for place in apart if field.near(pool[0], place)]
    yield from wanted
    yield from (place for place in pool if place not in wanted)
    yield from (place for place in free if place not in inside and fit >> place & 1)


@dataclass(frozen=True)
class Leaving:
    """A group that cannot stay whole: its residents, those who came, and the adjacent group."""

    field: LimField
    residents: Sequence[int]
    came: Sequence[int]
    adjacent: Sequence[int]
    direction: int

    @property
    def members(self) -> list[int]:
        """Everybody in the group."""
        return [*self.came, *self.residents]

    @cached_property
    def balance(self) -> int:
        """How many more are due White than Black."""
        return sum(DUE[self.field.players[place].due_colour] for place in self.members)

    @cached_property
    def open(self) -> int:
        """The adjacent group as a set."""
        return mask_of(self.adjacent)

    def chosen(self) -> tuple[int, ...]:
        """The smallest set whose leaving lets the others be paired, the best by 3.9, 3.10, 3.2.2 and 3.2.4."""
        sets = self.sets()
        best = min(sets, key=self._worth)
        if self.field.state.system.widest is None:
            return best
        plain = min(sets, key=lambda out: self._worth(out, colours=False))
        return best if self._near(best, plain) else plain

    def sets(self) -> list[tuple[int, ...]]:
        """Every smallest set whose leaving lets the others be paired."""
        everybody = mask_of(self.members)
        return list(self._sets((), everybody, Matching(self.field.allowed, everybody).missing))

    def best_with(self, places: Sequence[int], sets: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
        """The best of the sets that have certain players."""
        wanted = set(places)
        return min((out for out in sets if wanted <= set(out)), key=self._worth, default=None)

    def in_order(self) -> list[int]:
        """3.3, 3.4: downwards those with the largest numbers leave first, upwards those with the smallest."""
        return sorted(self.members, key=lambda place: -self.direction * self.field.players[place].rank)

    def _near(self, one: Sequence[int], two: Sequence[int]) -> bool:
        """3.2.2: in a maxi-tournament the colours do not choose a player far from the one who leaves without them."""
        ranked = (sorted(out, key=lambda place: self.field.players[place].rank) for out in (one, two))
        return all(self.field.near(*places) for places in zip(*ranked, strict=True))

    def _sets(self, before: tuple[int, ...], staying: int, count: int) -> Iterator[tuple[int, ...]]:
        """Every smallest set: in each step the players without whom one pair less is missing."""
        if not count:
            yield before
            return
        for place in bits(Matching(self.field.allowed, staying).missable()):
            if not before or place > before[-1]:
                yield from self._sets((*before, place), staying & ~(1 << place), count - 1)

    def _worth(self, out: Sequence[int], colours: bool = True) -> Worth:
        """3.9, 3.10, 3.2.2 and 3.2.4: the better the lower."""
        ranks = sorted((self.field.players[place].rank for place in out), reverse=self.direction > 0)
        counts = [count for _, count in self.counts(out, colours)]
        return counts, [-rank for rank in ranks] if self.direction > 0 else ranks

    def counts(self, out: Sequence[int], colours: bool = True) -> Digits:
        """What counts before the order: the types of 3.9, floats of the round before, and the due colours of those who
        stay."""
        types, players = self._types(out), self.field.players
        balance = self.balance - sum(DUE[players[place].due_colour] for place in out)
        return [
            *((kind, types.count(kind)) for kind in "abc"),
            ("again", sum(players[place].floated for place in out)),
            ("balance", abs(balance) if colours else 0),
        ]

    def _types(self, out: Sequence[int]) -> str:
        """3.9, with the opponents that earlier floaters have reserved (3.3, 3.4)."""
        free, found = self.open, ""
        for place in floaters_in_turn(self.field, out, self.direction):
            choice = self.field.allowed[place] & free
            if choice:
                # The players of a group stand in the order of their numbers.
                taken = choice & -choice if self.direction > 0 else 1 << choice.bit_length() - 1
                free &= ~taken
            found += ("b" if choice else "a") if place in self.came else ("d" if choice else "c")
        return found


def floaters_in_turn(field: LimField, places: Sequence[int], direction: int) -> list[int]:
    """3.6: downwards the highest score and number first, upwards the lowest."""
    return sorted(places, key=lambda one: (-direction * field.players[one].score, direction * field.players[one].rank))
