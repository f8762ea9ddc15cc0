"""Newcomers followed through their first games: a first rating that is right on average does not move on average."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arpad.lab.steps import ListColumns
from arpad.rating.columns import Mask

FIRST_GAMES = 30


@dataclass(frozen=True, slots=True)
class NewcomerYear:
    """The newcomers of a year: how many there were, how many have played their first games since, and by how much
    these changed in all."""

    year: int
    newcomers: int
    followed: int
    change: int

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.change, self.followed) if self.followed else None


class NewcomerWatch:
    """Follows everybody who enters a list for the first time until they have played their first games."""

    def __init__(self, people: int) -> None:
        self._year = np.zeros(people, dtype=np.int32)
        self._rating = np.zeros(people, dtype=np.int32)
        self._games = np.zeros(people, dtype=np.int32)
        self._open = np.zeros(people, dtype=np.bool_)
        self._found: dict[int, list[int]] = {}

    def step(self, after: ListColumns, entered: Mask) -> None:
        """Look at the next list; `entered` are the players rated on it for the first time."""
        at_work = np.flatnonzero(self._open & (after.games > 0) & (after.rating > 0))
        self._games[at_work] += after.games[at_work]
        done = at_work[self._games[at_work] >= FIRST_GAMES]
        for year in np.unique(self._year[done]).tolist():
            mine = done[self._year[done] == year]
            count = self._found[year]
            count[1] += len(mine)
            count[2] += int((after.rating[mine] - self._rating[mine]).sum(dtype=np.int64))
        self._open[done] = False
        new = np.flatnonzero(entered)
        self._open[new] = True
        self._year[new], self._rating[new], self._games[new] = after.date.year, after.rating[new], 0
        self._found.setdefault(after.date.year, [0, 0, 0])[0] += len(new)

    def years(self) -> list[NewcomerYear]:
        return [NewcomerYear(year, *count) for year, count in sorted(self._found.items())]
