"""First ratings over columns: pooled results of unrated players (7.1.4) and their value Ru."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide
from arpad.rating.columns.games import Games, dp_table
from arpad.rating.columns.players import below_floor
from arpad.rating.first_rating import last_day_pooled, pooled_rating
from arpad.rating.newcomer import NewcomerEvent, SummaryResult
from arpad.rating.results import ROUNDINGS
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Above, At, Combination, IgnoredIn

# `rating.newcomer` over columns: Ru, the value of results of players without a rating.


def performance(edition: Edition, games: Numbers, score: Numbers, total: Numbers) -> Numbers:
    """8.2.3, 2017 8.24 and 8.25, 2003 and 2005 10.22 to 10.24: Ru from games, half points and the sum of the
    opponents' ratings, as it would be published: rounded, and no more than the maximum."""
    rules = edition.initial
    fictitious = rules.fictitious_opponents.value
    n = np.maximum(games.astype(np.int64) + fictitious, 1)
    w = score.astype(np.int64) + fictitious
    everything = total.astype(np.int64) + fictitious * (rules.fictitious_rating.value or 0)
    above, even, below = (
        METHODS[rule.value](edition, n, w) for rule in (rules.above_half, rules.at_half, rules.below_half)
    )
    exact = everything + np.where(w > n, above, np.where(w == n, even, below)) * n
    unit = rules.rounding_unit.value
    nearest = ROUNDINGS[rules.rounding.value](exact, n * unit) * unit
    if rules.maximum.value is not None:
        nearest = np.minimum(nearest, rules.maximum.value)
    return np.asarray(nearest, dtype=np.int32)


def by_average(_edition: Edition, n: Wide, _w: Wide) -> Wide:
    """10.22, 8.2.3: at 50% Ru is the average."""
    return np.zeros(len(n), dtype=np.int64)


def by_bonus(edition: Edition, n: Wide, w: Wide) -> Wide:
    """10.23, 8.24, 8.2.3 of 2022: above 50%, a bonus for every half point. Only for editions with a whole one."""
    return (w - n) * int(edition.initial.bonus.value or 0)


def by_dp(edition: Edition, n: Wide, w: Wide) -> Wide:
    """10.24, 8.25, 8.2.3: dp of the percentage."""
    percentage = ROUNDINGS[edition.conversion.percentage_rounding.value](50 * w, n)
    return dp_table(edition)[np.clip(percentage, 0, 100)].astype(np.int64)


METHODS: Mapping[Above | At, Callable[[Edition, Wide, Wide], Wide]] = {
    "average": by_average,
    "bonus": by_bonus,
    "dp": by_dp,
}


# `rating.newcomer` over columns: the results of players without a rating, event by event.


@dataclass(frozen=True, slots=True)
class Pool(ColumnTable):
    """Results of players without a rating, one an event: games against rated opponents, how many different opponents
    these were, half points, the sum of the opponents' ratings. `date` is the day on which the event ended, `edition` a
    place in the list of editions; `first`: the player was never rated before."""

    player: Numbers
    date: Numbers
    event: Numbers
    edition: Numbers
    games: Numbers
    opponents: Numbers
    score: Numbers
    total: Numbers
    first: Mask

    @classmethod
    def empty(cls) -> "Pool":
        none = np.zeros(0, dtype=np.int32)
        return cls(none, none, none, none, none, none, none, none, np.zeros(0, dtype=np.bool_))


def fresh_results(games: Games, at_start: Numbers, unrated: Mask, total: Numbers, end: Numbers, edition: int) -> Pool:
    """8.2.1, 2005 10.2, FEDA 9.2: what events gave players without a rating, one result for each player and event with
    a rated opponent. `end` is the last day of each event, `total` how many games of each player were ever rated."""
    games = games.take(np.flatnonzero(unrated.take(games.white) | unrated.take(games.black)))
    white, black = games.sides()
    side = white.with_others(black)
    side = side.take(unrated[side.player] & (at_start[side.opponent] > 0))
    if not len(side.event):
        return Pool.empty()
    side = side.take(np.lexsort((side.opponent, side.event, side.player)))
    event, player, met = side.event, side.player, side.opponent
    begins = np.ones(len(event), dtype=np.bool_)
    begins[1:] = (event[1:] != event[:-1]) | (player[1:] != player[:-1])
    another = begins.copy()
    another[1:] |= met[1:] != met[:-1]
    starts = np.flatnonzero(begins)
    who, where = player[starts], event[starts]
    return Pool(
        who.astype(np.int32),
        end[where].astype(np.int32),
        where.astype(np.int32),
        np.full(len(starts), edition, dtype=np.int32),
        np.diff(np.append(starts, len(event))).astype(np.int32),
        np.add.reduceat(another, starts, dtype=np.int32),
        np.add.reduceat(side.score, starts).astype(np.int32),
        np.add.reduceat(at_start[met], starts).astype(np.int32),
        total[who] == 0,
    )


# `rating.first_rating` over columns: results pooled from list to list until they are enough for a first rating (7.1.4).

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
    """7.1.4, 2017 7.14c: `rating.first_rating.pooled_rating` over columns, window after window, until one gives a
    rating or reaches the last result."""
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
