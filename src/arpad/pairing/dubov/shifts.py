"""3.2.3 to 3.2.6: a bracket in two sides, the players who change the side, and the first transposition."""

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.pairing.dubov.upfloaters import player_at
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.lexicographic import first_transposition
from arpad.pairing.matching.cardinality import Matching, bits, mask_of
from arpad.pairing.matching.heaviest import heaviest_edges


@dataclass(frozen=True, slots=True)
class DubovBracket:
    """A bracket that is paired: residents and upfloaters, the shifts, S1 and the transposition T2, all by places."""

    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    first_shift: tuple[int, ...]
    second_shift: tuple[int, ...]
    s1: tuple[int, ...]
    t2: tuple[int, ...]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(zip(self.s1, self.t2, strict=True))


def pair_sides(field: Field, residents: Sequence[int], upfloaters: Sequence[int]) -> DubovBracket:
    """Pair a bracket that can be paired."""
    players = (*residents, *upfloaters)
    white, black = first_sides(field, players)
    small, large = (white, black) if len(white) <= len(black) else (black, white)
    sides = _Sides(field, small, large)
    first = sides.shift_first()
    second = sides.shift_second(first)
    moved = set(first) | set(second)
    here = [place for place in small if place not in moved] + list(second)
    there = [place for place in large if place not in moved] + list(first)
    g1, g2 = (here, there) if small is white else (there, here)
    s1 = sorted(g1, key=lambda place: (player_at(field, place).aro, field.entrants[place].rank))
    return DubovBracket(
        tuple(residents), tuple(upfloaters), tuple(first), tuple(second), tuple(s1), transposition(field, s1, g2)
    )


def first_sides(field: Field, players: Sequence[int]) -> tuple[list[int], list[int]]:
    """3.2.3: the players who seek White, and the others; by halves if nobody has a game."""
    ordered = sorted(players, key=lambda place: field.entrants[place].rank)
    if not any(field.entrants[place].colours for place in ordered):
        half = len(ordered) // 2
        return ordered[:half], ordered[half:]
    seeking = {place: field.entrants[place].preference.colour for place in ordered}
    white = [place for place in ordered if seeking[place] == "w"]
    return white, [place for place in ordered if seeking[place] != "w"]


def transposition(field: Field, s1: Sequence[int], g2: Sequence[int]) -> tuple[int, ...]:
    """3.2.6 and 4.4: the first order of G2 by numbers that gives a legal pairing with S1."""
    found = first_against(field, s1, sorted(g2, key=lambda place: field.entrants[place].rank))
    assert found is not None
    return found


def first_against(field: Field, rows: Sequence[int], columns: Sequence[int]) -> tuple[int, ...] | None:
    """Return the first order of some players, from the one that is given on, that gives a legal pairing with others;
    None if there is none."""
    if list(columns) == sorted(columns):
        inside = mask_of(columns)
        in_order = first_transposition([field.allowed[one] & inside for one in rows])
        return None if in_order is None else tuple(in_order)
    open_ = [mask_of(at for at, two in enumerate(columns) if field.allowed[one] >> two & 1) for one in rows]
    found = first_transposition(open_)
    return None if found is None else tuple(columns[at] for at in found)


def shifters(field: Field, side: Sequence[int]) -> list[int]:
    """4.3: the order in which players change the side: White seekers by the ratings of their opponents, Black seekers
    by number, from the middle outwards."""
    white = bool(side) and field.entrants[side[0]].preference.colour == "w"
    ordered = sorted(side, key=lambda place: (player_at(field, place).aro if white else 0, field.entrants[place].rank))
    return from_the_middle(ordered)


def from_the_middle(ordered: Sequence[int]) -> list[int]:
    """Of seven: the fourth, third, fifth, second, sixth, first, seventh."""
    left, found = list(ordered), []
    while left:
        found.append(left.pop((len(left) - 1) // 2))
    return found


class _Sides:
    """The two sides of a bracket before the shifts."""

    def __init__(self, field: Field, small: Sequence[int], large: Sequence[int]) -> None:
        self.field, self.small, self.large = field, list(small), list(large)
        self.small_mask, self.large_mask = mask_of(small), mask_of(large)
        self.everybody = self.small_mask | self.large_mask

    def shift_first(self) -> list[int]:
        """3.2.4: the best players of the smaller side, one for each pair in it that cannot be avoided."""
        count = self._unavoidable([])
        chosen: list[int] = []
        for place in shifters(self.field, self.small) if count else ():
            if len(chosen) == count:
                break
            if self._unavoidable([*chosen, place]) == count:
                chosen.append(place)
        return chosen

    def shift_second(self, first: Sequence[int]) -> list[int]:
        """The best players of the larger side, as many as make both sides equal."""
        count = (len(self.large) - len(self.small)) // 2 + len(first)
        chosen: list[int] = []
        for place in shifters(self.field, self.large) if count else ():
            if len(chosen) == count:
                break
            if self._fits(first, [*chosen, place]):
                chosen.append(place)
        return chosen

    def _around(self, first: Sequence[int], free: bool) -> dict[int, int]:
        """Return whom each may meet if the players of the first shift meet their own side, and nobody else in it does;
        with `free` others in it may meet too."""
        shifted = mask_of(first)
        found = {}
        for place in bits(self.everybody):
            own = self.field.allowed[place] & self.everybody
            if shifted >> place & 1:
                own &= self.small_mask & ~shifted
            elif self.small_mask >> place & 1:
                own &= self.everybody if free else self.large_mask | shifted
            else:
                own &= ~shifted
            found[place] = own
        return found

    def _fits(self, first: Sequence[int], second: Sequence[int]) -> bool:
        """Whether all can be paired if the players of the second shift meet their own side too."""
        around, shifted = self._around(first, free=False), mask_of(second)
        for place in bits(self.large_mask):
            if shifted >> place & 1:
                around[place] &= self.large_mask & ~shifted
        for place in bits(self.small_mask):
            around[place] &= ~shifted
        return not Matching(around, self.everybody).missing

    def _unavoidable(self, first: Sequence[int]) -> int | None:
        """How many pairs inside the smaller side cannot be avoided; None if these shifts do not fit."""
        if not first and not Matching(self._around([], free=False), self.everybody).missing:
            return 0
        whole = self.everybody.bit_count() + 1
        edges = {
            (one, two): 2 * whole - self._inside(one, two)
            for one, others in self._around(first, free=True).items()
            for two in bits(others >> one << one)
        }
        pairs = heaviest_edges(edges)
        return None if 2 * len(pairs) + 1 < whole else sum(self._inside(one, two) for one, two in pairs)

    def _inside(self, one: int, two: int) -> int:
        """1 for a pair inside the smaller side, 0 for another one."""
        return self.small_mask >> one & self.small_mask >> two & 1
