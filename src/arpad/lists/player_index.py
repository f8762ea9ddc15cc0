"""The index of a list: persons by id, words of names, ranks, as sorted columns that can be mapped from a file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.lists.cells import TextCells, coded, narrow, number_cells
from arpad.lists.ledger import Ledger, Row, column
from arpad.lists.name_words import words_of
from arpad.lists.ranks import PlayerRank, Ranks, Tables, active_players, rank_tables
from arpad.rating.columns import Numbers
from arpad.regulations.articles import TIME_CLASSES, TimeClass

CODED = ("federation", "sex", "title", "absent")
"""Texts that many players share: each is kept once, and a player has its number."""
ORDER = [(column("standard", "rating"), "descending"), ("name", "ascending"), ("id", "ascending")]


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A player as a list has them, without their standings."""

    id: str
    name: str
    federation: str
    sex: str
    title: str
    absent: str
    born: int

    @classmethod
    def of(cls, row: Row) -> "ListedPerson":
        return cls(row.id, row.name, row.federation, row.sex, row.title, row.absent, row.born)


def index_tables(ledger: Ledger) -> Tables:
    """Return the tables of an index. Players stand in the order of their ids; `shown` has them in the order in which
    they are shown, the highest rated first, and words name players by their place there. Players who are not to be
    listed (excluded, deceased) are not shown."""
    players = ledger.players.combine_chunks()
    in_order: Numbers = pc.sort_indices(players, sort_keys=ORDER).to_numpy().astype(np.int32)
    shown = in_order[ledger.which("absent", "")[in_order]]
    shown_at = np.full(len(ledger), -1, dtype=np.int32)
    shown_at[shown] = np.arange(len(shown), dtype=np.int32)
    codes, texts = coded(players, CODED)
    columns = {"id": players["id"], "name": players["name"], "born": narrow(ledger.numbers("born"))} | codes
    active = np.zeros(len(ledger), dtype=np.int8)
    for bit, time_class in enumerate(TIME_CLASSES):
        columns[column(time_class, "rating")] = narrow(ledger.numbers(column(time_class, "rating")))
        active |= active_players(ledger, time_class).astype(np.int8) << bit
    columns |= {"active": pa.array(active), "shown_at": pa.array(shown_at)}
    table = pa.table(columns)
    return {
        "players": table,
        "shown": pa.table({"place": shown, "federation": table["federation"].take(pa.array(shown))}),
        **texts,
        **_word_tables(players["name"].combine_chunks().take(pa.array(shown))),
        **rank_tables(ledger),
    }


def _word_tables(names: pa.Array) -> Tables:
    """Return the words of names: each word once, sorted, with where its owners begin; owners word by word; words name
    by name, with where those of each name begin."""
    owners, flat = words_of(names)
    unsorted = pc.unique(flat)
    order = pc.sort_indices(unsorted).to_numpy()
    code_of = np.empty(len(order), dtype=np.int32)
    code_of[order] = np.arange(len(order), dtype=np.int32)
    codes: Any = code_of[pc.index_in(flat, value_set=unsorted).to_numpy(zero_copy_only=False)]
    owned: Any = owners.to_numpy(zero_copy_only=False).astype(np.int32)
    by_word = np.argsort(codes, kind="stable")
    return {
        "words": pa.table({"word": unsorted.take(pa.array(order))}),
        "word-owners": pa.table({"first": _begins(codes[by_word], len(order))}),
        "owners": pa.table({"place": pa.array(owned[by_word])}),
        "name-words": pa.table({"first": _begins(owned, len(names))}),
        "spots": pa.table({"word": pa.array(codes)}),
    }


def _begins(sorted_codes: Any, height: int) -> pa.Array:
    """Return where each code begins, and where the last one ends."""
    return pa.array(np.searchsorted(sorted_codes, np.arange(height + 1)).astype(np.int32))


class PersonIndex:
    """The persons of a list and their ranks, by id."""

    def __init__(self, tables: Tables) -> None:
        players = tables["players"]
        self.ids, self.names = TextCells(players["id"]), TextCells(players["name"])
        self.texts = {name: tables[f"texts-{name}"]["text"].to_pylist() for name in CODED}
        self._codes = {name: number_cells(players[name]) for name in CODED}
        self._born, self._active = number_cells(players["born"]), number_cells(players["active"])
        self._ratings = [number_cells(players[column(name, "rating")]) for name in TIME_CLASSES]
        self._ranks = Ranks(tables)

    def __len__(self) -> int:
        return len(self.ids)

    def person(self, id_: str) -> ListedPerson | None:
        """Return a player of the list."""
        place = self.ids.place(id_)
        return None if place is None else self.person_at(place)

    def person_at(self, place: int) -> ListedPerson:
        """Return the player at a place in the order of the ids."""
        federation, sex, title, absent = (self.texts[name][self._codes[name][place]] for name in CODED)
        return ListedPerson(self.ids[place], self.names[place], federation, sex, title, absent, self._born[place])

    def rating_at(self, place: int) -> int:
        """Return the standard rating of the player at a place."""
        return self._ratings[0][place]

    def ranks(self, id_: str) -> Mapping[TimeClass, PlayerRank]:
        """Return the ranks of a player, by time class; none in a class in which they are not active."""
        place = self.ids.place(id_)
        if place is None:
            return {}
        active = self._active[place]
        ratings = [own[place] if active >> bit & 1 else 0 for bit, own in enumerate(self._ratings)]
        return self._ranks.of(self.texts["federation"][self._codes["federation"][place]], ratings)
