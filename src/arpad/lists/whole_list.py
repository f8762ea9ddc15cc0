"""Rules applied to a whole list: transitions, floors, K, activity, ranks, and players no longer rated."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.games import History
from arpad.domain.values import first_of_month, month_number
from arpad.lists.ledger import (
    PLAYED,
    Ledger,
    LedgerRow,
    column,
    day_number,
    day_of,
    narrow,
    numbers,
    places_of,
    standard_k_column,
)
from arpad.rating.change import transition_column
from arpad.rating.coefficient import k_factor, k_found_again, with_floor_kept
from arpad.rating.columns import Mask, Numbers, by_case
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Edition

# Players who were rated on the list before and are not any more: the list shows them once, as not rated.


def fallen(before: Ledger | None, ledger: Ledger, classes: Sequence[TimeClass]) -> Mapping[TimeClass, Mask]:
    """7.2.1, 6.2.1, 2017 7.21, 2003 and 2005 9.21, FEDA 8.21: of the players of a list, by time class, those who had a
    rating on the list before it and have none now.

    Nobody if there is no list before. The deceased and the members of
    an excluded federation are not listed at all (10.1, 16).
    """
    if before is None or before.date >= ledger.date:
        return {time_class: np.zeros(len(ledger), dtype=np.bool_) for time_class in classes}
    listed, places = ledger.which("absent", ""), places_of(ledger.players["id"], before.players["id"])
    ratings = {time_class: column(time_class, "rating") for time_class in classes}
    return {
        time_class: listed & (ledger.numbers(name) == 0) & (before.numbers_at(name, places) > 0)
        for time_class, name in ratings.items()
    }


# Ranks: a player's place by rating among the active players of a list, in the world of the office and at home.

Tables = Mapping[str, pa.Table]


@dataclass(frozen=True, slots=True)
class PlayerRank:
    """A player's places in one time class: among all active players, and among those of their federation. Equal
    ratings share a place."""

    world: int
    federation: int


class Ranks:
    """The ratings of the active players of a list, in order; a rank is one search in them."""

    def __init__(self, tables: Tables) -> None:
        self._codes = {name: code for code, name in enumerate(tables["homes"]["federation"].to_pylist())}
        self._ordered = {name: _opened(tables, name) for name in TIME_CLASSES}

    def of(self, federation: str, ratings: Sequence[int]) -> Mapping[TimeClass, PlayerRank]:
        """Return the ranks of a player of a federation with these ratings as an active player, 0 for none."""
        ranks = {}
        for name, rating in zip(TIME_CLASSES, ratings, strict=True):
            if rating:
                world, at_home, first = self._ordered[name]
                home = self._codes[federation]
                own = at_home[int(first[home]) : int(first[home + 1])]
                ranks[name] = PlayerRank(_place(world, rating), _place(own, rating))
        return ranks


def active_players(ledger: Ledger, time_class: TimeClass) -> Mask:
    """Return which players have a rating, may be listed (16, 10.1) and are not inactive. Nobody else has a rank."""
    rated = ledger.numbers(column(time_class, "rating")) > 0
    active: Mask = ledger.which("absent", "") & rated & (ledger.numbers(column(time_class, "inactive")) == 0)
    return active


def active_ratings(row: LedgerRow) -> list[int]:
    """Return the ratings of one player, 0 if they are not active."""
    return [0 if own.inactive or row.absent else own.rating for own in row.standings]


def rank_tables(ledger: Ledger) -> Tables:
    """Return the ratings in order; the same, federation by federation; and where each federation begins."""
    names = pc.unique(ledger.players["federation"])
    homes: Any = pc.index_in(ledger.players["federation"], value_set=names).to_numpy()
    found, begins = {}, {}
    for time_class in TIME_CLASSES:
        active = active_players(ledger, time_class)
        ratings, own = ledger.numbers(column(time_class, "rating"))[active], homes[active]
        order = np.lexsort((ratings, own))
        found[f"ranks-{time_class}"] = pa.table({"world": narrow(np.sort(ratings)), "home": narrow(ratings[order])})
        begins[f"homes-{time_class}"] = pa.table(
            {"first": narrow(np.searchsorted(own[order], np.arange(len(names) + 1)))}
        )
    return {"homes": pa.table({"federation": names}), **begins, **found}


def _opened(tables: Tables, time_class: TimeClass) -> tuple[Any, Any, Any]:
    ranks = tables[f"ranks-{time_class}"]
    return numbers(ranks["world"]), numbers(ranks["home"]), numbers(tables[f"homes-{time_class}"]["first"])


def _place(ordered: Any, rating: int) -> int:
    """Return one more than the players with a higher rating."""
    return len(ordered) - int(np.searchsorted(ordered, ordered.dtype.type(rating), side="right")) + 1


# Rules for a whole list, column by column: transitions, floors, K, activity, who may be listed. Each rule is the
# reference engine's own function, called once for every different case among the players.


def with_transition(ledger: Ledger, edition: Edition, time_class: TimeClass) -> Ledger:
    """Return every rating as the edition takes it over (1 March 2024, 1 October 2022)."""
    name = column(time_class, "rating")
    taken = transition_column(edition, ledger.numbers(name), ledger.numbers("rating"))
    return ledger.with_numbers({name: taken})


def with_floor(ledger: Ledger, edition: Edition, time_class: TimeClass) -> Ledger:
    """7.2.1: below the floor a player is unrated from this list on."""
    names = [column(time_class, name) for name in ("rating", "k", "highest")]
    kept = with_floor_kept(edition, *(ledger.numbers(name) for name in names))
    return ledger.with_numbers(dict(zip(names, kept, strict=True)))


def with_k(
    ledger: Ledger, edition: Edition, time_class: TimeClass, before: Edition | None, others: Collection[str] = ()
) -> Ledger:
    """Return K as the list publishes it, for the period that it opens.

    Besides those of `k_found_again`, players who are new here may have another K if it is that of the standard list,
    and the `others` named."""
    names = ("rating", "k", "games", "total", "highest")
    rating, k, games, total, highest = (ledger.numbers(column(time_class, name)) for name in names)
    born, birthday = ledger.numbers("born"), ledger.numbers("birthday")
    rules = edition.k
    again = k_found_again(edition, before, ledger.date.year, born, rating, k, games)
    beside = standard_k_column(ledger, edition, time_class)
    if rules.standing_in.value is not None and rules.new_games.value is not None:
        again |= (rating > 0) & (total < rules.new_games.value)
    if others:
        named = pc.is_in(ledger.players["id"], value_set=pa.array(sorted(others), pa.string()))
        again |= (rating > 0) & np.asarray(named.to_numpy(), dtype=np.bool_)

    def coefficient(rating: int, total: int, highest: int, born: int, birthday: int, beside: int) -> int:
        known = History(rating, total, highest, ledger.date, born or None, day_of(birthday), beside or None)
        return k_factor(edition, known).k

    k[again] = by_case(coefficient, *(value[again] for value in (rating, total, highest, born, birthday, beside)))
    return ledger.with_numbers({column(time_class, "k"): k})


def with_earlier_games(ledger: Ledger, games: Sequence[tuple[str, TimeClass, int, int]]) -> Ledger:
    """Return the games of a first rating from before it, by id, class and list: they too are rated now."""
    if not games:
        return ledger
    added = pa.table([list(cells) for cells in zip(*games, strict=True)], schema=PLAYED)
    keys = ["id", "time_class", "period"]
    sums = pa.concat_tables([ledger.played, added]).group_by(keys).aggregate([("games", "sum")])
    return replace(ledger, played=sums.rename_columns([*keys, "games"]).cast(PLAYED))


def with_games(ledger: Ledger, editions: Mapping[TimeClass, Edition]) -> Ledger:
    """Return the games of this list added to those of the last year; older ones are no longer needed."""
    months = max(edition.lists.inactive_months.value for edition in editions.values())
    oldest = day_number(months_before(ledger.date, months))
    tables = [ledger.played.filter(pc.greater(ledger.played["period"], oldest))]
    for time_class in editions:
        games = ledger.players[column(time_class, "games")]
        rated = pc.greater(ledger.players[column(time_class, "rating")], 0)
        who = ledger.players.filter(pc.and_(pc.greater(games, 0), rated))
        height = who.num_rows
        columns = [
            who["id"],
            pa.array([time_class] * height, pa.string()),
            pa.array([day_number(ledger.date)] * height, pa.int32()),
            who[column(time_class, "games")],
        ]
        tables.append(pa.table(columns, schema=PLAYED))
    order = [("id", "ascending"), ("time_class", "ascending"), ("period", "ascending")]
    return replace(ledger, played=pa.concat_tables(tables).sort_by(order).combine_chunks())


def months_before(date: dt.date, months: int) -> dt.date:
    """Return the first of the month, this many months earlier."""
    return first_of_month(month_number(date) - months)


def with_activity(ledger: Ledger, edition: Edition, time_class: TimeClass, previous: dt.date) -> Ledger:
    """Find inactive players, and since which list (FEDA 8.22, 2003 and 2005 9.22, later 7.2). `previous` is the day of
    the list before.

    Nobody becomes inactive before a whole year of games is known here.
    """
    in_year = games_since(ledger, time_class, months_before(ledger.date, edition.lists.inactive_months.value))
    rating, games, was = (ledger.numbers(column(time_class, name)) for name in ("rating", "games", "inactive"))
    before = games_since(ledger, time_class, previous - dt.timedelta(days=1)) - games
    inactive = inactive_since(edition, ledger.date, ledger.since, rating, games, in_year, was, before)
    return ledger.with_numbers({column(time_class, "inactive"): inactive})


def inactive_since(
    edition: Edition,
    date: dt.date,
    since: dt.date,
    rating: Numbers,
    games: Numbers,
    in_year: Numbers,
    was: Numbers,
    before: Numbers,
) -> Numbers:
    """FEDA 8.22, 2003 and 2005 9.22, later 7.2: the list since which players are inactive, as a day number; 0 for the
    others. `was` is the same column of the list before, `before` its games, `since` the first list there is.

    7.2.2b: a player with a game in a period is active on the next list. So one whom an imported list calls inactive,
    with games, is active on the list after it.
    """
    rules = edition.lists
    enough = (games if rules.active_within.value == "period" else in_year) >= rules.active_games.value
    if rules.active_within.value == "period" and rules.returning.value == "next-list":
        enough |= before >= rules.active_games.value
    now = np.where(enough, np.int32(0), was)
    if since <= months_before(date, rules.inactive_months.value):
        now[(was == 0) & (in_year < rules.inactive_games.value)] = day_number(date)
    return now * (rating > 0)


def games_since(ledger: Ledger, time_class: TimeClass, after: dt.date) -> Numbers:
    """Return every player's games on the lists after a day."""
    of_class = pc.equal(ledger.played["time_class"], time_class)
    played = ledger.played.filter(pc.and_(of_class, pc.greater(ledger.played["period"], day_number(after))))
    places = pc.index_in(played["id"], value_set=ledger.players["id"].combine_chunks())
    known = pc.is_valid(places)
    sums = np.zeros(len(ledger), dtype=np.int32)
    games = played["games"].filter(known)
    np.add.at(sums, np.asarray(places.filter(known), dtype=np.int64), np.asarray(games, dtype=np.int32))
    return sums


def with_absences(ledger: Ledger, excluded: frozenset[str]) -> Ledger:
    """16.1 to 16.3, 10.1: members of an excluded federation are not listed while it is; the deceased are not at all."""
    players = ledger.players
    out = pc.is_in(players["federation"], value_set=pa.array(sorted(excluded), pa.string()))
    gone = pc.equal(players["absent"], "deceased")
    absent = pc.if_else(gone, "deceased", pc.if_else(out, "excluded", ""))
    at = players.schema.get_field_index("absent")
    return replace(ledger, players=players.set_column(at, "absent", absent))
