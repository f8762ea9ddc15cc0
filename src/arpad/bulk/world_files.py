"""A world to try things on: players, events and games from a seed, as the three input files. Any size.

It goes period by period: entries, then rounds, with results by true strength. The same arguments give the same bytes.
"""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.random import PCG64, Generator

from arpad.bulk.input_files import EVENTS, GAMES, PLAYERS
from arpad.bulk.world import A_CLUB, AS_ALWAYS, FIRST_ID, Causes, People, TruthSink, players_table, populate
from arpad.bulk.world_events import Fields, Program, play, program
from arpad.domain.values import MONTHS, first_of_month, month_number
from arpad.i18n import ArpadError
from arpad.progress import StepsDone

ROW_GROUP = 1 << 20
PART = 1 << 17
"""How many entries are paired at once: what they need stays near the processor."""

FEWEST_PLAYERS, MOST_PLAYERS = A_CLUB, 100_000_000
MOST_PERIODS = 1200
MOST_A_PERIOD = 50
"""The most games for each player and period."""

GAMES_SCHEMA = pa.schema(
    {
        "event": pa.int32(), "round": pa.int8(), "white": pa.int32(), "black": pa.int32(), "score": pa.int8(),
        "played": pa.bool_(),
    }
)  # fmt: skip
EVENTS_SCHEMA = pa.schema({"event": pa.int32(), "start": pa.date32(), "end": pa.date32(), "format": pa.string()})
FORMATS = ("swiss", "round-robin")


@dataclass(frozen=True, slots=True)
class World:
    """What was written."""

    players: int
    events: int
    games: int
    periods: int


class _Sink:
    """A Parquet file that is written in row groups of about the same size."""

    def __init__(self, path: Path, schema: Any) -> None:
        self._writer = pq.ParquetWriter(path, schema, **writing())
        self._waiting: list[Any] = []
        self.rows = 0

    def add(self, table: Any) -> None:
        self._waiting.append(table)
        self.rows += table.num_rows
        if sum(one.num_rows for one in self._waiting) >= ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            table = pa.concat_tables(self._waiting).combine_chunks()
            self._writer.write_table(table, row_group_size=max(table.num_rows, 1))
            self._waiting = []

    def close(self) -> None:
        self._flush()
        self._writer.close()


def writing() -> dict[str, Any]:
    """Return how the files are written: the same bytes every time, and a checksum for every page."""
    return {
        "compression": "snappy",
        "version": "2.6",
        "data_page_version": "1.0",
        "use_dictionary": ["event", "round", "score", "sex", "federation", "format", "born", "start", "end"],
        "write_statistics": True,
        "write_page_checksum": True,
        "store_schema": True,
    }


def generate(
    folder: Path,
    players: int,
    games: int,
    periods: int,
    seed: int,
    start: dt.date,
    progress: StepsDone | None = None,
    causes: Causes = AS_ALWAYS,
    *,
    truth: bool = False,
) -> World:
    """Write a world into a folder that is there. `start` is the first month of play; its games enter the list after.

    `truth` adds a fourth file with the true strengths; the other three are the same with it and without.
    """
    check(players, games, periods, start)
    rng = Generator(PCG64(seed))
    first_month = month_number(start)
    people = populate(rng, players, periods, first_month, causes)
    pq.write_table(players_table(rng, people, first_month), folder / PLAYERS, row_group_size=ROW_GROUP, **writing())
    event_file, game_file = _Sink(folder / EVENTS, EVENTS_SCHEMA), _Sink(folder / GAMES, GAMES_SCHEMA)
    try:
        for period in range(periods):
            wanted = (games - game_file.rows) // (periods - period)
            if wanted:
                month = first_month + period
                planned = program(rng, people, period, month, wanted, causes.isolated)
                before = event_file.rows
                event_file.add(_events_table(planned, before, month))
                strength = people.strength(month)
                for part, first in _parts(planned.fields):
                    cut = planned.cut[first : first + len(part)]
                    game_file.add(_games_table(rng, part, cut, strength, before + first, causes))
                    if progress is not None:
                        progress(game_file.rows, games)
    finally:
        event_file.close()
        game_file.close()
    if truth:
        _write_truth(folder, people, first_month, periods, causes)
    return World(players, event_file.rows, game_file.rows, periods)


def _write_truth(folder: Path, people: People, first_month: int, periods: int, causes: Causes) -> None:
    """Write the true strengths from the first month of play to the month of the last list."""
    sink = TruthSink(folder, np.arange(len(people)) + FIRST_ID, **writing())
    for period in range(periods + 1):
        month = first_month + period
        there = people.strength(month) * (people.enters <= period)
        sink.add(first_of_month(month), there)
    sink.close(causes)


def check(players: int, games: int, periods: int, start: dt.date) -> None:
    """Check that a world can be: it has enough players for its games, and the calendar has its months."""
    if games > players * periods * MOST_A_PERIOD:
        raise ArpadError("bulk-too-many-games", games=games, most=players * periods * MOST_A_PERIOD)
    if start.year + (periods + MONTHS) // MONTHS > 2190:
        raise ArpadError("bulk-too-late", start=f"{start:%Y-%m}", periods=periods)


def _parts(fields: Fields) -> "list[tuple[Fields, int]]":
    """Divide the events into parts that are paired at once; each part with the place of its first event."""
    ends = np.cumsum(fields.sizes, dtype=np.int64)
    bounds = np.unique(np.searchsorted(ends, np.arange(PART, int(ends[-1]) + PART, PART), side="left") + 1)
    bounds = np.unique(np.minimum(bounds, len(fields)))
    starts = [0, *bounds[:-1].tolist()]
    return [(fields.take(np.arange(begin, end)), begin) for begin, end in zip(starts, bounds.tolist(), strict=True)]


def _events_table(planned: Program, before: int, month: int) -> Any:
    """Return the events of a period as the file holds them."""
    eve = np.datetime64(first_of_month(month), "D") - np.timedelta64(1, "D")
    count = len(planned.fields)
    return pa.table(
        {
            "event": pa.array(np.arange(before + 1, before + count + 1, dtype=np.int32)),
            "start": pa.array(eve + planned.first_day.astype("timedelta64[D]")),
            "end": pa.array(eve + planned.last_day.astype("timedelta64[D]")),
            "format": pa.array(np.array(FORMATS)[planned.fields.round_robin.astype(np.int8)]),
        },
        schema=EVENTS_SCHEMA,
    )


def _games_table(rng: Generator, part: Fields, cut: Any, strength: Any, before: int, causes: Causes) -> Any:
    """Return the games of some events as the file holds them."""
    games = play(rng, part, strength[part.players], causes)
    table = pa.table(
        {
            "event": pa.array(games.event + np.int32(before + 1)),
            "round": pa.array(games.round),
            "white": pa.array(games.white + np.int32(FIRST_ID)),
            "black": pa.array(games.black + np.int32(FIRST_ID)),
            "score": pa.array(games.score),
            "played": pa.array(games.played),
        },
        schema=GAMES_SCHEMA,
    )
    if not cut.any():
        return table
    place = np.arange(table.num_rows) - np.repeat(np.cumsum(part.games) - part.games, part.games)
    return table.filter(pa.array(place < np.repeat(part.games - cut, part.games)))
