"""The list as columns: a number for every player, in the order of the ids."""

import datetime as dt
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from arpad.lists.imports import k_column
from arpad.regulations import Edition

Numbers = np.ndarray[Any, np.dtype[np.int32]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Pool:
    """Results of players without a rating, one an event: games against rated opponents, half points, the sum of these
    opponents' ratings. `date` is the day on which the event ended, `edition` a place in the list of editions; `first`
    tells that the player was never rated before."""

    player: Numbers
    date: Numbers
    event: Numbers
    edition: Numbers
    games: Numbers
    score: Numbers
    total: Numbers
    first: Mask

    @classmethod
    def empty(cls) -> "Pool":
        none = np.zeros(0, dtype=np.int32)
        return cls(none, none, none, none, none, none, none, np.zeros(0, dtype=np.bool_))

    def __len__(self) -> int:
        return len(self.player)

    def take(self, which: Any) -> "Pool":
        return Pool(*(getattr(self, name)[which] for name in COLUMNS))

    def with_others(self, other: "Pool") -> "Pool":
        return Pool(*(np.concatenate([getattr(self, name), getattr(other, name)]) for name in COLUMNS))


COLUMNS = tuple(Pool.__dataclass_fields__)


@dataclass(slots=True)
class State:
    """The list of a day and what the next one needs. 0 stands for nothing, as in a ledger.

    `games`: rated for this list; `total`: so far; `highest`: ever published; `inactive`: since which list, as a day
    number; `played`: the games of each list of the last year; `past`: ratings by list, as far back as events began.
    """

    date: dt.date
    since: dt.date
    born: Numbers
    rating: Numbers
    k: Numbers
    games: Numbers
    total: Numbers
    highest: Numbers
    inactive: Numbers
    pool: Pool = field(default_factory=Pool.empty)
    played: dict[dt.date, Numbers] = field(default_factory=dict)
    past: dict[dt.date, Numbers] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.rating)


def first_state(
    date: dt.date, edition: Edition, born: Numbers, rating: Numbers, games_played: Numbers, highest: Numbers
) -> State:
    """The list to begin with: K follows from the games and the highest rating given."""
    k = k_column(edition, date.year, born, rating, games_played, highest)
    k[rating == 0] = 0
    nothing = np.zeros(len(rating), dtype=np.int32)
    peak = np.maximum(highest, rating)
    return State(date, date, born, rating, k, nothing, games_played, peak, nothing.copy(), past={date: rating})
