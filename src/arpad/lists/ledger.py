"""The ledger: a rating list with everything the next list is computed from, as columns.

One row per player with standard, rapid and blitz, the games of the last year, and the results of unrated players.
Sorted by id, immutable; 0 and the empty text mean nothing.
"""

import datetime as dt
import hashlib
import io
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from arpad.domain.event import Event
from arpad.domain.games import History
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Edition

# Cells of columns as they lie in memory: one text or number at a time, without a copy of its column.

FORMATS: Mapping[pa.DataType, Any] = {pa.int8(): "b", pa.int16(): "h", pa.int32(): "i"}
AFTER_ALL = b"\xff"
"""No text in UTF-8 has this byte: what begins like a text stands before the text and this."""

FIRST_STEP, WIDER = 4, 8
"""How far a text is looked for around a place, and how many times as far next."""


def number_cells(column: pa.ChunkedArray) -> Sequence[int]:
    """Return a column of whole numbers without a null."""
    array = _whole(column)
    cells: Any = memoryview(array.buffers()[1] or b"").cast("B").cast(FORMATS[array.type])
    found: Sequence[int] = cells[array.offset : array.offset + len(array)]
    return found


def numbers(column: pa.ChunkedArray) -> np.ndarray[Any, Any]:
    """Return the same column, to be computed with."""
    return np.asarray(number_cells(column))


class TextCells:
    """A column of texts without a null."""

    def __init__(self, column: pa.ChunkedArray) -> None:
        array = _whole(column)
        _, ends, data = array.buffers()
        self._length, self._offset = len(array), array.offset
        self._ends = memoryview(ends or b"").cast("B").cast("i")
        self._data = memoryview(data or b"").cast("B")

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: int) -> str:
        return self.bytes_at(place).decode()

    def bytes_at(self, place: int) -> bytes:
        at = place + self._offset
        return bytes(self._data[self._ends[at] : self._ends[at + 1]])

    def place(self, text: str, near: int = -1) -> int | None:
        """Return the place of a text in a sorted column. Looking around a place that is `near` takes a few steps
        instead of many; it may be wrong."""
        wanted = text.encode()
        low, high = self._around(wanted, near) if 0 <= near < self._length else (0, self._length)
        at = bisect_left(range(self._length), wanted, low, high, key=self.bytes_at)
        return at if at < self._length and self.bytes_at(at) == wanted else None

    def _around(self, wanted: bytes, near: int) -> tuple[int, int]:
        """Bounds between which a text is, or would be, in ever larger steps from a place."""
        found, step = self.bytes_at(near), FIRST_STEP
        if found == wanted:
            return near, near
        low = high = near
        if found < wanted:
            while high < self._length and self.bytes_at(high) < wanted:
                low, high, step = high, high + step, step * WIDER
        else:
            while low > 0 and self.bytes_at(low) >= wanted:
                low, high, step = max(low - step, 0), low, step * WIDER
        return low, min(high, self._length)

    def equal(self, text: str) -> tuple[int, int]:
        """Return where the texts of a sorted column that are this one begin, and where they end."""
        wanted = text.encode()
        first = last = bisect_left(range(self._length), wanted, key=self.bytes_at)
        while last < self._length and self.bytes_at(last) == wanted:
            last += 1
        return first, last

    def beginning(self, text: str) -> tuple[int, int]:
        """Return where the texts of a sorted column that begin like this begin, and where they end."""
        wanted, places = text.encode(), range(self._length)
        first = bisect_left(places, wanted, key=self.bytes_at)
        return first, bisect_left(places, wanted + AFTER_ALL, lo=first, key=self.bytes_at)


def _whole(column: pa.ChunkedArray) -> pa.Array:
    """Return the only chunk of a column."""
    if column.num_chunks == 1:
        return column.chunk(0)
    return column.combine_chunks() if column.num_chunks else pa.nulls(0, column.type)


def coded(table: pa.Table, names: Iterable[str]) -> tuple[dict[str, pa.Array], dict[str, pa.Table]]:
    """Return columns of texts that many rows share: the number of every row's text, and the texts, each once."""
    columns, texts = {}, {}
    for name in names:
        different = pc.unique(table[name])
        columns[name] = narrow(pc.index_in(table[name], value_set=different).to_numpy())
        texts[f"texts-{name}"] = pa.table({"text": different})
    return columns, texts


def narrow(values: np.ndarray[Any, Any]) -> pa.Array:
    """Whole numbers in as few bytes as hold them."""
    least, most = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    kind = next(kind for kind in FORMATS if -(2 ** (kind.bit_width - 1)) <= least and most < 2 ** (kind.bit_width - 1))
    return pa.array(values).cast(kind)


# The ledger: a list with everything that the next one is made from. A row per player with three standings (standard,
# rapid, blitz), the games of the last year, and the results of players who have no rating yet. Columns, whole numbers,
# sorted by id; 0 and the empty text mean nothing. Frozen: a change makes another ledger.

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


class LedgerRow(NamedTuple):
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

    def with_standing(self, time_class: TimeClass, standing: Standing) -> "LedgerRow":
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

    def rows(self, ids: Iterable[str]) -> dict[str, LedgerRow]:
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

    def all_rows(self) -> Iterable[LedgerRow]:
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

    def with_rows(self, rows: Iterable[LedgerRow], without: Iterable[str] = ()) -> "Ledger":
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
    places = []
    for id_ in ids:
        at = bisect_left(range(len(listed)), id_, key=lambda place: listed[place].as_py())
        if at < len(listed) and listed[at].as_py() == id_:
            places.append(at)
    return places


def _parquet(table: pa.Table) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file, compression="zstd", row_group_size=50_000)
    return file.getvalue()


def _rows(table: pa.Table) -> Iterable[LedgerRow]:
    person = [table[name].to_pylist() for name in PERSON]
    standings = [
        map(Standing._make, zip(*(table[column(time_class, field)].to_pylist() for field in STANDING), strict=True))
        for time_class in TIME_CLASSES
    ]
    for values, three in zip(zip(*person, strict=True), zip(*standings, strict=True), strict=True):
        yield LedgerRow._make((*values, three))


def players_table(rows: Iterable[LedgerRow]) -> pa.Table:
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


# What K depends on, as a list has it.


def history_of(edition: Edition, row: LedgerRow, time_class: TimeClass, date: dt.date) -> History:
    """Return a player's history in one time class on the list of a day."""
    own = row.standing(time_class)
    return History(
        rating=own.rating,
        games_played=games_so_far(edition, own),
        highest=own.highest,
        date=date,
        born=row.born or None,
        birthday=day_of(row.birthday),
        standard_k=standard_k(row, time_class),
        at_least=True,
    )


def games_so_far(edition: Edition, own: Standing) -> int:
    """7.2.1, 6.2.1, 9.21, FEDA 8.21: a player who fell below the floor is treated as any unrated player from then on.
    The same for K: their games are counted again from their return."""
    return 0 if not own.rating and edition.k.returning.value == "new" else own.total


def standard_k(row: LedgerRow, time_class: TimeClass) -> int | None:
    """Return the K of the standard list, for the other lists; None without a standard rating."""
    standard = row.standing("standard")
    return standard.k if time_class != "standard" and standard.rating and standard.k else None


def standard_k_column(ledger: Ledger, edition: Edition, time_class: TimeClass) -> Numbers:
    """Return the K of the standard list if the edition uses it; 0 without a standard rating."""
    if time_class == "standard" or edition.k.standing_in.value is None:
        return np.zeros(len(ledger), dtype=np.int32)
    return np.where(ledger.numbers("rating") > 0, ledger.numbers("k"), np.int32(0))


# Two merged identities of one player: one of them is kept for both.


def renamed(event: Event, merged: Mapping[str, str]) -> dict[int, str]:
    """Return the players of an event who stand in it under an identity that is no more, with the one that is kept."""
    return {player.rank: merged[player.id] for player in event.players if player.id in merged}


def merged_rows(ledger: Ledger, ids: Collection[str], merged: Mapping[str, str]) -> dict[str, LedgerRow]:
    """Return players by id, each with the rows of the merged identities."""
    dropped = [drop for drop, keep in merged.items() if keep in ids]
    rows = ledger.rows([*ids, *dropped])
    for drop in sorted(dropped):
        if drop in rows:
            keep = merged[drop]
            rows[keep] = together(rows[keep], rows[drop]) if keep in rows else rows[drop]._replace(id=keep)
    return {id_: row for id_, row in rows.items() if id_ not in merged}


def together(keep: LedgerRow, drop: LedgerRow) -> LedgerRow:
    """Make one row out of two: the rating of the one that is kept, or the other's if it has none; the games of both;
    and the activity of the more active one."""
    standings = tuple(_one(a, b) for a, b in zip(keep.standings, drop.standings, strict=True))
    return keep._replace(standings=standings, born=keep.born or drop.born, birthday=keep.birthday or drop.birthday)


def _one(keep: Standing, drop: Standing) -> Standing:
    leading = keep if keep.rating or not drop.rating else drop
    total, highest = keep.total + drop.total, max(keep.highest, drop.highest)
    inactive = min(keep.inactive, drop.inactive) if keep.rating and drop.rating else leading.inactive
    return leading._replace(total=total, highest=highest, games=keep.games + drop.games, inactive=inactive)


def merge_identities(ledger: Ledger, merged: Mapping[str, str]) -> Ledger:
    """Return the ledger without the identities that are no more, their games and results under those that are kept."""
    present = ledger.rows(merged).keys() | _named(ledger, merged)
    if not present:
        return ledger
    kept = merged_rows(ledger, {merged[id_] for id_ in present}, merged)
    cleared = ledger.with_rows(kept.values(), without=present)
    return Ledger(
        ledger.date,
        ledger.since,
        cleared.players,
        _under_kept(ledger.played, merged),
        _under_kept(ledger.newcomers, merged),
    )


def _named(ledger: Ledger, merged: Mapping[str, str]) -> set[str]:
    ids: Iterable[str] = pc.unique(ledger.newcomers["id"]).to_pylist()
    return {id_ for id_ in ids if id_ in merged}


def _under_kept(table: pa.Table, merged: Mapping[str, str]) -> pa.Table:
    """Return games or results with the ids that are kept, in order again; games of one list and class are added up."""
    ids = [merged.get(id_, id_) for id_ in table["id"].to_pylist()]
    table = table.set_column(0, "id", pa.array(ids, pa.string()))
    if "games" in table.schema.names:
        keys = ["id", "time_class", "period"]
        sums = table.group_by(keys).aggregate([("games", "sum")]).rename_columns([*keys, "games"])
        table = sums.cast(table.schema)
    order = [(name, "ascending") for name in table.schema.names]
    return table.sort_by(order).combine_chunks()
