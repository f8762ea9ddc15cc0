"""The ratings of an imported list by id, in few bytes: what a player's history takes from it."""

import numpy as np
import pyarrow as pa

from arpad.lists.cells import TextCells, narrow, number_cells
from arpad.lists.ledger import Ledger, Standing, column
from arpad.lists.ranks import Tables
from arpad.regulations.articles import TIME_CLASSES

KEPT = ("rating", "k", "games")


def standing_tables(ledger: Ledger) -> Tables:
    """Return the players with a rating, in the order of their ids, with their standings as they were published."""
    columns = {(name, kept): ledger.numbers(column(name, kept)) for name in TIME_CLASSES for kept in KEPT}
    rated = np.logical_or.reduce([columns[name, "rating"] > 0 for name in TIME_CLASSES])
    ids = ledger.players["id"].combine_chunks().filter(pa.array(rated))
    values = {column(name, kept): narrow(cells[rated]) for (name, kept), cells in columns.items()}
    return {"standings": pa.table({"id": ids, **values})}


class StandingsIndex:
    """The standings of a list: rating, K and games in each time class."""

    def __init__(self, tables: Tables) -> None:
        table = tables["standings"]
        self._ids = TextCells(table["id"])
        self._cells = [[number_cells(table[column(name, kept)]) for kept in KEPT] for name in TIME_CLASSES]

    def of(self, id_: str) -> tuple[Standing, ...] | None:
        """Return the standings of a player who has a rating in any class."""
        place = self.place(id_)
        return None if place is None else self.at(place)

    def place(self, id_: str, near: int = -1) -> int | None:
        """Return where a player stands. On lists of the same system that is mostly near where they stand on another."""
        return self._ids.place(id_, near)

    def at(self, place: int) -> tuple[Standing, ...]:
        """Return the standings of the player at a place."""
        return tuple(Standing(*(cells[place] for cells in own)) for own in self._cells)
