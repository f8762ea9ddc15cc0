"""A rating list from elsewhere as the first ledger: its K and games count until the office's own history tells more.

A list has a player's K but not the reason. So each gets the plainest history that gives the listed K: enough games or
too few, a peak once reached. If there is none, the listed K is kept.

Lists in a series: each continues the list before it, whose games and activity are known. What a list publishes stays
as it is; what it does not (games so far, highest rating, since when somebody is inactive, the games of the year) comes
from the lists before if these explain the listed K.
"""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.formats.rating_lists.columns import Found, date_of, is_combined
from arpad.formats.rating_lists.files import read_table
from arpad.i18n import ArpadError, Words
from arpad.lists.ledger import (
    NEWCOMERS,
    PLAYED,
    PLAYERS,
    STANDING,
    TEXTS,
    Ledger,
    Standing,
    column,
    day_number,
    places_of,
    standard_k_column,
)
from arpad.lists.whole_list import games_since, months_before
from arpad.progress import CountDone
from arpad.rating.coefficient import k_column
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.rating.participants import MANY_GAMES
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Edition

Columns = dict[str, Any]


def ledger_from_list(
    path: Path,
    date: dt.date,
    editions: Mapping[TimeClass, Edition],
    *,
    time_class: TimeClass = "standard",
    progress: CountDone | None = None,
    found: Found | None = None,
) -> Ledger:
    """Read any rating list file as the ledger of a day. A list of one class is of `time_class`, a combined one of all.

    Classes without an edition are left out. If an id appears twice, the first row counts.
    """
    table = read_table(path, progress=progress, found=found)
    combined = is_combined(table.schema)
    classes = [other for other in (TIME_CLASSES if combined else (time_class,)) if other in editions]
    if not classes:
        raise ArpadError("list-of-class", time_class=time_class, known=", ".join(editions))
    if found is not None and (written := date_of(table.schema)) not in (None, date):
        found.add("list-other-date", "warning", None, None, written=written, date=date)
    order = _order(table["id"])
    columns = _people(table, order)
    inactive = _says(table["flag"], "i")[order] * np.int32(day_number(date))
    flagged = flagged_classes(classes)
    for one in classes:
        listed = {
            name: _numbers(table, column(one, name) if combined else name, order) for name in ("rating", "k", "games")
        }
        standing = standings(editions[one], date, columns["born"], **listed)
        standing["inactive"] = np.where((standing["rating"] > 0) & (one in flagged), inactive, np.int32(0))
        columns |= {column(one, name): values for name, values in standing.items()}
    players = _players(columns, len(order))
    return Ledger(date, date, players, _played(players, classes, date), NEWCOMERS.empty_table())


def names_of_list(table: pa.Table) -> Ledger:
    """Return the persons of a list with the rating that it has: what a search for names needs of a ledger."""
    order, date = _order(table["id"]), date_of(table.schema) or dt.date.min
    columns = _people(table, order) | {"rating": _numbers(table, "rating", order)}
    return replace(Ledger.empty(date), players=_players(columns, len(order)))


def flagged_classes(classes: Sequence[TimeClass]) -> tuple[TimeClass, ...]:
    """Return the classes that the flag of a list is about: its own; of FIDE's combined list, with one flag for three
    classes, standard alone."""
    return tuple(time_class for time_class in classes if time_class == "standard" or len(classes) == 1)


def classes_in(ledger: Ledger) -> tuple[TimeClass, ...]:
    """Return the classes in which somebody has a rating."""
    return tuple(time_class for time_class in TIME_CLASSES if (ledger.numbers(column(time_class, "rating")) > 0).any())


def with_classes_of(ledger: Ledger, other: Ledger, classes: Collection[TimeClass]) -> Ledger:
    """Return a list with some classes of another list. Of the same day they come with their games; of an earlier list
    they are carried on, without games in this period. Players are those of both lists."""
    same_day = ledger.date == other.date
    missing = other.players.filter(pc.invert(pc.is_in(other.players["id"], ledger.players["id"].combine_chunks())))
    rows = other.rows(missing["id"].to_pylist()).values()
    nothing = (Standing(),) * len(TIME_CLASSES)
    alone = [
        row._replace(standings=nothing)
        for row in rows
        if any(row.standing(time_class).rating for time_class in classes)
    ]
    whole = ledger.with_rows(alone) if alone else ledger
    places = places_of(whole.players["id"], other.players["id"])
    columns = {
        column(time_class, name): other.numbers_at(column(time_class, name), places) * (same_day or name != "games")
        for time_class in classes
        for name in STANDING
    }
    if same_day:
        own = pc.and_(
            pc.is_in(other.played["time_class"], pa.array(sorted(classes), pa.string())),
            pc.equal(other.played["period"], day_number(other.date)),
        )
        order = [(name, "ascending") for name in ("id", "time_class", "period")]
        played = pa.concat_tables([whole.played, other.played.filter(own)]).sort_by(order).combine_chunks()
        whole = replace(whole, played=played)
    return whole.with_numbers(columns)


def _order(ids: pa.ChunkedArray) -> Wide:
    """Return the places of the players in the order of their ids; the sort is stable, so equal ids keep their order."""
    order = pc.sort_indices(ids)
    ordered = ids.combine_chunks().take(order)
    first = np.ones(len(ordered), dtype=np.bool_)
    if len(ordered) > 1:
        first[1:] = pc.not_equal(ordered[1:], ordered[:-1]).to_numpy(zero_copy_only=False)
    return np.asarray(order.to_numpy()[first], dtype=np.int64)


def _says(flags: pa.ChunkedArray, letter: str) -> Mask:
    return np.asarray(pc.match_substring(flags, letter, ignore_case=True).to_numpy(), dtype=np.bool_)


def _numbers(table: pa.Table, name: str, order: Wide) -> Numbers:
    return np.asarray(table[name].fill_null(0).to_numpy()[order], dtype=np.int32)


def _people(table: pa.Table, order: Wide) -> Columns:
    """Return the personal data. Lists without a column for the sex mark women by their flag."""
    places = pa.array(order)
    texts = {name: table[name].combine_chunks().take(places) for name in TEXTS if name in table.schema.names}
    women = pc.and_(pc.equal(texts["sex"], ""), pa.array(_says(table["flag"], "w")[order]))
    texts["sex"] = pc.if_else(women, "F", pc.ascii_upper(texts["sex"]))
    return {**texts, "born": _numbers(table, "born", order)}


def _players(columns: Columns, height: int) -> pa.Table:
    nothing = {True: pa.repeat("", height), False: pa.array(np.zeros(height, np.int32))}
    return pa.table(
        [pa.array(columns[name]) if name in columns else nothing[name in TEXTS] for name in PLAYERS.names],
        schema=PLAYERS,
    )


def _played(players: pa.Table, classes: list[TimeClass], date: dt.date) -> pa.Table:
    """Return the games of the list itself, by id and time class."""
    rows, named, games = [], [], []
    for time_class in sorted(classes):
        listed = players[column(time_class, "games")].to_numpy()
        rows.append(np.flatnonzero(listed))
        named.append(pa.repeat(time_class, len(rows[-1])))
        games.append(listed[rows[-1]])
    places = np.concatenate(rows)
    order = np.argsort(places, kind="stable")
    return pa.table(
        [
            players["id"].combine_chunks().take(pa.array(places[order])),
            pa.concat_arrays(named).take(pa.array(order)),
            pa.repeat(pa.scalar(day_number(date), pa.int32()), len(order)),
            pa.array(np.concatenate(games)[order], pa.int32()),
        ],
        schema=PLAYED,
    )


def standings(
    edition: Edition, date: dt.date, born: Numbers, rating: Numbers, k: Numbers, games: Numbers
) -> dict[str, Numbers]:
    """Return the columns of a standing except `inactive`, from a list; 0 means nothing, and all is 0 for players
    without a rating. Without a K in the list, it is that of a player who is not new and was never higher."""
    settled = np.maximum(games, np.int32(_settled(edition)))
    total, highest = settled.copy(), rating.copy()
    assumed = k_column(edition, date.year, born, rating, settled, rating)
    if edition.k.method.value == "fixed":
        k = assumed
    else:
        searched = k > 0
        k = np.where(searched, k, assumed)
        for some_total, some_highest in _histories(edition, rating, games, settled):
            fits = searched & (k_column(edition, date.year, born, rating, some_total, some_highest) == k)
            total[fits], highest[fits] = some_total[fits], some_highest[fits]
            searched &= ~fits
    rated = rating > 0
    made = dict(zip(STANDING, (rating, k, games, total, highest), strict=False))
    return {name: np.where(rated, values, np.int32(0)) for name, values in made.items()}


def _settled(edition: Edition) -> int:
    """Return after how many games nobody is new or kept from the lowest K; many, if the edition does not say."""
    asked = [value for value in (edition.k.new_games.value, edition.k.low_games.value) if value is not None]
    return max(asked, default=MANY_GAMES)


def _histories(
    edition: Edition, rating: Numbers, games: Numbers, settled: Numbers
) -> Iterator[tuple[Numbers, Numbers]]:
    """Return games so far and highest rating that can explain a K, the plainest first: as listed, no longer new (a
    junior's K is then a junior's); new; a junior once at the junior limit; the same, and new; once at the top.

    A list has the games of its period, not all games so far: for new players only these are known.
    """
    rules, numbered = edition.k, edition.numbered
    yield settled, rating
    least = 0 if numbered is None else numbered.provisional_games.value
    for last, _ in () if numbered is None else numbered.by_games.value:
        yield np.maximum(games, np.int32(least)), rating
        least = last
    few = None if rules.new_games.value is None else np.minimum(games, np.int32(rules.new_games.value - 1))
    if few is not None:
        yield few, rating
    if rules.junior_below.value is not None:
        once = np.maximum(rating, np.int32(rules.junior_below.value))
        yield settled, once
        if few is not None:
            yield few, once
    if rules.low_from.value is not None:
        yield settled, np.maximum(rating, np.int32(rules.low_from.value))


NAMED = 5
"""At most this many players are named in a finding that stands for all of its kind."""


def continued(
    previous: Ledger,
    listed: Ledger,
    editions: Mapping[TimeClass, Edition],
    *,
    next_list: bool,
    flagged: Collection[TimeClass] = TIME_CLASSES,
) -> Ledger:
    """Return an imported list that goes on from the list before. `next_list`: no list lies between them, so that the
    games of the year are known on. `flagged` are the classes whose activity the list tells; that of the others goes on
    as it was, until they play."""
    before = _Before.of_list(previous, listed)
    columns: dict[str, Numbers] = {}
    for time_class, edition in editions.items():
        columns |= before.standing(time_class, edition, flagged=time_class in flagged)
    born, birthday = listed.numbers("born"), listed.numbers("birthday")
    known = before.of("birthday")
    columns["birthday"] = np.where((birthday == 0) & (known // 10_000 == born), known, birthday)
    ledger = replace(listed.with_numbers(columns), newcomers=_still_unrated(previous, listed))
    if not next_list:
        return replace(ledger, since=listed.date)
    months = max((one.lists.inactive_months.value for one in editions.values()), default=0)
    oldest = day_number(months_before(listed.date, months))
    kept = previous.played.filter(
        pc.and_(
            pc.greater(previous.played["period"], oldest), pc.less(previous.played["period"], day_number(listed.date))
        )
    )
    own = listed.played.filter(pc.equal(listed.played["period"], day_number(listed.date)))
    order = [(name, "ascending") for name in ("id", "time_class", "period")]
    return replace(ledger, since=previous.since, played=pa.concat_tables([kept, own]).sort_by(order).combine_chunks())


@dataclass(frozen=True, slots=True)
class _Before:
    """The list before, and the places of the players of a list on it; -1 if they are missing."""

    previous: Ledger
    listed: Ledger
    places: Wide

    @classmethod
    def of_list(cls, previous: Ledger, listed: Ledger) -> "_Before":
        return cls(previous, listed, places_of(listed.players["id"], previous.players["id"]))

    def of(self, name: str) -> Numbers:
        """Return a column of the list before, for the players of this one; 0 if they are not on it."""
        return self.previous.numbers_at(name, self.places)

    def standing(self, time_class: TimeClass, edition: Edition, *, flagged: bool) -> dict[str, Numbers]:
        """Return games so far, highest rating and inactivity of one class: from the lists before if the listed K
        follows from them, else as the list alone lets them be seen."""
        own = {name: self.listed.numbers(column(time_class, name)) for name in ("rating", "k", "games", "inactive")}
        born, year = self.listed.numbers("born"), self.listed.date.year
        plain = standings(edition, self.listed.date, born, own["rating"], own["k"], own["games"])
        rated = self.of(column(time_class, "rating")) > 0
        total = self.of(column(time_class, "total")) + own["games"]
        highest = np.maximum(self.of(column(time_class, "highest")), own["rating"])
        follows = rated & (own["rating"] > 0)
        beside = standard_k_column(self.listed, edition, time_class)  # 7.3.3: of players new to rapid or blitz
        follows &= k_column(edition, year, born, own["rating"], total, highest, beside) == own["k"]
        since, today = self.of(column(time_class, "inactive")), np.int32(day_number(self.listed.date))
        inactive = np.where(own["inactive"] > 0, np.where(since > 0, since, today), np.int32(0))
        if not flagged:
            idle = own["games"] < edition.lists.active_games.value
            inactive = np.where((own["rating"] > 0) & idle, since, np.int32(0))
        return {
            column(time_class, "total"): np.where(follows, total, plain["total"]),
            column(time_class, "highest"): np.where(follows, highest, plain["highest"]),
            column(time_class, "inactive"): inactive,
        }


def _still_unrated(previous: Ledger, listed: Ledger) -> pa.Table:
    """Return the results of players without a rating, as long as the list gives them none."""
    kept = previous.newcomers
    for time_class in ("standard", "rapid", "blitz"):
        rated = listed.players.filter(pc.greater(listed.players[column(time_class, "rating")], 0))["id"]
        out = pc.and_(pc.equal(kept["time_class"], time_class), pc.is_in(kept["id"], rated.combine_chunks()))
        kept = kept.filter(pc.invert(out))
    return kept.combine_chunks()


def tell_oddities(
    previous: Ledger | None,
    ledger: Ledger,
    editions: Mapping[TimeClass, Edition],
    found: Found,
    flagged: Collection[TimeClass] = TIME_CLASSES,
) -> None:
    """Tell what an imported list leaves open or contradicts itself in: one finding for each kind, with its players."""
    for time_class, edition in editions.items():
        own = {name: ledger.numbers(column(time_class, name)) for name in ("rating", "k", "games", "total", "inactive")}
        rated, rules = own["rating"] > 0, edition.lists
        if not rated.any():
            continue
        odd = rated & (own["inactive"] > 0) & (own["games"] >= rules.active_games.value)
        _tell(found, ledger, "series-inactive-games", "warning", odd, time_class)
        year_ago = months_before(ledger.date, rules.inactive_months.value)
        if ledger.since <= year_ago and time_class in flagged:
            idle = games_since(ledger, time_class, year_ago) < rules.inactive_games.value
            _tell(found, ledger, "series-idle", "warning", rated & idle & (own["inactive"] == 0), time_class)
        _tell(found, ledger, "series-junior-turn", "info", rated & _turned(ledger, edition, own), time_class)
        if previous is None:
            _tell(found, ledger, "series-games-before", "info", rated, time_class, date=ledger.date)


def _turned(ledger: Ledger, edition: Edition, own: Mapping[str, Numbers]) -> Mask:
    """A junior's K of somebody who grew up with the last year: it may be a newcomer's, or the K of the year before."""
    rules = edition.k
    if rules.junior.value is None or rules.junior_age.value is None or rules.new_games.value is None:
        return np.zeros(len(ledger), dtype=np.bool_)
    grown = ledger.date.year - ledger.numbers("born") == rules.junior_age.value + 1
    return np.asarray(grown & (own["k"] == rules.junior.value) & (own["total"] < rules.new_games.value))


def _tell(
    found: Found, ledger: Ledger, code: str, severity: Any, which: Mask, time_class: TimeClass, **values: dt.date
) -> None:
    places = np.flatnonzero(which)
    if len(places):
        ids = ledger.players["id"].take(pa.array(places[:NAMED])).to_pylist()
        named = ", ".join(ids) + (" …" if len(places) > NAMED else "")
        found.add(
            code,
            severity,
            None,
            None,
            count=len(places),
            ids=named,
            time_class=Words(f"time-class.{time_class}"),
            **values,
        )
