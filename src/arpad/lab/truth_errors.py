"""Ratings against true strengths, list by list: bias, error, spread, order; by age and by games played."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from arpad.lab.ages import AGE_GROUPS, age_groups
from arpad.lab.fixed import root
from arpad.lab.steps import LabPeople, ListColumns
from arpad.rating.columns import Mask, Numbers, Wide

GAME_BOUNDS = (10, 30, 100, 300)
GAME_GROUPS = ("0-9", "10-29", "30-99", "100-299", "300+")
YOUNGEST_JUNIOR, OLDEST_JUNIOR = 8, 18
GROUPS = {
    "juniors": (0, OLDEST_JUNIOR),
    "adults": (25, 999),
}
"""Ages from and to: the list's year minus the year of birth."""


@dataclass(frozen=True, slots=True)
class TruthErrors:
    """The errors of some players of a list: how many are rated, the sum of rating − true strength, and of its
    squares."""

    by: str
    name: str
    rated: int
    sum: int
    squares: int

    @property
    def bias(self) -> Fraction | None:
        return Fraction(self.sum, self.rated) if self.rated else None

    @property
    def mean_square(self) -> Fraction | None:
        return Fraction(self.squares, self.rated) if self.rated else None

    @property
    def rmse(self) -> Decimal | None:
        """Return the root of the mean square, with one digit."""
        return None if self.mean_square is None else root(self.mean_square)


@dataclass(frozen=True, slots=True)
class TruthList:
    """A list against the truth. `spread`: the deviation of the ratings, divided by that of the true strengths. `order`:
    Spearman's rank correlation. `below`: of all people, how many are truly below the floor of the list."""

    date: dt.date
    groups: tuple[TruthErrors, ...]
    spread: Any | None
    order: Any | None
    people: int
    below: int

    @property
    def everybody(self) -> TruthErrors:
        return self.groups[0]

    def group(self, name: str) -> TruthErrors:
        return next(group for group in self.groups if group.by == name)


def truth_list(people: LabPeople, listed: ListColumns, strength: Numbers, played: Wide, floor: int) -> TruthList:
    """Compare a list with the strengths of its day; `played` are everybody's games so far. Players of whom nothing is
    known are left out."""
    known = (listed.rating > 0) & (strength > 0)
    rating, true = listed.rating[known].astype(np.int64), strength[known].astype(np.int64)
    return TruthList(
        listed.date,
        tuple(_groups(people, listed.date, known, rating - true, played)),
        _spread(rating, true),
        spearman(rating, true),
        int(np.count_nonzero(strength)),
        int(np.count_nonzero((strength > 0) & (strength < floor))),
    )


def _groups(people: LabPeople, date: dt.date, known: Mask, error: Wide, played: Wide) -> Iterator[TruthErrors]:
    yield _errors("everybody", "", error)
    born = people.born[known]
    age = np.where(born > 0, date.year - born, -1)
    for name, (low, high) in GROUPS.items():
        yield _errors(name, "", error[(age >= low) & (age <= high)])
    for by, names, codes in (
        ("age", AGE_GROUPS, age_groups(born, date.year)),
        ("games", GAME_GROUPS, np.searchsorted(GAME_BOUNDS, played[known], side="right")),
    ):
        for place, name in enumerate(names):
            found = _errors(by, name, error[codes == place])
            if found.rated:
                yield found


def _errors(by: str, name: str, error: Wide) -> TruthErrors:
    return TruthErrors(by, name, len(error), int(error.sum()), int((error**2).sum()))


def _spread(rating: Wide, true: Wide) -> Any | None:
    below = true.std() if len(true) else 0
    return rating.std() / below if below > 0 else None


def spearman(one: Wide, other: Wide) -> Any | None:
    """Return Spearman's rank correlation; equal values share the mean of their ranks."""
    if len(one) < 2:
        return None
    first, second = _ranks(one), _ranks(other)
    first, second = first - first.mean(), second - second.mean()
    under = np.sqrt((first**2).sum() * (second**2).sum())
    return (first * second).sum() / under if under > 0 else None


def _ranks(values: Wide) -> Any:
    """Return ranks from below, times two so that halves are whole."""
    counts = np.bincount(values - values.min())
    upto = np.cumsum(counts)
    return (2 * upto - counts + 1)[values - values.min()]
