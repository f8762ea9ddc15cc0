"""Newcomers on their way to their true strength, and juniors behind theirs."""

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arpad.lab.steps import LabPeople, ListColumns
from arpad.lab.truth_errors import OLDEST_JUNIOR, YOUNGEST_JUNIOR
from arpad.rating.columns import Mask, Numbers, Wide

CLOSE = 50
"""A newcomer has arrived when the rating is at most this far from the true strength."""
WITHIN = (10, 20, 30, 50)
NEVER = -1


@dataclass(frozen=True, slots=True)
class NewcomersArrived:
    """Players with a first rating after the first list: how many there are, how many came within 50 points of their
    true strength, after how many games the middle one did (None: fewer than half ever did), and how many did within
    10, 20, 30 and 50 games."""

    newcomers: int
    reached: int
    median: int | None
    within: tuple[int, ...]


class NewcomerArrivals:
    """Follows newcomers from their first rating on, list by list."""

    def __init__(self, rated_before: Mask) -> None:
        self._old = rated_before.copy()
        self._new = np.zeros(len(rated_before), dtype=np.bool_)
        self._games = np.zeros(len(rated_before), dtype=np.int64)
        self._arrived = np.full(len(rated_before), NEVER, dtype=np.int64)

    def step(self, listed: ListColumns, strength: Numbers) -> None:
        """Look at the next list."""
        self._games[self._new] += listed.games[self._new]
        rated = (listed.rating > 0) & ~self._old
        self._new |= rated
        near = rated & (strength > 0) & (np.abs(listed.rating - strength) <= CLOSE) & (self._arrived == NEVER)
        self._arrived[near] = self._games[near]

    def found(self) -> NewcomersArrived:
        games = self._arrived[self._new]
        reached = np.sort(games[games != NEVER])
        half = (len(games) + 1) // 2
        median = int(reached[half - 1]) if 0 < half <= len(reached) else None
        within = tuple(int(np.count_nonzero(reached <= most)) for most in WITHIN)
        return NewcomersArrived(len(games), len(reached), median, within)


@dataclass(frozen=True, slots=True)
class JuniorLag:
    """Juniors of 8 to 18 on a list: the sum of true strength − rating, and of what they truly gained in `months`."""

    date: dt.date
    juniors: int
    lag_sum: int
    gained_sum: int
    months: int

    @property
    def lag(self) -> Fraction | None:
        """Return how far the ratings are behind, in points."""
        return Fraction(self.lag_sum, self.juniors) if self.juniors else None

    @property
    def gain(self) -> Fraction | None:
        """Return the true gain a month."""
        if not self.juniors or not self.months:
            return None
        return Fraction(self.gained_sum, self.juniors * self.months)

    @property
    def lag_months(self) -> Fraction | None:
        """Return how many months of growth the ratings are behind."""
        return None if self.lag is None or not self.gain else self.lag / self.gain


def junior_lag(
    people: LabPeople, listed: ListColumns, strength: Numbers, earlier: tuple[int, Numbers] | None
) -> JuniorLag:
    """Return the lag of a list; `earlier` are strengths some months before, if they are known."""
    age = listed.date.year - people.born
    junior = (people.born > 0) & (age >= YOUNGEST_JUNIOR) & (age <= OLDEST_JUNIOR)
    junior &= (listed.rating > 0) & (strength > 0)
    months, before = (0, strength) if earlier is None else earlier
    there: Wide = (strength - before)[junior & (before > 0)].astype(np.int64)
    count = int(np.count_nonzero(junior))
    gained = int(there.sum()) * count // len(there) if len(there) else 0
    return JuniorLag(listed.date, count, int((strength - listed.rating)[junior].sum(dtype=np.int64)), gained, months)
