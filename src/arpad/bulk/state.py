"""The current rating list as columns, and the rows that changed since the list before."""

import datetime as dt
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arpad.rating.coefficient import k_column
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.rating.newcomer import Pool
from arpad.regulations.rating_edition import Edition

# The list as columns: a number for every player, in the order of the ids.


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


# The rows of a list that differ from the list before: published, hashed and written.

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
