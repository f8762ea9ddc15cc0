"""Who players were on earlier lists: other names, federations and titles, found by id."""

import datetime as dt
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import pyarrow as pa
import pyarrow.compute as pc

from arpad.lists.ledger import Ledger, TextCells, day_number, day_of, number_cells
from arpad.lists.whole_list import Tables

PersonField = Literal["name", "federation", "title"]
FIELDS: tuple[PersonField, ...] = get_args(PersonField)
SCHEMA = pa.schema([("id", pa.string()), ("day", pa.int32()), ("field", pa.int32()), ("before", pa.string()),
                    ("after", pa.string())])  # fmt: skip


class PersonChange(NamedTuple):
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

    def of(self, id_: str) -> list[PersonChange]:
        """Return the changes of a player, the earliest first."""
        first, last = self._ids.equal(id_)
        found = []
        for at in range(first, last):
            day = day_of(self._days[at])
            assert day is not None
            found.append(PersonChange(day, FIELDS[self._fields[at]], self._before[at], self._after[at]))
        return found
