"""The same games under several editions: the difference that each had for every game, by its list in force."""

import datetime as dt
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.bulk.input_files import Events, GameColumns, Players, read_events, read_games, read_players
from arpad.bulk.replay import Calendar
from arpad.bulk.world import Truth
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.done import StepsDone
from arpad.i18n import ArpadError
from arpad.lab.counts import GameCounts, cells, counted_cells
from arpad.lab.steps import ListColumns
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.regulations.rating_edition import Edition

Narrow = npt.NDArray[np.int16]
UNRATED = np.iinfo(np.int16).min


@dataclass(frozen=True)
class WorldColumns:
    """A world read whole: its players, events and games. `names` are the ids by which people know the players, if these
    are not those of the files."""

    folder: Path
    players: Players
    events: Events
    games: GameColumns
    names: Any = None

    @classmethod
    def read(cls, folder: Path, progress: StepsDone | None = None) -> "WorldColumns":
        players, events = read_players(folder), read_events(folder)
        if not len(events):
            raise ArpadError("bulk-no-events", folder=str(folder))
        return cls(folder, players, events, read_games(folder, players, events, progress))

    def digest(self) -> str:
        """Return a digest of all players, events and games, whatever the bytes of the files are."""
        summary = hashlib.sha256()
        players, events, games = self.players, self.events, self.games
        columns = (
            *(players.ids, players.born, players.rating, players.games_played, players.highest),
            *(events.ids, events.start.astype(np.int64), events.end.astype(np.int64), events.round_robin),
            *(games.event, games.white, games.black, games.score, games.played),
        )
        for column in columns:
            summary.update(np.ascontiguousarray(column, dtype="<i8").data)
        return summary.hexdigest()

    def between(self, start: dt.date, end: dt.date | None) -> Mask:
        """Return the games that were played in events that begin on a day or later, and before another day."""
        chosen = self.events.start >= np.datetime64(start, "D")
        if end is not None:
            chosen &= self.events.start < np.datetime64(end, "D")
        return chosen[self.games.event] & self.games.played


@dataclass(frozen=True, slots=True)
class GameDifferences:
    """What an edition knew of every game: White's rating minus Black's on the list in force when the event began
    (UNRATED if one of them had none), White's rating, and the games in which the cap holds for the favourite."""

    difference: Narrow
    white: Narrow
    capped: Mask
    cap: int

    @property
    def rated(self) -> Mask:
        return np.asarray(self.difference != UNRATED)

    def counts(self, games: GameColumns, which: Mask) -> GameCounts:
        """Count some of the games by difference and result."""
        found = GameCounts()
        found.games += self._cells(games, which)
        if (capped := which & self.capped).any():
            found.capped[self.cap] = self._cells(games, capped)
        return found

    def _cells(self, games: GameColumns, which: Mask) -> Wide:
        return counted_cells(cells(self.difference[which].astype(np.int32), games.score[which]))


def by_list(place: Numbers, lists: int) -> Iterator[Any]:
    """Return the games of every list, as a slice if they are in the order of the lists, else by their places."""
    if len(place) and (place[1:] < place[:-1]).any():
        order = np.argsort(place, kind="stable")
        bounds = np.searchsorted(place[order], np.arange(lists + 1))
        yield from (order[begin:end] for begin, end in pairwise(bounds))
        return
    bounds = np.searchsorted(place, np.arange(lists + 1))
    yield from (slice(begin, end) for begin, end in pairwise(bounds.tolist()))


def game_differences(
    world: WorldColumns, calendar: Calendar, lists: Iterable[ListColumns], edition: Edition
) -> GameDifferences:
    """Return the differences of all games by the lists of an edition. A prediction cannot know which game of an event
    will have the one cap of 2022, so the cap holds for all games beyond it."""
    games, count = world.games, len(world.games.event)
    difference, of_white = np.full(count, UNRATED, dtype=np.int16), np.zeros(count, dtype=np.int16)
    capped = np.zeros(count, dtype=np.bool_)
    cap, exempt = edition.change.cap.value, edition.change.cap_exempt_from.value or HIGHEST_RATING + 1
    parts = by_list(calendar.list_in_force[games.event], len(calendar.lists))
    for listed, part in zip(lists, parts, strict=True):
        white, black = listed.rating.take(games.white[part]), listed.rating.take(games.black[part])
        apart = white - black
        both = (white > 0) & (black > 0)
        difference[part], of_white[part] = np.where(both, apart, UNRATED), white
        capped[part] = both & (np.abs(apart) > cap) & (np.maximum(white, black) < exempt)
    return GameDifferences(difference, of_white, capped, cap)


def true_strengths(world: WorldColumns, truth: Truth) -> tuple[Numbers, Numbers]:
    """Return the true strengths of White and Black in the month in which the event of every game begins."""
    months, place = np.unique(world.events.start.astype("datetime64[M]"), return_inverse=True)
    games = world.games
    white, black = np.zeros(len(games.event), dtype=np.int32), np.zeros(len(games.event), dtype=np.int32)
    parts = by_list(place.astype(np.int32)[games.event], len(months))
    days: Sequence[dt.date] = months.astype("datetime64[D]").tolist()
    for strength, part in zip(truth.on_days(days), parts, strict=True):
        white[part], black[part] = strength.take(games.white[part]), strength.take(games.black[part])
    return white, black
