"""A world to try things on: players, events and games from a seed, as the three input files. Any size.

It goes period by period: entries, then rounds, with results by true strength. The same arguments give the same bytes.
"""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.random import PCG64, Generator

from arpad.bulk.input_files import EVENTS, GAMES, PLAYERS, Int8
from arpad.bulk.world import (
    A_CLUB,
    AS_ALWAYS,
    FEDERATIONS,
    FIRST_ID,
    Causes,
    People,
    TruthSink,
    players_table,
    populate,
)
from arpad.domain.values import MONTHS, first_of_month, month_number
from arpad.i18n import ArpadError
from arpad.progress import StepsDone
from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide
from arpad.rating.game_by_game import expected_column

# Who plays where: the events of a period of a generated world, their players, rounds and dates. Players of an event
# are close in strength, mostly of one federation. Nobody is twice in one event.

SMALLEST, LARGEST = 8, 200
LEAGUE = 10
"""The number of players of a round robin."""

LEAGUES = 5
"""How many of a hundred events are round robins."""

ABROAD = 20
"""How many of a hundred entries are for an event of players from everywhere."""
SELDOM = 1
"""How many of a hundred entries of players of an isolated federation are for events with others."""

NEAR = 250
LAST_DAY = 26
"""The last day of a month on which an event ends: three days before every list."""

FRACTION = 16
PLACES = 32


@dataclass(frozen=True)
class Fields(ColumnTable):
    """Events, each with its players in a row: `players` holds those of all events one after the other."""

    players: Numbers
    sizes: Numbers
    rounds: Numbers
    round_robin: Mask

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def games(self) -> Numbers:
        return self.sizes // 2 * self.rounds

    def take(self, which: Any) -> Self:
        """Return some of the events, in this order."""
        sizes = self.sizes[which]
        starts = (np.cumsum(self.sizes) - self.sizes)[which]
        shift = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
        players = self.players[shift + np.arange(len(shift))]
        return type(self)(players, sizes, self.rounds[which], self.round_robin[which])


@dataclass(frozen=True)
class Program:
    """The events of a period by the day they end. `cut`: how many games of an event are left out at its end."""

    fields: Fields
    first_day: Numbers
    last_day: Numbers
    cut: Numbers


def program(
    rng: Generator, people: People, period: int, month: int, games: int, isolated: tuple[str, ...] = ()
) -> Program:
    """Make events with exactly a number of games in all."""
    alone = np.flatnonzero([name in isolated for name in FEDERATIONS])
    activity = people.activity_in(period, month).astype(np.int64)
    parts: list[Fields] = []
    found, entries = 0, games // 3 + 64
    while found < games:
        parts += _fields(rng, people, month, _apart(rng, people, alone, _entries(rng, activity, entries)))
        found = sum(int(part.games.sum()) for part in parts)
        entries *= 2
    drawn = parts[0].with_others(*parts[1:])
    shuffled = rng.permutation(len(drawn))
    reached = np.cumsum(drawn.games[shuffled].astype(np.int64))
    last = int(np.searchsorted(reached, games))
    chosen = drawn.take(shuffled[: last + 1])
    cut = np.zeros(last + 1, dtype=np.int32)
    cut[last] = int(reached[last]) - games
    days = np.where(rng.integers(0, 2, last + 1) == 0, chosen.rounds, (chosen.rounds + 1) // 2)
    end = rng.integers(days, LAST_DAY + 1, dtype=np.int32)
    start = (end - days + 1).astype(np.int32)
    order = np.lexsort((start, end))
    return Program(chosen.take(order), start[order], end[order], cut[order])


def _entries(rng: Generator, activity: Wide, entries: int) -> list[Numbers]:
    """Give out about a number of entries by activity: players who enter at all, players who enter twice, and so on."""
    share = activity * (entries << FRACTION) // max(int(activity.sum()), 1)
    often = (share + rng.integers(0, 1 << FRACTION, len(activity), dtype=np.int64)) >> FRACTION
    who = np.flatnonzero(often)
    waves: list[Numbers] = []
    while len(who):
        waves.append(who.astype(np.int32))
        who = who[often[who] > len(waves)]
    return waves


def _apart(rng: Generator, people: People, alone: Wide, waves: list[Numbers]) -> list[Numbers]:
    """Take the players of isolated federations out of the waves, but for a few; each federation has its own."""
    for federation in alone.tolist():
        parts: list[Numbers] = []
        for who in waves:
            home = (people.federation[who] == federation) & (rng.integers(0, 100, len(who)) >= SELDOM)
            parts += [who[home], who[~home]]
        waves = parts
    return waves


def _fields(rng: Generator, people: People, month: int, waves: list[Numbers]) -> list[Fields]:
    return [_field(rng, people, month, who) for who in waves if len(who) >= SMALLEST]


def _field(rng: Generator, people: People, month: int, who: Numbers) -> Fields:
    """Return events of these players: sorted by federation and strength, up and down in turn, and cut in pieces."""
    count = len(who)
    near = rng.integers(0, NEAR, count, dtype=np.int64) + rng.integers(0, NEAR, count, dtype=np.int64)
    strength = people.strength(month, who) + near
    group = np.where(rng.integers(0, 100, count) < ABROAD, len(FEDERATIONS), people.federation[who]).astype(np.int64)
    height = np.where(group % 2 == 0, strength, 4095 - strength)
    order = np.sort(((group << 12 | height) << PLACES) | np.arange(count)) & ((1 << PLACES) - 1)
    sizes, league = _sizes(rng, count)
    return Fields(who[order[: int(sizes.sum())]], sizes, _rounds(rng, sizes, league), league)


def _sizes(rng: Generator, count: int) -> tuple[Numbers, Mask]:
    """Return the sizes of events for a number of players; a few too many stay at home."""
    most = count // SMALLEST + 1
    league = rng.integers(0, 100, most) < LEAGUES
    spread = [rng.integers(SMALLEST, LARGEST + 1, most, dtype=np.int32) for _ in range(3)]
    sizes = np.where(league, LEAGUE, np.minimum(np.minimum(spread[0], spread[1]), spread[2])).astype(np.int32)
    filled = np.cumsum(sizes)
    last = int(np.searchsorted(filled, count))
    sizes, league = sizes[: last + 1], league[: last + 1]
    sizes[last] = min(int(sizes[last]), count - int(filled[last] - sizes[last]))
    league[last] &= sizes[last] == LEAGUE
    whole = sizes >= SMALLEST
    return sizes[whole], league[whole]


def _rounds(rng: Generator, sizes: Numbers, league: Mask) -> Numbers:
    """Return 5 to 9 rounds, more if there are more players."""
    least = np.where(sizes < 64, 5, 7)
    most = np.where(sizes < 12, 5, np.where(sizes < 24, 7, 9))
    return np.where(league, LEAGUE - 1, rng.integers(least, most + 1)).astype(np.int32)


# The rounds of a generated world: all events of a part of a period at once, round by round. Swiss events pair
# neighbours by points and strength and avoid who has met; round robins follow the Berger tables. The results follow
# the expected score of the true strengths (table B) and a plausible share of draws.

MOST_ROUNDS = 9
UNPLAYED = 655
"""How many of 65536 games are not played."""

FEWEST_DRAWS, MOST_DRAWS = 20, 60
"""How many of a hundred games between equals are drawn, among the weak and among the strong."""

WAVERING = 256


@dataclass
class GeneratedGames:
    """GeneratedGames by event, round and board: `event` counts within the part, players by their places."""

    event: Numbers
    round: Int8
    white: Numbers
    black: Numbers
    score: Int8
    played: Mask

    @classmethod
    def room(cls, count: int) -> "GeneratedGames":
        event, white, black = (np.empty(count, dtype=np.int32) for _ in range(3))
        number, score = (np.empty(count, dtype=np.int8) for _ in range(2))
        return cls(event, number, white, black, score, np.empty(count, dtype=np.bool_))

    def put(self, where: Wide, event: Numbers, number: int, white: Numbers, black: Numbers, result: "Results") -> None:
        self.event[where], self.round[where] = event, number
        self.white[where], self.black[where] = white, black
        self.score[where], self.played[where] = result.score, result.played


@dataclass(frozen=True)
class Results:
    """Results of a round: White's half points, and whether the game was played."""

    score: Int8
    played: Mask


def play(rng: Generator, fields: Fields, strength: Numbers, causes: Causes = AS_ALWAYS) -> GeneratedGames:
    """Play all games of these events; `strength` stands beside `fields.players`."""
    games = GeneratedGames.room(int(fields.games.sum()))
    _swiss(rng, fields, strength, games, causes)
    _leagues(rng, fields, strength, games, causes)
    return games


def true_expectation(white: Numbers, black: Numbers, causes: Causes = AS_ALWAYS) -> Numbers:
    """Return the expected score of White in hundredths, by true strengths."""
    return expected_column(causes.difference(white, black))


def results(rng: Generator, white: Numbers, black: Numbers, causes: Causes = AS_ALWAYS) -> Results:
    """Draw the results of games between players of these strengths."""
    drawn = rng.integers(0, 1 << 32, len(white), dtype=np.uint32)
    chance = ((drawn & np.uint32(0xFFFF)).astype(np.int32) * 10000) >> 16
    expected = true_expectation(white, black, causes)
    level = np.clip(((white + black) // 2 - 700) // 32, FEWEST_DRAWS, MOST_DRAWS)
    draws = 2 * np.minimum(expected, 100 - expected) * level
    wins = 100 * expected - draws // 2
    score = (chance < wins).astype(np.int8) + (chance < wins + draws)
    played = (drawn >> np.uint32(16)) >= UNPLAYED
    forfeit = (drawn & np.uint32(1)).astype(np.int8) * np.int8(2)
    return Results(np.where(played, score, forfeit).astype(np.int8), played)


def _swiss(rng: Generator, fields: Fields, strength: Numbers, games: GeneratedGames, causes: Causes) -> None:
    """Play the Swiss events, those with most rounds first, so that those still playing are always the first ones."""
    which = np.flatnonzero(~fields.round_robin)
    which = which[np.argsort(-fields.rounds[which], kind="stable")]
    if not len(which):
        return
    sizes, rounds = fields.sizes[which], fields.rounds[which]
    begin = (np.cumsum(fields.sizes) - fields.sizes)[which]
    start = (np.cumsum(sizes) - sizes).astype(np.int64)
    entry = np.repeat(begin - start, sizes) + np.arange(int(sizes.sum()))
    players, strong = fields.players[entry], strength[entry]
    event = np.repeat(np.arange(len(which), dtype=np.int64), sizes)
    boards = sizes // 2
    board_event = np.repeat(np.arange(len(which)), boards)
    board = np.arange(len(board_event)) - np.repeat(np.cumsum(boards) - boards, boards)
    upper = start[board_event] + 2 * board
    offset = (np.cumsum(fields.games) - fields.games)[which][board_event] + board
    odd = np.flatnonzero(sizes % 2)
    pool = _Pool.of(len(entry))
    for number in range(int(rounds[0])):
        live = int(np.searchsorted(-rounds, -number))
        count, pairs = int(sizes[:live].sum()), int(boards[:live].sum())
        order = _order(rng, event[:count], pool.points[:count], strong[:count])
        first, second = order[upper[:pairs]], order[upper[:pairs] + 1]
        _part(pool, first, second, board_event[:pairs], board[:pairs])
        white, black = _colours(rng, pool, first, second)
        result = results(rng, strong[white], strong[black], causes)
        pool.record(white, black, result.score)
        resting = odd[odd < live]
        pool.points[order[start[resting] + sizes[resting] - 1]] += 2
        where = offset[:pairs] + number * boards[board_event[:pairs]]
        of = which[board_event[:pairs]].astype(np.int32)
        games.put(where, of, number + 1, players[white], players[black], result)


@dataclass
class _Pool:
    """The state of each entry of a Swiss: points, opponents, how often White more than Black."""

    points: Wide
    met: Numbers
    whites: Int8
    rounds: int = 0

    @classmethod
    def of(cls, count: int) -> "_Pool":
        return cls(np.zeros(count, np.int64), np.full((count, MOST_ROUNDS), -1, np.int32), np.zeros(count, np.int8))

    def have_met(self, wide: Wide, other: Wide) -> Mask:
        found: Mask = (self.met[wide, : self.rounds] == other[:, None]).any(axis=1)
        return found

    def record(self, white: Wide, black: Wide, score: Int8) -> None:
        self.met[white, self.rounds], self.met[black, self.rounds] = black, white
        self.rounds += 1
        self.points[white] += score
        self.points[black] += 2 - score
        self.whites[white] += 1
        self.whites[black] -= 1


def _order(rng: Generator, event: Wide, points: Wide, strength: Numbers) -> Wide:
    """Sort the entries of every event by points, then roughly by strength. No two keys are equal: one order
    everywhere."""
    count = len(event)
    height = 4095 - strength - rng.integers(0, WAVERING, count, dtype=np.int64)
    keys = (((event << 5) | (31 - points)) << 12 | height) << 24 | np.arange(count)
    return np.sort(keys) & ((1 << 24) - 1)


def _part(pool: _Pool, first: Wide, second: Wide, event: Wide, board: Wide) -> None:
    """If two have met before, they exchange opponents with the next board, one way or the other, if that helps."""
    for parity in (0, 1, 0):
        clash = pool.have_met(first, second)
        here = np.flatnonzero((board[:-1] % 2 == parity) & (event[:-1] == event[1:]) & (clash[:-1] | clash[1:]))
        if not len(here):
            continue
        one, two, three, four = first[here], second[here], first[here + 1], second[here + 1]
        across = ~pool.have_met(one, three) & ~pool.have_met(two, four)
        along = ~across & ~pool.have_met(one, four) & ~pool.have_met(two, three)
        second[here] = np.where(across, three, np.where(along, four, two))
        first[here + 1] = np.where(across | along, two, three)
        second[here + 1] = np.where(across, four, np.where(along, three, four))


def _colours(rng: Generator, pool: _Pool, first: Wide, second: Wide) -> tuple[Wide, Wide]:
    """Give White to the player who had it less often; else by lot."""
    lot = rng.integers(0, 2, len(first), dtype=np.int8)
    as_it_is = 2 * (pool.whites[second] - pool.whites[first]) + lot > 0
    return np.where(as_it_is, first, second), np.where(as_it_is, second, first)


def berger(players: int) -> Wide:
    """Return the Berger tables for an even number of players: by round and board, White and Black, counted from 0."""
    last, half = players - 1, players // 2
    table = np.zeros((last, half, 2), dtype=np.int64)
    for number in range(last):
        ahead = number * half % last
        seats = [(ahead + step) % last for step in range(last)]
        table[number, 0] = (seats[0], last) if number % 2 == 0 else (last, seats[0])
        for board in range(1, half):
            table[number, board] = (seats[board], seats[last - board])
    return table


def _leagues(rng: Generator, fields: Fields, strength: Numbers, games: GeneratedGames, causes: Causes) -> None:
    """Play the round robins, seated by lot."""
    which = np.flatnonzero(fields.round_robin)
    if not len(which):
        return
    begin = (np.cumsum(fields.sizes) - fields.sizes)[which]
    lots = rng.integers(0, 1 << 16, (len(which), LEAGUE), dtype=np.int64) << 4 | np.arange(LEAGUE)
    seats = begin[:, None] + (np.sort(lots, axis=1) & 15)
    offset = (np.cumsum(fields.games) - fields.games)[which]
    boards = LEAGUE // 2
    for number, pairs in enumerate(berger(LEAGUE)):
        white, black = seats[:, pairs[:, 0]].reshape(-1), seats[:, pairs[:, 1]].reshape(-1)
        where = (offset[:, None] + number * boards + np.arange(boards)).reshape(-1)
        result = results(rng, strength[white], strength[black], causes)
        event = np.repeat(which, boards).astype(np.int32)
        games.put(where, event, number + 1, fields.players[white], fields.players[black], result)


# The files of a world, written period by period.

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
