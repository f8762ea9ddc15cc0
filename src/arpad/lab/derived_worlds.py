"""A world with something changed: the first list taken over by a transition, or events that are left out."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arpad.bulk.input_files import EVENTS, GAMES, PLAYERS, GameColumns, Players
from arpad.bulk.replay import Calendar, Line, PeriodGames, Rated, begin, calendar_of, rate_part, replay, taken_over
from arpad.bulk.state import State
from arpad.bulk.world import SLOPE, TRUTH, WHITE
from arpad.bulk.world_files import writing
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.lab.same_games import WorldColumns
from arpad.rating.columns import Mask, Numbers
from arpad.regulations.rating_edition import Edition

AS_SWISS = "as-swiss"


def with_transition(world: WorldColumns, edition: Edition, into: Path) -> WorldColumns:
    """Write the world with its first list as the edition takes it over; without a transition it stays as it is."""
    if edition.transition is None:
        return world
    rating = np.where(world.players.rating > 0, taken_over(edition, world.players.rating), 0).astype(np.int32)
    highest = np.minimum(np.maximum(world.players.highest, rating), HIGHEST_RATING).astype(np.int32)
    players = replace(world.players, rating=rating, highest=highest)
    into.mkdir(parents=True, exist_ok=True)
    pq.write_table(_players_table(players), into / PLAYERS, **writing())
    _linked(world.folder, into, (EVENTS, GAMES))
    return replace(world, folder=into, players=players)


def _players_table(players: Players) -> pa.Table:
    columns: dict[str, Any] = {"id": pa.array(players.ids), "born": pa.array(players.born)}
    columns |= {name: getattr(players, name) for name in ("sex", "federation") if len(getattr(players, name))}
    for name in ("rating", "games_played", "highest"):
        columns[name] = pa.array(getattr(players, name))
    return pa.table(columns)


def _linked(world: Path, into: Path, names: tuple[str, ...]) -> None:
    """Put the files of the world that stay the same into the folder of the other, without copying them if possible."""
    for name in names:
        target = into / name
        target.unlink(missing_ok=True)
        try:
            target.hardlink_to(world / name)
        except OSError:
            shutil.copyfile(world / name, target)


def leave_out(world: WorldColumns, events: Mask, into: Path) -> WorldColumns:
    """Write the world as if no game of some events had been played."""
    games = replace(world.games, played=world.games.played & ~events[world.games.event])
    table = pq.read_table(world.folder / GAMES)
    place = table.schema.get_field_index("played")
    into.mkdir(parents=True, exist_ok=True)
    pq.write_table(table.set_column(place, "played", pa.array(games.played)), into / GAMES, **writing())
    _linked(world.folder, into, (PLAYERS, EVENTS))
    if (world.folder / TRUTH).exists():
        said = pq.read_metadata(world.folder / TRUTH).metadata or {}
        kept = {name: value for name, value in said.items() if name in (WHITE.encode(), SLOPE.encode())}
        pq.write_table(pq.read_table(world.folder / TRUTH).replace_schema_metadata(kept), into / TRUTH)
    return replace(world, folder=into, games=games)


def refused_round_robins(world: WorldColumns, lines: list[Line]) -> Mask:
    """Return the round robins with unrated players that an edition before 2022 rates as a whole event (2017 8.58).

    If they are left out, others may have unrated players too; so it goes on until none is left."""
    refused = np.zeros(len(world.events), dtype=np.bool_)
    strict = [line for line in lines if any(one.change.round_robin.value != AS_SWISS for one in line.editions)]
    found = bool(strict)
    while found:
        found = False
        for line in strict:
            games = replace(world.games, played=world.games.played & ~refused[world.games.event])
            for more in _refused(world.players, games, calendar_of(world.events, line), line):
                found |= bool((more & ~refused).any())
                refused |= more
    return refused


def _refused(players: Players, games: GameColumns, calendar: Calendar, line: Line) -> Iterator[Mask]:
    """Replay without the events that are refused, and tell them list by list."""
    engine = _LeavingOut(games, calendar, line)
    for _ in replay(players, calendar, line, engine, begin(players, calendar, line)):
        yield engine.refused


class _LeavingOut:
    """The kernel, which leaves out the round robins that it would have to refuse."""

    def __init__(self, games: GameColumns, calendar: Calendar, line: Line) -> None:
        self._games = PeriodGames.of(games, calendar, line)
        self.refused = np.zeros(len(calendar.period), dtype=np.bool_)

    def rate(self, period: int, state: State) -> list[Rated]:
        rated = []
        for part in self._games.parts(period):
            kept = part
            if part.edition.change.round_robin.value != AS_SWISS and part.round_robin is not None:
                unrated: Mask = state.past[part.list_date] == 0
                games = part.games
                wrong = part.round_robin[games.event] & (unrated[games.white] | unrated[games.black])
                self.refused[games.event[wrong]] = True
                event: Numbers = games.event
                kept = replace(part, games=games.take(np.flatnonzero(~self.refused[event])))
            rated.append(rate_part(kept, state, self._games.line))
        return rated
