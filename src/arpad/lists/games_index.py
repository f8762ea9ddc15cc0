"""The games of events by player, as tables that can be mapped from a file.

An event is a piece: its entrants, their games, their norms, each with numbers that do not depend on other events. So a
file is made of pieces one after the other, and the next one takes over those that have not changed.
"""

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.event import Colour, Event, PlayedEncounter, rounds_played
from arpad.lists.cells import TextCells, number_cells, numbers
from arpad.lists.ledger import day_number, day_of
from arpad.lists.ranks import Tables
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.titles.norms import achieved_norms

COLOURS: tuple[Colour | None, ...] = (None, "w", "b")
PARTS = ("entrants", "games", "norms")
ENTRANTS = pa.schema([(name, pa.string()) for name in ("id", "name", "title")]
                     + [(name, pa.int32()) for name in ("rating", "games", "norms")])  # fmt: skip
GAMES = pa.schema([("round", pa.int16()), ("colour", pa.int8()), ("opponent", pa.int32()), ("score", pa.int8())])
NORMS = pa.schema([("title", pa.string())])
EVENTS = pa.schema([("key", pa.string()), ("id", pa.int32()), ("name", pa.string()), ("day", pa.int32()),
                    ("time_class", pa.int8()), ("entrants", pa.int32())])  # fmt: skip


class IndexedEvent(NamedTuple):
    """An event of an index. `key` names all that its games are made from."""

    key: str
    id: int
    name: str
    day: dt.date | None
    time_class: TimeClass


class PlayedEvent(NamedTuple):
    """An event that a player played in, with their games and the titles that they made norms for."""

    id: int
    name: str
    day: dt.date | None
    time_class: TimeClass
    games: tuple[PlayedEncounter, ...]
    norms: tuple[str, ...]


def event_piece(event: Event) -> Tables:
    """Return the entrants of an event with their games and norms; opponents are named by their places among them."""
    places = {player.rank: place for place, player in enumerate(event.players)}
    norms: dict[int, list[str]] = {}
    for rank, norm in achieved_norms(event):
        norms.setdefault(rank, []).append(norm.title)
    entrants, games, titles = list[tuple[Any, ...]](), list[tuple[Any, ...]](), list[tuple[str]]()
    for player, played in rounds_played(event):
        won = norms.get(player.rank, []) if player.id else []
        entrants.append((player.id, player.name, player.title, player.rating or 0, len(played), len(won)))
        games += [(one.round, COLOURS.index(one.colour), places[other.rank], score) for one, other, score in played]
        titles += [(title,) for title in won]
    return {"entrants": _table(entrants, ENTRANTS), "games": _table(games, GAMES), "norms": _table(titles, NORMS)}


def _table(rows: Sequence[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else ([] for _ in schema)
    return pa.table([pa.array(cells, field.type) for cells, field in zip(columns, schema, strict=True)], schema=schema)


def games_tables(events: Sequence[IndexedEvent], pieces: Sequence[Tables]) -> Tables:
    """Return the tables of an index of events, each with its piece; `found` has the entrants by id."""
    parts = {
        name: pa.concat_tables([schema.empty_table(), *(piece[name] for piece in pieces)]).combine_chunks()
        for name, schema in zip(PARTS, (ENTRANTS, GAMES, NORMS), strict=True)
    }
    rows = [
        (one.key, one.id, one.name, day_number(one.day), TIME_CLASSES.index(one.time_class), len(piece["entrants"]))
        for one, piece in zip(events, pieces, strict=True)
    ]
    entrants = parts["entrants"]
    named = np.flatnonzero(pc.not_equal(entrants["id"], "").to_numpy()).astype(np.int32)
    ids = entrants["id"].combine_chunks().take(pa.array(named))
    order = pc.sort_indices(ids)
    owners = np.repeat(np.arange(len(rows), dtype=np.int32), [row[-1] for row in rows])
    return parts | {
        "events": _table(rows, EVENTS),
        "events-begin": pa.table({"entrant": _begins([row[-1] for row in rows])}),
        "entrants-begin": pa.table({name: _begins(entrants[name].to_numpy()) for name in ("games", "norms")}),
        "owners": pa.table({"event": owners}),
        "found": pa.table({"id": ids.take(order), "entrant": named[order.to_numpy()]}),
    }


def _begins(counts: Any) -> Any:
    """Return where each one begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int32)


def pieces_of(tables: Tables, keys: Collection[str]) -> dict[str, Tables]:
    """Return the pieces of an index whose events have these keys."""
    first = numbers(tables["events-begin"]["entrant"]).tolist()
    begins = {name: numbers(tables["entrants-begin"][name]) for name in ("games", "norms")}
    found: dict[str, Tables] = {}
    for place, key in enumerate(tables["events"]["key"].to_pylist()):
        if key in keys:
            begin, end = first[place : place + 2]
            spans = {"entrants": (begin, end)} | {name: (int(at[begin]), int(at[end])) for name, at in begins.items()}
            found[key] = {name: tables[name].slice(at, to - at) for name, (at, to) in spans.items()}
    return found


class GamesIndex:
    """The games of some events by the ids of the players."""

    def __init__(self, tables: Tables) -> None:
        found, entrants, games, events = (tables[name] for name in ("found", "entrants", "games", "events"))
        self._ids, self._places = TextCells(found["id"]), number_cells(found["entrant"])
        self._owners = number_cells(tables["owners"]["event"])
        self._persons = [TextCells(entrants[name]) for name in ("id", "name", "title")]
        self._ratings = number_cells(entrants["rating"])
        self._games = [number_cells(games[name]) for name in GAMES.names]
        self._titles = TextCells(tables["norms"]["title"])
        self._first_game, self._first_norm = (number_cells(cells) for cells in tables["entrants-begin"].columns)
        self._first_entrant = number_cells(tables["events-begin"]["entrant"])
        self._names = TextCells(events["name"])
        self._events = [number_cells(events[name]) for name in ("id", "day", "time_class")]

    def of(self, id_: str) -> list[PlayedEvent]:
        """Return the events that a player played in, in their order."""
        first, last = self._ids.equal(id_)
        entrants = {self._owners[self._places[at]]: self._places[at] for at in range(first, last)}
        return [self._played(event, entrant) for event, entrant in entrants.items()]

    def _played(self, event: int, entrant: int) -> PlayedEvent:
        number, day, time_class = (cells[event] for cells in self._events)
        games = range(self._first_game[entrant], self._first_game[entrant + 1])
        norms = range(self._first_norm[entrant], self._first_norm[entrant + 1])
        return PlayedEvent(
            number,
            self._names[event],
            day_of(day),
            TIME_CLASSES[time_class],
            tuple(self._game(place, self._first_entrant[event]) for place in games),
            tuple(self._titles[place] for place in norms),
        )

    def _game(self, place: int, first: int) -> PlayedEncounter:
        round_, colour, opponent, score = (cells[place] for cells in self._games)
        id_, name, title = (cells[first + opponent] for cells in self._persons)
        rating = self._ratings[first + opponent] or None
        return PlayedEncounter(round_, COLOURS[colour], id_, name, title, rating, score)
