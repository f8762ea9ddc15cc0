"""Closing a period over columns: the same list as `lists.close_period` makes, for millions of games at once."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from arpad.bulk.kernel import Games, Sums, rate_games
from arpad.bulk.line import Line
from arpad.bulk.newcomers import First, first_ratings, fresh_results
from arpad.bulk.state import Mask, Numbers, Pool, State
from arpad.lists.imports import k_column
from arpad.lists.ledger import day_number
from arpad.lists.transition import apply_transition
from arpad.lists.whole_list import k_rules, months_before
from arpad.locale import ArpadError
from arpad.regulations import Edition
from arpad.regulations.calendar import rated_in

BLOCK = 1 << 15  # so many players at once stay in the processor's cache
HIGHEST = 4_000
"""No rating comes near it: a table of all ratings ends here."""


@dataclass(frozen=True, slots=True)
class Part:
    """The games of events of one edition that began under one list. `end` is the last day of every event, as an
    ordinal; `round_robin` tells which events are round robins."""

    edition: Edition
    list_date: dt.date
    games: Games
    end: Numbers
    round_robin: Mask | None = None


@dataclass(frozen=True, slots=True)
class Rated:
    """What the games of a part came to: the sums of the rated players, and the results of those without a rating."""

    edition: Edition
    sums: Sums
    fresh: Pool


def rate_part(part: Part, state: State, line: Line) -> Rated:
    """One part by the kernel. Parts may be rated anywhere and in any order: what they come to is only added up."""
    at_start = state.past[part.list_date]
    _check_round_robins(part, at_start)
    own = np.where(at_start > 0, at_start, state.rating)
    sums = rate_games(part.edition, part.games, at_start, state.rating)
    fresh = fresh_results(part.games, at_start, own, state.total, part.end, line.place(part.edition))
    return Rated(part.edition, sums, fresh)


def _check_round_robins(part: Part, at_start: Numbers) -> None:
    """2005 10.54, 2017 8.58: the unrated players of a round robin get a rating by iteration, which is no matter of
    single games. Such an event is not rated by another rule instead."""
    if part.round_robin is None or part.edition.change.round_robin.value == "as-swiss":
        return
    games = part.games
    unrated = at_start == 0
    wrong = np.flatnonzero(part.round_robin[games.event] & (unrated[games.white] | unrated[games.black]))
    if len(wrong):
        end = dt.date.fromordinal(int(part.end[games.event[wrong[0]]]))
        rule = part.edition.change.round_robin
        raise ArpadError("bulk-round-robin", edition=part.edition.id, article=rule.article.number, end=end.isoformat())


def close_columns(state: State, date: dt.date, rated: Sequence[Rated], line: Line) -> State:
    """The list of a day from the list before it and what the games of the period came to.

    The games of the last year are brought up to date where they stand: the list before is not closed upon twice.
    """
    edition, before = line.on(date), line.on(state.date)
    rating, games, total = state.rating.copy(), np.zeros(len(state), dtype=np.int32), state.total.copy()
    _add_changes(state, rated, rating, games, total)
    pool, fresh = _pooled(state, rated)
    first = first_ratings(pool, fresh, line.editions, date)
    rating[first.player] = _taken_over(first, line, state.date)
    games[first.player] = first.games
    total[first.player] += first.total
    for it in line.transitions(state.date, date):
        rating = transition_table(it)[rating]
    k = state.k.copy()
    below = (rating > 0) & (rating < edition.lists.floor.value)
    rating[below], k[below] = 0, 0
    highest = np.maximum(state.highest, rating)
    anew = np.flatnonzero(_k_anew(edition, before, date, state.born, rating, k, games))
    k[anew] = k_column(edition, date.year, *(it[anew] for it in (state.born, rating, total, highest)))
    played = _played(state, date, edition, rating, games, _earlier(pool, fresh, first, edition, state.date))
    inactive = _activity(state, date, edition, rating, games, played)
    entered = np.zeros(len(state), dtype=np.bool_)
    entered[first.player] = True
    return replace(
        state,
        date=date,
        rating=rating,
        k=k,
        games=games,
        total=total,
        highest=highest,
        inactive=inactive,
        pool=pool.take(~entered[pool.player]) if len(pool) else pool,
        played=played,
        past={**state.past, date: rating},
    )


def _add_changes(state: State, rated: Sequence[Rated], rating: Numbers, games: Numbers, total: Numbers) -> None:
    """K times the sums of all events, K cut by all games of the period, rounded once (8.3.3, 8.3.4)."""
    for it in rated:
        games += it.sums.games
    games[state.rating == 0] = 0
    who = np.flatnonzero(games)
    played = games[who]
    change = np.zeros(len(who), dtype=np.int64)
    for it in rated:
        fixed = it.edition.k.method.value == "fixed"
        listed = np.full(len(who), it.edition.k.middle.value, dtype=np.int32) if fixed else state.k[who]
        change += _within_limit(it.edition, listed, played) * it.sums.result[who]
    nearest = np.where(change >= 0, (2 * change + 100) // 200, -((2 * -change + 100) // 200))
    rating[who] += nearest.astype(np.int32)
    total[who] += played


def _within_limit(edition: Edition, k: Numbers, games: Numbers) -> Numbers:
    """8.3.3 over columns: where K times the games passes 700, K is the largest whole number that does not."""
    limit = edition.k.product_limit.value
    if limit is None:
        return k
    return np.where(k * games > limit, limit // np.maximum(games, 1), k).astype(np.int32)


def _pooled(state: State, rated: Sequence[Rated]) -> tuple[Pool, Mask]:
    """The results of players without a rating, old and new, in the order of player, date and event."""
    pool = state.pool
    old = len(pool)
    for it in rated:
        pool = pool.with_others(it.fresh)
    fresh = np.arange(len(pool)) >= old
    order = np.lexsort((pool.event, pool.date, pool.player))
    return pool.take(order), fresh[order]


def _taken_over(first: First, line: Line, previous: dt.date) -> Numbers:
    """A first rating that comes late is brought over every transition that the list has already made."""
    rating = first.rating.copy()
    for place in np.unique(first.edition).tolist():
        mine = first.edition == place
        for it in line.transitions(line.editions[place].effective, previous):
            rating[mine] = transition_table(it)[rating[mine]]
    return rating


def transition_table(edition: Edition) -> Numbers:
    """What every rating becomes when the edition comes into force."""
    return np.array(
        [apply_transition(edition, rating)[0] if rating else 0 for rating in range(HIGHEST)], dtype=np.int32
    )


def _k_anew(
    edition: Edition, before: Edition, date: dt.date, born: Numbers, rating: Numbers, k: Numbers, games: Numbers
) -> Mask:
    """Whose K is found anew: who played, has none yet or may have outgrown a junior's; all where the rules changed."""
    if k_rules(edition) != k_rules(before):
        return np.asarray(rating > 0)
    rules = edition.k
    anew = (rating > 0) & ((games > 0) | (k == 0))
    if rules.junior.value is not None and rules.junior_age.value is not None:
        anew |= (rating > 0) & (k == rules.junior.value) & (date.year - born >= rules.junior_age.value)
    return np.asarray(anew)


def _earlier(
    pool: Pool, fresh: Mask, first: First, edition: Edition, previous: dt.date
) -> list[tuple[dt.date, Numbers, Numbers]]:
    """The games of first ratings that were played for lists before, by the list."""
    places = first.counted[~fresh[first.counted]]
    days, back = np.unique(pool.date[places], return_inverse=True)
    lists = [min(rated_in(edition, dt.date.fromordinal(day)), previous) for day in days.tolist()]
    ordinals = np.array([it.toordinal() for it in lists], dtype=np.int32)[back]
    found = []
    for date in sorted(set(lists)):
        mine = places[ordinals == date.toordinal()]
        found.append((date, pool.player[mine], pool.games[mine]))
    return found


def _played(
    state: State,
    date: dt.date,
    edition: Edition,
    rating: Numbers,
    games: Numbers,
    earlier: Sequence[tuple[dt.date, Numbers, Numbers]],
) -> dict[dt.date, Numbers]:
    """The games of the lists of the last year, with this one's."""
    oldest = months_before(date, edition.lists.inactive_months.value)
    played = {it: column for it, column in state.played.items() if it > oldest}
    for when, players, count in earlier:
        if when > oldest:
            if when not in played:
                played[when] = np.zeros(len(state), dtype=np.int32)
            np.add.at(played[when], players, count)
    played[date] = np.where(rating > 0, games, 0).astype(np.int32)
    return played


def _activity(
    state: State, date: dt.date, edition: Edition, rating: Numbers, games: Numbers, played: dict[dt.date, Numbers]
) -> Numbers:
    """Who is inactive, and since which list."""
    rules = edition.lists
    year_ago = months_before(date, rules.inactive_months.value)
    columns = [column for when, column in played.items() if when > year_ago]
    inactive = np.empty(len(state), dtype=np.int32)
    for start in range(0, len(state), BLOCK):
        block = slice(start, start + BLOCK)
        in_year = np.zeros(len(rating[block]), dtype=np.int32)
        for column in columns:
            in_year += column[block]
        enough = (games[block] if rules.active_within.value == "period" else in_year) >= rules.active_games.value
        was = state.inactive[block]
        now = np.where(enough, 0, was)
        if state.since <= year_ago:
            now[(was == 0) & (in_year < rules.inactive_games.value)] = day_number(date)
        inactive[block] = now * (rating[block] > 0)
    return inactive
