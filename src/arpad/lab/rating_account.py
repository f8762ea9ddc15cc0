"""Account of rating points created and destroyed between two lists, and players counted by rating."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from arpad.lab.game_groups import AGE_GROUPS, age_groups, is_junior
from arpad.lab.source import GameTerms, LabPeople, ListColumns, PeriodPoints
from arpad.rating.columns import Mask, Numbers, Wide

# The account of points created and destroyed between two lists. It balances exactly, or something is wrong. All terms
# are whole two-hundredths of a point: K times hundredths, and the half that splits a game in two parts.

NO_GAMES = GameTerms()
SideColumns = tuple[Numbers | Wide, Numbers | Wide]
"""K and hundredths of score − PD of the players of one colour."""
PARTS = 200
"""A point has this many parts in the account."""


class Unbalanced(Exception):
    """The lists do not follow from the games: the first player whose rating is another one."""

    def __init__(self, date: dt.date, player: str, listed: int, expected: int) -> None:
        super().__init__(date, player, listed, expected)
        self.date, self.player, self.listed, self.expected = date, player, listed, expected


@dataclass(frozen=True, slots=True)
class PointsAccount:
    """The account from one list to the next. Sums are whole points, terms two-hundredths of a point.

    `newcomers` are rated on the second list only, `returned` those of them who had a rating once; `leavers` on the
    first only. `leavers_games` is what the games gave those who left. If the games are not known, all of the change of
    the players on both lists is `not_explained`.
    """

    start: dt.date
    end: dt.date
    rated_before: int
    rated_after: int
    sum_before: int
    sum_after: int
    newcomers: int
    newcomers_sum: int
    returned: int
    returned_sum: int
    leavers: int
    leavers_sum: int
    stayers_change: int
    terms: GameTerms = NO_GAMES
    leavers_games: int = 0
    rounding: int = 0
    transition: int = 0
    decisions: int = 0
    late: int = 0
    explained: bool = False

    @property
    def not_explained(self) -> int:
        """Return the part of the change that no term explains: nothing, if the games are known."""
        parts = self.terms.created - self.leavers_games + self.rounding + self.transition + self.decisions + self.late
        return PARTS * self.stayers_change - parts

    @property
    def balances(self) -> bool:
        """Return whether the two sums and all terms agree exactly."""
        moved = self.newcomers_sum - self.leavers_sum + self.stayers_change
        return self.sum_after - self.sum_before == moved and (self.not_explained == 0 or not self.explained)


def game_terms(played: int, mutual: Mask, white: SideColumns, black: SideColumns) -> GameTerms:
    """Return the terms of games, from the K and the hundredths of score − PD of White and of Black. K is 0 if the game
    gives a player nothing; `mutual`: the two were rated for each other.

    (K − K')·(d − d') and (K + K')·(d + d') add up to 2·(K·d + K'·d'), so nothing is lost between them.
    """
    (k, result), (other_k, other_result) = ((one.astype(np.int64) for one in side) for side in (white, black))
    both = (k > 0) & (other_k > 0)
    return GameTerms(
        games=played,
        both_rated=int(np.count_nonzero(mutual)),
        k_asymmetry=int(((k - other_k) * (result - other_result))[both].sum()),
        one_sided_cap=int(((k + other_k) * (result + other_result))[both].sum()),
        one_sided_game=int((2 * (k * result + other_k * other_result))[~both].sum()),
    )


def points_account(
    people: LabPeople, before: ListColumns, after: ListColumns, ever_rated: Mask, points: PeriodPoints | None
) -> PointsAccount:
    """Return the account between two lists. `ever_rated` tells who had a rating on any list before the second."""
    moved = np.flatnonzero(before.rating != after.rating)
    old, new, entered, left, stayed = _ratings(before, after, moved)
    back = entered & ever_rated[moved]
    plain = PointsAccount(
        start=before.date,
        end=after.date,
        rated_before=int(np.count_nonzero(before.rating)),
        rated_after=int(np.count_nonzero(after.rating)),
        sum_before=int(before.rating.sum(dtype=np.int64)),
        sum_after=int(after.rating.sum(dtype=np.int64)),
        newcomers=int(np.count_nonzero(entered)),
        newcomers_sum=_sum(new, entered),
        returned=int(np.count_nonzero(back)),
        returned_sum=_sum(new, back),
        leavers=int(np.count_nonzero(left)),
        leavers_sum=_sum(old, left),
        stayers_change=_sum(new - old, stayed),
    )
    if points is None:
        return plain
    old, new, _, left, stayed = _ratings(before, after, points.places)
    # A player on both lists for whom nothing happened must have the same rating on both.
    still = np.setdiff1d(moved, points.places, assume_unique=True)
    _refuse(people, after, still, (before.rating[still] > 0) & (after.rating[still] > 0), before.rating[still])
    # Everybody else on both lists must have the rating that follows from games, transitions and decisions.
    _refuse(people, after, points.places, stayed & (points.decided != new), points.decided)
    # No rounding may be more than half of what ratings are rounded to.
    rounding = PARTS * (points.computed - points.base) - 2 * (points.change + points.late)
    _refuse(people, after, points.places, stayed & (2 * np.abs(rounding) > PARTS * points.unit), points.base)
    decided = points.base - points.parent + points.decided - points.taken
    return replace(
        plain,
        terms=points.terms,
        leavers_games=_sum(2 * points.change, left),
        rounding=_sum(rounding, stayed),
        transition=PARTS * _sum(points.taken - points.computed, stayed),
        decisions=PARTS * _sum(decided, stayed),
        late=_sum(2 * points.late + PARTS * (points.parent - old), stayed),
        explained=True,
    )


def _ratings(before: ListColumns, after: ListColumns, places: Wide) -> tuple[Wide, Wide, Mask, Mask, Mask]:
    """Return the ratings of some players on both lists; and which of them entered, left and stayed."""
    old, new = before.rating[places].astype(np.int64), after.rating[places].astype(np.int64)
    return old, new, (old == 0) & (new > 0), (old > 0) & (new == 0), (old > 0) & (new > 0)


def _sum(column: Wide, which: Mask) -> int:
    return int(column[which].sum())


def _refuse(people: LabPeople, after: ListColumns, places: Wide, wrong: Mask, expected: Numbers | Wide) -> None:
    """Raise `Unbalanced` for the first of some players whose rating does not follow, if there is one."""
    if wrong.any():
        first = int(np.argmax(wrong))
        place = int(places[first])
        raise Unbalanced(after.date, people.id_at(place), int(after.rating[place]), int(expected[first]))


# Players counted by rating: the first N, averages, percentiles and bands of a list follow from it, all of them exact.
# FEDA 11.1 names one way to watch the scale: the average of a chosen group, such as the first 50.

PERCENTILES = (1, 5, 10, 25, 75, 90, 95, 99)
BAND = 100


@dataclass(frozen=True, slots=True)
class FirstPlayers:
    """The first players of a list: how many there are, the sum of their ratings and the lowest of them. `complete`:
    there are as many as were asked for."""

    asked: int
    players: int
    sum: int
    place: int
    complete: bool

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.sum, self.players) if self.players else None


@dataclass(frozen=True, slots=True)
class RatingCounts:
    """How many players have each rating; the place is the rating."""

    counts: Wide

    @classmethod
    def of(cls, rating: Numbers) -> "RatingCounts":
        """Count ratings; 0 is none."""
        counts = np.bincount(rating, minlength=1)
        counts[0] = 0
        return cls(counts)

    @property
    def players(self) -> int:
        return int(self.counts.sum())

    @property
    def sum(self) -> int:
        return int((self.counts * np.arange(len(self.counts))).sum())

    @property
    def mean(self) -> Fraction | None:
        return Fraction(self.sum, self.players) if self.players else None

    @property
    def variance(self) -> Fraction | None:
        """Return the mean of the squared distances from the mean."""
        if not self.players:
            return None
        squares = int((self.counts * np.arange(len(self.counts)) ** 2).sum())
        return Fraction(squares, self.players) - Fraction(self.sum, self.players) ** 2

    @property
    def median(self) -> Fraction | None:
        """Return the rating in the middle; of an even number the mean of the two in the middle."""
        if not self.players:
            return None
        ends = np.searchsorted(np.cumsum(self.counts), [(self.players + 1) // 2, self.players // 2 + 1])
        return Fraction(int(ends.sum()), 2)

    def percentile(self, share: int) -> int | None:
        """Return the rating at a nearest rank: of n players the one at place ⌈share · n / 100⌉ from below."""
        if not self.players:
            return None
        rank = max(-(-share * self.players // 100), 1)
        return int(np.searchsorted(np.cumsum(self.counts), rank))

    def bands(self) -> dict[int, int]:
        """Return how many players there are in each band of 100 points, by its lowest rating."""
        padded = np.append(self.counts, np.zeros(-len(self.counts) % BAND, dtype=np.int64))
        found = padded.reshape(-1, BAND).sum(axis=1).tolist()
        return {place * BAND: count for place, count in enumerate(found) if count}

    def first(self, asked: int) -> FirstPlayers:
        """Return the highest players. Equal ratings at the last place do not change the sum."""
        there = min(asked, self.players)
        if not there:
            return FirstPlayers(asked, 0, 0, 0, complete=False)
        from_above = np.cumsum(self.counts[::-1])
        place = len(self.counts) - 1 - int(np.searchsorted(from_above, there))
        above = self.counts[place + 1 :]
        higher = int(above.sum())
        total = int((above * np.arange(place + 1, len(self.counts))).sum()) + (there - higher) * place
        return FirstPlayers(asked, there, total, place, complete=there == asked)


@dataclass(frozen=True, slots=True)
class CountedGroup:
    """The players of a list who are alike in something, counted. `by` says in what: everybody, active, women, juniors,
    age, federation or sex; `name` which of them."""

    by: str
    name: str
    counts: RatingCounts


def counted_groups(people: LabPeople, listed: ListColumns, by: tuple[str, ...]) -> Iterator[CountedGroup]:
    """Count the players of a list: all who are rated, the active ones, and those of each group asked for."""
    active = np.where(listed.active, listed.rating, 0).astype(np.int32)
    yield CountedGroup("everybody", "", RatingCounts.of(listed.rating))
    yield CountedGroup("active", "", RatingCounts.of(active))
    for name, members in _first_groups(people, listed.date):
        yield CountedGroup(name, "", RatingCounts.of(active * members))
    for kind in by:
        names, codes = _codes(people, listed.date, kind)
        for place, name in enumerate(names):
            counts = RatingCounts.of(active[codes == place])
            if counts.players:
                yield CountedGroup(kind, name, counts)


def _first_groups(people: LabPeople, date: dt.date) -> tuple[tuple[str, Mask], ...]:
    return ("women", people.woman), ("juniors", is_junior(people.born, date.year))


def _codes(people: LabPeople, date: dt.date, kind: str) -> tuple[tuple[str, ...], Numbers]:
    """Return the names of the groups of a kind, and the group of everybody as a place among them."""
    if kind == "age":
        return AGE_GROUPS, age_groups(people.born, date.year)
    if kind == "federation":
        return people.federations, people.federation
    return ("f", "m"), np.where(people.woman, 0, 1).astype(np.int32)
