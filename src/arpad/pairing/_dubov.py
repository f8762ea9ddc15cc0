"""The Dubov system (C.04.4.1 of 2018 and 2026), which equalises the opponents' average ratings.

Players who seek White meet players who seek Black. Players float up from lower scoregroups; nobody floats down.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice

from arpad.documents.steps import Step
from arpad.domain.event import Colour
from arpad.pairing._graph import Graph, Scoregroup, UpfloaterSearch
from arpad.pairing._matching import Matching, bits, heaviest_edges, mask_of
from arpad.pairing.colours import Preference, Strength, last_difference, other, preference
from arpad.pairing.dutch._perfect import first_transposition
from arpad.pairing.engines import GroupPairing, Reason
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, as_kind, need_ratings

# 5.2: colours. Everybody has a preference; players without a game a mild one for Black.

KINDS = ("fresh", "both", "stronger", "difference", "higher")
"""5.2.1 to 5.2.5, or E.0 to E.4 in 2018."""


def dubov_colour(higher: PairingPlayer, lower: PairingPlayer, initial: Colour) -> tuple[Colour, str]:
    """Return the colour of the higher ranked player, and what decides."""
    if not higher.colours and not lower.colours:
        return (initial if higher.number % 2 else other(initial)), "fresh"
    mine, theirs = higher.preference, lower.preference
    assert mine.colour is not None
    if mine.colour != theirs.colour:
        return mine.colour, "both"
    weights = [
        (wish.strength, abs(player.difference) if wish.strength == Strength.ABSOLUTE else 0)
        for wish, player in ((mine, higher), (theirs, lower))
    ]
    if weights[0] != weights[1]:
        return (mine.colour if weights[0] > weights[1] else other(mine.colour)), "stronger"
    if (differing := last_difference(higher.colours, lower.colours)) is not None:
        return other(differing), "difference"
    return mine.colour, "higher"


# 1.6 to 1.8: colour preferences, the average rating of the opponents, and how often a player was upfloated.


@dataclass(frozen=True)
class DubovPlayer(PairingPlayer):
    """`aro` is the average rating of the opponents, `upfloats` how often the player was upfloated."""

    aro: int | Fraction = 0
    upfloats: int = 0

    @cached_property
    def preference(self) -> Preference:
        """1.6.4: players without a game have a mild preference for Black. So everybody has one."""
        return preference(self.colours) if self.colours else Preference("b", Strength.MILD)

    @property
    def due(self) -> str | None:
        """The preference of a player without a game, for the check-list."""
        return None if self.colours else "(b)"

    @property
    def upfloated(self) -> bool:
        """Whether the player was upfloated in the last round."""
        return self.floats[0] == "up"


def most_upfloats(rounds: int) -> int:
    """1.8.2: MaxT. Players who were upfloated this often are maximum upfloaters."""
    return 2 + rounds // 5


def average_rating(ratings: list[int]) -> int:
    """1.7: the mean, rounded, a half upwards; 0 without a game."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


def times_upfloated(whole: Tournament, rank: int, number: int) -> int:
    """How often a player has met a higher score before a round."""
    found = 0
    for earlier in range(1, number):
        cell = whole.cell(rank, earlier)
        if cell is not None and cell.opponent is not None and whole.counts_for_floats(cell):
            found += whole.floating_score(rank, earlier) < whole.floating_score(cell.opponent, earlier)
    return found


# 3.2.1, 3.2.2 and 4.2: the players who come up into a scoregroup (C5 to C10).

DubovField = Graph[DubovPlayer]


class DubovSearch(UpfloaterSearch):
    """C5 to C10 as one number over perfect matchings of a scoregroup and everybody below."""

    def __init__(self, field: DubovField, group: Scoregroup) -> None:
        self.field = field
        scores = sorted({field.scores[place] for place in group.lower})
        self.place_of = {score: at for at, score in enumerate(scores, 1)}
        self.most = most_upfloats(field.state.rounds)
        times = sorted({field.entrants[place].upfloats for place in group.lower}, reverse=True)
        self.times_of = {count: at for at, count in enumerate(one for one in times if one >= self.most)}
        self.adding = field.state.system.often == "sum"
        if self.adding:
            self.times_of = dict.fromkeys(self.times_of, 0)
        names = ["C5", *["C6"] * len(scores), "C7"]
        if not field.state.last:
            names += ["C8", *["C9"] * len(set(self.times_of.values())), "C10"]
        super().__init__(field.allowed, group, names, max([1, *times]) if self.adding else 1)

    def counts(self, one: int, two: int) -> list[int]:
        counts = [0] * len(self.names)
        if one not in self.residents:
            return counts
        colour = len(self.place_of) + 1
        lower = self.field.entrants[two]
        counts[colour] = same_preference(self.field, one, two)
        if two not in self.residents:
            counts[0] = counts[self.place_of[lower.score]] = 1
            if not self.field.state.last:
                if lower.upfloats >= self.most:
                    counts[colour + 1] = 1
                    counts[colour + 2 + self.times_of[lower.upfloats]] = lower.upfloats if self.adding else 1
                counts[-1] = int(lower.upfloated)
        return counts

    def suits(self, place: int) -> bool:
        """Nobody comes up too often, and no pair is inside the smaller colour group: the least that C7 allows."""
        player, residents = self.field.entrants[place], mask_of(self.group.residents)
        if player.preference.colour != self.seeking:
            return False
        if not self.field.state.last and (player.upfloated or player.upfloats >= self.most):
            return False
        everybody, small = residents | 1 << place, self.seekers[self.seeking] | 1 << place
        around = {at: self.allowed[at] & ~(small if small >> at & 1 else 0) for at in bits(everybody)}
        return not Matching(around, everybody).missing and self.complete(mask_of(self.group.lower) & ~(1 << place))

    @cached_property
    def seekers(self) -> dict[str, int]:
        """The residents who seek White, and the others."""
        residents = self.group.residents
        white = mask_of(at for at in residents if self.field.entrants[at].preference.colour == "w")
        return {"w": white, "b": mask_of(residents) & ~white}

    @cached_property
    def seeking(self) -> str:
        """The colour that fewer residents seek."""
        return min("bw", key=lambda colour: self.seekers[colour].bit_count())


def same_preference(field: DubovField, one: int, two: int) -> int:
    """C7: 1 if one of two players cannot get the colour."""
    return int(field.entrants[one].preference.colour == field.entrants[two].preference.colour)


# 3.2.3 to 3.2.6: a bracket in two sides, the players who change the side, and the first transposition.


@dataclass(frozen=True, slots=True)
class DubovBracket:
    """A bracket that is paired: its scoregroup and upfloaters, the shifts, S1 and the transposition T2, all by
    places."""

    group: Scoregroup
    upfloaters: tuple[int, ...]
    first_shift: tuple[int, ...]
    second_shift: tuple[int, ...]
    s1: tuple[int, ...]
    t2: tuple[int, ...]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(zip(self.s1, self.t2, strict=True))


def pair_sides(field: DubovField, group: Scoregroup, upfloaters: tuple[int, ...]) -> DubovBracket:
    """Pair a bracket that can be paired."""
    white, black = first_sides(field, (*group.residents, *upfloaters))
    small, large = (white, black) if len(white) <= len(black) else (black, white)
    sides = _Sides(field, small, large)
    first = sides.shift_first()
    second = sides.shift_second(first)
    moved = set(first) | set(second)
    here = [place for place in small if place not in moved] + list(second)
    there = [place for place in large if place not in moved] + list(first)
    g1, g2 = (here, there) if small is white else (there, here)
    s1 = sorted(g1, key=lambda place: (field.entrants[place].aro, field.entrants[place].rank))
    t2 = first_against(field, s1, sorted(g2, key=lambda place: field.entrants[place].rank))
    assert t2 is not None
    return DubovBracket(group, upfloaters, tuple(first), tuple(second), tuple(s1), t2)


def first_sides(field: DubovField, players: Sequence[int]) -> tuple[list[int], list[int]]:
    """3.2.3: the players who seek White, and the others; by halves if nobody has a game."""
    ordered = sorted(players, key=lambda place: field.entrants[place].rank)
    if not any(field.entrants[place].colours for place in ordered):
        half = len(ordered) // 2
        return ordered[:half], ordered[half:]
    seeking = {place: field.entrants[place].preference.colour for place in ordered}
    white = [place for place in ordered if seeking[place] == "w"]
    return white, [place for place in ordered if seeking[place] != "w"]


def first_against(field: DubovField, rows: Sequence[int], columns: Sequence[int]) -> tuple[int, ...] | None:
    """3.2.6 and 4.4: the first order of some players, from the one that is given on, that gives a legal pairing with
    others; None if there is none."""
    if list(columns) == sorted(columns):
        inside = mask_of(columns)
        in_order = first_transposition([field.allowed[one] & inside for one in rows])
        return None if in_order is None else tuple(in_order)
    open_ = [mask_of(at for at, two in enumerate(columns) if field.allowed[one] >> two & 1) for one in rows]
    found = first_transposition(open_)
    return None if found is None else tuple(columns[at] for at in found)


def shifters(field: DubovField, side: Sequence[int]) -> list[int]:
    """4.3: the order in which players change the side: White seekers by the ratings of their opponents, Black seekers
    by number, from the middle outwards."""
    white = bool(side) and field.entrants[side[0]].preference.colour == "w"
    ordered = sorted(side, key=lambda place: (field.entrants[place].aro if white else 0, field.entrants[place].rank))
    return from_the_middle(ordered)


def from_the_middle(ordered: Sequence[int]) -> list[int]:
    """Of seven: the fourth, third, fifth, second, sixth, first, seventh."""
    left, found = list(ordered), []
    while left:
        found.append(left.pop((len(left) - 1) // 2))
    return found


class _Sides:
    """The two sides of a bracket before the shifts."""

    def __init__(self, field: DubovField, small: Sequence[int], large: Sequence[int]) -> None:
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


# How the editions of the Dubov system call their articles.

ARTICLES = {
    "dubov-2018": {
        "bracket": "A.3", "sides": "B.3", "impossible": "A.8", "bye": "B.0", "bye-complete": "B.0",
        "first-shift": "B.4", "second-shift": "B.4", "s1": "B.5", "upfloaters": "D.1",
        "shifters": "D.2", "transposition": "D.3",
        **{f"C{number}": f"C.{number}" for number in range(1, 11)},
        **{kind: f"E.{at}" for at, kind in enumerate(KINDS)},
    },
    "dubov-2026": {
        "bracket": "1.3.2", "sides": "3.2.3", "impossible": "1.9.3", "bye": "3.1", "bye-complete": "3.1.2",
        "first-shift": "3.2.4", "second-shift": "3.2.4", "s1": "3.2.5", "upfloaters": "4.2",
        "shifters": "4.3", "transposition": "4.4",
        **{f"C.{number}": f"C{number}" for number in range(1, 5)},
        **{kind: f"5.2.{at}" for at, kind in enumerate(KINDS, 1)},
    },
}  # fmt: skip


def words(criterion: str) -> str:
    """Return the key of the words for a criterion."""
    return f"pairing.criterion-dubov.{criterion.lower()}"


# 1.9: a round by the Dubov system. The bye first, then scoregroup by scoregroup with its upfloaters.


class DubovPairing(GroupPairing[DubovPlayer, DubovBracket]):
    """A round by C.04.4.1 of 2018 or 2026."""

    articles = ARTICLES

    @classmethod
    def prepare(cls, whole: Tournament, state: PairingState) -> PairingState:
        """1.1: every player needs a rating; without one the averages of their opponents would mean nothing."""
        need_ratings(whole, state)

        def player(player: PairingPlayer) -> DubovPlayer:
            aro = average_rating([whole.ratings[rank] for rank in player.met])
            return as_kind(DubovPlayer, player, aro=aro, upfloats=times_upfloated(whole, player.rank, state.round))

        return state.with_each(player)

    @classmethod
    def bye_order(cls, state: PairingState) -> list[PairingPlayer]:
        """3.1: the lowest score, most games, the largest number."""
        return sorted(state.entrants, key=lambda player: (state.lowness(player), -len(player.colours), -player.rank))

    @classmethod
    def pair_groups(cls, field: DubovField) -> Iterator[DubovBracket]:
        waiting = list(range(field.size))
        while waiting:
            residents = tuple(place for place in waiting if field.scores[place] == field.scores[waiting[0]])
            group = Scoregroup(residents, tuple(waiting[len(residents) :]))
            upfloaters = DubovSearch(field, group).choose(field.scores)
            yield pair_sides(field, group, upfloaters)
            waiting = [place for place in group.lower if place not in upfloaters]

    def higher_first(self, one: int, two: int) -> tuple[DubovPlayer, DubovPlayer]:
        return self.state.higher_first(self.field.entrants[one], self.field.entrants[two])

    def colour(self, higher: DubovPlayer, lower: DubovPlayer) -> tuple[Colour, str]:
        return dubov_colour(higher, lower, self.state.initial)

    def colour_words(self, rule: str, *_: DubovPlayer) -> str:
        return f"dubov-{rule}"

    def colour_inputs(self, higher: DubovPlayer, *_: DubovPlayer) -> dict[str, object]:
        return {"higher": higher.rank, "number": higher.number}

    def group_step(self, group: DubovBracket, limit: int) -> Step:
        """Tell the upfloaters, the shifts, the opponents that would have come first, and the colours."""
        search = DubovSearch(self.field, group.group)
        steps = [
            *self.upfloater_steps(search, group.upfloaters, words, limit),
            *self._sides(group, limit),
            *islice(self._opponents(group), limit),
            *self.colour_steps(group.pairs),
            *self.cost_steps([("C7", self._denied(group.pairs))], words),
        ]
        residents = group.group.residents
        return self.whole_step("bracket", "pairing.match-bracket", group, steps, residents, upfloaters=group.upfloaters)

    def _denied(self, pairs: Iterable[Iterable[int]]) -> int:
        return sum(same_preference(self.field, *pair) for pair in pairs)

    def _sides(self, group: DubovBracket, limit: int) -> Iterator[Step]:
        """3.2.3 to 3.2.5: who seeks what, who changes the side, and S1 with the ratings of the opponents."""
        entrants = self.field.entrants
        white, black = first_sides(self.field, (*group.group.residents, *group.upfloaters))
        seekers = {"white": self.ranks(white), "black": self.ranks(black)}
        fresh = not any(entrants[place].colours for place in (*white, *black))
        yield self.step("sides", "pairing.dubov-halves" if fresh else "pairing.dubov-sides", seekers, None)
        small, large = (white, black) if len(white) <= len(black) else (black, white)
        for name, side, shifted in (("first", small, group.first_shift), ("second", large, group.second_shift)):
            if shifted:
                refused = self._not_shifted(side, shifted)[:limit]
                yield self.step(f"{name}-shift", f"pairing.{name}-shift", {}, self.ranks(shifted), *refused)
        listed = ", ".join(f"{entrants[place].rank} ({entrants[place].aro})" for place in group.s1)
        yield self.step("s1", "pairing.dubov-s1", {}, listed)

    def _not_shifted(self, side: Sequence[int], shifted: Sequence[int]) -> list[Step]:
        """4.3: players who would have changed the side first."""
        listed = shifters(self.field, side)
        last = max(listed.index(place) for place in shifted)
        ranks = [self.field.entrants[place].rank for place in listed[:last] if place not in shifted]
        return [self.step("shifters", "pairing.shift-refused", {}, rank) for rank in ranks]

    def _opponents(self, group: DubovBracket) -> Iterator[Step]:
        """4.4: opponents that would have come first."""
        free = sorted(group.t2, key=lambda place: self.field.entrants[place].rank)
        for one, two in group.pairs:
            yield from (self.barred_step(one, other, "transposition") for other in free[: free.index(two)])
            free.remove(two)

    def group_fault(self, group: DubovBracket, mates: Mapping[int, int]) -> Reason | None:
        search = DubovSearch(self.field, group.group)
        if (fault := self.upfloater_fault(search, group.upfloaters, mates, words)) is not None:
            return fault
        members, score = {*group.s1, *group.t2}, self.field.scores[group.group.residents[0]]
        pairs = {frozenset((place, mates[place])) for place in members if mates.get(place) in members}
        if pairs == {frozenset(pair) for pair in group.pairs}:
            return None
        given, best = self._denied(pairs), self._denied(group.pairs)
        if given != best:
            return Reason(self.article("C7"), score, (), given, best, criterion=words("C7"))
        across = all(len(pair & set(group.s1)) == 1 for pair in pairs)
        return Reason(self.article("transposition" if across else "shifters"), score, kind="order")


ENGINE = DubovPairing
