"""From an id to its place: a table if the ids are close together, otherwise a search."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.rating.columns import Numbers, Wide

SPARSE = 8
"""A table may have at most this many places for each id."""

UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class IdIndex:
    """The places of ids. `table` holds them by id from `least` on; `order` holds those of the sorted ids."""

    least: int
    table: Numbers | None
    ids: Wide
    order: Numbers

    @classmethod
    def of(cls, ids: Wide) -> "IdIndex":
        """Return the index of ids that all differ; the place of an id is its position."""
        order = np.argsort(ids, kind="stable").astype(np.int32)
        least, most = (int(ids[order[0]]), int(ids[order[-1]])) if len(ids) else (0, -1)
        table = None
        if most - least < SPARSE * len(ids):
            table = np.full(most - least + 1, UNKNOWN, dtype=np.int32)
            table[ids - least] = np.arange(len(ids), dtype=np.int32)
        return cls(least, table, ids[order], order)

    def places(self, values: npt.NDArray[Any]) -> Numbers:
        """Return the place of every value, and UNKNOWN for an id that there is not."""
        if not len(self.ids):
            return np.full(len(values), UNKNOWN, dtype=np.int32)
        if values.dtype == np.uint64:
            values = np.minimum(values, np.uint64(np.iinfo(np.int64).max)).astype(np.int64)
        if self.table is None:
            near = np.minimum(np.searchsorted(self.ids, values), len(self.ids) - 1)
            known: Numbers = np.where(self.ids[near] == values, self.order[near], np.int32(UNKNOWN))
            return known
        if not len(values):
            return np.zeros(0, dtype=np.int32)
        most = self.least + len(self.table) - 1
        if self.least <= int(values.min()) and int(values.max()) <= most:
            places: Numbers = self.table[np.subtract(values, self.least, dtype=np.int64)]
            return places
        inside = (values >= self.least) & (values <= most)
        found = np.full(len(values), UNKNOWN, dtype=np.int32)
        found[inside] = self.table[values[inside].astype(np.int64) - self.least]
        return found
