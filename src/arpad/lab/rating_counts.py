"""Players counted by rating: the first N, averages, percentiles and bands of a list follow from it, all of them exact.

FEDA 11.1 names one way to watch the scale: the average of a chosen group, such as the first 50.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arpad.lab.ages import AGE_GROUPS, age_groups, is_junior
from arpad.lab.steps import LabPeople, ListColumns
from arpad.rating.columns import Mask, Numbers, Wide

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
