"""The rows of a list that differ from the list before: published, hashed and written."""

import datetime as dt
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arpad.bulk.state import State
from arpad.rating.columns import Mask, Numbers, Wide

LISTS = pa.schema(
    [
        ("period", pa.date32()), ("id", pa.int64()), ("rating", pa.int32()), ("k", pa.int32()), ("games", pa.int32()),
        ("change", pa.int32()), ("active", pa.bool_()),
    ]
)  # fmt: skip
MADE_BY = b"edition"
"""Where a file of lists names its edition."""
EPOCH = dt.date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a list, by ascending id."""

    date: dt.date
    id: Wide
    rating: Numbers
    k: Numbers
    games: Numbers
    change: Numbers
    active: Mask

    def columns(self) -> Iterator[Any]:
        """Return all columns but the date, as in the file."""
        return (getattr(self, name) for name in LISTS.names[1:])

    def digest(self, before: str) -> str:
        """Return the digest of all lists up to this one, from the digest of the lists before it."""
        summary = hashlib.sha256(f"{before} {self.date.isoformat()}".encode())
        for column in self.columns():
            summary.update(np.ascontiguousarray(column, dtype="<i8").data)
        return summary.hexdigest()

    def table(self) -> pa.Table:
        days = pa.repeat(pa.scalar(self.date, pa.date32()), len(self.id))
        return pa.table([days, *(pa.array(column) for column in self.columns())], schema=LISTS)


def differing(ids: Wide, before: State | None, state: State) -> Rows:
    """Return the rows that differ in rating, K, games or activity, among those in question; a first list is all new."""
    rating, k, games, active = now = state.listed(state.asked)
    was = [np.zeros_like(column) for column in now] if before is None else before.listed(state.asked)
    change = np.where((was[0] > 0) & (rating > 0), rating - was[0], np.int32(0))
    which = np.logical_or.reduce([one != other for one, other in zip(was, now, strict=True)])
    ids = ids[state.asked[which]]
    return Rows(state.date, ids, rating[which], k[which], games[which], change[which], active[which])


def list_writer(file: Path, made_by: str) -> pq.ParquetWriter:
    """Open a Parquet file of lists, which names the edition that it was made by. The ids ascend, so their differences
    are small; the other numbers are few."""
    few = [name for name in LISTS.names if name not in ("id", "active")]
    ascending = {"id": "DELTA_BINARY_PACKED"}
    schema = LISTS.with_metadata({MADE_BY: made_by.encode()})
    return pq.ParquetWriter(file, schema, compression="zstd", use_dictionary=few, column_encoding=ascending)


def edition_of_lists(file: Path) -> str | None:
    """Return the id of the edition that a file of lists was made by; empty: each by its date; None: it does not say."""
    written = (pq.read_schema(file).metadata or {}).get(MADE_BY)
    return None if written is None else written.decode()
