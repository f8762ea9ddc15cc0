"""Finding players by name, as one types: words that begin so, with or without accents; or an id that begins so.

The index of a list is in memory, as sorted columns: millions of players are searched in a few milliseconds.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.lists.ledger import Ledger, column
from arpad.rating.columns import Numbers

ACCENTS = r"\p{Mn}"
BETWEEN = r"[^a-z0-9]+"
WORD = re.compile("[a-z0-9]+")
FOLDS = (("ø", "o"), ("ł", "l"), ("đ", "d"), ("ß", "ss"), ("æ", "ae"), ("œ", "oe"))
"""Letters that have no accent to be taken off."""
LAST = chr(0x10FFFF)
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


SHOWN = ["id", "name", "federation", "title", "born", column("standard", "rating")]


class NameIndex:
    """The words of all names of a list, sorted, each with its player; players in the order in which they are shown.
    Players who are not to be listed (excluded, deceased) are not found."""

    def __init__(self, ledger: Ledger) -> None:
        order = [(column("standard", "rating"), "descending"), ("name", "ascending"), ("id", "ascending")]
        self._shown = ledger.players.filter(pa.array(ledger.which("absent", ""))).select(SHOWN)
        self._shown = self._shown.take(pc.sort_indices(self._shown, sort_keys=order)).combine_chunks()
        by_id = pc.sort_indices(self._shown["id"])
        self._ids, self._by_id = self._shown["id"].take(by_id).combine_chunks(), _places(by_id)
        words = pc.split_pattern_regex(fold_column(self._shown["name"].combine_chunks()), BETWEEN)
        owners, flat = pc.list_parent_indices(words), pc.list_flatten(words)
        there = pc.not_equal(flat, "")
        owners, flat = owners.filter(there), flat.filter(there)
        by_word = pc.sort_indices(flat)
        self._words, self._owners = flat.take(by_word), _places(owners.take(by_word))
        self._spots = _places(pc.sort_indices(pa.array(self._owners)))
        self._first = np.searchsorted(self._owners[self._spots], np.arange(len(self._ids) + 1)).astype(np.int32)

    def find(self, query: str, count: int = 20, federation: str = "") -> list[FoundPlayer]:
        """Players whose names have words that begin with those of the query, the highest rated first."""
        places = self._matching(query)
        if federation:
            named = self._shown["federation"].take(pa.array(places))
            places = places[pc.equal(named, federation.upper()).to_numpy()]
        enough = MOST_WORDS * count  # a player may be there once for each word of the name
        if len(places) > enough:
            places = np.partition(places, enough)[:enough]
        rows = self._shown.take(pa.array(np.unique(places)[:count]))
        return [FoundPlayer(*row.values()) for row in rows.to_pylist()]

    def _matching(self, query: str) -> Numbers:
        words = fold(query[:LONGEST]).split()[:MOST_WORDS]
        if not words:
            return np.zeros(0, dtype=np.int32)
        if len(words) == 1 and words[0].isdecimal():
            some: Numbers = self._by_id[slice(*_range(self._ids, words[0]))]
            return some
        ranges = sorted((_range(self._words, word) for word in words), key=lambda span: span[1] - span[0])
        places: Numbers = self._owners[slice(*ranges[0])]
        for other in ranges[1:]:
            places = places[self._among(places, *other)]
        return places

    def _among(self, places: Numbers, begin: int, end: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which of the players have a word between two of the sorted ones."""
        if len(places) > FEW:
            marked = np.zeros(len(self._ids), dtype=np.bool_)
            marked[self._owners[begin:end]] = True
            return marked[places]
        found = np.zeros(len(places), dtype=np.bool_)
        at, last = self._first[places], self._first[places + 1]
        while (at < last).any():
            spots = self._spots[np.minimum(at, last - 1)]
            found |= (begin <= spots) & (spots < end)
            at = at + 1
        return found


def _places(numbers: pa.Array) -> Numbers:
    places: Numbers = numbers.to_numpy().astype(np.int32)
    return places


def fold(text: str) -> str:
    """Small letters without accents, words parted by blanks."""
    parts = unicodedata.normalize("NFKD", text)
    plain = "".join(part for part in parts if unicodedata.category(part) != "Mn").lower()
    for letter, other in FOLDS:
        plain = plain.replace(letter, other)
    return " ".join(WORD.findall(plain))


def fold_column(names: pa.Array) -> pa.Array:
    """The same for a column, a thousand times as fast; only the blanks are left to the caller."""
    folded = pc.utf8_lower(pc.replace_substring_regex(pc.utf8_normalize(names, "NFKD"), ACCENTS, ""))
    for letter, plain in FOLDS:
        folded = pc.replace_substring(folded, letter, plain)
    return pc.replace_substring_regex(folded, BETWEEN, " ")


def _range(sorted_texts: pa.Array, beginning: str) -> tuple[int, int]:
    """Return the places of the texts that begin like this."""
    at: Sequence[int] = range(len(sorted_texts))
    first = bisect_left(at, beginning, key=lambda place: sorted_texts[place].as_py())
    last = bisect_left(at, beginning + LAST, key=lambda place: sorted_texts[place].as_py())
    return first, last
