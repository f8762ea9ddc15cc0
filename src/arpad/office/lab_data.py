"""The office's published lists, games and interim ratings as read-only input for `arpad.lab`."""

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
from arpad.lab.interim import Interim, State, interim_of_period
from arpad.lab.rating_account import game_terms
from arpad.lab.source import TERM_NAMES, GameBlock, GameTerms, LabPeople, ListColumns, PeriodPoints
from arpad.lists.closing import explain_player, opened
from arpad.lists.ledger import Ledger, column, places_of
from arpad.lists.period import Period
from arpad.lists.period_detail import GameDetail, PeriodDetail, period_detail
from arpad.lists.player_period import transitions
from arpad.office._list_repository import ListRepository, next_list
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction
from arpad.office.periods import due_events, period_of_events
from arpad.office.proof.verification import period_of_version
from arpad.rating.change import transition_column
from arpad.rating.columns import Numbers, Wide
from arpad.regulations.articles import TimeClass

# Interim ratings of the office: a player's period game by game, closed or still open.

PUBLISHED = "published"
SEARCHED = 4
"""A game is in one of this many lists after it: long events, and events that came late."""


@dataclass(frozen=True, slots=True)
class InterimSheet:
    """A player's period game by game. It is confirmed, by the digest of the list, once that list is published; until
    then it is provisional (1.5.3a). `period` is the day of the list that the games are rated for."""

    id: str
    name: str
    federation: str
    period: dt.date
    time_class: TimeClass
    state: State
    digest: str
    interim: Interim


def interim_sheet(
    desk: Desk,
    id_: str,
    period: dt.date | None = None,
    time_class: TimeClass = "standard",
    *,
    published: bool = False,
) -> InterimSheet:
    """Follow a rating through the period of a list; without a day, of the list to be made next, from the events that
    were accepted for it. `published`: what is not published yet counts as waiting."""
    with read_transaction(desk, published=published) as repository:
        coming = next_list(desk, repository)
        date = period or coming
        if date is None:
            raise ArpadError("lab-one-list", count=0)
        whole, state, digest = _period(desk, repository, date, coming)
        if time_class not in whole.editions():
            raise ArpadError("list-of-class", time_class=time_class, known=", ".join(whole.editions()))
        row = whole.previous.rows([id_]).get(id_)
        if row is None:
            raise ArpadError("player-not-on-list", id=id_, period=f"{whole.previous.date:%Y-%m}")
        interim = interim_of_period(id_, explain_player(whole, id_, time_class), row.standing(time_class).total)
        return InterimSheet(id_, row.name, row.federation, date, time_class, state, digest, interim)


def _period(desk: Desk, repository: ListRepository, date: dt.date, coming: dt.date | None) -> tuple[Period, State, str]:
    """The period of a list that was made, or of the next one."""
    if date not in repository.newest and date == coming:
        return period_of_events(desk, repository, date, due_events(desk, repository, date)), "provisional", ""
    version = repository.find(date)
    if version.kind == "import":
        raise ArpadError("sheet-imported", period=f"{date:%Y-%m}")
    period = period_of_version(desk, repository, version)
    return period, "confirmed" if version.state == PUBLISHED else "provisional", version.digest


def interim_on(desk: Desk, id_: str, day: dt.date) -> InterimSheet:
    """Return the standard period in which a player had a rated game on a day: one of the lists after it."""
    with read_transaction(desk) as repository:
        later = sorted({*repository.newest, *filter(None, [next_list(desk, repository)])})
    for period in [date for date in later if date > day][:SEARCHED]:
        sheet = interim_sheet(desk, id_, period)
        if any(row.game.date == day for row in sheet.interim.rows):
            return sheet
    raise ArpadError("lab-interim-day", id=id_, date=day.isoformat())


# A version of a list as tables for the laboratory, made once: the list, where its points came from, and its games.

Tables = Mapping[str, pa.Table]
CLOSED = "closed"
RATINGS = ("parent", "base", "computed", "taken", "decided")
"""The rating of a player on its way from list to list."""


def version_tables(desk: Desk, repository: ListRepository, version: Row[Any], time_class: TimeClass) -> Tables:
    """Return the tables of a version: `list`; and `points`, `games`, `parts` and `terms` if it was closed here."""

    def make() -> Tables:
        ledger = repository.ledger(version)
        found = {"list": list_table(ledger, time_class)}
        if version.kind == CLOSED:
            period = period_of_version(desk, repository, version)
            if time_class in period.editions():
                found |= step_tables(period, ledger, time_class)
        return found

    return repository.made(version, f"laboratory-{time_class}", make)


def list_table(ledger: Ledger, time_class: TimeClass) -> pa.Table:
    """The list in one time class; players who are not listed are not active."""
    numbers = {
        name: ledger.numbers(column(time_class, name))
        for name in ("rating", "k", "games", "total", "highest", "inactive")
    }
    active = (numbers["rating"] > 0) & (numbers.pop("inactive") == 0) & ledger.which("absent", "")
    texts = {name: ledger.players[name].combine_chunks() for name in ("id", "federation", "sex")}
    return pa.table({**texts, "born": ledger.numbers("born"), **numbers, "active": active})


def step_tables(period: Period, ledger: Ledger, time_class: TimeClass) -> Tables:
    """Rate a period again, and return where the points of its list came from, with its games."""
    detail, now = period_detail(period, time_class), opened(period)
    edition = period.editions()[time_class]
    terms = {name: [getattr(_terms(detail), name)] for name in TERM_NAMES}
    rules = {"cap": [edition.change.cap.value], "unit": [edition.change.rounding_unit.value]}
    return {
        "points": _points_table(period, ledger, now, detail, time_class),
        "games": _games_table(detail),
        "terms": pa.table(terms | rules),
        "parts": pa.table(
            {
                "listed": pa.array([part.list_date.toordinal() for part in detail.parts], pa.int32()),
                "games": pa.array([part.games for part in detail.parts], pa.int32()),
            }
        ),
        "merged": pa.table(
            {
                "id": pa.array(list(period.decisions.merged), pa.string()),
                "kept": pa.array(list(period.decisions.merged.values()), pa.string()),
            }
        ),
    }


def _terms(detail: PeriodDetail) -> GameTerms:
    """The points that the games created; those of events that came late are counted apart."""
    counted = [game for game in detail.games if not game.late]
    plain = _terms_of([game for game in counted if not game.decided])
    decided = _terms_of([game for game in counted if game.decided])
    return GameTerms(
        games=detail.played,
        both_rated=sum(game.mutual for game in detail.games),
        k_asymmetry=plain.k_asymmetry,
        one_sided_cap=plain.one_sided_cap,
        one_sided_game=plain.one_sided_game,
        event_average=2 * detail.average,
        decided_base=decided.created,
    )


def _terms_of(games: list[GameDetail]) -> GameTerms:
    names = ("mutual", "k_white", "result_white", "k_black", "result_black")
    mutual, *sides = (np.array([getattr(game, name) for game in games], dtype=np.int64) for name in names)
    white, black = (sides[0], sides[1]), (sides[2], sides[3])
    return game_terms(len(games), mutual > 0, white, black)


def _games_table(detail: PeriodDetail) -> pa.Table:
    """The games of two players who were rated for each other."""
    games = [game for game in detail.games if game.mutual]
    whole = {
        name: pa.array([getattr(game, name) for game in games], pa.int32())
        for name in ("part", "score", "difference", "rating")
    }
    people = {name: pa.array([getattr(game, name) for game in games], pa.string()) for name in ("white", "black")}
    listed = pa.array([detail.parts[game.part].list_date.toordinal() for game in games], pa.int32())
    capped = pa.array([game.capped for game in games], pa.bool_())
    return pa.table({**people, **whole, "capped": capped, "listed": listed})


def _points_table(period: Period, ledger: Ledger, now: Ledger, detail: PeriodDetail, time_class: TimeClass) -> pa.Table:
    """The way of every rating of which something changed before the floor; `change` and `late` are hundredths."""
    ids, rating = now.players["id"], column(time_class, "rating")
    base = now.numbers(rating).astype(np.int64)
    played = {player.id: player for player in detail.players}
    place = {id_: at for at, id_ in enumerate(ids.to_pylist()) if id_ in played}
    change, late, computed = np.zeros_like(base), np.zeros_like(base), base.copy()
    for id_, at in place.items():
        own = played[id_]
        change[at], late[at], computed[at] = own.change, own.late, own.computed
    standard = ledger.numbers_at("rating", places_of(ids, ledger.players["id"]))
    taken = _taken(period, time_class, computed, standard)
    decided = taken.copy()
    chosen = {
        decision.id: decision.rating for decision in period.decisions.ratings if decision.time_class == time_class
    }
    for at, id_ in enumerate(ids.to_pylist()):
        if id_ in chosen:
            decided[at] = chosen[id_]
    parent = period.previous.numbers_at(rating, places_of(ids, period.previous.players["id"])).astype(np.int64)
    columns = dict(zip(RATINGS, (parent, base, computed, taken, decided), strict=True)) | {
        "change": change,
        "late": late,
    }
    moved = (change != 0) | (late != 0)
    for name in RATINGS[1:]:
        moved |= columns[name] != parent
    moved &= base > 0
    kept = {name: values[moved] for name, values in columns.items()}
    return pa.table({"id": ids.combine_chunks().filter(pa.array(moved)), **kept})


def _taken(period: Period, time_class: TimeClass, computed: Wide, standard: Numbers) -> Wide:
    """The ratings after the transitions that the list makes; rapid and blitz look at the standard list."""
    rating = computed.astype(np.int32)
    for edition in transitions(period, time_class, period.previous.date, period.date):
        rating = transition_column(edition, rating, standard)
    return rating.astype(np.int64)


# An office as a source of the laboratory: the published lists of a time class, and the games between them.


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

    def __init__(
        self, desk: Desk, repository: ListRepository, time_class: TimeClass, *, first_versions: bool = False
    ) -> None:
        self._desk, self._repository, self._time_class = desk, repository, time_class
        chosen: dict[dt.date, Row[Any]] = {}
        for row in repository.versions:
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
        return version_tables(self._desk, self._repository, version, self._time_class)

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
        merged = {drop: place[keep] for drop, keep in self._repository.merged().items() if keep in place}
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
            parent = self._repository.parent(version)
            same = parent is None or parent.id == self._versions[place - 1].id
            made_from = before if same or parent is None else self._columns(parent)
            places = merged_places(tables, self.people.ids)
            yield ListStep(
                following(before, places), after, following(made_from, places).rating, tables, self.people.ids
            )
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
    with read_transaction(desk, published=True) as repository:
        yield OfficeSource(desk, repository, time_class, first_versions=first_versions)


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
