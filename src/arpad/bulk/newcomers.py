"""First ratings over columns: results pooled from list to list until they are enough (7.1.4)."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arpad.bulk.kernel import Games
from arpad.bulk.state import Places, Pool
from arpad.bulk.tables import dp_table
from arpad.rating import NewcomerEvent, pooled_rating
from arpad.rating.columns import Mask, Numbers
from arpad.rating.newcomer_events import SummaryResult
from arpad.rating.pooling import last_day_pooled
from arpad.rating.rounding import ROUNDINGS
from arpad.regulations import Edition

WIDTH = np.int64(1 << 32)
"""Two numbers of 32 bits make one key: the first times this, and the second."""


@dataclass(frozen=True, slots=True)
class First:
    """First ratings: players, their ratings, the games that count of this period and of all.

    `counted` are the places in the pool of the results behind them.
    """

    player: Numbers
    rating: Numbers
    edition: Numbers
    games: Numbers
    total: Numbers
    counted: Numbers


def fresh_results(games: Games, at_start: Numbers, own: Numbers, total: Numbers, end: Numbers, edition: int) -> Pool:
    """What the events of a period gave players without a rating: one result for each player and event with a rated
    opponent."""
    unrated = own == 0
    games = games.take(np.flatnonzero(unrated.take(games.white) | unrated.take(games.black)))
    event, player, opponent, score, rating = [], [], [], [], []
    for side in games.sides():
        which = (own[side.player] == 0) & (at_start[side.opponent] > 0)
        event.append(side.event[which])
        player.append(side.player[which])
        opponent.append(side.opponent[which])
        score.append(side.score[which])
        rating.append(at_start[side.opponent[which]])
    events, players, met, scores, ratings = (np.concatenate(it) for it in (event, player, opponent, score, rating))
    if not len(events):
        return Pool.empty()
    order = np.lexsort((met, events, players))
    events, players, met, scores, ratings = (it[order] for it in (events, players, met, scores, ratings))
    begins = np.ones(len(events), dtype=np.bool_)
    begins[1:] = (events[1:] != events[:-1]) | (players[1:] != players[:-1])
    starts = np.flatnonzero(begins)
    another = begins.copy()
    another[1:] |= met[1:] != met[:-1]
    count = np.diff(np.append(starts, len(events))).astype(np.int32)
    who = players[starts]
    return Pool(
        who.astype(np.int32),
        end[events[starts]].astype(np.int32),
        events[starts].astype(np.int32),
        np.full(len(starts), edition, dtype=np.int32),
        count,
        np.add.reduceat(another, starts, dtype=np.int32),
        np.add.reduceat(scores, starts).astype(np.int32),
        np.add.reduceat(ratings, starts).astype(np.int32),
        total[who] == 0,
    )


def first_ratings(pool: Pool, fresh: Mask, editions: Sequence[Edition], date: dt.date) -> First:
    """The first ratings that the pooled results are enough for. Only players with a fresh result come into question.
    The pool is in the order of player, date and event."""
    ends = np.append(pool.player[1:] != pool.player[:-1], True) if len(pool) else np.zeros(0, dtype=np.bool_)
    last = np.flatnonzero(ends)
    first = np.append(0, last[:-1] + 1)[: len(last)]
    found = []
    if len(first):
        active = np.add.reduceat(fresh.astype(np.int32), first) > 0
        simple = np.array([_simple(it) for it in editions], dtype=np.bool_)[pool.edition]
        as_one = np.logical_and.reduceat(simple, first)
        for mine, rate in ((active & as_one, _in_columns), (active & ~as_one, _by_reference)):
            if mine.any():
                found.append(rate(editions, pool, fresh, first[mine], last[mine] + 1, date))
    if not found:
        none = np.zeros(0, dtype=np.int32)
        return First(none, none, none, none, none, none)
    return First(*(np.concatenate([getattr(it, name) for it in found]) for name in First.__dataclass_fields__))


def _simple(edition: Edition) -> bool:
    """Whether all results count as one event without further conditions, as from 2017 on."""
    rules = edition.initial
    return (
        rules.combination.value == "one-event"
        and rules.pooled_from.value == "first-event"
        and rules.minimum_opponents.value is None
        and rules.first_performance_floor.value is None
        and rules.ignored_in.value != "any-event"
        and edition.conversion.dp_at_extremes.value is not None
        and (rules.bonus.value is None or rules.bonus.value.denominator == 1)
    )


def _window_ends(editions: Sequence[Edition], pool: Pool) -> Places:
    """For every result the place after the last one of its player that can be pooled with it, counted forward."""
    keys, back = np.unique(pool.edition * WIDTH + pool.date, return_inverse=True)
    reach = [
        last_day_pooled(editions[key // WIDTH], dt.date.fromordinal(key % WIDTH)).toordinal() for key in keys.tolist()
    ]
    return _after(pool.player, pool.date, pool.player, np.array(reach, dtype=np.int64)[back])


def _after(player: Numbers, value: Numbers | Places, whose: Numbers, limit: Numbers | Places) -> Places:
    """The places after the last row of each player whose value is within a limit; rows are sorted by both."""
    return np.searchsorted(player * WIDTH + value, whose * WIDTH + limit, side="right")


def _in_columns(
    editions: Sequence[Edition],
    pool: Pool,
    fresh: Mask,
    first: Places,
    stop: Places,
    date: dt.date,  # noqa: ARG001  (events enter the lists after their end alone)
) -> First:
    """`rating.pooled_rating` over columns, for editions that take all results as one event: window after window, until
    one gives a rating or reaches the last result."""
    ends = _window_ends(editions, pool)
    begin, found = first, []
    while len(first):
        stop_here = ends[begin]
        edition = pool.edition[stop_here - 1]
        done = np.zeros(len(first), dtype=np.bool_)
        for at in np.unique(edition).tolist():
            mine = np.flatnonzero(edition == at)
            some, good = _one_event(editions[at], at, pool, fresh, first[mine], begin[mine], stop_here[mine], ends)
            found.append(some)
            done[mine] = good
        left = ~done & (stop_here < stop)
        first, begin, stop, stop_here = first[left], begin[left], stop[left], stop_here[left]
        begin = _after(pool.player, ends, pool.player[first], stop_here)
    return First(*(np.concatenate([getattr(it, name) for it in found]) for name in First.__dataclass_fields__))


def _one_event(
    edition: Edition, at: int, pool: Pool, fresh: Mask, first: Places, begin: Places, stop: Places, ends: Places
) -> tuple[First, Mask]:
    """2017 7.14e, 2022 and 2024 7.1.4: the results of a window as if they were of one event. `first` is the player's
    first result. Returns the ratings, and who has one."""
    rules = edition.initial
    lengths = stop - begin
    opening = np.append(0, np.cumsum(lengths)[:-1])
    places = np.repeat(begin - opening, lengths) + np.arange(lengths.sum())
    least = int(2 * rules.ignored_score.value)
    ignored = (begin == first) & pool.first[first] & (pool.score[first] <= least)
    if rules.ignored_in.value == "first-event-alone":
        ignored &= lengths == 1
    counts = np.ones(len(places), dtype=np.bool_)
    counts[opening[ignored]] = False

    def summed(values: Numbers) -> Numbers:
        return np.add.reduceat(np.where(counts, values[places], 0), opening)

    n, score, total = summed(pool.games), summed(pool.score), summed(pool.total)
    own = np.add.reduceat(np.where(counts & fresh[places], pool.games[places], 0), opening)
    rating = _performance(edition, n, score, total)
    good = (n >= rules.games.value) & (n > 0) & (rating >= edition.lists.floor.value)
    # Where the first result is ignored, the next one may reach further than it does.
    good[ignored] &= ends[np.minimum(begin[ignored] + 1, len(ends) - 1)] <= stop[ignored]
    found = First(
        pool.player[first][good],
        rating[good],
        np.full(int(good.sum()), at, dtype=np.int32),
        own[good].astype(np.int32),
        n[good].astype(np.int32),
        places[counts & np.repeat(good, lengths)].astype(np.int32),
    )
    return found, good


def _performance(edition: Edition, games: Numbers, score: Numbers, total: Numbers) -> Numbers:
    """Ru as it would be published, rounded and no more than the maximum: `rating.newcomer.performance` over columns."""
    rules = edition.initial
    fictitious = rules.fictitious_opponents.value
    n = np.maximum(games.astype(np.int64) + fictitious, 1)
    w = score.astype(np.int64) + fictitious
    everything = total.astype(np.int64) + fictitious * (rules.fictitious_rating.value or 0)
    percentage = ROUNDINGS[edition.conversion.percentage_rounding.value](50 * w, n)
    by_dp = dp_table(edition)[np.clip(percentage, 0, 100)].astype(np.int64)
    above = by_dp if rules.above_half.value == "dp" else (w - n) * int(rules.bonus.value or 0)
    even = by_dp if rules.at_half.value == "dp" else np.zeros(len(n), dtype=np.int64)
    added = np.where(w > n, above, np.where(w == n, even, by_dp))
    exact = everything + added * n
    unit = rules.rounding_unit.value
    nearest = ROUNDINGS[rules.rounding.value](exact, n * unit) * unit
    if rules.maximum.value is not None:
        nearest = np.minimum(nearest, rules.maximum.value)
    return np.asarray(nearest, dtype=np.int32)


def _by_reference(
    editions: Sequence[Edition], pool: Pool, fresh: Mask, first: Places, stop: Places, date: dt.date
) -> First:
    """Editions with more conditions, player by player through the reference engine."""
    players, ratings, rules, own, totals, counted = [], [], [], [], [], []
    places_of = {edition.id: at for at, edition in enumerate(editions)}
    for start, end in zip(first.tolist(), stop.tolist(), strict=True):
        played = [_result(editions[int(pool.edition[place])], pool, place) for place in range(start, end)]
        found = pooled_rating(played[-1][0], played, list_date=date)
        if found.publishable and found.rating is not None:
            places = [int(it.event.name) for it in found.events]
            players.append(int(pool.player[start]))
            ratings.append(found.rating)
            rules.append(places_of[found.edition])
            totals.append(found.games_counted)
            own.append(sum(int(pool.games[place]) for place in places if fresh[place]))
            counted += places
    return First(*(np.array(it, dtype=np.int32) for it in (players, ratings, rules, own, totals, counted)))


def _result(edition: Edition, pool: Pool, place: int) -> tuple[Edition, NewcomerEvent]:
    """A result of the pool as the reference engine takes it. Its name is its place."""
    games, score, opponents = int(pool.games[place]), int(pool.score[place]), int(pool.opponents[place])
    result = SummaryResult(Fraction(int(pool.total[place]), games), games, score, opponents)
    floor = None if edition.initial.first_performance_floor.value is None else edition.lists.floor.value
    day, first = dt.date.fromordinal(int(pool.date[place])), bool(pool.first[place])
    return edition, NewcomerEvent(str(place), result=result, date=day, floor=floor, first_event=first)
