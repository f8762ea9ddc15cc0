"""An office as a source of the laboratory: the published lists of a time class, and the games between them."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy import Row

from arpad.i18n import ArpadError
from arpad.lab.source import TERM_NAMES, GameBlock, GameTerms, LabPeople, ListColumns, PeriodPoints
from arpad.office.desk import Desk, Shelf, looking
from arpad.office.scale.tables import RATINGS, Tables, version_tables
from arpad.rating.columns import Numbers, Wide
from arpad.regulations.articles import TimeClass


@dataclass(frozen=True, slots=True)
class ListStep:
    """The way from one published list to the next. `tables` are those of the second; `parent` is the list that it was
    made from."""

    before: ListColumns
    after: ListColumns
    parent: Numbers
    tables: Tables
    ids: Any

    @property
    def cap(self) -> int:
        return int(self.tables["terms"]["cap"][0].as_py()) if "terms" in self.tables else 0

    @property
    def played(self) -> Mapping[dt.date, int]:
        found: dict[dt.date, int] = {}
        for row in self.tables["parts"].to_pylist() if "parts" in self.tables else ():
            day = dt.date.fromordinal(row["listed"])
            found[day] = found.get(day, 0) + row["games"]
        return found

    @property
    def oldest(self) -> dt.date:
        return dt.date.min

    def points(self) -> PeriodPoints | None:
        if "points" not in self.tables:
            return None
        terms, points = self.tables["terms"], self.tables["points"]
        columns = {name: self.parent.astype(np.int64) for name in RATINGS}
        columns |= {name: np.zeros(len(self.parent), dtype=np.int64) for name in ("change", "late")}
        places = _places(points["id"], self.ids)
        for name, values in columns.items():
            values[places] = points[name].to_numpy()
        stranger = (columns["base"] == 0) & (self.before.rating > 0) & (self.after.rating > 0)
        for name in RATINGS:
            columns[name][stranger] = self.after.rating[stranger]
        found = GameTerms(*(int(terms[name][0].as_py()) for name in TERM_NAMES))
        everybody = np.arange(len(self.parent))
        return PeriodPoints(found, everybody, **columns, unit=int(terms["unit"][0].as_py()))

    def blocks(self) -> Iterator[GameBlock]:
        games = self.tables.get("games")
        if games is None or not games.num_rows:
            return
        white, black = (_places(games[name], self.ids).astype(np.int32) for name in ("white", "black"))
        known = (white >= 0) & (black >= 0)
        event, score, difference = (games[name].to_numpy() for name in ("part", "score", "difference"))
        rating, listed = (games[name].to_numpy() for name in ("rating", "listed"))
        capped = games["capped"].to_numpy().astype(np.bool_)
        yield GameBlock(event, white, black, score, difference, capped, rating, listed).take(known)


class OfficeSource:
    """The published lists of an office, in the order of their days."""

    kind = "office"

    def __init__(self, desk: Desk, shelf: Shelf, time_class: TimeClass, *, first_versions: bool = False) -> None:
        self._desk, self._shelf, self._time_class = desk, shelf, time_class
        chosen: dict[dt.date, Row[Any]] = {}
        for row in shelf.versions:
            if not first_versions or row.period not in chosen:
                chosen[row.period] = row
        self._versions = [chosen[period] for period in sorted(chosen)]
        if len(self._versions) < 2:
            raise ArpadError("lab-one-list", count=len(self._versions))
        self.digests = {f"{row.period:%Y-%m}": row.digest for row in self._versions}
        self.people = self._people()

    @property
    def count(self) -> int:
        return len(self._versions)

    @property
    def dates(self) -> Sequence[dt.date]:
        return [row.period for row in self._versions]

    def _tables(self, version: Row[Any]) -> Tables:
        return version_tables(self._desk, self._shelf, version, self._time_class)

    def _people(self) -> LabPeople:
        """Everybody on any of the lists, as the last of them has it."""
        lists = [self._tables(version)["list"] for version in self._versions]
        every = pa.concat_tables([table.select(["id", "born", "sex", "federation"]) for table in lists])
        ids = pc.unique(every["id"].combine_chunks()).sort()
        last = np.zeros(len(ids), dtype=np.int64)
        last[_places(every["id"], ids)] = np.arange(every.num_rows)
        newest = {name: every[name].take(pa.array(last)).combine_chunks() for name in ("born", "sex", "federation")}
        federations = pc.unique(newest["federation"]).sort()
        first = lists[0].filter(pc.greater(lists[0]["highest"], 0))
        known = np.zeros(len(ids), dtype=np.bool_)
        known[_places(first["id"], ids)] = True
        played = np.zeros(len(ids), dtype=np.int32)
        played[_places(lists[0]["id"], ids)] = lists[0]["total"].to_numpy()
        place = {id_: at for at, id_ in enumerate(ids.to_pylist())}
        merged = {drop: place[keep] for drop, keep in self._shelf.merged().items() if keep in place}
        return LabPeople(
            ids,
            newest["born"].to_numpy().astype(np.int32),
            np.isin(newest["sex"].to_numpy(zero_copy_only=False), ("F", "f", "w")),
            _places(newest["federation"], federations).astype(np.int32),
            tuple(federations.to_pylist()),
            known,
            merged,
            played,
        )

    def _columns(self, version: Row[Any]) -> ListColumns:
        return list_columns(version.period, self._tables(version)["list"], self.people.ids)

    def lists(self) -> Iterator[ListColumns]:
        return (self._columns(version) for version in self._versions)

    def first(self) -> ListColumns:
        return self._columns(self._versions[0])

    def steps(self) -> Iterator[ListStep]:
        before = self.first()
        for place, version in enumerate(self._versions[1:], 1):
            after, tables = self._columns(version), self._tables(version)
            parent = self._shelf.parent(version)
            same = parent is None or parent.id == self._versions[place - 1].id
            made_from = before if same or parent is None else self._columns(parent)
            kept = merged_places(tables, self.people.ids)
            yield ListStep(following(before, kept), after, following(made_from, kept).rating, tables, self.people.ids)
            before = after


def merged_places(tables: Tables, ids: Any) -> list[tuple[int, int]]:
    """Return the places of identities that were merged for a list, with those that are kept."""
    merged = tables.get("merged")
    if merged is None or not merged.num_rows:
        return []
    pairs = zip(*(_places(merged[name], ids).tolist() for name in ("id", "kept")), strict=True)
    return [pair for pair in pairs if min(pair) >= 0]


@contextmanager
def office_source(
    desk: Desk, time_class: TimeClass = "standard", *, first_versions: bool = False
) -> Iterator[OfficeSource]:
    """Look at the published lists of an office, the newest version of each or the first."""
    with looking(desk, published=True) as shelf:
        yield OfficeSource(desk, shelf, time_class, first_versions=first_versions)


def _places(ids: Any, among: Any) -> Wide:
    return np.asarray(pc.index_in(ids, value_set=among).fill_null(-1).to_numpy(), dtype=np.int64)


def list_columns(date: dt.date, table: pa.Table, ids: Any) -> ListColumns:
    """Return a list as columns in the order of ids."""
    places = _places(table["id"], ids)
    found = {}
    for name in ("rating", "k", "games", "active"):
        found[name] = np.zeros(len(ids), dtype=np.int32)
        found[name][places] = table[name].to_numpy()
    return ListColumns(date, found["rating"], found["k"], found["games"], found["active"].astype(np.bool_))


def following(listed: ListColumns, kept: Sequence[tuple[int, int]]) -> ListColumns:
    """A list on which the rating of an identity that was merged away stands under the one that is kept, if that one has
    none."""
    if not kept:
        return listed
    rating = listed.rating.copy()
    for gone, stays in kept:
        if rating[gone] and not rating[stays]:
            rating[stays], rating[gone] = rating[gone], 0
    return ListColumns(listed.date, rating, listed.k, listed.games, listed.active)
