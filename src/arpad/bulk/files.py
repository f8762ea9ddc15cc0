"""The three input files: players, events and games, read as columns of whole numbers and checked.

A file that is missing or damaged, a column that is missing or of another type, a value that cannot be: the file, the
column and the first row are named. Ids become places: players by their id, events by the day they end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from arpad.bulk.columns import (
    DAY,
    ID,
    TEXT,
    TRUTH,
    WHOLE,
    Days,
    Int8,
    Place,
    days,
    first,
    numbers,
    once,
    opened,
    readable,
    values,
    whole,
    within,
)
from arpad.bulk.index import IdIndex
from arpad.bulk.threads import in_order
from arpad.domain.event import CYCLES, SYSTEMS
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.done import StepsDone
from arpad.i18n import ArpadError
from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide

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
    said = {name: values(Place(file, name), table[name]).take(pa.array(order)) for name in texts}
    return Players(
        ids[order],
        born[order].astype(np.int32),
        **{name: column[order].astype(np.int32) for name, column in counts.items()},
        sex=said.get("sex", pa.array([], pa.string())),
        federation=said.get("federation", pa.array([], pa.string())),
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
    found: Mask = pc.is_in(systems, pa.array(list(CYCLES), systems.type)).to_numpy(zero_copy_only=False)
    return found


def read_games(folder: Path, players: Players, events: Events, progress: StepsDone | None = None) -> GameColumns:
    """Read the games of a folder, batch by batch into columns that are as narrow as they can be."""
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
    return GameColumns(*columns)


class Batch(NamedTuple):
    """Some rows of a file, and how many come before them."""

    before: int
    rows: Any


def opened_games(file: Path) -> pq.ParquetFile:
    """Open a file of games. It must have the rounds too, though nobody reads them."""
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
