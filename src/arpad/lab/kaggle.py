"""The games of the rating contests of 2010 and 2011 as a world, for people who have the files.

The contests named players by numbers and months from January 1999 on. A month's games fall into groups of players who
are connected by games; each group becomes an event on the 25th.
"""

import datetime as dt
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import csv

from arpad.bulk.input_files import EVENTS, GAMES, PLAYERS
from arpad.bulk.world_files import EVENTS_SCHEMA, GAMES_SCHEMA, writing
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.domain.values import first_of_month, month_number
from arpad.i18n import ArpadError
from arpad.rating.columns import Wide

TRAINING = re.compile(r"(primary_)?training.*\.(csv|zip)", re.IGNORECASE)
INITIAL = re.compile(r"initial_ratings\.(csv|zip)", re.IGNORECASE)
FIRST_MONTH = dt.date(1999, 1, 1)
DAY = 25
LAST_MONTH = 1200
UNREADABLE = (OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error, pa.ArrowException)
"""Files that are damaged, encrypted or no CSV."""
KNOWN_GAMES = 30
"""Games of players with a first rating if the file has no number: enough not to be new."""
NAMES = {
    "month": ("month", "monthid"),
    "white": ("white", "whiteplayer", "whiteplayerid"),
    "black": ("black", "blackplayer", "blackplayerid"),
    "score": ("score", "whitescore"),
    "player": ("player", "playerid", "id"),
    "rating": ("rating", "initialrating"),
    "games": ("games", "numgames", "gamesplayed"),
}


@dataclass(frozen=True, slots=True)
class ContestFiles:
    """What was read and written."""

    players: int
    rated: int
    events: int
    games: int
    months: int


def import_contest(folder: Path, into: Path) -> ContestFiles:
    """Write the files of a contest as a world."""
    names = sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []
    training = [path for path in names if TRAINING.fullmatch(path.name)]
    parts = [_training(path, table) for path in training for table in _tables(path)]
    if not parts:
        raise ArpadError("lab-kaggle-none", folder=str(folder))
    month, white, black, score = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.argsort(month, kind="stable")
    month, white, black, score = month[order], white[order], black[order], score[order]
    ids, rating, games = _initial([path for path in names if INITIAL.fullmatch(path.name)])
    people = np.unique(np.concatenate([white, black, ids]))
    event = event_numbers(month, np.searchsorted(people, white), np.searchsorted(people, black), len(people))
    _write_players(people, ids, rating, games, into)
    _write_games(event, month, (white, black), score, into)
    return ContestFiles(len(people), len(ids), int(event[-1]), len(event), len(np.unique(month)))


def event_numbers(month: Wide, white: Wide, black: Wide, people: int) -> Wide:
    """Return the event of every game, counted from 1: the games of a month between connected players."""
    found = np.zeros(len(month), dtype=np.int64)
    done = 0
    bounds = [0, *(np.flatnonzero(month[1:] != month[:-1]) + 1).tolist(), len(month)]
    for begin, end in pairwise(bounds):
        label = np.arange(people)
        one, two = white[begin:end], black[begin:end]
        while True:
            least = np.minimum(label[one], label[two])
            new = label.copy()
            np.minimum.at(new, one, least)
            np.minimum.at(new, two, least)
            new = new[new]
            if (new == label).all():
                break
            label = new
        _, group = np.unique(label[one], return_inverse=True)
        found[begin:end] = done + 1 + group
        done += int(group.max()) + 1
    return found


def _tables(file: Path) -> Iterator[pa.Table]:
    """Return the tables of a CSV file, or of those in a ZIP file."""
    try:
        if file.suffix.lower() == ".zip":
            with zipfile.ZipFile(file) as archive:
                for name in sorted(name for name in archive.namelist() if name.lower().endswith(".csv")):
                    yield csv.read_csv(io.BytesIO(archive.read(name)))
            return
        yield csv.read_csv(file)
    except UNREADABLE as problem:
        why = " ".join(str(problem).split())[:200]
        raise ArpadError("file-unreadable", file=str(file), problem=why) from None


def _place(table: pa.Table, wanted: str) -> int | None:
    """Return the place of a column by one of its names, however they are written."""
    plain = [re.sub(r"[^a-z]", "", name.lower()) for name in table.column_names]
    return next((at for at, name in enumerate(plain) if name in NAMES[wanted]), None)


def _column(file: Path, table: pa.Table, wanted: str, least: int, most: int) -> Wide:
    """Return a column of whole numbers by one of its names."""
    place = _place(table, wanted)
    if place is None:
        raise ArpadError("bulk-no-column", file=str(file), column=wanted, known=", ".join(table.column_names) or "–")
    column = table.column(place)
    if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type)) or column.null_count:
        raise ArpadError("bulk-type", file=str(file), column=wanted, found=str(column.type), expected="int32 | int64")
    double = column.to_numpy() * 2
    values: Wide = double.astype(np.int64)
    if wanted != "score":
        values //= 2
    wrong = np.flatnonzero((values < least) | (values > most) | (double != values * (1 if wanted == "score" else 2)))
    if len(wrong):
        row = int(wrong[0])
        value = column[row].as_py()
        raise ArpadError(
            "bulk-range", file=str(file), column=wanted, row=row + 1, value=str(value), least=least, most=most
        )
    return values


def _training(file: Path, table: pa.Table) -> tuple[Wide, Wide, Wide, Wide]:
    month = _column(file, table, "month", 1, LAST_MONTH)
    white, black = (_column(file, table, name, 0, 2**31 - 1) for name in ("white", "black"))
    score = _column(file, table, "score", 0, 2)
    same = np.flatnonzero(white == black)
    if len(same):
        row = int(same[0])
        raise ArpadError("bulk-himself", file=str(file), column="black", row=row + 1, value=int(black[row]))
    return month, white, black, score


def _initial(files: Sequence[Path]) -> tuple[Wide, Wide, Wide]:
    """Return the first list: players, ratings and games played, if the file has them."""
    nothing: Wide = np.zeros(0, dtype=np.int64)
    for file in files:
        for table in _tables(file):
            ids = _column(file, table, "player", 0, 2**31 - 1)
            rating = _column(file, table, "rating", 0, HIGHEST_RATING)
            given = _place(table, "games") is not None
            games = _column(file, table, "games", 0, 10**6) if given else np.full(len(ids), KNOWN_GAMES, dtype=np.int64)
            _, first = np.unique(ids, return_index=True)
            return ids[first], rating[first], games[first]
    return nothing, nothing, nothing


def _write_players(people: Wide, ids: Wide, rating: Wide, games: Wide, into: Path) -> None:
    born, ratings, played = (np.zeros(len(people), dtype=np.int32) for _ in range(3))
    places = np.searchsorted(people, ids)
    ratings[places], played[places] = rating, games
    unknown = pa.array([""] * len(people))
    table = pa.table(
        {
            "id": pa.array(people.astype(np.int32)),
            "born": pa.array(born),
            "sex": unknown,
            "federation": unknown,
            "rating": pa.array(ratings),
            "games_played": pa.array(played),
            "highest": pa.array(ratings),
        }
    )
    pq.write_table(table, into / PLAYERS, **writing())


def _write_games(event: Wide, month: Wide, players: tuple[Wide, Wide], score: Wide, into: Path) -> None:
    numbers, first = np.unique(event, return_index=True)
    before = month_number(FIRST_MONTH) - 1
    days = [first_of_month(before + number).replace(day=DAY) for number in month[first].tolist()]
    dates = pa.array(days, pa.date32())
    held = {"event": pa.array(numbers.astype(np.int32)), "start": dates, "end": dates}
    pq.write_table(
        pa.table(held | {"format": pa.array(["swiss"] * len(numbers))}, schema=EVENTS_SCHEMA),
        into / EVENTS,
        **writing(),
    )
    games = {
        "event": pa.array(event.astype(np.int32)),
        "round": pa.array(np.ones(len(event), dtype=np.int8)),
        "white": pa.array(players[0].astype(np.int32)),
        "black": pa.array(players[1].astype(np.int32)),
        "score": pa.array(score.astype(np.int8)),
        "played": pa.array(np.ones(len(event), dtype=np.bool_)),
    }
    pq.write_table(pa.table(games, schema=GAMES_SCHEMA), into / GAMES, **writing())
