"""Run a replay from input files to rating lists, resume it after an interruption, and read one full list."""

import datetime as dt
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from arpad.bulk.atomic_folders import in_order
from arpad.bulk.input_files import FILES, GAMES, Events, Players, read_events, read_games, read_players
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
from arpad.lists.published import filled
from arpad.progress import StepsDone
from arpad.rating.newcomer import Pool

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
    calendar = calendar_of(events, line)
    rater: ReplayEngine = (
        LocalEngine(read_games(folder, players, events), calendar, line)
        if engine is None
        else engine(players, events, calendar)
    )
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

    return State(
        dt.date.fromisoformat(head["date"]),
        dt.date.fromisoformat(head["since"]),
        **{name: arrays[name] for name in NUMBERS},
        pool=Pool(*(arrays[f"pool_{name}"] for name in Pool.names())),
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
