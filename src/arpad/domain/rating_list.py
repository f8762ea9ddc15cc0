"""A rating list: the players' ratings, with the K and the games that the list publishes."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One player of a list. A rating of None: not rated on that list. `flag` is as published: i, w, wi."""

    id: str
    name: str = ""
    federation: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    games: int | None = None
    k: int | None = None
    rapid_rating: int | None = None
    rapid_games: int | None = None
    rapid_k: int | None = None
    blitz_rating: int | None = None
    blitz_games: int | None = None
    blitz_k: int | None = None
    born: int | None = None
    flag: str = ""


@dataclass(frozen=True, slots=True)
class RatingList:
    """The players of a list by id. `combined` lists carry standard, rapid and blitz; others one rating, as `rating`."""

    entries: dict[str, ListEntry]
    combined: bool = False
    date: dt.date | None = None

    def __iter__(self) -> Iterator[ListEntry]:
        return iter(self.entries.values())

    def __len__(self) -> int:
        return len(self.entries)

    def get(self, id: str) -> ListEntry | None:  # noqa: A002  (the field's own name)
        return self.entries.get(id)
