"""Games that are in memory, replayed list after list: what each list brings, and what each game counted.

The same replay as of a folder of files; equal to the lists that an office closes.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from arpad.bulk.input_files import Events, GameColumns, Players
from arpad.bulk.replay import Line, LocalEngine, State, calendar_of, replay
from arpad.lists.imports import standings
from arpad.rating.coefficient import k_column, used_k_column
from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide
from arpad.rating.game_by_game import Games, both_sides
from arpad.rating.inputs import rated_as_column
from arpad.regulations.rating_edition import Edition


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
        self._line, self._calendar = line, calendar_of(events, line)
        period = self._calendar.period[event]
        self._order = None if (period[1:] >= period[:-1]).all() else np.argsort(period, kind="stable")
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
        for key in np.flatnonzero(np.bincount(kind)).tolist():
            chosen = rows[(kind == key) & games.played[rows]]
            place, date = divmod(key, len(calendar.lists))
            edition, at_start = self._line.editions[place], before.past[calendar.lists[date]]
            own = rated_as_column(edition, at_start, before.rating)
            k = used_k_column(edition, before.k, after.games)
            taken = games.take(chosen)
            columns = Games(taken.event, taken.white, taken.black, taken.score.astype(np.int32))
            rated = both_sides(edition, columns, at_start, own)
            change = k[rated.side.player].astype(np.int64) * rated.result
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
