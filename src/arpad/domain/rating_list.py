"""A rating list and its entries, players' titles, and the limits of plausible values."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

# The limits of what a list or a report can print; anything beyond them is a typing mistake.

LOWEST_RATING, HIGHEST_RATING = 1, 3999
"""The limits of typed ratings."""
MOST_COMPUTED = 9999
"""The limits for the engine: a computed rating may be higher than a typed one, and must not stop a list."""
LEAST_K, MOST_K = 1, 100
FIRST_YEAR, LAST_YEAR = 1800, 2199
"""The years that are accepted: births, events, lists."""


# A rating list: the players' ratings, with the K and the games that the list publishes.


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
    """The players of a list by id. `combined` lists carry standard, rapid and blitz; others one rating, as `rating`.
    `name` is that of the file or of the rating system."""

    entries: dict[str, ListEntry]
    combined: bool = False
    date: dt.date | None = None
    name: str = ""

    def __iter__(self) -> Iterator[ListEntry]:
        return iter(self.entries.values())

    def __len__(self) -> int:
        return len(self.entries)

    def get(self, id: str) -> ListEntry | None:  # noqa: A002  (the field's own name)
        return self.entries.get(id)


# The titles of players, and the letters that older files write for them.

TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
OPEN_TITLES, WOMENS_TITLES = TITLES[:4], TITLES[4:]

LETTER_TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip
"""The letters of TRF06, and of the lists up to 2012."""
