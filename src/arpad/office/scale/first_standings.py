"""The standings on the list that a replay begins with, and a history for every K on it."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arpad.lists.imports import standings
from arpad.lists.ledger import Ledger, column, places_of
from arpad.rating.columns import Mask, Numbers
from arpad.rating.columns.players import k_column
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition


@dataclass(frozen=True, slots=True)
class FirstStandings:
    """A number for everybody; 0 means nothing. `lent` tells whose rating and K are those of the standard list, with
    which they took part before they had a rating of the time class."""

    rating: Numbers
    k: Numbers
    games: Numbers
    total: Numbers
    highest: Numbers
    lent: Mask

    @classmethod
    def of(
        cls, first: Ledger, ids: Any, time_class: TimeClass, lent: Mapping[str, tuple[int, int]]
    ) -> "FirstStandings":
        places = places_of(ids, first.players["id"])
        rating, k, games, total, highest = (
            first.numbers_at(column(time_class, name), places) for name in ("rating", "k", "games", "total", "highest")
        )
        borrowed = np.array([lent.get(id_, (0, 0)) for id_ in ids.to_pylist()], dtype=np.int32).reshape(-1, 2)
        who = (rating == 0) & (borrowed[:, 0] > 0)
        rating, k = np.where(who, borrowed[:, 0], rating), np.where(who, borrowed[:, 1], k)
        return cls(rating, k, games, total, highest, who)

    def explained(self, edition: Edition, date: dt.date, born: Numbers) -> "tuple[FirstStandings, int]":
        """Give players whose K does not follow from what is known the plainest history that gives it, as on a list that
        is imported. Returns also how many they are, without those whose rating is lent."""
        follows = k_column(edition, date.year, born, self.rating, self.total, self.highest)
        odd = (self.rating > 0) & (self.k != follows)
        made = standings(edition, date, born, self.rating, self.k, self.games)
        fits = odd & (k_column(edition, date.year, born, self.rating, made["total"], made["highest"]) == self.k)
        total, highest = (np.where(fits, made[name], getattr(self, name)) for name in ("total", "highest"))
        return replace(self, total=total, highest=highest), int(np.count_nonzero(odd & ~self.lent))
