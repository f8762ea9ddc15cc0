"""A published list in the order in which it is shown, as columns that can be mapped from a file.

The highest rated come first, equals by name and id. To filter a list is to look at a few bytes of every player; only
the players of one page are read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.lists.cells import TextCells, coded, narrow, number_cells, numbers
from arpad.lists.ranks import Tables
from arpad.rating.columns import Mask

TEXTS, CODED, NUMBERS = ("id", "name"), ("federation", "sex", "title", "flag"), ("born", "rating", "games", "k")
NOTHING = -1
"""Stands for a number that is not known or not published."""
ORDER = [("rating", "descending"), ("name", "ascending"), ("id", "ascending")]


@dataclass(frozen=True, slots=True)
class ListFilter:
    """Which players of a list are asked for; what is empty asks for nothing."""

    federation: str = ""
    sex: str = ""
    title: str = ""
    born_from: int | None = None
    born_to: int | None = None


def row_tables(published: pa.Table) -> Tables:
    """Return the tables of the list of one time class."""
    whole = published.take(pc.sort_indices(published, sort_keys=ORDER)).combine_chunks()
    codes, texts = coded(whole, CODED)
    columns: dict[str, Any] = {name: whole[name] for name in TEXTS} | codes
    for name in NUMBERS:
        columns[name] = narrow(whole[name].fill_null(NOTHING).to_numpy())
    return {"rows": pa.table(columns), **texts}


class ShownList:
    """The players of a published list, in the order in which they are shown."""

    def __init__(self, tables: Tables) -> None:
        self._rows = tables["rows"]
        self._texts = {name: tables[f"texts-{name}"]["text"].to_pylist() for name in CODED}

    def __len__(self) -> int:
        return int(self._rows.num_rows)

    def places(self, wanted: ListFilter) -> Sequence[int]:
        """Return where the players asked for stand."""
        mask: Mask | None = None
        for name in ("federation", "sex", "title"):
            text = getattr(wanted, name)
            if text:
                mask = _both(mask, self._equal(name, text))
        if wanted.born_from is not None:
            mask = _both(mask, numbers(self._rows["born"]) >= max(wanted.born_from, 0))
        if wanted.born_to is not None:
            born = numbers(self._rows["born"])
            mask = _both(mask, (born <= wanted.born_to) & (born != NOTHING))
        return range(len(self)) if mask is None else np.flatnonzero(mask)  # type: ignore[return-value]

    def rows(self, places: Sequence[int]) -> Iterator[dict[str, Any]]:
        """Return the players at some places: a missing number is None."""
        texts = [TextCells(self._rows[name]) for name in TEXTS]
        codes = [(self._texts[name], number_cells(self._rows[name])) for name in CODED]
        values = [number_cells(self._rows[name]) for name in NUMBERS]
        for place in map(int, places):
            found: dict[str, Any] = {name: cells[place] for name, cells in zip(TEXTS, texts, strict=True)}
            found |= {name: known[cells[place]] for name, (known, cells) in zip(CODED, codes, strict=True)}
            for name, cells in zip(NUMBERS, values, strict=True):
                found[name] = None if cells[place] == NOTHING else cells[place]
            yield found

    def _equal(self, name: str, text: str) -> Mask:
        known = self._texts[name]
        code = known.index(text) if text in known else NOTHING
        equal: Mask = numbers(self._rows[name]) == code
        return equal


def _both(one: Mask | None, other: Mask) -> Mask:
    return other if one is None else one & other
