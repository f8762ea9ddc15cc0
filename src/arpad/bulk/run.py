"""Run a replay from input files to rating lists, resume it, read one full list, and replay games that are in memory."""

import datetime as dt
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from arpad.bulk.atomic_folders import in_order
from arpad.bulk.input_files import (
    FILES,
    GAMES,
    Events,
    GameColumns,
    Players,
    in_order_of_play,
    read_events,
    read_games,
    read_players,
)
from arpad.bulk.numbered import k_of_games
from arpad.bulk.replay import (
    NUMBERS,
    Calendar,
    Line,
    LocalEngine,
    Played,
    ReplayEngine,
    Rows,
    State,
    begin,
    calendar_of,
    list_writer,
    replay,
)
from arpad.formats.rating_lists.columns import schema
from arpad.i18n import ArpadError
from arpad.lists.imports import standings
from arpad.lists.participants import Result, from_json, to_json
from arpad.lists.published import filled
from arpad.progress import StepsDone
from arpad.rating.coefficient import k_column, used_k_column
from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide
from arpad.rating.game_by_game import Games, both_sides
from arpad.rating.inputs import rated_as_column
from arpad.rating.newcomer import Pool
from arpad.regulations.rating_edition import Edition

# The files of a world recognised without reading all of them: by their sizes and both ends.

EDGE = 1 << 16


def file_ends(folder: Path) -> Iterator[bytes]:
    """Return the name, the size and both ends of each file."""
    for name in FILES:
        path = folder / name
        with path.open("rb") as file:
            size = path.stat().st_size
            yield f"{name} {size} ".encode() + file.read(EDGE)
            file.seek(max(0, size - EDGE))
            yield file.read(EDGE)


def world_fingerprint(folder: Path) -> str:
    """Return a digest by which the three files of a world are recognised."""
    digest = hashlib.sha256()
    for part in file_ends(folder):
        digest.update(part)
    return digest.hexdigest()


# A run: from the three files to the lists, with a place to go on from when it is interrupted.

HIDDEN, RESULT = ".run", "lists.parquet"
Closed = tuple[State, Rows]
MakeEngine = Callable[[Players, Events, Calendar], ReplayEngine]


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of a run."""

    games: int
    periods: int
    players: int
    digest: str


class Interrupted(Exception):
    """The run was interrupted after a list, and can go on from there."""

    def __init__(self, date: dt.date) -> None:
        super().__init__(date)
        self.date = date


def run(
    folder: Path,
    out: Path,
    line: Line,
    engine: MakeEngine | None = None,
    progress: StepsDone | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Ran:
    """Replay a world into `out`/lists.parquet, which appears when it is complete.

    `stopped` is asked after every list; if it says yes, the state is saved, and the same call continues from there.
    """
    players, events = read_players(folder), read_events(folder)
    if not len(events):
        raise ArpadError("bulk-no-events", folder=str(folder))
    calendar = calendar_of(events, line, as_played=engine is None)
    if engine is None:
        read = read_games(folder, players, events, as_played=line.numbered)
        rater: ReplayEngine = LocalEngine(read, calendar, line)
    else:
        rater = engine(players, events, calendar)
    work = Work(out, run_fingerprint(folder, line), line.name)
    state, digest = work.resumed() or (begin(players, calendar, line), "")
    closed = _until(stopped, replay(players, calendar, line, rater, state, whole=not digest))
    with work.writing(digest) as lists, in_order(lists.write, closed) as written:
        for state in written:
            if progress is not None:
                progress(calendar.lists.index(state.date) + 1, len(calendar.lists))
        if state.date != calendar.lists[-1]:
            work.save(state, lists.digest)
            raise Interrupted(state.date)
    work.finish()
    games = int(pq.read_metadata(folder / GAMES).num_rows)
    return Ran(games, len(calendar.lists) - 1, len(players), lists.digest)


def _until(stopped: Callable[[], bool], closed: Iterator[Closed]) -> Iterator[Closed]:
    """Return the lists up to the one after which the run is to stop."""
    for closing in closed:
        yield closing
        if stopped():
            return


def run_fingerprint(folder: Path, line: Line) -> str:
    """Return a digest of what a run was begun with: the editions with all they say, the columns of a state, and the
    files by their sizes and both ends."""
    editions = [
        [edition.id, *((name, str(rule.value)) for name, rule in edition.parameters())] for edition in line.editions
    ]
    digest = hashlib.sha256(json.dumps([editions, line.by_date, NUMBERS]).encode())
    for part in file_ends(folder):
        digest.update(part)
    return digest.hexdigest()


class WrittenLists:
    """The lists as they are written, one after the other, and the digest of all so far."""

    def __init__(self, writer: Any, digest: str) -> None:
        self._writer, self.digest = writer, digest

    def write(self, closed: Closed) -> State:
        """Write the rows of the next list; its state is handed back once they are written."""
        state, rows = closed
        self.digest = rows.digest(self.digest)
        self._writer.write_table(rows.table())
        return state


class Work:
    """The hidden folder of a run: pieces of the lists, and the state if it was interrupted."""

    def __init__(self, out: Path, fingerprint: str, made_by: str) -> None:
        self.out, self.hidden, self.fingerprint, self.made_by = out, out / HIDDEN, fingerprint, made_by
        if (out / RESULT).exists():
            raise ArpadError("bulk-there", file=str(out / RESULT))

    def resumed(self) -> tuple[State, str] | None:
        """Return the state to continue from, if a run of the same files was interrupted."""
        saved = self.hidden / "state.npz"
        if not saved.exists():
            shutil.rmtree(self.hidden, ignore_errors=True)
            return None
        with np.load(saved, allow_pickle=False) as arrays:
            head = json.loads(str(arrays["head"]))
            if head["fingerprint"] != self.fingerprint:
                raise ArpadError("bulk-other-run", folder=str(self.out))
            state = _state(head, arrays)
        saved.unlink()
        return state, head["digest"]

    @contextmanager
    def writing(self, digest: str) -> Iterator[WrittenLists]:
        """Write the next piece of the lists. A run that fails leaves nothing behind; an interrupted one keeps it."""
        self.hidden.mkdir(parents=True, exist_ok=True)
        piece = self.hidden / f"lists-{len(list(self.hidden.glob('lists-*.parquet'))):04}.parquet"
        try:
            with list_writer(piece, self.made_by) as writer:
                yield WrittenLists(writer, digest)
        except Interrupted:
            raise
        except BaseException:
            shutil.rmtree(self.hidden)
            if not any(self.out.iterdir()):
                self.out.rmdir()
            raise

    def save(self, state: State, digest: str) -> None:
        head = {
            "fingerprint": self.fingerprint,
            "digest": digest,
            "date": state.date.isoformat(),
            "since": state.since.isoformat(),
            "played": [day.isoformat() for day in state.played],
            "past": [day.isoformat() for day in state.past],
            "kept": [(player, to_json(result)) for player, results in state.kept.items() for result in results],
        }
        arrays: dict[str, Any] = {name: getattr(state, name) for name in NUMBERS}
        arrays |= {f"pool_{name}": getattr(state.pool, name) for name in Pool.names()}
        arrays |= {f"played_{at}": np.stack(games) for at, games in enumerate(state.played.values())}
        arrays |= {f"past_{at}": column for at, column in enumerate(state.past.values())}
        np.savez(self.hidden / "state.npz", head=np.array(json.dumps(head)), **arrays)

    def finish(self) -> None:
        """Put the pieces together into one file, in its place."""
        pieces = sorted(self.hidden.glob("lists-*.parquet"))
        whole = pieces[0]
        if len(pieces) > 1:
            whole = self.hidden / "whole.parquet"
            with list_writer(whole, self.made_by) as writer:
                for piece in pieces:
                    file = pq.ParquetFile(piece)
                    for group in range(file.num_row_groups):
                        writer.write_table(file.read_row_group(group))
                    file.close()
        whole.replace(self.out / RESULT)
        shutil.rmtree(self.hidden)


def _state(head: dict[str, Any], arrays: Any) -> State:
    def dated(name: str) -> dict[dt.date, Any]:
        return {dt.date.fromisoformat(day): arrays[f"{name}_{at}"] for at, day in enumerate(head[name])}

    kept: dict[int, list[Result]] = {}
    for player, result in head["kept"]:
        kept.setdefault(player, []).append(from_json(result))
    return State(
        dt.date.fromisoformat(head["date"]),
        dt.date.fromisoformat(head["since"]),
        **{name: arrays[name] for name in NUMBERS},
        pool=Pool(*(arrays[f"pool_{name}"] for name in Pool.names())),
        kept=kept,
        played={date: Played(*columns) for date, columns in dated("played").items()},
        past=dated("past"),
    )


# The whole list of a period, from the rows that changed.

FIELDS = ("id", "rating", "k", "games", "active")


def lists_in(folder: Path) -> list[dt.date]:
    """Return the lists that a run made."""
    path = folder / RESULT
    if not path.is_file():
        raise ArpadError("bulk-no-lists", folder=str(folder))
    return sorted(set(pq.read_table(path, columns=["period"])["period"].unique().to_pylist()))


def whole_list(folder: Path, date: dt.date) -> pa.Table:
    """Return the list of a day in the columns of a rating list: everybody's last row up to it. Players without a rating
    are left out, except those who had one on the list before: they are shown once, with 0 (7.2.1 and its like). Of a
    player a run knows no name."""
    known = lists_in(folder)
    if date not in known:
        first, last = f"{known[0]:%Y-%m}", f"{known[-1]:%Y-%m}"
        raise ArpadError("bulk-no-list", period=f"{date:%Y-%m}", first=first, last=last)
    table = pq.read_table(folder / RESULT, columns=[*FIELDS, "period"], filters=[("period", "<=", date)])
    last_rows = _last_rows(table)
    rows: dict[str, Any] = {name: last_rows[name].to_numpy() for name in FIELDS}
    before = _last_rows(table.filter(pc.less(table["period"], pa.scalar(date))))
    rated_before = before["id"].filter(pc.greater(before["rating"], 0)).to_numpy()
    fallen = (rows["rating"] == 0) & np.isin(rows["id"], rated_before)
    shown = (rows["rating"] > 0) | fallen
    rows = {name: column[shown] for name, column in rows.items()}
    rated = rows["rating"] > 0
    columns = {
        "id": pa.array(rows["id"]).cast(pa.string()),
        "rating": pa.array(rows["rating"]),
        "games": pa.array(np.where(rated, rows["games"], 0)),
        "k": pa.array(rows["k"], mask=~rated),
        "flag": pa.array(np.where(rows["active"] | ~rated, "", "i")),
    }
    wanted = schema(combined=False, date=date)
    cast = {name: column.cast(wanted.field(name).type) for name, column in columns.items()}
    return filled(cast, wanted, len(rated))


def _last_rows(table: pa.Table) -> pa.Table:
    """Return the last row of every player, which is the one that counts. The rows are in the order of their lists."""
    ids = table["id"].to_numpy()
    _, from_behind = np.unique(ids[::-1], return_index=True)
    return table.take(pa.array(len(ids) - 1 - from_behind))


# Games that are in memory, replayed list after list: what each list brings, and what each game counted.


@dataclass(frozen=True, slots=True)
class StartColumns(ColumnTable):
    """Players before the first game, by ascending id. 0 means nothing. `k` and `games`: as a list has them, the games
    being those of its period. `games_played` and `highest` None: not known, and taken as an office takes a list that it
    imports."""

    rating: Numbers
    k: Numbers
    born: Numbers
    games: Numbers
    games_played: Numbers | None = None
    highest: Numbers | None = None


@dataclass(frozen=True, slots=True)
class DayGames:
    """Games in any order: players by their places, White's half points, whether each was played, the event and the
    day."""

    white: Numbers
    black: Numbers
    score: Numbers
    played: Mask
    event: Numbers
    day: Wide


@dataclass(frozen=True, slots=True)
class ListedRows:
    """Rows of one list: players by their places. `change` is meaningless if `was_rated` is false."""

    date: dt.date
    player: Wide
    rating: Numbers
    k: Numbers
    games: Numbers
    change: Numbers
    was_rated: Mask


@dataclass(frozen=True, slots=True)
class CountedGames(ColumnTable):
    """What games counted, game by game: the ratings of both players (0: none), and K times score − PD in hundredths for
    each of them, if it counts for them."""

    white_rating: Numbers
    black_rating: Numbers
    white_change: Wide
    black_change: Wide
    white_counts: Mask
    black_counts: Mask

    @classmethod
    def empty(cls, height: int) -> "CountedGames":
        """Return a table for this many games, in which nothing is counted yet."""
        rating, change, counts = np.zeros(height, np.int32), np.zeros(height, np.int64), np.zeros(height, np.bool_)
        return cls(rating, rating.copy(), change, change.copy(), counts, counts.copy())


class GamesInMemory:
    """A replay of games that are in memory."""

    def __init__(self, start: StartColumns, games: DayGames, line: Line) -> None:
        events, event = _events(games)
        self._line, self._calendar = line, calendar_of(events, line, as_played=True)
        period = self._calendar.period[event]
        self._order = None if (period[1:] >= period[:-1]).all() else np.argsort(period, kind="stable")
        if line.numbered:
            played = in_order_of_play(events, event, games.day)
            self._order = played[np.argsort(period[played], kind="stable")]
        columns = GameColumns(event, games.white, games.black, games.score.astype(np.int8), games.played)
        self._games = columns if self._order is None else columns.take(self._order)
        period = self._calendar.period[self._games.event]
        self._bounds = np.searchsorted(period, np.arange(len(self._calendar.lists) + 1))
        self._players = _players(start)
        self._first = first_list(start, self._calendar.lists[0], line.on(self._calendar.lists[0]))

    def lists(self) -> Iterator[ListedRows]:
        """Return the rows of each list: players with games, with another rating or with another K."""
        for before, after in self._closings():
            yield _rows(before, after)

    def counted(self) -> CountedGames:
        """Return what every game counted, in the order in which the games were given."""
        games = CountedGames.empty(len(self._games))
        for number, (before, after) in enumerate(self._closings(), 1):
            self._count(number, before, after, games)
        return games if self._order is None else games.take(np.argsort(self._order, kind="stable"))

    def _closings(self) -> Iterator[tuple[State, State]]:
        """Return every list with the one before it."""
        engine = LocalEngine(self._games, self._calendar, self._line)
        before: State | None = None
        for state, _ in replay(self._players, self._calendar, self._line, engine, replace(self._first)):
            if before is not None:
                yield before, state
            before = state

    def _count(self, period: int, before: State, after: State, found: CountedGames) -> None:
        """Count the games of one list, by edition and list in force."""
        calendar, games = self._calendar, self._games
        first = int(self._bounds[period])
        rows = np.arange(first, int(self._bounds[period + 1]))
        kind = calendar.kind[games.event[rows]]
        played = before.total.copy()
        for key in np.flatnonzero(np.bincount(kind)).tolist():
            chosen = rows[(kind == key) & games.played[rows]]
            place, date = divmod(key, len(calendar.lists))
            edition, at_start = self._line.editions[place], before.past[calendar.lists[date]]
            own = before.definitive if self._line.numbered else rated_as_column(edition, at_start, before.rating)
            taken = games.take(chosen)
            columns = Games(taken.event, taken.white, taken.black, taken.score.astype(np.int32))
            rated = both_sides(edition, columns, at_start, own)
            if self._line.numbered:
                k = k_of_games(edition, rated.side.player, rated.counts, own, played)
            else:
                k = used_k_column(edition, before.k, after.games)[rated.side.player]
            change = k.astype(np.int64) * rated.result
            found.white_rating[chosen], found.black_rating[chosen] = own[taken.white], own[taken.black]
            found.white_change[chosen], found.black_change[chosen] = change[0::2], change[1::2]
            found.white_counts[chosen], found.black_counts[chosen] = rated.counts[0::2], rated.counts[1::2]


def _events(games: DayGames) -> tuple[Events, Numbers]:
    """Return the events by the day they end, the day they start and their number; and the event of every game."""
    count = int(games.event.max()) + 1
    start, end = np.full(count, np.iinfo(np.int64).max), np.zeros(count, np.int64)
    np.minimum.at(start, games.event, games.day)
    np.maximum.at(end, games.event, games.day)
    order = np.lexsort((np.arange(count), start, end))
    place = np.empty(count, np.int32)
    place[order] = np.arange(count, dtype=np.int32)
    epoch = dt.date(1970, 1, 1).toordinal()
    first, last = ((column[order] - epoch).astype("datetime64[D]") for column in (start, end))
    return Events(np.arange(count), first, last, np.zeros(count, np.bool_)), place[games.event]


def _players(start: StartColumns) -> Players:
    """Return the players as a replay has them; their ids are their places."""
    nothing = np.zeros(len(start), np.int32)
    none = pa.array([], pa.string())
    return Players(np.arange(len(start)), start.born, start.rating, nothing, nothing, none, none)


def first_list(start: StartColumns, date: dt.date, edition: Edition) -> State:
    """Return the list to begin with. If only ratings and K are known, each player has the plainest history that gives
    their K, as on a list that an office imports."""
    if start.games_played is None:
        made = standings(edition, date, start.born, start.rating, start.k, start.games)
        k, total, highest = made["k"], made["total"], made["highest"]
    else:
        total = start.games_played
        highest = start.rating if start.highest is None else np.maximum(start.highest, start.rating)
        follows = k_column(edition, date.year, start.born, start.rating, total, highest)
        k = np.where(start.rating > 0, np.where(start.k > 0, start.k, follows), np.int32(0))
    return State.first(date, start.born, start.rating, k, total, highest)


def _rows(before: State, after: State) -> ListedRows:
    """Return the rows of a list in which something was played or is different."""
    who = after.asked
    rating, k, games, _ = after.listed(who)
    old_rating, old_k, _, _ = before.listed(who)
    shown = (games > 0) | (rating != old_rating) | (k != old_k)
    was_rated = (old_rating > 0) & (rating > 0)
    change = rating - old_rating
    return ListedRows(after.date, who[shown], *(one[shown] for one in (rating, k, games, change, was_rated)))
