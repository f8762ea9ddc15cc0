"""Replaying: period after period, each with its edition and its transitions, the state in memory, the lists out."""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from arpad.bulk.closing import PartColumns, Rated, close_columns, rate_part
from arpad.bulk.files import Events, GameColumns, Players
from arpad.bulk.line import Line
from arpad.bulk.rows import EPOCH, Rows, differing
from arpad.bulk.state import State, first_state
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.rating.columns.games import Games
from arpad.regulations.rating_edition import list_in_force, lists_after, rated_in


@dataclass(frozen=True, slots=True)
class Calendar:
    """The lists of a replay, and for every event the list it is rated for, and the list in force when it began, as
    places. `kind` is that list and the edition as one number."""

    lists: tuple[dt.date, ...]
    period: Numbers
    list_in_force: Numbers
    kind: Numbers
    end: Numbers
    round_robin: Mask


class ReplayEngine(Protocol):
    """The engine that rates the games of a period: this process, or a cluster."""

    def rate(self, period: int, state: State) -> list[Rated]: ...


def calendar_of(events: Events, line: Line) -> Calendar:
    """Tell which list every event goes into. An event is rated by the edition in force when it starts."""
    start, edition = _editions(events, line)
    end = events.end.astype("datetime64[D]").astype(np.int64)
    due = _by_day(edition, end, lambda at, day: rated_in(line.editions[at], day))
    begun = _by_day(edition, start, lambda at, day: list_in_force(line.editions[at], day))
    lists, last = [min(begun)], max(due)
    while lists[-1] < last:
        lists.append(next(lists_after(line.on(lists[-1]), lists[-1])))
    places = {date: at for at, date in enumerate(lists)}
    in_force = _places(begun, places, lists)
    return Calendar(
        tuple(lists),
        _places(due, places, lists),
        in_force,
        edition * np.int32(len(lists)) + in_force,
        (end + EPOCH).astype(np.int32),
        events.round_robin,
    )


def _places(dates: list[dt.date], places: dict[dt.date, int], lists: list[dt.date]) -> Numbers:
    """Return dates of lists as places; if a calendar changed in between, the next list."""
    found = [
        places[day] if day in places else next(at for at, date in enumerate(lists) if date >= day) for day in dates
    ]
    return np.array(found, dtype=np.int32)


def _editions(events: Events, line: Line) -> tuple[Wide, Numbers]:
    """Return the first day of every event, and the edition in force on it."""
    start = events.start.astype("datetime64[D]").astype(np.int64)
    days, back = np.unique(start, return_inverse=True)
    found = []
    for day in days.tolist():
        date = dt.date.fromordinal(day + EPOCH)
        found.append(line.place(line.checked(date)))
    return start, np.array(found, dtype=np.int32)[back]


def _by_day(edition: Numbers, day: Wide, of: Callable[[int, dt.date], dt.date]) -> list[dt.date]:
    """Return a date for every event, found once for each edition and day."""
    known: dict[tuple[int, int], dt.date] = {}
    for key in set(zip(edition.tolist(), day.tolist(), strict=True)):
        known[key] = of(key[0], dt.date.fromordinal(key[1] + EPOCH))
    return [known[key] for key in zip(edition.tolist(), day.tolist(), strict=True)]


class LocalEngine:
    """The kernel in this process. The games are in the order of their periods."""

    def __init__(self, games: GameColumns, calendar: Calendar, line: Line) -> None:
        self._games = PeriodGames.of(games, calendar, line)

    def rate(self, period: int, state: State) -> list[Rated]:
        return [rate_part(part, state, self._games.line) for part in self._games.parts(period)]


@dataclass(frozen=True, slots=True)
class PeriodGames:
    """The games in the order of their periods: those of a period are between two bounds."""

    games: GameColumns
    bounds: Wide
    calendar: Calendar
    line: Line

    @classmethod
    def of(cls, games: GameColumns, calendar: Calendar, line: Line) -> "PeriodGames":
        period = calendar.period.astype(np.int16)[games.event]
        if (period[1:] < period[:-1]).any():
            order = np.argsort(period, kind="stable")
            games, period = games.take(order), period[order]
        bounds = np.searchsorted(period, np.arange(len(calendar.lists) + 1, dtype=np.int16))
        return cls(games, bounds, calendar, line)

    def parts(self, period: int) -> Iterator[PartColumns]:
        """Return the games rated for a list, by edition and list in force."""
        part = slice(int(self.bounds[period]), int(self.bounds[period + 1]))
        return parts_of(self.games.take(part), self.calendar, self.line)


def parts_of(games: GameColumns, calendar: Calendar, line: Line) -> Iterator[PartColumns]:
    """Return the games of a period by edition and list in force; those that were not played are left out."""
    if not len(games.event):
        return
    kind = calendar.kind[games.event]
    for key in np.flatnonzero(np.bincount(kind)).tolist():
        which = (kind == key) & games.played
        place, date = divmod(key, len(calendar.lists))
        chosen = Games(games.event[which], games.white[which], games.black[which], games.score[which].astype(np.int32))
        yield PartColumns(line.editions[place], calendar.lists[date], chosen, calendar.end, calendar.round_robin)


def begin(players: Players, calendar: Calendar, line: Line) -> State:
    """Return the list to begin with: the players as they are given, on the list in force when the first event began."""
    date = calendar.lists[0]
    numbers = (players.born, players.rating, players.games_played, players.highest)
    return first_state(date, line.on(date), *(number.astype(np.int32) for number in numbers))


def replay(
    players: Players, calendar: Calendar, line: Line, engine: ReplayEngine, state: State, whole: bool = True
) -> Iterator[tuple[State, Rows]]:
    """Return one list after the other, each with its rows that differ. The list that the state stands at comes first,
    as a `whole`, or has been before."""
    if whole:
        yield state, differing(players.ids, None, state)
    begun = calendar.lists.index(state.date)
    for period in range(begun + 1, len(calendar.lists)):
        before = state
        state = close_columns(before, calendar.lists[period], engine.rate(period, before), line)
        state.past = {date: column for date, column in state.past.items() if date >= _oldest(calendar, period)}
        yield state, differing(players.ids, before, state)


def _oldest(calendar: Calendar, period: int) -> dt.date:
    """Return the earliest list that an event still to be rated began under."""
    later = calendar.list_in_force[calendar.period > period]
    return calendar.lists[int(later.min())] if len(later) else calendar.lists[period]
