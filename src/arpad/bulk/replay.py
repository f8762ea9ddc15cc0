"""Replay many rating periods over columns of games, the list as columns too; equal to `lists.closing.close_period`."""

import datetime as dt
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arpad.bulk.input_files import Events, GameColumns, Players
from arpad.bulk.numbered import Kept, NumberedGames, rate_numbered
from arpad.i18n import ArpadError
from arpad.lists.whole_list import inactive_since, months_before
from arpad.rating.change import new_rating, transition_column, transitions_between
from arpad.rating.coefficient import k_column, k_found_again, outgrown, used_k_column, with_floor_kept
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.rating.first_rating import FirstRatings, first_ratings
from arpad.rating.game_by_game import Games, Sums, rate_games
from arpad.rating.newcomer import Pool, fresh_results
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition, list_in_force, lists_after, rated_in
from arpad.regulations.rating_editions import Regulations

# The list as columns: a number for every player, in the order of the ids.


class Played(NamedTuple):
    """Games rated for one list. Players who entered the list later may be in it twice."""

    player: Numbers
    games: Numbers

    def with_others(self, other: "Played") -> "Played":
        return Played(*(np.concatenate(columns) for columns in zip(self, other, strict=True)))


@dataclass(slots=True)
class State:
    """The list of a day and what the next one needs. 0 means nothing, as in a ledger.

    `games`: rated for this list; `total`: so far; `highest`: ever published; `inactive`: since which list, as a day
    number; `in_year`: the games of the last year, and `played`: those of each of its lists; `past`: ratings by list, as
    far back as events began; `asked`: the players whose row may differ from the list before. `pool` are the results of
    players without a rating; `kept` the same of an edition that numbers the games.
    """

    date: dt.date
    since: dt.date
    born: Numbers
    rating: Numbers
    k: Numbers
    games: Numbers
    total: Numbers
    highest: Numbers
    inactive: Numbers
    in_year: Numbers
    pool: Pool = field(default_factory=Pool.empty)
    kept: Kept = field(default_factory=dict)
    played: dict[dt.date, Played] = field(default_factory=dict)
    past: dict[dt.date, Numbers] = field(default_factory=dict)
    asked: Wide = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.rating)

    @classmethod
    def first(
        cls, date: dt.date, born: Numbers, rating: Numbers, k: Numbers, total: Numbers, highest: Numbers
    ) -> "State":
        """Return the list to begin with: no games of its own, and every rated player in question."""
        nothing = np.zeros(len(rating), dtype=np.int32)
        state = cls(date, date, born, rating, k, nothing, total, highest, nothing, nothing)
        return replace(state, past={date: rating}, asked=np.flatnonzero(rating > 0))

    def begun(self, date: dt.date) -> "State":
        """Return the list of a later day before anything is added: new columns, and no games yet."""
        own = {name: getattr(self, name).copy() for name in NUMBERS if name not in ("born", "games")}
        return replace(self, date=date, games=np.zeros(len(self), dtype=np.int32), **own)

    @property
    def definitive(self) -> Numbers:
        """Return the ratings that each game changes; 0 for players whose rating is provisional (FRBE 10.e)."""
        rating = self.rating.copy()
        rating[list(self.kept)] = 0
        return rating

    def listed(self, places: Wide) -> tuple[Numbers, Numbers, Numbers, Mask]:
        """Return what the list has for some players: rating, K, games, and whether they are active."""
        rating, k, games, inactive = (value.take(places) for value in (self.rating, self.k, self.games, self.inactive))
        return rating, k, games, (rating > 0) & (inactive == 0)


NUMBERS = ("born", "rating", "k", "games", "total", "highest", "inactive", "in_year")
"""The columns of a state with a number for every player."""


def first_state(
    date: dt.date, edition: Edition, born: Numbers, rating: Numbers, games_played: Numbers, highest: Numbers
) -> State:
    """Return the list to begin with: K follows from the games and the highest rating given."""
    k = k_column(edition, date.year, born, rating, games_played, highest)
    k[rating == 0] = 0
    return State.first(date, born, rating, k, games_played, np.maximum(highest, rating))


# The rows of a list that differ from the list before: published, hashed and written.

LISTS = pa.schema(
    [
        ("period", pa.date32()), ("id", pa.int64()), ("rating", pa.int32()), ("k", pa.int32()), ("games", pa.int32()),
        ("change", pa.int32()), ("active", pa.bool_()),
    ]
)  # fmt: skip
MADE_BY = b"edition"
"""Where a file of lists names its edition."""
EPOCH = dt.date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a list, by ascending id."""

    date: dt.date
    id: Wide
    rating: Numbers
    k: Numbers
    games: Numbers
    change: Numbers
    active: Mask

    def columns(self) -> Iterator[Any]:
        """Return all columns but the date, as in the file."""
        return (getattr(self, name) for name in LISTS.names[1:])

    def digest(self, before: str) -> str:
        """Return the digest of all lists up to this one, from the digest of the lists before it."""
        summary = hashlib.sha256(f"{before} {self.date.isoformat()}".encode())
        for column in self.columns():
            summary.update(np.ascontiguousarray(column, dtype="<i8").data)
        return summary.hexdigest()

    def table(self) -> pa.Table:
        days = pa.repeat(pa.scalar(self.date, pa.date32()), len(self.id))
        return pa.table([days, *(pa.array(column) for column in self.columns())], schema=LISTS)


def differing(ids: Wide, before: State | None, state: State) -> Rows:
    """Return the rows that differ in rating, K, games or activity, among those in question; a first list is all new."""
    rating, k, games, active = now = state.listed(state.asked)
    was = [np.zeros_like(column) for column in now] if before is None else before.listed(state.asked)
    change = np.where((was[0] > 0) & (rating > 0), rating - was[0], np.int32(0))
    which = np.logical_or.reduce([one != other for one, other in zip(was, now, strict=True)])
    ids = ids[state.asked[which]]
    return Rows(state.date, ids, rating[which], k[which], games[which], change[which], active[which])


def list_writer(file: Path, made_by: str) -> pq.ParquetWriter:
    """Open a Parquet file of lists, which names the edition that it was made by. The ids ascend, so their differences
    are small; the other numbers are few."""
    few = [name for name in LISTS.names if name not in ("id", "active")]
    ascending = {"id": "DELTA_BINARY_PACKED"}
    schema = LISTS.with_metadata({MADE_BY: made_by.encode()})
    return pq.ParquetWriter(file, schema, compression="zstd", use_dictionary=few, column_encoding=ascending)


def edition_of_lists(file: Path) -> str | None:
    """Return the id of the edition that a file of lists was made by; empty: each by its date; None: it does not say."""
    written = (pq.read_schema(file).metadata or {}).get(MADE_BY)
    return None if written is None else written.decode()


# The editions that a replay goes through.


@dataclass(frozen=True, slots=True)
class Line:
    """The editions of a system and time class in their order; or only one, whatever the date."""

    editions: tuple[Edition, ...]
    by_date: bool = True

    @property
    def name(self) -> str:
        """Return the id of the only edition; empty if each holds from its date on."""
        return "" if self.by_date else self.editions[0].id

    def place(self, edition: Edition) -> int:
        return self.editions.index(edition)

    def on(self, date: dt.date) -> Edition:
        """Return the edition in force on a day; the first one before it comes into force."""
        if not self.by_date:
            return self.editions[0]
        return [self.editions[0], *(edition for edition in self.editions if edition.effective <= date)][-1]

    @property
    def numbered(self) -> bool:
        """Return whether the games of a player are numbered, by any edition."""
        return any(edition.numbered is not None for edition in self.editions)

    def checked(self, date: dt.date, *, as_played: bool = False) -> Edition:
        """Return the edition in force on the day an event starts. If there is none, or it rates by the average of the
        event, it is refused; so is one that numbers the games, unless they are gone through `as_played`."""
        edition = self.on(date)
        if self.by_date and (edition.effective > date or (edition.until is not None and edition.until < date)):
            raise ArpadError("bulk-no-edition", date=date.isoformat(), edition=edition.id)
        method = edition.change.method.value
        if method != ("numbered-games" if self.numbered else "game-by-game") or (self.numbered and not as_played):
            problem = "bulk-numbered" if self.numbered else "bulk-event-average"
            raise ArpadError(problem, edition=edition.id, parameter=f"change.method = {method}")
        return edition

    def transitions(self, after: dt.date, until: dt.date) -> list[Edition]:
        """Return the editions with a transition that came into force after one day and by another."""
        return transitions_between(self.editions, after, until) if self.by_date else []


def by_date(regulations: Regulations, system: str = "fide", time_class: TimeClass = "standard") -> Line:
    """Return all editions of a system, each from its day on."""
    return Line(
        tuple(edition for edition in regulations.editions() if edition.system == system and edition.covers(time_class))
    )


def only(edition: Edition) -> Line:
    """Return the line of one edition for everything."""
    return Line((edition,), by_date=False)


# Closing a period over columns: the same list as `lists.closing.close_period` makes, for millions of games at once.


@dataclass(frozen=True, slots=True)
class PartColumns:
    """The games of events of one edition that began under one list. `end` is the last day of every event, as an
    ordinal; `round_robin` tells which events are round robins."""

    edition: Edition
    list_date: dt.date
    games: Games
    end: Numbers
    round_robin: Mask | None = None


@dataclass(frozen=True, slots=True)
class Rated:
    """The result of a part: the sums of its players, each of whom is in `player` once, and the results
    of players without a rating. An edition that numbers the games has none of them, but the games themselves."""

    edition: Edition
    player: Wide
    sums: Sums
    fresh: Pool
    games: NumberedGames = field(default_factory=NumberedGames.empty)


def rate_part(part: PartColumns, state: State, line: Line) -> Rated:
    """Rate one part by the kernel. Parts may be rated anywhere and in any order: the results are only added up. If the
    games are numbered, they are handed on in their order."""
    if part.edition.numbered is not None:
        as_played = NumberedGames.of(part.games, state.past[part.list_date], part.end)
        nothing = np.zeros(0, dtype=np.int64)
        return Rated(part.edition, nothing, Sums(nothing, nothing.astype(np.int32)), Pool.empty(), as_played)
    player, games = _among_themselves(part.games, len(state))
    at_start, now, total = (column.take(player) for column in (state.past[part.list_date], state.rating, state.total))
    _check_round_robins(part, games, at_start)
    sums = rate_games(part.edition, games, at_start, now)
    fresh = fresh_results(games, at_start, (at_start == 0) & (now == 0), total, part.end, line.place(part.edition))
    return Rated(part.edition, player, sums, replace(fresh, player=player[fresh.player].astype(np.int32)))


def _among_themselves(games: Games, everybody: int) -> tuple[Wide, Games]:
    """Return the players, and the games with players by their places among these. If there are many games, this is
    nearly everybody, and the games stay as they are."""
    if len(games.white) >= everybody:
        return np.arange(everybody), games
    plays = np.zeros(everybody, dtype=np.bool_)
    plays[games.white] = True
    plays[games.black] = True
    player = np.flatnonzero(plays)
    place = np.empty(everybody, dtype=np.int32)
    place[player] = np.arange(len(player), dtype=np.int32)
    return player, replace(games, white=place.take(games.white), black=place.take(games.black))


def _check_round_robins(part: PartColumns, games: Games, at_start: Numbers) -> None:
    """2005 10.54, 2017 8.58: the unrated players of a round robin get a rating by iteration, not by
    single games. Such an event is refused, not rated by another rule."""
    if part.round_robin is None or part.edition.change.round_robin.value == "as-swiss":
        return
    unrated = at_start == 0
    wrong = np.flatnonzero(part.round_robin[games.event] & (unrated[games.white] | unrated[games.black]))
    if len(wrong):
        end = dt.date.fromordinal(int(part.end[games.event[wrong[0]]]))
        rule = part.edition.change.round_robin
        raise ArpadError(
            "bulk-round-robin",
            edition=part.edition.id,
            article=rule.article.number,
            parameter=f"change.round_robin = {rule.value}",
            end=end.isoformat(),
        )


def close_columns(state: State, date: dt.date, rated: Sequence[Rated], line: Line) -> State:
    """Make the list of a day from the list before it and the results of the period.

    The results are added; the rules of a list are then applied only to the players
    whose row may change.
    """
    new = state.begun(date)
    add = _add_numbered if line.numbered else _add_sums
    entered, earlier = add(state, new, rated, line)
    new.asked = _in_question(state, new, entered, line)
    _keep_rules(new, state.date, line)
    _bring_year_on(new, line.on(date), earlier)
    _tell_inactive(new, line.on(date), state.games)
    new.past = {**state.past, date: new.rating}
    return new


Entered = tuple[Numbers, Iterable[tuple[dt.date, Played]]]
"""The players who have a first rating, and the games of these ratings that were played for lists before, by the
list."""


def _add_numbered(state: State, new: State, rated: Sequence[Rated], line: Line) -> Entered:
    """FRBE 10.e to 10.g: every player's games in their order, by the reference engine. Parts of one edition come by the
    list in force when their events began, so one after the other they are in the order of play."""
    games = NumberedGames.empty().with_others(*(part.games for part in rated))
    found = rate_numbered(line.on(new.date), games, state.rating, state.total, state.kept, state.date)
    who = np.array(found.player, dtype=np.int64)
    new.rating[who], new.games[who], new.total[who] = found.rating, found.games, found.total
    new.kept = found.kept
    earlier = ((date, Played(*np.array(those, dtype=np.int32).T)) for date, those in sorted(found.earlier.items()))
    return np.array(found.entered, dtype=np.int32), earlier


def _add_sums(state: State, new: State, rated: Sequence[Rated], line: Line) -> Entered:
    """Add the sums of rated players, and the first ratings of the others."""
    edition = line.on(new.date)
    _add_changes(new, rated, edition)
    rest, pool, fresh = _pooled(state.pool, rated, len(state))
    first = first_ratings(pool, fresh, line.editions, new.date)
    new.rating[first.player] = _taken_over(first, line, state.date)
    new.games[first.player] = first.games
    before = 0 if edition.k.returning.value == "new" else new.total[first.player]
    new.total[first.player] = before + first.total
    new.pool = rest.with_others(pool.take(~np.isin(pool.player, first.player)))
    return first.player, _earlier(pool, fresh, first, edition, state.date)


def _add_changes(state: State, rated: Sequence[Rated], edition: Edition) -> None:
    """K times the sums of all events, K cut by all games of the period, rounded once (8.3.3, 8.3.4) as the edition of
    the list says."""
    for part in rated:
        state.games[part.player] += part.sums.games * (state.rating[part.player] > 0)
    change = np.zeros(len(state), dtype=np.int64)
    for part in rated:
        k = used_k_column(part.edition, state.k[part.player], state.games[part.player])
        change[part.player] += k * part.sums.result
    who = np.flatnonzero(state.games != 0)
    state.rating[who] = new_rating(edition, state.rating[who].astype(np.int64), change[who])
    state.total[who] += state.games[who]


def _pooled(old: Pool, rated: Sequence[Rated], everybody: int) -> tuple[Pool, Pool, Mask]:
    """Return the pool of the players without a new result; that of the others, in the order of player, date and event,
    and which of its results are new."""
    new = Pool.empty().with_others(*(part.fresh for part in rated))
    has_new = np.zeros(everybody, dtype=np.bool_)
    has_new[new.player] = True
    theirs = has_new[old.player]
    pool = old.take(theirs).with_others(new)
    fresh = np.arange(len(pool)) >= len(pool) - len(new)
    order = np.lexsort((pool.event, pool.date, pool.player))
    return old.take(~theirs), pool.take(order), fresh[order]


def _taken_over(first: FirstRatings, line: Line, previous: dt.date) -> Numbers:
    """Bring first ratings that come late over every transition that the list has already made."""
    rating = first.rating.copy()
    for place in np.unique(first.edition).tolist():
        mine = first.edition == place
        for transition in line.transitions(line.editions[place].effective, previous):
            rating[mine] = transition_column(transition, rating[mine])
    return rating


def _in_question(state: State, new: State, entered: Numbers, line: Line) -> Wide:
    """Return whose row may differ from the list before: players who entered the list, who played for one of the two or
    for a list that is now a year back, or who are too old for a junior's K; everybody if the rules changed."""
    edition, before = line.on(new.date), line.on(state.date)
    oldest, older = _year_before(new.date, edition), _year_before(state.date, before)
    if edition is not before or state.date == state.since or older < state.since <= oldest or _wavers(edition):
        return np.arange(len(state))
    asked = (state.games != 0) | (new.games != 0)
    asked[entered] = True
    for when, games in state.played.items():
        if when <= oldest:
            asked[games.player] = True
    if new.date.year != state.date.year:
        asked |= outgrown(edition, new.date.year, new.born, new.rating, new.k)
    return np.flatnonzero(asked)


def _wavers(edition: Edition) -> bool:
    """Return whether fewer games bring players back than keep them, in the same year: they then change without
    playing."""
    rules = edition.lists
    return rules.active_within.value == "year" and rules.active_games.value < rules.inactive_games.value


def _year_before(date: dt.date, edition: Edition) -> dt.date:
    return months_before(date, edition.lists.inactive_months.value)


def _keep_rules(state: State, previous: dt.date, line: Line) -> None:
    """Apply the rules to the players in question: transitions, the floor, the highest rating, and K. A replay has one
    time class, so nobody has the K of the standard list."""
    edition, who = line.on(state.date), state.asked
    born, rating, k, games, total, highest = (
        value.take(who) for value in (state.born, state.rating, state.k, state.games, state.total, state.highest)
    )
    for transition in line.transitions(previous, state.date):
        rating = transition_column(transition, rating)
    rating, k, highest = with_floor_kept(edition, rating, k, highest)
    again = k_found_again(edition, line.on(previous), state.date.year, born, rating, k, games)
    k[again] = k_column(edition, state.date.year, *(value[again] for value in (born, rating, total, highest)))
    state.rating[who], state.k[who], state.highest[who] = rating, k, highest


def _earlier(
    pool: Pool, fresh: Mask, first: FirstRatings, edition: Edition, previous: dt.date
) -> Iterator[tuple[dt.date, Played]]:
    """Return the games of first ratings that were played for lists before, by the list."""
    places = first.counted[~fresh[first.counted]]
    days, back = np.unique(pool.date[places], return_inverse=True)
    lists = [min(rated_in(edition, dt.date.fromordinal(day)), previous) for day in days.tolist()]
    ordinals = np.array([listing.toordinal() for listing in lists], dtype=np.int32)[back]
    for date in sorted(set(lists)):
        mine = places[ordinals == date.toordinal()]
        yield date, Played(pool.player[mine], pool.games[mine])


def _bring_year_on(state: State, edition: Edition, earlier: Iterable[tuple[dt.date, Played]]) -> None:
    """Bring the games of the last year up to date: add the games of this list, drop those of older lists."""
    oldest = _year_before(state.date, edition)
    for when, dropped in state.played.items():
        if when <= oldest:
            np.subtract.at(state.in_year, dropped.player, dropped.games)
    state.played = {when: kept for when, kept in state.played.items() if when > oldest}
    rating, games = (value.take(state.asked) for value in (state.rating, state.games))
    these = (rating > 0) & (games > 0)
    for when, added in (*earlier, (state.date, Played(state.asked[these].astype(np.int32), games[these]))):
        if when > oldest:
            np.add.at(state.in_year, added.player, added.games)
            state.played[when] = state.played[when].with_others(added) if when in state.played else added


def _tell_inactive(state: State, edition: Edition, games_before: Numbers) -> None:
    """Tell whether the players in question are inactive, and since which list. `games_before` are those of the list
    before."""
    rating, games, in_year, was, before = (
        value.take(state.asked) for value in (state.rating, state.games, state.in_year, state.inactive, games_before)
    )
    state.inactive[state.asked] = inactive_since(edition, state.date, state.since, rating, games, in_year, was, before)


# Replaying: period after period, each with its edition and its transitions, the state in memory, the lists out.


@dataclass(frozen=True, slots=True)
class Calendar:
    """The lists of a replay, and for every event the list it is rated for, and the list in force when it began, as
    places. `kind` is that list and the edition as one number."""

    lists: tuple[dt.date, ...]
    period: Numbers
    list_in_force: Numbers
    kind: Numbers
    end: Numbers
    round_robin: Mask

    def oldest(self, period: int) -> dt.date:
        """Return the earliest list that an event still to be rated after a period began under."""
        later = self.list_in_force[self.period > period]
        return self.lists[int(later.min())] if len(later) else self.lists[period]


class ReplayEngine(Protocol):
    """The engine that rates the games of a period: this process, or a cluster."""

    def rate(self, period: int, state: State) -> list[Rated]: ...


def calendar_of(events: Events, line: Line, *, as_played: bool = False) -> Calendar:
    """Tell which list every event goes into. An event is rated by the edition in force when it starts. `as_played`: the
    games will be gone through in their order, as an edition that numbers them needs it."""
    start, edition = _editions(events, line, as_played)
    end = events.end.astype("datetime64[D]").astype(np.int64)
    due = _by_day(edition, end, lambda at, day: rated_in(line.editions[at], day))
    begun = _by_day(edition, start, lambda at, day: list_in_force(line.editions[at], day))
    lists, last = [min(begun)], max(due)
    while lists[-1] < last:
        lists.append(next(lists_after(line.on(lists[-1]), lists[-1])))
    places = {date: at for at, date in enumerate(lists)}
    in_force = _places(begun, places, lists)
    return Calendar(
        tuple(lists),
        _places(due, places, lists),
        in_force,
        edition * np.int32(len(lists)) + in_force,
        (end + EPOCH).astype(np.int32),
        events.round_robin,
    )


def _places(dates: list[dt.date], places: dict[dt.date, int], lists: list[dt.date]) -> Numbers:
    """Return dates of lists as places; if a calendar changed in between, the next list."""
    found = [
        places[day] if day in places else next(at for at, date in enumerate(lists) if date >= day) for day in dates
    ]
    return np.array(found, dtype=np.int32)


def _editions(events: Events, line: Line, as_played: bool) -> tuple[Wide, Numbers]:
    """Return the first day of every event, and the edition in force on it."""
    start = events.start.astype("datetime64[D]").astype(np.int64)
    days, back = np.unique(start, return_inverse=True)
    found = []
    for day in days.tolist():
        date = dt.date.fromordinal(day + EPOCH)
        found.append(line.place(line.checked(date, as_played=as_played)))
    return start, np.array(found, dtype=np.int32)[back]


def _by_day(edition: Numbers, day: Wide, of: Callable[[int, dt.date], dt.date]) -> list[dt.date]:
    """Return a date for every event, found once for each edition and day."""
    known: dict[tuple[int, int], dt.date] = {}
    for key in set(zip(edition.tolist(), day.tolist(), strict=True)):
        known[key] = of(key[0], dt.date.fromordinal(key[1] + EPOCH))
    return [known[key] for key in zip(edition.tolist(), day.tolist(), strict=True)]


class LocalEngine:
    """The kernel in this process. The games are in the order of their periods."""

    def __init__(self, games: GameColumns, calendar: Calendar, line: Line) -> None:
        self._games = PeriodGames.of(games, calendar, line)

    def rate(self, period: int, state: State) -> list[Rated]:
        return [rate_part(part, state, self._games.line) for part in self._games.parts(period)]


@dataclass(frozen=True, slots=True)
class PeriodGames:
    """The games in the order of their periods: those of a period are between two bounds."""

    games: GameColumns
    bounds: Wide
    calendar: Calendar
    line: Line

    @classmethod
    def of(cls, games: GameColumns, calendar: Calendar, line: Line) -> "PeriodGames":
        period = calendar.period.astype(np.int16)[games.event]
        if (period[1:] < period[:-1]).any():
            order = np.argsort(period, kind="stable")
            games, period = games.take(order), period[order]
        bounds = np.searchsorted(period, np.arange(len(calendar.lists) + 1, dtype=np.int16))
        return cls(games, bounds, calendar, line)

    def parts(self, period: int) -> Iterator[PartColumns]:
        """Return the games rated for a list, by edition and list in force."""
        part = slice(int(self.bounds[period]), int(self.bounds[period + 1]))
        return parts_of(self.games.take(part), self.calendar, self.line)


def parts_of(games: GameColumns, calendar: Calendar, line: Line) -> Iterator[PartColumns]:
    """Return the games of a period by edition and list in force; those that were not played are left out."""
    if not len(games.event):
        return
    kind = calendar.kind[games.event]
    for key in np.flatnonzero(np.bincount(kind)).tolist():
        which = (kind == key) & games.played
        place, date = divmod(key, len(calendar.lists))
        chosen = Games(games.event[which], games.white[which], games.black[which], games.score[which].astype(np.int32))
        yield PartColumns(line.editions[place], calendar.lists[date], chosen, calendar.end, calendar.round_robin)


def begin(players: Players, calendar: Calendar, line: Line) -> State:
    """Return the list to begin with: the players as they are given, on the list in force when the first event began."""
    date = calendar.lists[0]
    numbers = (players.born, players.rating, players.games_played, players.highest)
    return first_state(date, line.on(date), *(number.astype(np.int32) for number in numbers))


def replay(
    players: Players, calendar: Calendar, line: Line, engine: ReplayEngine, state: State, whole: bool = True
) -> Iterator[tuple[State, Rows]]:
    """Return one list after the other, each with its rows that differ. The list that the state stands at comes first,
    as a `whole`, or has been before."""
    if whole:
        yield state, differing(players.ids, None, state)
    begun = calendar.lists.index(state.date)
    for period in range(begun + 1, len(calendar.lists)):
        before = state
        state = close_columns(before, calendar.lists[period], engine.rate(period, before), line)
        state.past = {date: column for date, column in state.past.items() if date >= calendar.oldest(period)}
        yield state, differing(players.ids, before, state)
