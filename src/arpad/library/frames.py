"""Rate data frames of games (pandas, polars or Arrow) and return the same kind of frame."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from arpad.bulk.run import CountedGames, DayGames, GamesInMemory, ListedRows, StartColumns
from arpad.domain.rating_list import FIRST_YEAR, HIGHEST_RATING, LAST_YEAR, MOST_K
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.library import values
from arpad.library.editions import Edition, class_of, edition_of, library_of
from arpad.library.lists import RatingList
from arpad.library.results import public
from arpad.rating.columns import Numbers, Wide

# The columns of a frame of games, checked: players as places, results as half points, days as numbers; and back.

LOOSE = 8
"""The most places that a table of places may have for each id."""
NOT_PLAYED = -1
MOST_GAMES = 1_000_000
UNPLAYED = frozenset({"*", "", *parse.FORFEITS, "+/-", "-/+", "-/-"})
"""Results of games that are not rated: without one yet, or forfeited."""
LIMITS = {
    "rating": (0, HIGHEST_RATING), "k": (0, MOST_K), "born": (0, LAST_YEAR), "games": (0, MOST_GAMES),
    "games_played": (0, MOST_GAMES), "highest": (0, HIGHEST_RATING),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class GameFrame:
    """A frame of games and the ratings to begin with, in whole numbers. `ids` are all players, ascending."""

    ids: Any
    start: StartColumns
    games: DayGames

    def __len__(self) -> int:
        return len(self.games.white)

    @classmethod
    def of(cls, games: Mapping[str, pa.ChunkedArray], start: Mapping[str, pa.ChunkedArray]) -> "GameFrame":
        """Read and check all columns. What cannot be used is named with its row."""
        white, black = _ids(games, "white"), _ids(games, "black")
        if white.type != black.type:
            raise ArpadError("surface.frame-ids", white=str(white.type), black=str(black.type))
        listed = _as(white.type, _ids(start, "id")) if start else pa.chunked_array([], white.type)
        ids, (places, one, two) = _places(listed, white, black)
        _check_pairs(one, two, ids)
        with ThreadPoolExecutor(2) as pool:
            results = pool.submit(_by_value, games["result"], "result", _half_points, "surface.frame-result")
            dates = pool.submit(_by_value, _days(games["date"]), "date", _ordinal, "surface.frame-date")
            score, _ = results.result()
            day, of_day = dates.result()
        event = _numbered(games["event"]) if "event" in games else of_day
        columns = DayGames(one, two, score, score != NOT_PLAYED, event, day.astype(np.int64))
        return cls(ids, _started(start, places, len(ids)), columns)


def _ids(columns: Mapping[str, pa.ChunkedArray], name: str) -> pa.ChunkedArray:
    """Players: whole numbers or texts, none missing."""
    column = _plain(columns[name])
    if pa.types.is_string_view(column.type) or pa.types.is_string(column.type):
        column = column.cast(pa.large_string())
    elif pa.types.is_integer(column.type):
        column = column.cast(pa.int64())
    elif not pa.types.is_large_string(column.type):
        raise ArpadError("surface.frame-kind", column=name, kind=str(column.type))
    _no_gaps(column, name)
    return column


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return a column of categories as a column of their values."""
    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column


def _no_gaps(column: pa.ChunkedArray, name: str) -> None:
    if column.null_count:
        row = pc.index(column.is_null(), True).as_py()
        raise ArpadError("surface.frame-gap", column=name, row=row + 1)


def _as(kind: Any, column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The ids of the list in the type of the frame: "1503014" is 1503014."""
    if column.type == kind:
        return column
    try:
        return column.cast(kind)
    except pa.ArrowInvalid as problem:
        raise ArpadError("surface.frame-mixed", column="id", problem=str(problem).splitlines()[0]) from None


def _places(*columns: pa.ChunkedArray) -> tuple[Any, list[Numbers]]:
    """All ids, ascending and each once, and the places of the ids of each column."""
    if pa.types.is_integer(columns[0].type):
        places = _near_places([column.to_numpy() for column in columns])
        if places is not None:
            return places
    ids, codes = _encoded(columns)
    order = pc.sort_indices(ids).to_numpy()
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return ids.take(pa.array(order)), [place[column] for column in codes]


def _near_places(columns: list[Wide]) -> tuple[Any, list[Numbers]] | None:
    """The same by a table, if the numbers are near each other; None if they are not."""
    filled = [column for column in columns if len(column)]
    if not filled:
        return None
    least, most = min(int(column.min()) for column in filled), max(int(column.max()) for column in filled)
    if most - least >= LOOSE * sum(map(len, columns)):
        return None
    known = np.zeros(most - least + 1, np.bool_)
    for column in filled:
        known[column - least] = True
    place = np.cumsum(known, dtype=np.int32) - np.int32(1)
    ids = pa.array(np.flatnonzero(known) + least)
    return ids, [place[column - least] for column in columns]


def _encoded(columns: Sequence[pa.ChunkedArray]) -> tuple[Any, list[Numbers]]:
    """All different ids, and each column as places among them; two columns are encoded at a time."""
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(pc.dictionary_encode, columns))
    chunks = [chunk for column in made for chunk in column.chunks]
    whole = pa.chunked_array(chunks, made[0].type).unify_dictionaries()
    ids = whole.chunk(0).dictionary if whole.num_chunks else pa.array([], columns[0].type)
    return ids, np.split(_codes(whole), np.cumsum([len(column) for column in made[:-1]]))


def _codes(column: pa.ChunkedArray) -> Numbers:
    """The places of the values of a column that is encoded with one dictionary."""
    nothing = np.zeros(0, np.int32)
    return np.concatenate([nothing, *(chunk.indices.to_numpy(zero_copy_only=False) for chunk in column.chunks)])


def _check_pairs(white: Numbers, black: Numbers, ids: Any) -> None:
    same = white == black
    if same.any():
        row = int(np.argmax(same))
        raise ArpadError("surface.frame-himself", player=str(ids[int(white[row])].as_py()), row=row + 1)


def _by_value(
    column: pa.ChunkedArray, name: str, made: Callable[[Any], int | None], problem: str
) -> tuple[Numbers, Numbers]:
    """Numbers for the values of a column, each different value looked at once; and the place of each among them.
    `problem` is the message for a value that has none."""
    _no_gaps(column, name)
    encoded = pc.dictionary_encode(_plain(column)).unify_dictionaries()
    different = encoded.chunk(0).dictionary.to_pylist() if encoded.num_chunks else []
    numbers, codes = [made(value) for value in different], _codes(encoded)
    if None in numbers:
        wrong = [place for place, number in enumerate(numbers) if number is None]
        row = int(np.argmax(np.isin(codes, wrong)))
        raise ArpadError(problem, value=str(different[int(codes[row])]), row=row + 1)
    different_numbers, places = np.unique(np.array(numbers, dtype=np.int32), return_inverse=True)
    of_row = places.astype(np.int32)[codes]
    return different_numbers[of_row], of_row


def _half_points(value: Any) -> int | None:
    """White's half points; −1 for a game that is not rated."""
    if isinstance(value, str) and value.strip() in UNPLAYED:
        return NOT_PLAYED
    try:
        return values.half_points(value)
    except ArpadError:
        return None


def _ordinal(value: Any) -> int | None:
    try:
        day = values.day("date", value[:10] if isinstance(value, str) else value)
    except ArpadError:
        return None
    return day.toordinal() if FIRST_YEAR <= day.year <= LAST_YEAR else None


def _days(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Days without the time of day."""
    return column.cast(pa.date32(), safe=False) if pa.types.is_timestamp(column.type) else column


def _numbered(column: pa.ChunkedArray) -> Numbers:
    """The events as numbers, in the order in which they appear."""
    _no_gaps(column, "event")
    return _codes(pc.dictionary_encode(_plain(column)).unify_dictionaries())


def _started(start: Mapping[str, pa.ChunkedArray], places: Numbers, height: int) -> StartColumns:
    """The players before the first game; those without a row have no rating."""
    if len(np.unique(places)) != len(places):
        twice = int(np.flatnonzero(np.bincount(places, minlength=height) > 1)[0])
        row = int(np.flatnonzero(places == twice)[1])
        raise ArpadError("surface.frame-twice", row=row + 1)

    def spread(name: str) -> Numbers:
        column = np.zeros(height, np.int32)
        if name in start:
            column[places] = _whole(start[name], name)
        return column

    played, highest = (spread(name) if name in start else None for name in ("games_played", "highest"))
    return StartColumns(spread("rating"), spread("k"), spread("born"), spread("games"), played, highest)


def _whole(column: pa.ChunkedArray, name: str) -> npt.NDArray[np.int32]:
    """Whole numbers within their limits; a gap is 0."""
    try:
        numbers = column.fill_null(0).cast(pa.int64()).to_numpy()
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise ArpadError("surface.frame-kind", column=name, kind=str(column.type)) from None
    least, most = LIMITS[name]
    wrong = (numbers < least) | (numbers > most)
    if wrong.any():
        row = int(np.argmax(wrong))
        limits = {"least": least, "most": most}
        raise ArpadError("surface.frame-range", column=name, value=int(numbers[row]), row=row + 1, **limits)
    return np.asarray(numbers, np.int32)


def list_table(read: GameFrame, replay: GamesInMemory | None) -> pa.Table:
    """What the lists bring: a row for each player and list."""
    made = [_listed(read, rows) for rows in replay.lists()] if replay is not None else []
    schema = pa.schema(
        [
            ("period", pa.date32()), ("player", read.ids.type), ("rating", pa.int32()), ("k", pa.int32()),
            ("games", pa.int32()), ("change", pa.int32()),
        ]
    )  # fmt: skip
    return pa.concat_tables([schema.empty_table(), *(pa.table(columns, schema=schema) for columns in made)])


def _listed(read: GameFrame, rows: ListedRows) -> list[Any]:
    return [
        pa.repeat(pa.scalar(rows.date, pa.date32()), len(rows.player)),
        read.ids.take(pa.array(rows.player)),
        pa.array(rows.rating, mask=rows.rating == 0),
        pa.array(rows.k, mask=rows.rating == 0),
        pa.array(rows.games),
        pa.array(rows.change, mask=~rows.was_rated),
    ]


def game_table(replay: GamesInMemory | None) -> pa.Table:
    """What each game counted, in the order of the frame."""
    games = CountedGames.empty(0) if replay is None else replay.counted()
    return pa.table(
        {
            "white_rating": pa.array(games.white_rating, mask=games.white_rating == 0),
            "black_rating": pa.array(games.black_rating, mask=games.black_rating == 0),
            "white_change": _decimals(games.white_change, games.white_counts),
            "black_change": _decimals(games.black_change, games.black_counts),
        }
    )


def _decimals(hundredths: Wide, counts: Any) -> Any:
    """Whole hundredths as exact decimals: 128 bits each, the lower half first."""
    wide = np.stack((hundredths, hundredths >> 63), axis=1)
    valid = pa.array(counts).buffers()[1] if len(counts) else None
    return pa.Array.from_buffers(pa.decimal128(9, 2), len(hundredths), [valid, pa.py_buffer(wide.tobytes())])


# Frames of games, rated list after list: pandas, polars or Arrow in, the same out.

Frame = TypeVar("Frame")
KINDS = ("polars", "pandas", "pyarrow")


@public("bulk")
def rate_frame(
    games: Frame,
    *,
    white: str = "white",
    black: str = "black",
    result: str = "result",
    date: str = "date",
    event: str | None = None,
    start: Any = None,
    edition: Edition | str | None = None,
    system: str = "fide",
    time_class: str = "standard",
    by: Literal["list", "game"] = "list",
) -> Frame:
    """Rate a frame of games, list after list, as an office would.

    `games` is a frame of pandas, polars or Arrow, with one game a row; the others name its columns. Players are numbers
    or texts. Results are White's: 1, 0.5, 0, "1-0", "1/2-1/2", "0-1"; "*", "+" and "-" are not rated. Games with the
    same `event` are of one event; without it, those of one day are. `start` is the list before the first game: a
    dictionary of ratings, a `RatingList`, or a frame with the columns id and rating, and k, born, games_played and
    highest if they are known. Players who are not on it have no rating yet. The edition is the one in force on the day
    of each event, or the one named.

    Returns a frame of the same kind. By "list", it has a row for each player and list that brings something: period,
    player, rating, k, games and change. By "game", it is the frame that was given with the ratings of both players and
    the change of each (K times score less expectation, before the rounding that a list makes once).
    """
    from arpad.bulk.replay import by_date, only
    from arpad.bulk.run import GamesInMemory

    values.chosen("by", by, ("list", "game"))
    kind = _kind(games)
    columns = {"white": white, "black": black, "result": result, "date": date, "event": event}
    named = {name: _column(kind, games, column) for name, column in columns.items() if column}
    read = GameFrame.of(named, _start(start))
    library = library_of(None)
    line = by_date(library, system, class_of(time_class)) if edition is None else only(edition_of(edition)._of)
    if not line.editions:
        library.edition_for(system, class_of(time_class), dt.date.max)
    replay = GamesInMemory(read.start, read.games, line) if len(read) else None
    if by == "list":
        frame: Frame = _frame(kind, list_table(read, replay))
        return frame
    beside: Frame = _beside(kind, games, game_table(replay))
    return beside


def _kind(frame: object) -> str:
    """The library that a frame is of. None of them is loaded for it."""
    for known in type(frame).__mro__:
        library = known.__module__.partition(".")[0]
        if library in KINDS and known.__name__ in ("DataFrame", "Table"):
            return library
    raise ArpadError("surface.frame", kind=type(frame).__name__)


def _column(kind: str, frame: Any, name: str) -> "pa.ChunkedArray":
    """A column of a frame for Arrow."""
    import pyarrow as pa

    known = list(frame.column_names if kind == "pyarrow" else frame.columns)
    if name not in known:
        raise ArpadError("surface.frame-column", column=name, known=", ".join(map(str, known)))
    if kind == "pyarrow":
        return frame[name]
    if kind == "polars":
        found = frame.get_column(name).to_arrow()
    else:
        try:
            found = pa.Array.from_pandas(frame[name])
        except (pa.ArrowInvalid, pa.ArrowTypeError) as problem:
            raise ArpadError("surface.frame-mixed", column=name, problem=str(problem).splitlines()[0]) from None
    return found if isinstance(found, pa.ChunkedArray) else pa.chunked_array([found])


def _start(given: Any) -> "dict[str, pa.ChunkedArray]":
    """The ratings to begin with, as columns."""
    import pyarrow as pa

    if given is None:
        return {}
    if isinstance(given, RatingList):
        given = given.to_arrow()
    if isinstance(given, Mapping):
        ids, ratings = list(given), list(given.values())
        return {"id": _array("id", ids), "rating": _array("rating", ratings)}
    kind = _kind(given)
    known = list(given.column_names if kind == "pyarrow" else given.columns)
    named = "player" if "id" not in known and "player" in known else "id"
    names = {"id": named} | {name: name for name in ("rating", "k", "born", "games", "games_played", "highest")}
    wanted = {name: column for name, column in names.items() if column in known or name in ("id", "rating")}
    found = {name: _column(kind, given, column) for name, column in wanted.items()}
    return {name: pa.chunked_array(column.chunks, column.type) for name, column in found.items()}


def _array(name: str, values: Sequence[Any]) -> "pa.ChunkedArray":
    import pyarrow as pa

    try:
        return pa.chunked_array([pa.array(values)]) if values else pa.chunked_array([pa.array([], pa.int64())])
    except (pa.ArrowInvalid, pa.ArrowTypeError) as problem:
        raise ArpadError("surface.frame-mixed", column=name, problem=str(problem).splitlines()[0]) from None


def _frame(kind: str, table: "pa.Table") -> Any:
    from arpad.library.results import pandas_frame, polars_frame

    return {"pandas": pandas_frame, "polars": polars_frame}.get(kind, lambda same: same)(table)


def _beside(kind: str, games: Any, table: "pa.Table") -> Any:
    """The frame that was given, with more columns at its right."""
    if kind == "pyarrow":
        for name in table.column_names:
            games = games.append_column(name, table[name])
        return games
    more = _frame(kind, table)
    if kind == "polars":
        return games.hstack(more)
    more.index = games.index
    return games.join(more)
