"""Read and check the three input files of a bulk run: players, events and games.

Errors name the file, the column and the first bad row.
"""

import contextlib
import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from arpad.bulk.atomic_folders import in_order
from arpad.domain.event import CYCLES, SYSTEMS
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.i18n import ArpadError
from arpad.progress import StepsDone
from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide

# A column of an input file: read, checked for its type and range. Errors name file, column and row.

Int8 = npt.NDArray[np.int8]
Days = npt.NDArray[np.datetime64]

DIGITS = r"^[0-9]{1,18}$"
FIRST_DAY, LAST_DAY = dt.date(1850, 1, 1), dt.date(2200, 12, 31)
UNREADABLE = (pa.ArrowException, OSError, MemoryError, OverflowError)


class Place(NamedTuple):
    """The place of a value: the file, the column, and how many rows of the file come before this part of it."""

    file: Path
    column: str
    before: int = 0

    def row(self, index: int) -> dict[str, object]:
        """Return the values of a message; rows are counted from 1."""
        return {"file": str(self.file), "column": self.column, "row": self.before + index + 1}


class Kind(NamedTuple):
    """The types that a column may have, and their name."""

    holds: Callable[[Any], bool]
    name: str


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _is_day(kind: Any) -> bool:
    return bool(pa.types.is_date(kind) or pa.types.is_timestamp(kind))


WHOLE = Kind(lambda kind: bool(pa.types.is_integer(kind)), "int32 | int64")
ID = Kind(lambda kind: bool(pa.types.is_integer(kind)) or _is_text(kind), "int32 | int64")
DAY = Kind(lambda kind: _is_day(kind) or _is_text(kind), "date32")
TEXT = Kind(_is_text, "string")
TRUTH = Kind(lambda kind: bool(pa.types.is_boolean(kind)), "bool")


@contextlib.contextmanager
def readable(file: Path) -> Iterator[None]:
    """Report every reading error with the name of the file."""
    try:
        yield
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except UNREADABLE as problem:
        why = " ".join((str(problem).splitlines() or [type(problem).__name__])[0].split())
        raise ArpadError("bulk-unreadable", file=str(file), problem=why) from None


def opened(file: Path, wanted: Mapping[str, Kind]) -> pq.ParquetFile:
    """Open a Parquet file with all columns wanted, each of its kind. Page checksums are checked."""
    with readable(file):
        if not file.is_file():
            raise FileNotFoundError
        parquet = pq.ParquetFile(file, memory_map=False, page_checksum_verification=True)
        schema = parquet.schema_arrow
    for column, kind in wanted.items():
        if schema.names.count(column) != 1:
            known = ", ".join(schema.names) or "–"
            raise ArpadError("bulk-no-column", file=str(file), column=column, known=known)
        found = schema.field(column).type
        if not kind.holds(found.value_type if pa.types.is_dictionary(found) else found):
            raise ArpadError("bulk-type", file=str(file), column=column, found=str(found), expected=kind.name)
    return parquet


def values(place: Place, column: Any) -> Any:
    """Return the values as one array without nulls."""
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if array.null_count:
        raise ArpadError("bulk-empty", **place.row(pc.index(array.is_null(), True).as_py()))
    return array


def numbers(place: Place, column: Any) -> npt.NDArray[Any]:
    """Return whole numbers in the width of the file; digits of a text become numbers."""
    array = values(place, column)
    if _is_text(array.type):
        digits = pc.match_substring_regex(array, DIGITS)
        wrong = pc.index(digits, False).as_py()
        if wrong >= 0:
            raise ArpadError("bulk-digits", value=array[wrong].as_py(), **place.row(wrong))
        array = array.cast(pa.int64())
    numbers: npt.NDArray[Any] = array.to_numpy(zero_copy_only=False)
    return numbers


def within(place: Place, found: npt.NDArray[Any], least: int, most: int) -> npt.NDArray[Any]:
    """Return the numbers, all of them between two bounds."""
    if len(found) and not least <= int(found.min()) <= int(found.max()) <= most:
        wrong = first((found < least) | (found > most))
        raise ArpadError("bulk-range", value=int(found[wrong]), least=least, most=most, **place.row(wrong))
    return found


def whole(place: Place, column: Any, least: int, most: int) -> Wide:
    """Return whole numbers between two bounds."""
    return within(place, numbers(place, column), least, most).astype(np.int64)


def days(place: Place, column: Any) -> Days:
    """Return dates; a text must be a date as ISO writes it."""
    array = values(place, column)
    if _is_text(array.type):
        array = pa.array([_day(place, row, text) for row, text in enumerate(array.to_pylist())], pa.date32())
    found: Days = array.cast(pa.date32()).to_numpy(zero_copy_only=False).astype("datetime64[D]")
    odd = (found < np.datetime64(FIRST_DAY, "D")) | (found > np.datetime64(LAST_DAY, "D"))
    if odd.any():
        wrong = first(odd)
        raise ArpadError("bulk-day", value=str(found[wrong]), **place.row(wrong))
    return found


def _day(place: Place, row: int, text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise ArpadError("bulk-day", value=text, **place.row(row)) from None


def first(wrong: Mask) -> int:
    """Return the first place at which it is true."""
    return int(np.argmax(wrong))


def once(place: Place, ids: Wide) -> Wide:
    """Return the order that sorts the ids; each may appear once."""
    order = np.argsort(ids, kind="stable")
    again = ids[order][1:] == ids[order][:-1]
    if again.any():
        row = int(order[1:][again].min())
        raise ArpadError("bulk-twice", value=int(ids[row]), **place.row(row))
    return order


# From an id to its place: a table if the ids are close together, otherwise a search.

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


# The three input files: players, events and games, read as columns of whole numbers and checked. A file that is
# missing or damaged, a column that is missing or of another type, a value that cannot be: the file, the column and the
# first row are named. Ids become places: players by their id, events by the day they end.

PLAYERS, EVENTS, GAMES = "players.parquet", "events.parquet", "games.parquet"
FILES = (PLAYERS, EVENTS, GAMES)

BATCH = 1 << 17
LARGEST_GROUP = 1 << 22
READERS = 2  # threads that check, while one more reads
GAME_KINDS = {"event": ID, "white": ID, "black": ID, "score": WHOLE, "played": TRUTH}
"""The columns of a game that are read."""
LARGEST_ID = (1 << 63) - 1
EARLIEST_BIRTH, LATEST_BIRTH = 1850, 2200
MOST_GAMES = 1_000_000
UNKNOWN_YEAR = 0


@dataclass(frozen=True)
class Players(ColumnTable):
    """All players, by ascending id. 0 means no rating, and a year that is not known."""

    ids: Wide
    born: Numbers
    rating: Numbers
    games_played: Numbers
    highest: Numbers
    sex: Any
    federation: Any


@dataclass(frozen=True)
class Events(ColumnTable):
    """The events by the day they end, then by the day they start, then by id."""

    ids: Wide
    start: Days
    end: Days
    round_robin: Mask


@dataclass(frozen=True)
class GameColumns(ColumnTable):
    """The games in the order of the file; events and players by their places. `score`: White's half points."""

    event: Numbers
    white: Numbers
    black: Numbers
    score: Int8
    played: Mask


def read_players(folder: Path) -> Players:
    """Read the players of a folder."""
    file = folder / PLAYERS
    wanted = dict.fromkeys(("born", "rating", "games_played", "highest"), WHOLE)
    parquet = opened(file, {"id": ID, **wanted})
    texts = [name for name in ("sex", "federation") if name in parquet.schema_arrow.names]
    opened(file, dict.fromkeys(texts, TEXT))
    with readable(file):
        table = parquet.read(columns=["id", *wanted, *texts])
    ids = whole(Place(file, "id"), table["id"], 0, LARGEST_ID)
    order = once(Place(file, "id"), ids)
    born = _births(Place(file, "born"), table["born"])
    bounds = {"rating": HIGHEST_RATING, "games_played": MOST_GAMES, "highest": HIGHEST_RATING}
    counts = {name: whole(Place(file, name), table[name], 0, most) for name, most in bounds.items()}
    text_columns = {name: values(Place(file, name), table[name]).take(pa.array(order)) for name in texts}
    return Players(
        ids[order],
        born[order].astype(np.int32),
        **{name: column[order].astype(np.int32) for name, column in counts.items()},
        sex=text_columns.get("sex", pa.array([], pa.string())),
        federation=text_columns.get("federation", pa.array([], pa.string())),
    )


def _births(place: Place, column: Any) -> Wide:
    """Return years of birth, or 0."""
    years = whole(place, column, 0, LATEST_BIRTH)
    odd = (years != UNKNOWN_YEAR) & (years < EARLIEST_BIRTH)
    if odd.any():
        wrong = first(odd)
        year, bounds = int(years[wrong]), {"least": EARLIEST_BIRTH, "most": LATEST_BIRTH}
        raise ArpadError("bulk-born", value=year, **bounds, **place.row(wrong))
    return years


def read_events(folder: Path) -> Events:
    """Read the events of a folder."""
    file = folder / EVENTS
    parquet = opened(file, {"event": ID, "start": DAY, "end": DAY, "format": TEXT})
    with readable(file):
        table = parquet.read(columns=["event", "start", "end", "format"])
    ids = whole(Place(file, "event"), table["event"], 0, LARGEST_ID)
    once(Place(file, "event"), ids)
    start, end = (days(Place(file, name), table[name]) for name in ("start", "end"))
    if (end < start).any():
        wrong = first(end < start)
        raise ArpadError(
            "bulk-ends-before", start=str(start[wrong]), end=str(end[wrong]), **Place(file, "end").row(wrong)
        )
    round_robin = _round_robin(Place(file, "format"), table["format"])
    order = np.lexsort((ids, start, end))
    return Events(ids, start, end, round_robin).take(order)


def _round_robin(place: Place, column: Any) -> Mask:
    """Return which events are round robins; each must be of a system that is known."""
    systems = values(place, column)
    wrong = pc.index(pc.is_in(systems, pa.array(SYSTEMS, systems.type)), False).as_py()
    if wrong >= 0:
        raise ArpadError("bulk-format", value=systems[wrong].as_py(), known=", ".join(SYSTEMS), **place.row(wrong))
    robin: Mask = pc.is_in(systems, pa.array(list(CYCLES), systems.type)).to_numpy(zero_copy_only=False)
    return robin


def read_games(
    folder: Path, players: Players, events: Events, progress: StepsDone | None = None, *, as_played: bool = False
) -> GameColumns:
    """Read the games of a folder, batch by batch into columns that are as narrow as they can be; in the order of the
    file, or `as_played`."""
    file = folder / GAMES
    parquet = opened_games(file)
    total = parquet.metadata.num_rows
    known_players, known_events = IdIndex.of(players.ids), IdIndex.of(events.ids)
    with readable(file):
        columns: tuple[npt.NDArray[Any], ...] = _columns(total)

        def placed(part: Batch) -> int:
            place = slice(part.before, part.before + len(part.rows))
            for into, column in zip(columns, checked(file, part, known_players, known_events), strict=True):
                into[place] = column
            return place.stop

        with in_order(placed, batches(parquet), READERS) as parts:
            for done in parts:
                if progress is not None:
                    progress(done, total)
        games = GameColumns(*columns)
        if as_played:
            round_ = whole(Place(file, "round"), parquet.read(columns=["round"])["round"], 0, MOST_GAMES)
            games = games.take(in_order_of_play(events, games.event, round_))
    return games


def in_order_of_play(events: Events, event: Numbers, round_: Wide) -> Wide:
    """Return the order in which games were played: by the first day of their event, its last, its id, the round."""
    return np.lexsort((round_, event, events.end[event], events.start[event]))


class Batch(NamedTuple):
    """Some rows of a file, and how many come before them."""

    before: int
    rows: Any


def opened_games(file: Path) -> pq.ParquetFile:
    """Open a file of games. It must have the rounds too, though they are read only if games are numbered."""
    return opened(file, {**GAME_KINDS, "round": WHOLE})


def batches(parquet: pq.ParquetFile) -> Iterator[Batch]:
    """Return the games in batches that stay near the processor, as many in all as the file says it has."""
    done, total = 0, parquet.metadata.num_rows
    for rows in _read(parquet, list(GAME_KINDS)):
        if done + len(rows) > total:
            raise pa.ArrowInvalid(f"more than {total} rows")
        yield Batch(done, rows)
        done += len(rows)
    if done != total:
        raise pa.ArrowInvalid(f"{done} rows instead of {total}")


def _read(parquet: Any, columns: list[str]) -> Iterator[Any]:
    """Read the rows: a row group at once, unless it is a large one."""
    groups = range(parquet.num_row_groups)
    if any(parquet.metadata.row_group(group).num_rows > LARGEST_GROUP for group in groups):
        yield from parquet.iter_batches(batch_size=BATCH, columns=columns)
        return
    for group in groups:
        yield from parquet.read_row_group(group, columns=columns).to_batches(max_chunksize=BATCH)


def _columns(count: int) -> tuple[Numbers, Numbers, Numbers, Int8, Mask]:
    event, white, black = (np.empty(count, dtype=np.int32) for _ in range(3))
    return event, white, black, np.empty(count, dtype=np.int8), np.empty(count, dtype=np.bool_)


def checked(file: Path, part: Batch, players: IdIndex, events: IdIndex) -> tuple[npt.NDArray[Any], ...]:
    """Return the columns of a batch of games: ids as places, and all values checked."""
    before, rows = part
    event, white, black = (
        _places(Place(file, name, before), rows.column(name), index)
        for name, index in (("event", events), ("white", players), ("black", players))
    )
    same = white == black
    if same.any():
        wrong = first(same)
        himself = rows.column("black")[wrong].as_py()
        raise ArpadError("bulk-himself", value=himself, **Place(file, "black", before).row(wrong))
    place = Place(file, "score", before)
    score = within(place, numbers(place, rows.column("score")), 0, 2)
    played = values(Place(file, "played", before), rows.column("played")).to_numpy(zero_copy_only=False)
    return event, white, black, score, played


def _places(place: Place, column: Any, index: IdIndex) -> Numbers:
    """Return the places of ids, every one of them known."""
    ids = numbers(place, column)
    found = index.places(ids)
    if len(found) and int(found.min()) < 0:
        wrong = first(found < 0)
        row = place.row(wrong)
        if place.column == "event":
            raise ArpadError("bulk-no-event", value=int(ids[wrong]), **row)
        raise ArpadError("bulk-no-player", value=int(ids[wrong]), **row)
    return found
