"""Frames of games, rated list after list: pandas, polars or Arrow in, the same out."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from arpad.i18n import ArpadError
from arpad.surface import values
from arpad.surface.editions import Edition, class_of, edition_of, library_of
from arpad.surface.lists import RatingList
from arpad.surface.wording import public

if TYPE_CHECKING:
    import pyarrow as pa

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
    from arpad.bulk.in_memory import GamesInMemory
    from arpad.bulk.replay import by_date, only
    from arpad.surface.frame_columns import GameFrame, game_table, list_table

    values.chosen("by", by, ("list", "game"))
    kind = _kind(games)
    columns = {"white": white, "black": black, "result": result, "date": date, "event": event}
    named = {name: _column(kind, games, column) for name, column in columns.items() if column}
    read = GameFrame.of(named, _start(start))
    library = library_of(None)
    line = by_date(library, system, class_of(time_class)) if edition is None else only(edition_of(edition)._rules)
    if not line.editions:
        library.edition_for(system, class_of(time_class), dt.date.max)
    replay = GamesInMemory(read.start, read.games, line) if len(read) else None
    if by == "list":
        found: Frame = _frame(kind, list_table(read, replay))
        return found
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
    from arpad.surface.documents import pandas_frame, polars_frame

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
