"""What each event changed for each player of a list: sorted columns, found by id."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from arpad.lists.closing import opened
from arpad.lists.kernel import by_kernel
from arpad.lists.ledger import TextCells, number_cells
from arpad.lists.participants import results_of
from arpad.lists.period import Period
from arpad.lists.rated_parts import Lookup, period_parts
from arpad.lists.whole_list import Tables
from arpad.rating.coefficient import within_limit
from arpad.rating.model import PlayerRating
from arpad.regulations.articles import TIME_CLASSES, TimeClass


class EventChange(NamedTuple):
    """What an event changed for a player, in whole hundredths, and their K there."""

    event: int
    time_class: TimeClass
    change: int
    k: int


def change_tables(period: Period, numbers: Mapping[str, int]) -> Tables:
    """Return the changes of a closed period. `numbers` are the events by the hashes of their reports. K is cut by the
    games of the whole period, as 8.3.3 says; who took part without a rating has no change."""
    rows = sorted(_summed(period, numbers).items())
    cells: list[Any] = [[id_ for (id_, _, _), _ in rows]]
    cells += [np.array([key[at] for key, _ in rows], dtype=np.int32) for at in (1, 2)]
    cells += [np.array([values[at] for _, values in rows], dtype=np.int32) for at in (0, 1)]
    names = ("id", "event", "time_class", "change", "k")
    return {"changes": pa.table([pa.array(cells[0], pa.string()), *map(pa.array, cells[1:])], names=list(names))}


def _summed(period: Period, numbers: Mapping[str, int]) -> dict[tuple[str, int, int], tuple[int, int]]:
    """Add up the parts of each event, by player, event and time class."""
    lines = list(_lines(period))
    games: dict[tuple[str, TimeClass], int] = {}
    for part, id_, line in lines:
        games[id_, part.time_class] = games.get((id_, part.time_class), 0) + line.games
    found: dict[tuple[str, int, int], tuple[int, int]] = {}
    for part, id_, line in lines:
        own = line.participant
        if own.rating is None or line.result is None or part.accepted.sha256 not in numbers:
            continue
        k = within_limit(part.edition, own.k or 0, games[id_, part.time_class])
        change = line.times_k(k) if isinstance(line, PlayerRating) else k * line.result
        key = (id_, numbers[part.accepted.sha256], TIME_CLASSES.index(part.time_class))
        before = found.get(key, (0, 0))[0]
        found[key] = (before + (change or 0), k)
    return found


def _lines(period: Period) -> Iterator[tuple[Any, str, Any]]:
    """Rate the parts of a period again, and return everybody's lines."""
    now, all_parts = opened(period), period_parts(period)
    for rated in by_kernel(all_parts, Lookup(period, now, results_of(now), all_parts)):
        yield from ((rated.part, id_, line) for id_, line in rated.lines())


class ChangesIndex:
    """The changes of a list by id."""

    def __init__(self, tables: Tables) -> None:
        table = tables["changes"]
        self._ids = TextCells(table["id"])
        self._cells = [number_cells(table[name]) for name in ("event", "time_class", "change", "k")]

    def of(self, id_: str) -> list[EventChange]:
        """Return what each event changed for a player."""
        first, last = self._ids.equal(id_)
        found = ([cells[at] for cells in self._cells] for at in range(first, last))
        return [EventChange(event, TIME_CLASSES[number], change, k) for event, number, change, k in found]
