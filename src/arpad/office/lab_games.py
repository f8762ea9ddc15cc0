"""The office's games prepared for comparing editions, starting from its first list."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy import Row

from arpad.domain.event import CYCLES
from arpad.i18n import ArpadError
from arpad.lab.compare_runs import HandedGames, SourceNote, known_births
from arpad.lists.imports import standings
from arpad.lists.kernel import CountedPart, counted_parts
from arpad.lists.ledger import Ledger, column, merge_identities, places_of
from arpad.lists.period import Period
from arpad.lists.player_period import transitions
from arpad.office._list_repository import ListRepository, editions_of
from arpad.office.context import Desk
from arpad.office.lab_data import CLOSED, Tables
from arpad.office.list_tables import read_transaction
from arpad.office.proof.verification import period_of_version
from arpad.rating.coefficient import k_column
from arpad.rating.columns import Mask, Numbers
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition, rated_in

# The games of a period as tables for a comparison of editions, and what a replay of them cannot do as a closing.

SWISS, ROUND_ROBIN = "swiss", "round-robin"
EPOCH = dt.date(1970, 1, 1).toordinal()
GAMES = pa.schema(
    {"event": pa.int32(), "white": pa.string(), "black": pa.string(), "score": pa.int8(), "played": pa.bool_()}
)
EVENTS = pa.schema({"start": pa.int32(), "end": pa.int32(), "format": pa.string(), "edition": pa.string()})
ENTERED = pa.schema({"id": pa.string(), "rating": pa.int32(), "k": pa.int32()})
HAPPENED = pa.schema({"kind": pa.string(), "count": pa.int64()})


def counted_tables(period: Period, time_class: TimeClass) -> Tables:
    """Return the tables of a period: `games`; the `events` that they belong to; `entered`, everybody's standard rating
    in every event of rapid or blitz in which it counted, and K, else 0; and what `happened` how often."""
    games: list[tuple[Any, ...]] = []
    events: list[tuple[Any, ...]] = []
    entered: dict[tuple[str, int, int], None] = {}
    decided = sum(rating.time_class == time_class for rating in period.decisions.ratings)
    made = len(transitions(period, time_class, period.previous.date, period.date))
    happened: Counter[str] = Counter({"decided-rating": decided, "transition": made})
    for number, counted in enumerate(counted_parts(period, time_class)):
        events.append(_event(counted))
        games += [(number, *game) for game in counted.games]
        entered |= dict.fromkeys((id_, *own) for id_, own in counted.entered.items())
        happened.update(_of_part(period, counted))
    return {
        "games": _table(games, GAMES),
        "events": _table(events, EVENTS),
        "entered": _table(list(entered), ENTERED),
        "happened": _table(list(happened.items()), HAPPENED),
    }


def _table(rows: Sequence[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    return pa.table([list(cells) for cells in zip(*rows, strict=True)], schema=schema) if rows else schema.empty_table()


def _event(counted: CountedPart) -> tuple[int, int, str, str]:
    """Return the first day of a part, by which its list is found, and the last day of its event, by which it is due."""
    part = counted.part
    start = part.event.start or part.list_date
    end = part.accepted.event.end or part.event.end or start
    system = ROUND_ROBIN if part.system in CYCLES else SWISS
    return start.toordinal(), max(start, end).toordinal(), system, part.edition.id


def _of_part(period: Period, counted: CountedPart) -> Mapping[str, int]:
    """Return what a replay cannot do as the closing did it."""
    part = counted.part
    due = rated_in(part.edition, dt.date.fromordinal(_event(counted)[1]))
    return {
        "decided-base": counted.decided,
        "other-list": int(due != period.date),
        "long-event": int(part.event.start != part.accepted.event.start or bool(part.whole)),
        "foreigner": counted.with_foreigners,
        "without-id": counted.without_id,
        "sums": int(counted.summed),
    }


def joined(tables: Sequence[Tables]) -> tuple[pa.Table, pa.Table]:
    """Return the games and the events of all periods; the numbers of events count on."""
    games, before = [GAMES.empty_table()], 0
    for table in tables:
        number = pc.add(table["games"]["event"], pa.scalar(before, pa.int32()))
        games.append(table["games"].set_column(0, "event", number))
        before += table["events"].num_rows
    return pa.concat_tables(games), pa.concat_tables([EVENTS.empty_table(), *(table["events"] for table in tables)])


def under_kept(games: pa.Table, merged: Mapping[str, str]) -> pa.Table:
    """Return the games with the identities that are kept; nobody plays against themselves."""
    if not merged:
        return games
    for name in ("white", "black"):
        kept = pa.array([merged.get(id_, id_) for id_ in games[name].to_pylist()], pa.string())
        games = games.set_column(games.schema.get_field_index(name), name, pa.chunked_array([kept]))
    return games.filter(pc.not_equal(games["white"], games["black"]))


def lent_ratings(tables: Sequence[Tables], merged: Mapping[str, str]) -> tuple[dict[str, tuple[int, int]], set[str]]:
    """Return who took part in rapid or blitz with the standard rating from the first event on, with that rating and K;
    and everybody who ever did."""
    first: dict[str, tuple[int, int]] = {}
    ever: set[str] = set()
    for table in tables:
        for row in table["entered"].to_pylist():
            kept = merged.get(row["id"], row["id"])
            first.setdefault(kept, (row["rating"], row["k"]))
            if row["rating"]:
                ever.add(kept)
    return {id_: own for id_, own in first.items() if own[0]}, ever


def placed(ids: Any, games: pa.Table, events: pa.Table, first: dt.date) -> tuple[pa.Table, pa.Table]:
    """Return the events in the order of a world, and the games with places instead of ids. What began before the first
    list goes by the first list."""
    start, end = (np.maximum(events[name].to_numpy(), first.toordinal()) for name in ("start", "end"))
    order = np.lexsort((np.arange(len(start)), start, end))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    days = {
        name: pa.array((column[order] - EPOCH).astype(np.int32)).cast(pa.date32())
        for name, column in (("start", start), ("end", end))
    }
    systems = events["format"].combine_chunks().take(pa.array(order))
    rows = {"event": place[games["event"].to_numpy()], "round": np.ones(games.num_rows, dtype=np.int32)}
    people = {name: places_of(games[name], pa.chunked_array([ids])) for name in ("white", "black")}
    return (
        pa.table({"event": np.arange(len(order)), **days, "format": systems}),
        pa.table({**rows, **people, "score": games["score"], "played": games["played"]}),
    )


# The standings on the list that a replay begins with, and a history for every K on it.


@dataclass(frozen=True, slots=True)
class FirstStandings:
    """A number for everybody; 0 means nothing. `lent` tells whose rating and K are those of the standard list, with
    which they took part before they had a rating of the time class."""

    rating: Numbers
    k: Numbers
    games: Numbers
    total: Numbers
    highest: Numbers
    lent: Mask

    @classmethod
    def of(
        cls, first: Ledger, ids: Any, time_class: TimeClass, lent: Mapping[str, tuple[int, int]]
    ) -> "FirstStandings":
        places = places_of(ids, first.players["id"])
        rating, k, games, total, highest = (
            first.numbers_at(column(time_class, name), places) for name in ("rating", "k", "games", "total", "highest")
        )
        borrowed = np.array([lent.get(id_, (0, 0)) for id_ in ids.to_pylist()], dtype=np.int32).reshape(-1, 2)
        who = (rating == 0) & (borrowed[:, 0] > 0)
        rating, k = np.where(who, borrowed[:, 0], rating), np.where(who, borrowed[:, 1], k)
        return cls(rating, k, games, total, highest, who)

    def explained(self, edition: Edition, date: dt.date, born: Numbers) -> "tuple[FirstStandings, int]":
        """Give players whose K does not follow from what is known the plainest history that gives it, as on a list that
        is imported. Returns also how many they are, without those whose rating is lent."""
        follows = k_column(edition, date.year, born, self.rating, self.total, self.highest)
        odd = (self.rating > 0) & (self.k != follows)
        made = standings(edition, date, born, self.rating, self.k, self.games)
        fits = odd & (k_column(edition, date.year, born, self.rating, made["total"], made["highest"]) == self.k)
        total, highest = (np.where(fits, made[name], getattr(self, name)) for name in ("total", "highest"))
        return replace(self, total=total, highest=highest), int(np.count_nonzero(odd & ~self.lent))


# The games of an office for a comparison of editions: the first list, and every game as its closing counted it.

FEWEST = 2
KINDS = (
    "decided-base", "decided-rating", "merged", "imported", "transition", "other-list", "begun-before", "waiting",
    "first-k", "long-event", "standing-in", "standing-in-late", "foreigner", "without-id", "sums",
)  # fmt: skip
"""What may be different from the office's own lists, in the order in which it is shown."""


def office_games(
    desk: Desk, time_class: TimeClass = "standard", start: dt.date | None = None, end: dt.date | None = None
) -> HandedGames:
    """Return the rated games of the published lists, the newest version of each, after the list of one day and up to
    that of another; without days, after the first and up to the newest."""
    with read_transaction(desk, published=True) as repository:
        for day in (start, end):
            if day is not None and repository.newest:
                repository.find(day)
        newest = [repository.newest[period] for period in sorted(repository.newest)]
        chosen = [
            row for row in newest if (start is None or row.period >= start) and (end is None or row.period <= end)
        ]
        if len(newest) < FEWEST:
            raise ArpadError("lab-one-list", count=len(newest))
        if len(chosen) < FEWEST:
            raise ArpadError("lab-lists-chosen", count=len(chosen), known=_months(newest))
        return _Collected(desk, repository, time_class, chosen, newest[0] is chosen[0]).handed()


@dataclass(frozen=True, slots=True)
class _Collected:
    """The lists that were chosen; a replay begins with the first, which may be the office's first."""

    desk: Desk
    repository: ListRepository
    time_class: TimeClass
    versions: Sequence[Row[Any]]
    whole: bool

    def handed(self) -> HandedGames:
        """Put the periods together."""
        tables = [self._tables(row) for row in self.versions[1:] if row.kind == CLOSED]
        merged = self.repository.merged()
        named, events = joined(tables)
        games = under_kept(named, merged)
        self._check(bool(pc.any(games["played"]).as_py()), "lab-office-no-games")
        unmerged = self.repository.ledger(self.versions[0])
        first, last = (merge_identities(self.repository.ledger(self.versions[at]), merged) for at in (0, -1))
        ids = _everybody(first, games).sort()
        lent, ever = lent_ratings(tables, merged)
        start = FirstStandings.of(first, ids, self.time_class, lent)
        self._check(bool((start.rating > 0).any()), "lab-office-unrated")
        born = _born(ids, last, first)
        edition = editions_of(self.desk, self.repository, self.versions[0]).get(self.time_class)
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
            return counted_tables(period_of_version(self.desk, self.repository, version), self.time_class)

        return self.repository.made(version, f"counted-{self.time_class}", make)

    def _notes(self, tables: Sequence[Tables], first: Ledger, seen: Mapping[str, int]) -> tuple[SourceNote, ...]:
        """Return what is different from the office's own lists, each with how often it happened."""
        happened: Counter[str] = Counter(seen)
        for table in tables:
            for row in table["happened"].to_pylist():
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
