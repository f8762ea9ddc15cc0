"""The Dubov system (C.04.4.1 of 2018 and 2026), which equalises the opponents' average ratings.

Players who seek White meet players who seek Black. Players float up from lower scoregroups; nobody floats down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property

from arpad.domain.event import Colour
from arpad.pairing._matching import Matching, bits, heaviest_edges, mask_of
from arpad.pairing._upfloaters import Scoregroup, UpfloaterSearch
from arpad.pairing.byes import after_bye
from arpad.pairing.colours import Preference, Strength, last_difference, other, preference
from arpad.pairing.dutch._graph import Field
from arpad.pairing.dutch._perfect import first_transposition
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, need_ratings
from arpad.pairing.systems import SwissSystem

# 5.2: colours. Everybody has a preference; players without a game a mild one for Black.

KINDS = ("fresh", "both", "stronger", "difference", "higher")
"""5.2.1 to 5.2.5, or E.0 to E.4 in 2018."""
COLOUR_ARTICLES = {
    "dubov-2018": {kind: f"E.{at}" for at, kind in enumerate(KINDS)},
    "dubov-2026": {kind: f"5.2.{at}" for at, kind in enumerate(KINDS, 1)},
}


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


def dubov_players(whole: Tournament, state: PairingState) -> PairingState:
    """Return the state with what this system looks at. There are no topscorers in it.

    1.1: every player needs a rating; without one the averages of their opponents would mean nothing.
    """
    need_ratings(whole, state)
    entrants = tuple(_player(whole, state.round, player) for player in state.entrants)
    return replace(state, entrants=entrants)


def times_upfloated(whole: Tournament, rank: int, number: int) -> int:
    """How often a player has met a higher score before a round."""
    found = 0
    for earlier in range(1, number):
        cell = whole.cell(rank, earlier)
        if cell is not None and cell.opponent is not None and whole.counts_for_floats(cell):
            found += whole.floating_score(rank, earlier) < whole.floating_score(cell.opponent, earlier)
    return found


def _player(whole: Tournament, number: int, player: PairingPlayer) -> DubovPlayer:
    values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
    return DubovPlayer(
        **values,
        aro=average_rating([whole.ratings[rank] for rank in player.met]),
        upfloats=times_upfloated(whole, player.rank, number),
    )


# 3.2.1, 3.2.2 and 4.2: the players who come up into a scoregroup (C5 to C10).


def player_at(field: Field, place: int) -> DubovPlayer:
    """Return the player at a place."""
    player = field.entrants[place]
    assert isinstance(player, DubovPlayer)
    return player


def complete(field: Field, places: int) -> bool:
    """C4: whether all of a set can be paired among themselves."""
    return places.bit_count() % 2 == 0 and not Matching(field.allowed, places).missing


def choose_upfloaters(field: Field, group: Scoregroup) -> tuple[int, ...]:
    """Return the first of the best sets."""
    residents, below = mask_of(group.residents), mask_of(group.lower)
    if len(group.residents) % 2 == 0 and complete(field, residents) and complete(field, below):
        return ()
    single = _single(field, group) if len(group.residents) % 2 else None
    return DubovSearch(field, group).first() if single is None else (single,)


def _single(field: Field, group: Scoregroup) -> int | None:
    """The first single upfloater that reaches every bound, None if there is none."""
    residents, below = mask_of(group.residents), mask_of(group.lower)
    top = field.scores[group.lower[0]]
    white = mask_of(place for place in group.residents if player_at(field, place).preference.colour == "w")
    seeking = "w" if 2 * white.bit_count() < len(group.residents) else "b"
    most = most_upfloats(field.state.rounds)
    for place in group.lower:
        player = player_at(field, place)
        if player.score != top:
            return None
        if player.preference.colour != seeking:
            continue
        if not field.state.last and (player.upfloated or player.upfloats >= most):
            continue
        small = (white if seeking == "w" else residents & ~white) | 1 << place
        if _opposed(field, residents | 1 << place, small) and complete(field, below & ~(1 << place)):
            return place
    return None


def _opposed(field: Field, everybody: int, small: int) -> bool:
    """Whether all can be paired without a pair inside the smaller colour group: the least that C7 allows."""
    around = {
        place: field.allowed[place] & ~(small if small >> place & 1 else 0)
        for place in range(everybody.bit_length())
        if everybody >> place & 1
    }
    return not Matching(around, everybody).missing


class DubovSearch(UpfloaterSearch):
    """C5 to C10 as one number over perfect matchings of a scoregroup and everybody below."""

    def __init__(self, field: Field, group: Scoregroup) -> None:
        self.field = field
        scores = sorted({field.scores[place] for place in group.lower})
        self.place_of = {score: at for at, score in enumerate(scores, 1)}
        self.most = most_upfloats(field.state.rounds)
        times = sorted({player_at(field, place).upfloats for place in group.lower}, reverse=True)
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
        higher, lower = player_at(self.field, one), player_at(self.field, two)
        counts[colour] = int(higher.preference.colour == lower.preference.colour)
        if two not in self.residents:
            counts[0] = counts[self.place_of[lower.score]] = 1
            if not self.field.state.last:
                if lower.upfloats >= self.most:
                    counts[colour + 1] = 1
                    counts[colour + 2 + self.times_of[lower.upfloats]] = lower.upfloats if self.adding else 1
                counts[-1] = int(lower.upfloated)
        return counts


# 3.2.3 to 3.2.6: a bracket in two sides, the players who change the side, and the first transposition.


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


# 1.9: a round by the Dubov system. The bye first, then scoregroup by scoregroup with its upfloaters.


@dataclass(frozen=True, slots=True)
class DubovRound:
    """A round that is paired; `bye` is a starting rank. The field has everybody but the player with the bye."""

    field: Field
    groups: tuple[tuple[Scoregroup, DubovBracket], ...]
    bye: int | None


def bye_order(state: PairingState) -> list[PairingPlayer]:
    """3.1: the players in the order in which they come for the bye: lowest score, most games, largest number."""
    return sorted(state.entrants, key=lambda player: (state.lowness(player), -len(player.colours), -player.rank))


def pair_dubov(state: PairingState) -> DubovRound | None:
    """Pair a round, the bye first (C2, C4); None if there is no legal pairing."""
    field, bye = after_bye(state, bye_order, Field)
    if not complete(field, field.everybody):
        return None
    waiting = list(range(field.size))
    found = []
    while waiting:
        score = field.scores[waiting[0]]
        residents = tuple(place for place in waiting if field.scores[place] == score)
        group = Scoregroup(residents, tuple(waiting[len(residents) :]))
        upfloaters = choose_upfloaters(field, group)
        found.append((group, pair_sides(field, residents, upfloaters)))
        gone = {*residents, *upfloaters}
        waiting = [place for place in waiting if place not in gone]
    return DubovRound(field, tuple(found), bye)


# How the editions of the Dubov system call their articles.

ARTICLES = {
    "dubov-2018": {
        "bracket": "A.3", "sides": "B.3", "impossible": "A.8", "bye": "B.0", "bye-complete": "B.0",
        "first-shift": "B.4", "second-shift": "B.4", "s1": "B.5", "upfloaters": "D.1",
        "shifters": "D.2", "transposition": "D.3",
        **{f"C{number}": f"C.{number}" for number in range(1, 11)},
    },
    "dubov-2026": {
        "bracket": "1.3.2", "sides": "3.2.3", "impossible": "1.9.3", "bye": "3.1", "bye-complete": "3.1.2",
        "first-shift": "3.2.4", "second-shift": "3.2.4", "s1": "3.2.5", "upfloaters": "4.2",
        "shifters": "4.3", "transposition": "4.4",
    },
}  # fmt: skip


def article(system: SwissSystem, name: str) -> str:
    """Return the number of an article, or of a criterion of 2026, in an edition."""
    return ARTICLES[system.id].get(name, name)


def words(criterion: str) -> str:
    """Return the key of the words for a criterion."""
    return f"pairing.criterion-dubov.{criterion.lower()}"
