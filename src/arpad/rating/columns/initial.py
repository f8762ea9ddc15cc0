"""`rating.initial` over columns: results pooled from list to list until they are enough for a first rating (7.1.4)."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arpad.rating import NewcomerEvent, pooled_rating
from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide
from arpad.rating.columns.floor import below_floor
from arpad.rating.columns.newcomer import performance
from arpad.rating.columns.pool import Pool
from arpad.rating.newcomer_events import SummaryResult
from arpad.rating.pooling import last_day_pooled
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Combination, IgnoredIn

WIDTH = np.int64(1 << 32)
"""Two numbers of 32 bits make one key: the first times this, and the second."""


@dataclass(frozen=True, slots=True)
class FirstRatings(ColumnTable):
    """First ratings: players, their ratings, the games that count of this period and of all.

    `counted` are the places in the pool of the results behind them.
    """

    player: Numbers
    rating: Numbers
    edition: Numbers
    games: Numbers
    total: Numbers
    counted: Numbers


NONE = FirstRatings(*[np.zeros(0, dtype=np.int32)] * 6)


def first_ratings(pool: Pool, fresh: Mask, editions: Sequence[Edition], date: dt.date) -> FirstRatings:
    """The first ratings that the pooled results are enough for. Only players with a fresh result come into question.
    The pool is in the order of player, date and event."""
    ends = np.append(pool.player[1:] != pool.player[:-1], True) if len(pool) else np.zeros(0, dtype=np.bool_)
    last = np.flatnonzero(ends)
    first = np.append(0, last[:-1] + 1)[: len(last)]
    found = []
    if len(first):
        active = np.add.reduceat(fresh.astype(np.int32), first) > 0
        simple = np.array([_has_columns(edition) for edition in editions], dtype=np.bool_)[pool.edition]
        as_one = np.logical_and.reduceat(simple, first)
        for mine, rate in ((active & as_one, _in_columns), (active & ~as_one, _by_reference)):
            if mine.any():
                found.append(rate(editions, pool, fresh, first[mine], last[mine] + 1, date))
    return NONE.with_others(*found)


def _has_columns(edition: Edition) -> bool:
    """Whether the policies of an edition have a form over columns: results pooled forward as one event without further
    conditions, as from 2017 on."""
    rules = edition.initial
    return (
        rules.combination.value in COMBINATIONS
        and rules.ignored_in.value in IGNORED
        and rules.pooled_from.value == "first-event"
        and rules.minimum_opponents.value is None
        and rules.first_performance_floor.value is None
        and edition.conversion.dp_at_extremes.value is not None
        and (rules.bonus.value is None or rules.bonus.value.denominator == 1)
    )


def _window_ends(editions: Sequence[Edition], pool: Pool) -> Wide:
    """For every result the place after the last one of its player that can be pooled with it, counted forward."""
    keys, back = np.unique(pool.edition * WIDTH + pool.date, return_inverse=True)
    reach = [
        last_day_pooled(editions[key // WIDTH], dt.date.fromordinal(key % WIDTH)).toordinal() for key in keys.tolist()
    ]
    return _after(pool.player, pool.date, pool.player, np.array(reach, dtype=np.int64)[back])


def _after(player: Numbers, value: Numbers | Wide, whose: Numbers, limit: Numbers | Wide) -> Wide:
    """The places after the last row of each player whose value is within a limit; rows are sorted by both."""
    return np.searchsorted(player * WIDTH + value, whose * WIDTH + limit, side="right")


def _in_columns(
    editions: Sequence[Edition],
    pool: Pool,
    fresh: Mask,
    first: Wide,
    stop: Wide,
    date: dt.date,  # noqa: ARG001  (events enter the lists after their end alone)
) -> FirstRatings:
    """7.1.4, 2017 7.14c: `rating.pooled_rating` over columns, window after window, until one gives a rating or reaches
    the last result."""
    ends = _window_ends(editions, pool)
    begin, found = first, []
    while len(first):
        stop_here = ends[begin]
        edition = pool.edition[stop_here - 1]
        done = np.zeros(len(first), dtype=np.bool_)
        for at in np.unique(edition).tolist():
            mine = np.flatnonzero(edition == at)
            rated = COMBINATIONS[editions[at].initial.combination.value]
            some, good = rated(editions[at], at, pool, fresh, first[mine], begin[mine], stop_here[mine], ends)
            found.append(some)
            done[mine] = good
        left = ~done & (stop_here < stop)
        first, begin, stop, stop_here = first[left], begin[left], stop[left], stop_here[left]
        begin = _after(pool.player, ends, pool.player[first], stop_here)
    return NONE.with_others(*found)


def one_event(
    edition: Edition, at: int, pool: Pool, fresh: Mask, first: Wide, begin: Wide, stop: Wide, ends: Wide
) -> tuple[FirstRatings, Mask]:
    """2017 7.14e, 2022 and 2024 7.1.4: the results of a window as if they were of one event. `first` is the player's
    first result. Returns the ratings, and who has one."""
    rules = edition.initial
    lengths = stop - begin
    opening = np.append(0, np.cumsum(lengths)[:-1])
    places = np.repeat(begin - opening, lengths) + np.arange(lengths.sum())
    least = int(2 * rules.ignored_score.value)
    low = (begin == first) & pool.first[first] & (pool.score[first] <= least)
    ignored = IGNORED[rules.ignored_in.value](low, lengths)
    counts = np.ones(len(places), dtype=np.bool_)
    counts[opening[ignored]] = False

    def summed(values: Numbers) -> Numbers:
        return np.add.reduceat(np.where(counts, values[places], 0), opening)

    n, score, total = summed(pool.games), summed(pool.score), summed(pool.total)
    own = np.add.reduceat(np.where(counts & fresh[places], pool.games[places], 0), opening)
    rating = performance(edition, n, score, total)
    good = (n >= rules.games.value) & (n > 0) & ~below_floor(edition, rating)
    # If the first result is ignored, the next one may reach further.
    good[ignored] &= ends[np.minimum(begin[ignored] + 1, len(ends) - 1)] <= stop[ignored]
    found = FirstRatings(
        pool.player[first][good],
        rating[good],
        np.full(int(good.sum()), at, dtype=np.int32),
        own[good].astype(np.int32),
        n[good].astype(np.int32),
        places[counts & np.repeat(good, lengths)].astype(np.int32),
    )
    return found, good


Combined = Callable[[Edition, int, Pool, Mask, Wide, Wide, Wide, Wide], tuple[FirstRatings, Mask]]
COMBINATIONS: Mapping[Combination, Combined] = {"one-event": one_event}


def in_first_event(low: Mask, _events: Wide) -> Mask:
    """2005 10.20, 2022 and 2024 8.2.1: a result that is too low is ignored in the player's first event."""
    return low


def in_first_event_alone(low: Mask, events: Wide) -> Mask:
    """2017 6.1: ignored in the first event, but it counts once there are other rated games to pool it with."""
    return np.asarray(low & (events == 1))


IGNORED: Mapping[IgnoredIn, Callable[[Mask, Wide], Mask]] = {
    "first-event": in_first_event,
    "first-event-alone": in_first_event_alone,
}


def _by_reference(
    editions: Sequence[Edition], pool: Pool, fresh: Mask, first: Wide, stop: Wide, date: dt.date
) -> FirstRatings:
    """Editions with more conditions, player by player through the reference engine."""
    players, ratings, rules, own, totals, counted = [], [], [], [], [], []
    places_of = {edition.id: at for at, edition in enumerate(editions)}
    for start, end in zip(first.tolist(), stop.tolist(), strict=True):
        played = [_result(editions[int(pool.edition[place])], pool, place) for place in range(start, end)]
        found = pooled_rating(played[-1][0], played, list_date=date)
        if found.publishable and found.rating is not None:
            places = [int(event.event.name) for event in found.events]
            players.append(int(pool.player[start]))
            ratings.append(found.rating)
            rules.append(places_of[found.edition])
            totals.append(found.games_counted)
            own.append(sum(int(pool.games[place]) for place in places if fresh[place]))
            counted += places
    return FirstRatings(*(np.array(value, dtype=np.int32) for value in (players, ratings, rules, own, totals, counted)))


def _result(edition: Edition, pool: Pool, place: int) -> tuple[Edition, NewcomerEvent]:
    """A result of the pool as the reference engine takes it. Its name is its place."""
    games, score, opponents = int(pool.games[place]), int(pool.score[place]), int(pool.opponents[place])
    result = SummaryResult(Fraction(int(pool.total[place]), games), games, score, opponents)
    floor = None if edition.initial.first_performance_floor.value is None else edition.lists.floor.value
    day, first = dt.date.fromordinal(int(pool.date[place])), bool(pool.first[place])
    return edition, NewcomerEvent(str(place), result=result, date=day, floor=floor, first_event=first)
