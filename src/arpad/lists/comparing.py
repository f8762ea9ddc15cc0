"""Two lists side by side: who moved, and what the rules do not explain, kind by kind.

A list is a table in the columns of the list files, from a file or of our own. `b` is either later than `a` (the changes
between them must follow from the games that `b` lists) or of the same day (two lists of one period that should agree).
Everything is done over columns: lists of a million players take seconds.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.formats.rating_lists.columns import is_combined
from arpad.i18n import ArpadError
from arpad.lists.ledger import column, places_of
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.regulations.articles import TIME_CLASSES, Article, TimeClass
from arpad.regulations.rating_edition import Edition

KindName = Literal[
    "moved-without-games", "above-k-times-n", "above-limit", "moved", "games", "k", "below-floor", "unrated", "gone",
    "new", "activity", "person",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ComparedList:
    """A list to be compared: each id once. `single` is the time class of a list of one class."""

    date: dt.date
    table: pa.Table
    single: TimeClass = "standard"

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", each_once(self.table))

    @property
    def classes(self) -> tuple[TimeClass, ...]:
        return TIME_CLASSES if is_combined(self.table.schema) else (self.single,)

    def of_class(self, time_class: TimeClass, field: str) -> Numbers:
        """Rating, K or games of a class; 0 for none."""
        return self.numbers(column(time_class, field) if is_combined(self.table.schema) else field)

    def numbers(self, name: str) -> Numbers:
        return np.asarray(self.table[name].fill_null(0).to_numpy(), dtype=np.int32)

    def inactive(self) -> Mask:
        flagged = pc.match_substring(self.table["flag"], "i", ignore_case=True)
        return np.asarray(flagged.to_numpy(), dtype=np.bool_)


def each_once(table: pa.Table) -> pa.Table:
    """Return the table with each id once: the first row of an id counts."""
    ids = table["id"].combine_chunks()
    known = pc.unique(ids)
    if len(known) == len(ids):
        return table
    places = pc.index_in(ids, value_set=known).to_numpy()
    _, first = np.unique(places, return_index=True)
    return table.take(pa.array(np.sort(first)))


@dataclass(frozen=True, slots=True)
class Pairs:
    """The players of both lists by their places, and the players of only one list."""

    a: Wide
    b: Wide
    only_a: Wide
    only_b: Wide

    @classmethod
    def of(cls, a: ComparedList, b: ComparedList) -> "Pairs":
        found = places_of(b.table["id"], a.table["id"])
        both = np.flatnonzero(found >= 0)
        gone = np.delete(np.arange(a.table.num_rows), found[both])
        return cls(found[both], both, gone, np.flatnonzero(found < 0))


@dataclass(frozen=True, slots=True)
class ChangeKind:
    """Players of one kind: the article that it is about, and a row for each player."""

    name: KindName
    time_class: TimeClass | None
    edition: str
    article: Article
    rows: pa.Table

    @property
    def count(self) -> int:
        return int(self.rows.num_rows)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two lists compared. `later`: b is the later list; else both are of one day."""

    a: ComparedList
    b: ComparedList
    later: bool
    kinds: tuple[ChangeKind, ...]


def compared_classes(a: ComparedList, b: ComparedList, editions: Mapping[TimeClass, Edition]) -> Sequence[TimeClass]:
    """Return the time classes that both lists have and the editions know."""
    found = [
        time_class
        for time_class in TIME_CLASSES
        if time_class in a.classes and time_class in b.classes and time_class in editions
    ]
    if not found:
        raise ArpadError("compare-classes", a=", ".join(a.classes), b=", ".join(b.classes))
    return found


def comparison_document(found: Comparison, names: tuple[str, str], most: int | None = None) -> dict[str, Any]:
    """Return a comparison as plain values; of each kind the first players, or all."""
    sides = {
        label: {"list": name, "date": side.date.isoformat(), "players": side.table.num_rows}
        for label, name, side in zip("ab", names, (found.a, found.b), strict=True)
    }
    kinds = [
        {
            "kind": kind.name,
            "time_class": kind.time_class,
            "edition": kind.edition,
            "article": kind.article.number,
            "count": kind.count,
            "players": kind.rows.slice(0, most).to_pylist(),
        }
        for kind in found.kinds
    ]
    return {**sides, "mode": "later" if found.later else "same", "kinds": kinds}
