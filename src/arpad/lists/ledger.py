"""The ledger: a list with everything that the next one is made from.

A row per player with three standings (standard, rapid, blitz), the games of the last year, and the results of players
who have no rating yet. Columns, whole numbers, sorted by id; 0 and the empty text mean nothing. Frozen: a change makes
another ledger."""

import datetime as dt
import hashlib
import io
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from arpad.rating.columns import Mask, Numbers, Wide
from arpad.regulations.articles import TIME_CLASSES, TimeClass

FEW = 200
"""Up to this many ids are found one by one; for more of them the whole column is gone through once."""

TEXTS = ("id", "name", "federation", "sex", "title", "absent")
PERSON = (*TEXTS, "born", "birthday")
STANDING = ("rating", "k", "games", "total", "highest", "inactive")


class Standing(NamedTuple):
    """A player's row on a list in one time class.

    `games`: rated for this list. `total`: so far. `highest`: ever published. `inactive`: the list (YYYYMMDD) on which
    they became inactive.
    """

    rating: int = 0
    k: int = 0
    games: int = 0
    total: int = 0
    highest: int = 0
    inactive: int = 0


class Row(NamedTuple):
    """A player. `absent` says why they are not listed: excluded, deceased. `birthday` is YYYYMMDD."""

    id: str
    name: str = ""
    federation: str = ""
    sex: str = ""
    title: str = ""
    absent: str = ""
    born: int = 0
    birthday: int = 0
    standings: tuple[Standing, ...] = (Standing(), Standing(), Standing())

    def standing(self, time_class: TimeClass) -> Standing:
        return self.standings[TIME_CLASSES.index(time_class)]

    def with_standing(self, time_class: TimeClass, standing: Standing) -> "Row":
        at = TIME_CLASSES.index(time_class)
        return self._replace(standings=(*self.standings[:at], standing, *self.standings[at + 1 :]))


def column(time_class: TimeClass, field: str) -> str:
    """Return the name of a standing's column: `rating`, `rapid_rating`, `blitz_rating`."""
    return field if time_class == "standard" else f"{time_class}_{field}"


PLAYERS = pa.schema(
    [pa.field(name, pa.string() if name in TEXTS else pa.int32()) for name in PERSON]
    + [pa.field(column(time_class, field), pa.int32()) for time_class in TIME_CLASSES for field in STANDING]
)
PLAYED = pa.schema([("id", pa.string()), ("time_class", pa.string()), ("period", pa.int32()), ("games", pa.int32())])
NEWCOMERS = pa.schema([("id", pa.string()), ("time_class", pa.string()), ("date", pa.int32()), ("result", pa.string())])
SCHEMAS: Mapping[str, pa.Schema] = {"players": PLAYERS, "played": PLAYED, "newcomers": NEWCOMERS}


def day_number(day: dt.date | None) -> int:
    """Return a day as YYYYMMDD; 0 if there is none."""
    return 0 if day is None else day.year * 10_000 + day.month * 100 + day.day


def day_of(number: int) -> dt.date | None:
    """Return the day of a number YYYYMMDD."""
    return dt.date(number // 10_000, number // 100 % 100, number % 100) if number else None


@dataclass(frozen=True, slots=True)
class Ledger:
    """A list of a day. `since`: the list from which on every game is known here."""

    date: dt.date
    since: dt.date
    players: pa.Table
    played: pa.Table
    newcomers: pa.Table

    @classmethod
    def empty(cls, date: dt.date) -> "Ledger":
        return cls(date, date, PLAYERS.empty_table(), PLAYED.empty_table(), NEWCOMERS.empty_table())

    def __len__(self) -> int:
        return int(self.players.num_rows)

    def rows(self, ids: Iterable[str]) -> dict[str, Row]:
        """Return those of the players who are on the list, by id."""
        wanted = sorted(set(ids))
        listed = self.players["id"]
        if len(wanted) == 1:
            places = _places(listed, wanted)
            found = self.players.slice(places[0] if places else 0, len(places))
        elif len(wanted) <= FEW:
            found = self.players.take(pa.array(_places(listed, wanted), pa.int64()))
        else:
            found = self.players.filter(pc.is_in(listed, value_set=pa.array(wanted, pa.string())))
        return {row.id: row for row in _rows(found)}

    def all_rows(self) -> Iterable[Row]:
        return _rows(self.players)

    def numbers(self, name: str) -> Numbers:
        """Return a column of whole numbers, to be changed and put back with `with_numbers`."""
        return np.array(self.players[name].to_numpy(), dtype=np.int32)

    def numbers_at(self, name: str, places: Wide) -> Numbers:
        """Return a column of whole numbers at places; 0 at the place -1."""
        return np.append(self.numbers(name), np.int32(0))[places]

    def which(self, name: str, text: str) -> Mask:
        """Return which players have this text in a column; “absent” is empty for those who may be listed (16, 10.1)."""
        return np.asarray(pc.equal(self.players[name], text).to_numpy(), dtype=np.bool_)

    def with_numbers(self, columns: Mapping[str, Numbers]) -> "Ledger":
        table = self.players
        for name, values in columns.items():
            table = table.set_column(table.schema.get_field_index(name), name, pa.array(values, pa.int32()))
        return replace(self, players=table)

    def with_rows(self, rows: Iterable[Row], without: Iterable[str] = ()) -> "Ledger":
        """Return the ledger with these rows in the place of those that were, and without the players named."""
        new = players_table(rows)
        gone = pa.array([*new["id"].to_pylist(), *without], pa.string())
        kept = self.players.filter(pc.invert(pc.is_in(self.players["id"], value_set=gone)))
        together = pa.concat_tables([kept, new])
        return replace(self, players=together.take(pc.sort_indices(together["id"])).combine_chunks())

    def hashes(self) -> dict[str, str]:
        """Return the contents of the ledger as one hash for each table, the same for every engine and database."""
        return {name: _hash(getattr(self, name)) for name in SCHEMAS}

    def to_parquet(self) -> dict[str, bytes]:
        """Return the tables as files, to be kept."""
        return {name: _parquet(table) for name, table in self.to_tables().items()}

    @classmethod
    def from_parquet(cls, files: Mapping[str, bytes]) -> "Ledger":
        return cls.from_tables({name: pq.ParquetFile(pa.BufferReader(files[name])).read() for name in SCHEMAS})

    def to_tables(self) -> dict[str, pa.Table]:
        """Return the tables, each with the dates of the ledger."""
        head = {b"date": self.date.isoformat().encode(), b"since": self.since.isoformat().encode()}
        return {name: getattr(self, name).replace_schema_metadata(head) for name in SCHEMAS}

    @classmethod
    def from_tables(cls, tables: Mapping[str, pa.Table]) -> "Ledger":
        head = tables["players"].schema.metadata
        dates = (dt.date.fromisoformat(head[name].decode()) for name in (b"date", b"since"))
        return cls(*dates, *(tables[name].cast(SCHEMAS[name]).combine_chunks() for name in SCHEMAS))


def places_of(ids: Any, among: Any) -> Wide:
    """Return the places of ids among others; -1 if they are missing."""
    places = pc.index_in(ids, value_set=among.combine_chunks())
    return np.asarray(places.fill_null(-1).to_numpy(), dtype=np.int64)


def _places(listed: pa.ChunkedArray, ids: Iterable[str]) -> list[int]:
    """Return the places of ids in the sorted column; missing ones are left out."""
    found = []
    for id_ in ids:
        at = bisect_left(range(len(listed)), id_, key=lambda place: listed[place].as_py())
        if at < len(listed) and listed[at].as_py() == id_:
            found.append(at)
    return found


def _parquet(table: pa.Table) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file, compression="zstd", row_group_size=50_000)
    return file.getvalue()


def _rows(table: pa.Table) -> Iterable[Row]:
    person = [table[name].to_pylist() for name in PERSON]
    standings = [
        map(Standing._make, zip(*(table[column(time_class, field)].to_pylist() for field in STANDING), strict=True))
        for time_class in TIME_CLASSES
    ]
    for values, three in zip(zip(*person, strict=True), zip(*standings, strict=True), strict=True):
        yield Row._make((*values, three))


def players_table(rows: Iterable[Row]) -> pa.Table:
    """Return rows as a table, in the order of their ids."""
    ordered = sorted(rows, key=lambda row: row.id)
    columns: dict[str, list[Any]] = {name: [getattr(row, name) for row in ordered] for name in PERSON}
    for at, time_class in enumerate(TIME_CLASSES):
        for field in STANDING:
            columns[column(time_class, field)] = [getattr(row.standings[at], field) for row in ordered]
    return pa.table(columns, schema=PLAYERS)


def _hash(table: pa.Table) -> str:
    """Return the rows as lines of text: cells apart by tabs, tabs and line ends in them escaped."""
    cells = [_escaped(table[name]) for name in table.schema.names]
    digest = hashlib.sha256("\t".join(table.schema.names).encode())
    if table.num_rows:
        lines = pc.binary_join_element_wise(*cells, "\t")
        for chunk in lines.chunks if isinstance(lines, pa.ChunkedArray) else [lines]:
            digest.update(("\n" + "\n".join(chunk.to_pylist())).encode())
    return digest.hexdigest()


def _escaped(cells: pa.ChunkedArray) -> Any:
    if not pa.types.is_string(cells.type):
        return pc.cast(cells, pa.string())
    for sign, written in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")):
        cells = pc.replace_substring(cells, sign, written)
    return cells
