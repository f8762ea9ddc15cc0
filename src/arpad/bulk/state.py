"""The list as columns: a number for every player, in the order of the ids."""

import datetime as dt
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from arpad.rating.columns import Mask, Numbers, Wide
from arpad.rating.columns.newcomers import Pool
from arpad.rating.columns.players import k_column
from arpad.regulations.rating_edition import Edition


class Played(NamedTuple):
    """Games rated for one list. Players who entered the list later may be in it twice."""

    player: Numbers
    games: Numbers

    def with_others(self, other: "Played") -> "Played":
        return Played(*(np.concatenate(columns) for columns in zip(self, other, strict=True)))


@dataclass(slots=True)
class State:
    """The list of a day and what the next one needs. 0 means nothing, as in a ledger.

    `games`: rated for this list; `total`: so far; `highest`: ever published; `inactive`: since which list, as a day
    number; `in_year`: the games of the last year, and `played`: those of each of its lists; `past`: ratings by list, as
    far back as events began; `asked`: the players whose row may differ from the list before.
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
    in_year: Numbers
    pool: Pool = field(default_factory=Pool.empty)
    played: dict[dt.date, Played] = field(default_factory=dict)
    past: dict[dt.date, Numbers] = field(default_factory=dict)
    asked: Wide = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.rating)

    @classmethod
    def first(
        cls, date: dt.date, born: Numbers, rating: Numbers, k: Numbers, total: Numbers, highest: Numbers
    ) -> "State":
        """Return the list to begin with: no games of its own, and every rated player in question."""
        nothing = np.zeros(len(rating), dtype=np.int32)
        state = cls(date, date, born, rating, k, nothing, total, highest, nothing, nothing)
        return replace(state, past={date: rating}, asked=np.flatnonzero(rating > 0))

    def begun(self, date: dt.date) -> "State":
        """Return the list of a later day before anything is added: new columns, and no games yet."""
        own = {name: getattr(self, name).copy() for name in NUMBERS if name not in ("born", "games")}
        return replace(self, date=date, games=np.zeros(len(self), dtype=np.int32), **own)

    def listed(self, places: Wide) -> tuple[Numbers, Numbers, Numbers, Mask]:
        """Return what the list has for some players: rating, K, games, and whether they are active."""
        rating, k, games, inactive = (value.take(places) for value in (self.rating, self.k, self.games, self.inactive))
        return rating, k, games, (rating > 0) & (inactive == 0)


NUMBERS = ("born", "rating", "k", "games", "total", "highest", "inactive", "in_year")
"""The columns of a state with a number for every player."""


def first_state(
    date: dt.date, edition: Edition, born: Numbers, rating: Numbers, games_played: Numbers, highest: Numbers
) -> State:
    """Return the list to begin with: K follows from the games and the highest rating given."""
    k = k_column(edition, date.year, born, rating, games_played, highest)
    k[rating == 0] = 0
    return State.first(date, born, rating, k, games_played, np.maximum(highest, rating))
