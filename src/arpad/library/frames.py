"""Rate data frames of games (pandas, polars or Arrow) and return the same kind of frame; a player's history."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from arpad.bulk.run import CountedGames, DayGames, GamesInMemory, ListedRows, StartColumns
from arpad.documents.document import Document, known_language
from arpad.domain.rating_list import FIRST_YEAR, HIGHEST_RATING, LAST_YEAR, MOST_K
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.library import values
from arpad.library.editions import Edition, class_of, edition_of, library_of
from arpad.library.lists import RatingList
from arpad.library.results import Plot, TableRows, public, rating_plot, table_columns
from arpad.rating.columns import Numbers, Wide

if TYPE_CHECKING:
    from arpad.lab.predict import PeriodResults, Strengths

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


# The history of one player: the games of a player, rated list after list like a frame.

DatedGame = tuple[int | None, values.Score, values.Day] | tuple[int | None, values.Score, values.Day, str]
"""(opponent, score, day), or with the name of the event; an opponent without a rating is None."""
OWN = "0"


class ListedRating(Document, frozen=True):
    """A player on a list: the rating and K on it, the games rated for it, and what they brought, rounded once. None
    before the first rating."""

    period: dt.date
    rating: int | None
    k: int | None
    games: int
    change: int | None

    def __repr__(self) -> str:
        return f"<{self.period:%Y-%m}: {self.rating or 'unrated'} ({self.games} games, K = {self.k or '–'})>"


class History(TableRows[ListedRating]):
    """A player's ratings, list after list: those that bring something."""

    __slots__ = ()
    columns = table_columns(ListedRating)

    @public("tables")
    def plot(self, language: str = "en") -> Plot:
        """Return the ratings as a picture."""
        spoken = known_language(language)
        points = [(one.period, one.rating) for one in self]
        title = text("surface.plot-history", spoken)
        return rating_plot(title, {text("surface.plot-rating", spoken): points}, spoken)


@public("bulk")
def history(
    rating: int | None,
    games: Iterable[DatedGame],
    *,
    born: int | None = None,
    games_played: int | None = None,
    highest: int | None = None,
    k: int | None = None,
    edition: Edition | str | None = None,
    system: str = "fide",
    time_class: str = "standard",
) -> History:
    """Return the ratings of a player, list after list, as an office would rate the games: (opponent, score, day), or
    with the name of the event as a fourth item; without it, the games of a day are of one event.

    `rating` is the one before the first game, None for a player without one. K follows from `born`, `games_played` and
    the `highest` rating so far, or begins with that of a list, `k`. The edition is the one in force on the day of each
    event, or the one named.
    """
    own = None if rating is None else values.rating("rating", rating)
    known = {"born": born, "games_played": games_played, "highest": highest, "k": k}
    given = {name: values.whole(name, value, *LIMITS[name]) for name, value in known.items() if value is not None}
    columns: dict[str, list[Any]] = {name: [] for name in ("white", "black", "result", "date", "event")}
    start: dict[str, list[Any]] = {"id": [], "rating": [], **{name: [] for name in given}}
    rated = [(OWN, own, given)]
    for number, game in enumerate(games, 1):
        opponent, result, day, event = _dated(game)
        for name, value in zip(columns, (OWN, str(number), result, day.isoformat(), event), strict=True):
            columns[name].append(value)
        rated.append((str(number), opponent, {}))
    if not columns["white"]:
        raise ArpadError("surface.no-games-given")
    for id_, listed, more in rated:
        if listed is not None:
            row: dict[str, Any] = {"id": id_, "rating": listed, **dict.fromkeys(given, 0), **more}
            for name, cell in row.items():
                start[name].append(cell)
    table = rate_frame(
        pa.table(columns),
        event="event",
        start=pa.table(start) if start["id"] else None,
        edition=edition,
        system=system,
        time_class=time_class,
    )
    rows = table.filter(pc.equal(table["player"], OWN)).drop_columns(["player"]).to_pylist()
    return History(ListedRating(**row) for row in rows)


NAMES_OF_HALVES = ("0-1", "1/2-1/2", "1-0")


def _dated(game: Any) -> tuple[int | None, str, dt.date, str]:
    """The opponent, the result, the day and the event of a game."""
    if isinstance(game, str) or not isinstance(game, Sequence) or len(game) not in (3, 4):
        raise ArpadError("surface.dated-games", game=str(game))
    opponent, score, on, *event = game
    played, day = values.game((opponent, score)), values.day("games", on)
    result = NAMES_OF_HALVES[played.score] if played.played else "*"
    return played.opponent, result, day, str(event[0]) if event else day.isoformat()


# Baselines: what Elo and Glicko-2 would make of the same games, month after month. They are to compare with, and never
# published: their numbers are floats.

BaselineSystem = Literal["elo", "glicko-2"]
SYSTEMS: tuple[BaselineSystem, ...] = get_args(BaselineSystem)
FIRST, GROWING, ELO_K = 1500, 350, 20
TAU = Decimal("0.5")
EPOCH = dt.date(1970, 1, 1).toordinal()


@public("bulk")
def baseline(
    games: Frame,
    system: BaselineSystem = "glicko-2",
    *,
    white: str = "white",
    black: str = "black",
    result: str = "result",
    date: str = "date",
    start: Any = None,
    rating: int = FIRST,
    k: int = ELO_K,
    deviation: int = GROWING,
    tau: Decimal = TAU,
) -> Frame:
    """Return what another rating system makes of a frame of games, month after month, to compare with: "elo" with one K
    and the logistic curve, or "glicko-2" (Glickman, 2013) with the `deviation` of a new player and `tau`.

    The frame and its columns are as for `rate_frame`, and so is `start`; others begin with `rating`. Returns a frame of
    the same kind, a row for each player and month with games: period (the day after it), player, rating and games, and
    for Glicko-2 the deviation and the volatility, as floats.
    """
    from arpad.lab.predict import PeriodResults, Strengths, glicko2_period

    values.chosen("system", system, SYSTEMS)
    kind = _kind(games)
    named = {"white": white, "black": black, "result": result, "date": date}
    read = GameFrame.of({name: _column(kind, games, column) for name, column in named.items()}, _start(start))
    now = Strengths.nobody(len(read.ids))
    now.enter(slice(None), np.where(read.start.rating > 0, read.start.rating, rating), deviation)
    months = (read.games.day - EPOCH).astype("datetime64[D]").astype("datetime64[M]")
    made = []
    for month in np.unique(months[read.games.played]):
        which = np.flatnonzero((months == month) & read.games.played)
        period = PeriodResults(*(column[which] for column in (read.games.white, read.games.black, read.games.score)))
        now = elo_period(now, period, k) if system == "elo" else glicko2_period(now, period, np.float64(tau))
        made.append(_month_table(read, now, period, month + 1, system))
    if not made:
        none = np.zeros(0, np.int32)
        made.append(_month_table(read, now, PeriodResults(none, none, none), np.datetime64(0, "M"), system))
    frame: Frame = _frame(kind, pa.concat_tables(made))
    return frame


def _month_table(
    read: GameFrame, now: "Strengths", games: "PeriodResults", period: Any, system: BaselineSystem
) -> pa.Table:
    """The players of a month's games after them."""
    counts = np.bincount(np.concatenate([games.white, games.black]), minlength=len(read.ids))
    places = np.flatnonzero(counts)
    columns = {
        "period": pa.array(np.repeat(period.astype("datetime64[D]"), len(places))),
        "player": read.ids.take(pa.array(places)),
        "rating": now.rating[places],
        "games": counts[places],
    }
    if system == "glicko-2":
        columns |= {"deviation": now.deviation[places], "volatility": now.volatility[places]}
    return pa.table(columns)


def elo_period(now: "Strengths", games: "PeriodResults", k: int) -> "Strengths":
    """Return the strengths after a period of Elo with one K: all games by the ratings before it."""
    chance = replace(now, deviation=np.zeros(len(now.rating))).expected(games.white, games.black)
    surprise = games.score / 2 - chance
    people = len(now.rating)
    gained = np.bincount(games.white, surprise, people) - np.bincount(games.black, surprise, people)
    return replace(now, rating=now.rating + k * gained)
