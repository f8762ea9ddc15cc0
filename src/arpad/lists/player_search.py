"""Finding players by name, as one types: words that begin so, with or without accents; or an id that begins so.

The index is a few sorted columns, mapped from a file: millions of players are searched in a few milliseconds.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.domain.values import fold
from arpad.lists.cells import TextCells, number_cells, numbers
from arpad.lists.ledger import Ledger
from arpad.lists.player_index import PersonIndex, index_tables
from arpad.lists.ranks import Tables
from arpad.rating.columns import Mask, Numbers

MOST_WORDS, LONGEST = 6, 80
FEW = 20_000
"""Up to this many players, the words of each are looked at; for more, all who have a word are marked."""


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """One player found, as on the list."""

    id: str
    name: str
    federation: str
    title: str
    born: int
    rating: int


class NameIndex(PersonIndex):
    """The index of a list with the words of all names, each with its players in the order in which they are shown.
    Players who are not to be listed (excluded, deceased) are not found."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._shown, self._homes = numbers(tables["shown"]["place"]), numbers(tables["shown"]["federation"])
        self._shown_at = numbers(tables["players"]["shown_at"])
        self._words, self._begins = TextCells(tables["words"]["word"]), number_cells(tables["word-owners"]["first"])
        self._owners, self._spots = numbers(tables["owners"]["place"]), numbers(tables["spots"]["word"])
        self._first = numbers(tables["name-words"]["first"])

    @classmethod
    def of(cls, ledger: Ledger) -> "NameIndex":
        """Return the index of a list, made in memory."""
        return cls(index_tables(ledger))

    def find(self, query: str, count: int = 20, federation: str = "") -> list[FoundPlayer]:
        """Return players whose names have words that begin with those of the query, the highest rated first."""
        places = self._matching(query)
        if federation:
            places = places[self._homes[places] == self._home(federation.upper())]
        enough = MOST_WORDS * count  # a player may be there once for each word of the name
        if len(places) > enough:
            places = np.partition(places, enough)[:enough]
        return [self._found(int(self._shown[place])) for place in np.unique(places)[:count]]

    def _home(self, federation: str) -> int:
        known = self.texts["federation"]
        return known.index(federation) if federation in known else -1

    def _found(self, place: int) -> FoundPlayer:
        own = self.person_at(place)
        return FoundPlayer(own.id, own.name, own.federation, own.title, own.born, self.rating_at(place))

    def _matching(self, query: str) -> Numbers:
        """Return the players who fit, by their places in the order in which they are shown."""
        words = fold(query[:LONGEST]).split()[:MOST_WORDS]
        if not words:
            return np.zeros(0, dtype=np.int32)
        if len(words) == 1 and words[0].isdecimal():
            first, last = self.ids.beginning(words[0])
            found: Numbers = self._shown_at[first:last]
            return found[found >= 0]
        (first, last), *others = sorted(map(self._words.beginning, words), key=self._owners_between)
        places: Numbers = self._owners[self._begins[first] : self._begins[last]]
        for span in others:
            places = places[self._among(places, *span)]
        return places

    def _owners_between(self, span: tuple[int, int]) -> int:
        return self._begins[span[1]] - self._begins[span[0]]

    def _among(self, places: Numbers, begin: int, end: int) -> Mask:
        """Return which of the players have a word between two of the sorted ones."""
        if len(places) > FEW:
            marked = np.zeros(len(self), dtype=np.bool_)
            marked[self._owners[self._begins[begin] : self._begins[end]]] = True
            several: Mask = marked[places]
            return several
        found = np.zeros(len(places), dtype=np.bool_)
        at, last = self._first[places], self._first[places + 1]
        while (at < last).any():
            spots: Any = self._spots[np.minimum(at, last - 1)]
            found |= (begin <= spots) & (spots < end)
            at = at + 1
        return found
