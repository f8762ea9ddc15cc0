"""The games of an office for a comparison of editions: the first list, and every game as its closing counted it."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy import Row

from arpad.i18n import ArpadError
from arpad.lab.compare_runs import HandedGames, SourceNote, known_births
from arpad.lists.ledger import Ledger, merge_identities, places_of
from arpad.office.desk import Desk, Shelf, editions_of, looking
from arpad.office.proof import period_of_version
from arpad.office.scale.counted import counted_tables, joined, lent_ratings, placed, under_kept
from arpad.office.scale.first_standings import FirstStandings
from arpad.office.scale.tables import CLOSED, Tables
from arpad.rating.columns import Numbers
from arpad.regulations.articles import TimeClass

FEWEST = 2
KINDS = (
    "decided-base", "decided-rating", "merged", "imported", "transition", "other-list", "begun-before", "waiting",
    "first-k", "long-event", "standing-in", "standing-in-late", "foreigner", "without-id", "sums",
)  # fmt: skip
"""What may be different from the office's own lists, in the order in which it is told."""


def office_games(
    desk: Desk, time_class: TimeClass = "standard", start: dt.date | None = None, end: dt.date | None = None
) -> HandedGames:
    """Return the rated games of the published lists, the newest version of each, after the list of one day and up to
    that of another; without days, after the first and up to the newest."""
    with looking(desk, published=True) as shelf:
        for day in (start, end):
            if day is not None and shelf.newest:
                shelf.find(day)
        newest = [shelf.newest[period] for period in sorted(shelf.newest)]
        chosen = [
            row for row in newest if (start is None or row.period >= start) and (end is None or row.period <= end)
        ]
        if len(newest) < FEWEST:
            raise ArpadError("lab-one-list", count=len(newest))
        if len(chosen) < FEWEST:
            raise ArpadError("lab-lists-chosen", count=len(chosen), known=_months(newest))
        return _Collected(desk, shelf, time_class, chosen, newest[0] is chosen[0]).handed()


@dataclass(frozen=True, slots=True)
class _Collected:
    """The lists that were chosen; a replay begins with the first, which may be the office's first."""

    desk: Desk
    shelf: Shelf
    time_class: TimeClass
    versions: Sequence[Row[Any]]
    whole: bool

    def handed(self) -> HandedGames:
        """Put the periods together."""
        tables = [self._tables(row) for row in self.versions[1:] if row.kind == CLOSED]
        merged = self.shelf.merged()
        named, events = joined(tables)
        games = under_kept(named, merged)
        self._check(bool(pc.any(games["played"]).as_py()), "lab-office-no-games")
        unmerged = self.shelf.ledger(self.versions[0])
        first, last = (merge_identities(self.shelf.ledger(self.versions[at]), merged) for at in (0, -1))
        ids = _everybody(first, games).sort()
        lent, ever = lent_ratings(tables, merged)
        start = FirstStandings.of(first, ids, self.time_class, lent)
        self._check(bool((start.rating > 0).any()), "lab-office-unrated")
        born = _born(ids, last, first)
        edition = editions_of(self.desk, self.shelf, self.versions[0]).get(self.time_class)
        explained, odd = (start, 0) if edition is None else start.explained(edition, first.date, born)
        seen = {
            "merged": sum(id_ in merged for id_ in _everybody(unmerged, named).to_pylist()),
            "begun-before": 0 if self.whole else _before(events, first.date),
            "first-k": odd,
            "standing-in": int(np.count_nonzero(start.lent)),
            "standing-in-late": sum(id_ in ever for id_ in ids.filter(pa.array(start.rating == 0)).to_pylist()),
        }
        return HandedGames(
            self.time_class,
            ids,
            _players(ids, explained, born, last, first),
            *placed(ids, games, events, first.date),
            {f"{row.period:%Y-%m}": row.digest for row in self.versions},
            tuple(sorted(pc.unique(events["edition"]).to_pylist())),
            self._notes(tables, first, seen),
        )

    def _check(self, holds: bool, problem: str) -> None:
        if not holds:
            first, last = (f"{self.versions[at].period:%Y-%m}" for at in (0, -1))
            raise ArpadError(problem, first=first, last=last, time_class=self.time_class)

    def _tables(self, version: Row[Any]) -> Tables:
        def make() -> Tables:
            return counted_tables(period_of_version(self.desk, self.shelf, version), self.time_class)

        return self.shelf.made(version, f"counted-{self.time_class}", make)

    def _notes(self, tables: Sequence[Tables], first: Ledger, seen: Mapping[str, int]) -> tuple[SourceNote, ...]:
        """Return what is different from the office's own lists, each with how often it happened."""
        happened: Counter[str] = Counter(seen)
        for one in tables:
            for row in one["happened"].to_pylist():
                happened[row["kind"]] += row["count"]
        imported = tuple(f"{row.period:%Y-%m}" for row in self.versions[1:] if row.kind != CLOSED)
        happened["imported"] = len(imported)
        happened["waiting"] = first.newcomers["time_class"].to_pylist().count(self.time_class)
        return tuple(
            SourceNote(kind, happened[kind], imported if kind == "imported" else ()) for kind in KINDS if happened[kind]
        )


def _players(ids: Any, start: FirstStandings, born: Numbers, *known: Ledger) -> pa.Table:
    """Everybody: the standing on the first list, the person as the first of these ledgers has it."""
    return pa.table(
        {
            "id": np.arange(len(ids), dtype=np.int64),
            "born": born,
            **{name: _texts(name, ids, known) for name in ("sex", "federation")},
            "rating": start.rating,
            "games_played": start.total,
            "highest": np.maximum(start.highest, start.rating),
        }
    )


def _born(ids: Any, last: Ledger, first: Ledger) -> Numbers:
    after, before = (places_of(ids, ledger.players["id"]) for ledger in (last, first))
    return known_births(np.where(after >= 0, last.numbers_at("born", after), first.numbers_at("born", before)))


def _months(versions: Sequence[Row[Any]]) -> str:
    return ", ".join(f"{row.period:%Y-%m}" for row in versions)


def _everybody(first: Ledger, games: pa.Table) -> Any:
    """Return everybody whom the list or a game names."""
    named = [first.players["id"], games["white"], games["black"]]
    return pc.unique(pa.chunked_array([chunk for one in named for chunk in one.chunks], pa.string()))


def _before(events: pa.Table, date: dt.date) -> int:
    return int(np.count_nonzero(events["start"].to_numpy() < date.toordinal()))


def _texts(name: str, ids: Any, known: Sequence[Ledger]) -> pa.Array:
    """Return a text of everybody, from the first ledger that has the player."""
    found = []
    for ledger in known:
        places = places_of(ids, ledger.players["id"])
        found.append(ledger.players[name].combine_chunks().take(pa.array(places, mask=places < 0)))
    return pc.coalesce(*found, "")
