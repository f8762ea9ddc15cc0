"""First ratings over columns: results pooled from list to list until they are enough (7.1.4)."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arpad.bulk.kernel import Games
from arpad.bulk.state import Mask, Numbers, Pool
from arpad.bulk.tables import dp_table
from arpad.rating import NewcomerEvent, initial_rating
from arpad.rating.newcomer_events import SummaryResult
from arpad.rating.pooling import within_span
from arpad.regulations import Edition


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
    """The first ratings that the pooled results are enough for. Only players with a fresh result come into question,
    each by the edition of his latest one. The pool is in the order of player, date and event."""
    ends = np.append(pool.player[1:] != pool.player[:-1], True) if len(pool) else np.zeros(0, dtype=np.bool_)
    last = np.flatnonzero(ends)
    first = np.append(0, last[:-1] + 1)[: len(last)]
    active = np.add.reduceat(fresh.astype(np.int32), first) > 0 if len(first) else np.zeros(0, dtype=np.bool_)
    found = []
    for at, edition in enumerate(editions):
        mine = active & (pool.edition[last] == at)
        if mine.any():
            rate = _one_event if _simple(edition) else _by_reference
            found.append(rate(edition, at, pool, fresh, first[mine], last[mine] + 1, date))
    if not found:
        none = np.zeros(0, dtype=np.int32)
        return First(none, none, none, none, none, none)
    return First(*(np.concatenate([getattr(it, name) for it in found]) for name in First.__dataclass_fields__))


def _simple(edition: Edition) -> bool:
    """Whether all results count as one event without further conditions, as from 2017 on."""
    rules = edition.initial
    return (
        rules.combination.value == "one-event"
        and rules.minimum_opponents.value is None
        and rules.first_performance_floor.value is None
        and rules.ignored_in.value != "any-event"
        and edition.conversion.dp_at_extremes.value is not None
        and (rules.bonus.value is None or rules.bonus.value.denominator == 1)
    )


def _in_span(edition: Edition, dates: Numbers, date: dt.date) -> Mask:
    """Which results may still be pooled for the list."""
    days, places = np.unique(dates, return_inverse=True)
    return np.array([within_span(edition, dt.date.fromordinal(day), date) for day in days.tolist()], dtype=np.bool_)[
        places
    ]


def _one_event(
    edition: Edition, at: int, pool: Pool, fresh: Mask, first: Numbers, stop: Numbers, date: dt.date
) -> First:
    """2017 7.14e, 2022 and 2024 7.1.4: all results as if they were of one event."""
    rules = edition.initial
    lengths = stop - first
    places = np.repeat(first - np.append(0, np.cumsum(lengths)[:-1]), lengths) + np.arange(lengths.sum())
    counts = _in_span(edition, pool.date[places], date)
    opening = np.append(0, np.cumsum(lengths)[:-1])
    least = int(2 * rules.ignored_score.value)
    ignored = pool.first[first] & (pool.score[first] <= least)
    if rules.ignored_in.value == "first-event-alone":
        ignored &= lengths == 1
    counts[opening[ignored]] = False

    def summed(values: Numbers) -> Numbers:
        return np.add.reduceat(np.where(counts, values[places], 0), opening)

    n, score, total = summed(pool.games), summed(pool.score), summed(pool.total)
    own = np.add.reduceat(np.where(counts & fresh[places], pool.games[places], 0), opening)
    rating = _performance(edition, n, score, total)
    good = (n >= rules.games.value) & (n > 0) & (rating >= edition.lists.floor.value)
    who = pool.player[first]
    return First(
        who[good],
        rating[good],
        np.full(int(good.sum()), at, dtype=np.int32),
        own[good].astype(np.int32),
        n[good].astype(np.int32),
        places[counts & np.repeat(good, lengths)].astype(np.int32),
    )


def _performance(edition: Edition, games: Numbers, score: Numbers, total: Numbers) -> Numbers:
    """Ru as it would be published, rounded and no more than the maximum: `rating.newcomer.performance` over columns."""
    rules = edition.initial
    fictitious = rules.fictitious_opponents.value
    n = np.maximum(games.astype(np.int64) + fictitious, 1)
    w = score.astype(np.int64) + fictitious
    everything = total.astype(np.int64) + fictitious * (rules.fictitious_rating.value or 0)
    percentage = (100 * w + n) // (2 * n)
    by_dp = dp_table(edition)[np.clip(percentage, 0, 100)].astype(np.int64)
    above = by_dp if rules.above_half.value == "dp" else (w - n) * int(rules.bonus.value or 0)
    even = by_dp if rules.at_half.value == "dp" else np.zeros(len(n), dtype=np.int64)
    added = np.where(w > n, above, np.where(w == n, even, by_dp))
    exact = everything + added * n
    nearest = np.where(exact >= 0, (2 * exact + n) // (2 * n), -((2 * -exact + n) // (2 * n)))
    if rules.maximum.value is not None:
        nearest = np.minimum(nearest, rules.maximum.value)
    return np.asarray(nearest, dtype=np.int32)


def _by_reference(
    edition: Edition, at: int, pool: Pool, fresh: Mask, first: Numbers, stop: Numbers, date: dt.date
) -> First:
    """Editions with more conditions, player by player through the reference engine."""
    players, ratings, own, totals, counted = [], [], [], [], []
    floor = None if edition.initial.first_performance_floor.value is None else edition.lists.floor.value
    for start, end in zip(first.tolist(), stop.tolist(), strict=True):
        events = [
            NewcomerEvent(
                str(place),
                result=SummaryResult(
                    Fraction(int(pool.total[place]), int(pool.games[place])),
                    int(pool.games[place]),
                    int(pool.score[place]),
                    int(pool.opponents[place]),
                ),
                date=dt.date.fromordinal(int(pool.date[place])),
                floor=floor,
                first_event=bool(pool.first[place]),
            )
            for place in range(start, end)
        ]
        found = initial_rating(edition, events, list_date=date)
        if found.publishable and found.rating is not None:
            places = [int(it.event.name) for it in found.events]
            players.append(int(pool.player[start]))
            ratings.append(found.rating)
            totals.append(found.games_counted)
            own.append(sum(int(pool.games[place]) for place in places if fresh[place]))
            counted += places
    column = [np.array(it, dtype=np.int32) for it in (players, ratings, [at] * len(players), own, totals, counted)]
    return First(*column)
