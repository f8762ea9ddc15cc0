"""What each event changed for each player of a list, and who players were on earlier lists, found by id."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.lists.closing import opened
from arpad.lists.kernel import by_kernel
from arpad.lists.ledger import Ledger, TextCells, day_number, day_of, number_cells
from arpad.lists.participants import results_of
from arpad.lists.period import Period
from arpad.lists.rated_parts import Lookup, period_parts
from arpad.lists.whole_list import Tables
from arpad.rating.coefficient import within_limit
from arpad.rating.model import PlayerRating
from arpad.regulations.articles import TIME_CLASSES, TimeClass


class ListedChange(NamedTuple):
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

    def of(self, id_: str) -> list[ListedChange]:
        """Return what each event changed for a player."""
        first, last = self._ids.equal(id_)
        found = ([cells[at] for cells in self._cells] for at in range(first, last))
        return [ListedChange(event, TIME_CLASSES[number], change, k) for event, number, change, k in found]


PersonField = Literal["name", "federation", "title"]
FIELDS: tuple[PersonField, ...] = get_args(PersonField)
SCHEMA = pa.schema([("id", pa.string()), ("day", pa.int32()), ("field", pa.int32()), ("before", pa.string()),
                    ("after", pa.string())])  # fmt: skip


class PersonDifference(NamedTuple):
    """What a list says of a player that the list before did not."""

    day: dt.date
    field: PersonField
    before: str
    after: str


def person_changes(before: Ledger, after: Ledger) -> pa.Table:
    """Return the players of two lists whose name, federation or title differs."""
    here, there = after.players, before.players
    places = pc.index_in(here["id"], value_set=there["id"].combine_chunks())
    here, places = here.filter(pc.is_valid(places)), pc.drop_null(places)
    old = there.take(places)
    found = [SCHEMA.empty_table()]
    for number, name in enumerate(FIELDS):
        differs = pc.and_(pc.not_equal(here[name], old[name]), pc.not_equal(old[name], ""))
        new, was = here.filter(differs), old.filter(differs)
        count = new.num_rows
        days = pa.array([day_number(after.date)] * count, pa.int32())
        columns = [new["id"], days, pa.array([number] * count, pa.int32()), was[name], new[name]]
        found.append(pa.table(columns, schema=SCHEMA))
    return pa.concat_tables(found)


def changes_tables(pieces: Sequence[pa.Table]) -> Tables:
    """Return the tables of an index of changes."""
    whole = pa.concat_tables([SCHEMA.empty_table(), *pieces])
    ordered = whole.sort_by([("id", "ascending"), ("day", "ascending"), ("field", "ascending")])
    return {"persons": ordered.combine_chunks()}


class PersonChanges:
    """What lists changed about their players, by id."""

    def __init__(self, tables: Tables) -> None:
        table = tables["persons"]
        self._ids, self._before, self._after = (TextCells(table[name]) for name in ("id", "before", "after"))
        self._days, self._fields = number_cells(table["day"]), number_cells(table["field"])

    def of(self, id_: str) -> list[PersonDifference]:
        """Return the changes of a player, the earliest first."""
        first, last = self._ids.equal(id_)
        found = []
        for at in range(first, last):
            day = day_of(self._days[at])
            assert day is not None
            found.append(PersonDifference(day, FIELDS[self._fields[at]], self._before[at], self._after[at]))
        return found
