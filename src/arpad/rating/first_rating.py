"""The first rating of an unrated player, and the events pooled for it (7.1.4; FEDA 8.14.c, 9.14c)."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from arpad.documents.document import Document, InWords, ShownAs, shows
from arpad.documents.schema import ExactFraction, HalfPoints
from arpad.documents.steps import Explanation, Reasons, Step, sentence
from arpad.extras import numpy as np
from arpad.rating._event_average import championship_rating
from arpad.rating.coefficient import below_floor, below_floor_column
from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide
from arpad.rating.newcomer import (
    Counted,
    NewcomerEvent,
    Performance,
    Pool,
    SummaryResult,
    as_known_to,
    counted_events,
    first_floor,
    not_before_list,
    not_pooled,
    performance,
    performance_column,
    split_first_performances,
)
from arpad.rating.results import RoundedAverage, rounded
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Combination, IgnoredIn, PooledFrom, Rule

# Which events are pooled for a first rating: forward from the first (FEDA 8.14.c, 9.14c, 7.14c, 7.1.4).

Dated = tuple[Edition, dt.date | None]
"""The edition of an event and the day it ended."""


def last_day_pooled(edition: Edition, first: dt.date) -> dt.date:
    """The last day of the periods that are pooled with an event of this day: the same period and the following ones.

    A period runs from one list to the next. The span of FIDE's later editions is given in months, the first included.
    """
    rules = edition.initial
    if rules.pooling.value == "months":
        months, following = tuple(range(1, 13)), rules.pooling_span.value - 1
    else:
        months, following = edition.lists.months.value, rules.pooling_span.value
    years, after = divmod(sum(month <= first.month for month in months) + following, len(months))
    return dt.date(first.year + years, months[after], 1) - dt.timedelta(days=1)


def pooled_with(first: Dated, date: dt.date | None) -> bool:
    """Whether an event that ended on this day is pooled with one that came before it. Without a date it is."""
    edition, day = first
    return day is None or date is None or date <= last_day_pooled(edition, day)


def from_first_event(events: Sequence[Dated], list_date: dt.date | None) -> list[list[int]]:  # noqa: ARG001  (a policy's signature)
    """Return the places of the events that may be pooled with each other, the earliest window first.

    A window begins with an event and reaches as far as the edition of that event allows; a window inside
    another one is left out. Events without a date belong to every window.
    """
    order = sorted((at for at, (_, date) in enumerate(events) if date is not None), key=lambda at: _day(events[at]))
    found: list[list[int]] = []
    last = dt.date.min
    for place, at in enumerate(order):
        window = [other for other in order[place:] if pooled_with(events[at], events[other][1])]
        if (end := _day(events[window[-1]])) > last:
            found.append(sorted([*(place for place, (_, date) in enumerate(events) if date is None), *window]))
            last = end
    return found or [list(range(len(events)))]


def _day(event: Dated) -> dt.date:
    return event[1] or dt.date.min


def back_from_list(events: Sequence[Dated], list_date: dt.date | None) -> list[list[int]]:
    """The events of the periods before the list, as many as the latest event's edition says: the way of lists that were
    made before pooling counted from the first event."""
    if list_date is None or not events:
        return [list(range(len(events)))]
    edition = events[-1][0]
    eve = list_date - dt.timedelta(days=1)
    return [[at for at, (_, day) in enumerate(events) if day is None or eve <= last_day_pooled(edition, day)]]


WINDOWS: Mapping[PooledFrom, Callable[[Sequence[Dated], dt.date | None], list[list[int]]]] = {
    "first-event": from_first_event,
    "list": back_from_list,
}


def windows(edition: Edition, events: Sequence[Dated], list_date: dt.date | None) -> list[list[int]]:
    """The places of the events that are pooled with each other, in the order in which they are tried."""
    return WINDOWS[edition.initial.pooled_from.value](events, list_date)


# The first rating of an unrated player: the value of all results together, and whether it is published.


class InitialReason(Document, frozen=True):
    """Why a first rating is not published."""

    shown = shows("article", "code", "reason")
    reason: Annotated[Step, InWords(str, sentence)]

    @property
    def article(self) -> str:
        return self.reason.article.number

    @property
    def code(self) -> str:
        return self.reason.what.partition(".")[2]


class InitialRating(Document, frozen=True):
    """The first rating with its reasons.

    `rating` is the rounded Ru or Rn even if it is not publishable; `reasons` then say why, with their articles. The
    last of the steps is the verdict: listed, or not listed and the reason that decides.
    """

    shown = shows(
        "edition", "games_counted", "score", "average", "average_exact", "percentage", "dp", "bonus", "rating",
        "publishable", "reasons", "events", "steps",
    )  # fmt: skip
    edition: str
    games_counted: int
    score: HalfPoints | None
    average: RoundedAverage | None
    percentage: int | None
    dp: int | None
    bonus: ExactFraction | None
    rating: int | None
    publishable: bool
    reasons: Annotated[Explanation, ShownAs(list[InitialReason], lambda reasons: map(InitialReason, reasons))]
    events: tuple[Counted, ...]
    steps: Reasons

    @property
    def average_exact(self) -> str | None:
        return None if self.average is None else str(self.average)

    @property
    def verdict(self) -> Step:
        return self.steps[-1]

    @property
    def computation(self) -> Explanation:
        """The steps and the reasons that are not among them, without the verdict."""
        *steps, _ = self.steps
        return (*steps, *(reason for reason in self.reasons if reason not in steps))

    @property
    def explanation(self) -> Explanation:
        """The steps, the reasons that are not among them, and the verdict."""
        return (*self.computation, self.verdict)


def verdict_step(edition: Edition, rating: int | None, reason: Step | None) -> Step:
    """Return the last step of a first rating: listed, or not listed because of a reason."""
    if reason is None:
        return Step(edition.initial.games.article, "verdict.listed", {}, rating)
    why = f"@verdict-because.{reason.what.partition('.')[2]}"
    return Step(reason.article, "verdict.not-listed", {"why": why, "article": reason.article.number}, None)


def initial_rating(
    edition: Edition,
    events: Sequence[NewcomerEvent],
    *,
    list_date: dt.date | None = None,
    reduced: bool = False,
    floor_ignored: bool = False,
) -> InitialRating:
    """Compute the first rating from a player's events in the order in which they were played.

    `list_date` is the list it would be published in: later events are left out. `reduced` says that fewer games are
    enough (2005 9.14d, 9.14e), if the events do not say so themselves. `floor_ignored` ignores the floor of the list.
    """
    played = [(edition, event) for event in events]
    return pooled_rating(edition, played, list_date=list_date, reduced=reduced, floor_ignored=floor_ignored)


Played = tuple[Edition, NewcomerEvent]


def pooled_rating(
    edition: Edition,
    played: Sequence[Played],
    *,
    list_date: dt.date | None = None,
    reduced: bool = False,
    floor_ignored: bool = False,
) -> InitialRating:
    """Compute the first rating from events in the order in which they were played, each with its own edition;
    `edition` is used for a player without events.

    Results are pooled forward from the first event (8.14.c, 9.14c, 7.1.4). If they do not give a rating that can be
    published, they are pooled forward from a later one. The edition of the latest pooled event applies.
    """
    events = [event for event in played if _before(list_date, event[1])]
    late = tuple(not_before_list(rules, event) for rules, event in played if not _before(list_date, event))
    dated = [(rules, event.date) for rules, event in events]
    *earlier, last = windows(_edition_of(events, edition), dated, list_date)
    for window in earlier:
        pooled = [events[at] for at in window]
        rating = _of_window(_edition_of(pooled, edition), events, pooled, late, reduced, floor_ignored)
        if rating.publishable and not _reaches_further(rating, events, pooled):
            return rating
    pooled = [events[at] for at in last]
    return _of_window(_edition_of(pooled, edition), events, pooled, late, reduced, floor_ignored)


def _before(list_date: dt.date | None, event: NewcomerEvent) -> bool:
    """Whether an event was over before the list; one without a date was."""
    return list_date is None or event.date is None or event.date < list_date


def _edition_of(pooled: Sequence[Played], otherwise: Edition) -> Edition:
    """The edition of the latest event that counts."""
    counting = [edition for edition, event in pooled if event.counts]
    return [otherwise, *(edition for edition, _ in pooled[-1:]), *counting][-1]


def _reaches_further(rating: InitialRating, events: Sequence[Played], pooled: Sequence[Played]) -> bool:
    """Whether the first event that counts could be pooled with one after these: those before it were ignored, so the
    results are to be counted from it."""
    if not rating.events:
        return False
    first = rating.events[0].event.date
    last = max(event.date for _, event in pooled if event.date is not None)
    later = [event.date for _, event in events if event.date is not None and event.date > last]
    return any(pooled_with((edition, first), day) for edition, event in pooled if event.date == first for day in later)


def _of_window(
    edition: Edition,
    played: Sequence[Played],
    pooled_events: Sequence[Played],
    late: Explanation,
    reduced: bool,
    floor_ignored: bool,
) -> InitialRating:
    """The first rating from the events that are pooled, among all that were played."""
    steps: list[Step] = []
    dropped = list(late)
    pooled, events = ([as_known_to(edition, *event) for event in some] for some in (pooled_events, played))
    entries = counted_events(edition, events, pooled, steps, dropped)
    determinate = [entry for entry in entries if entry.ru is not None]
    dropped += [_indeterminate(edition, entry) for entry in entries if entry.ru is None]
    below, counting = ([], determinate) if floor_ignored else split_first_performances(edition, determinate)
    dropped += [_below(edition, entry) for entry in below]
    # Events that are not pooled are left out last, so that a player's first event stays the first.
    dropped += [not_pooled(edition, entry.event, pooled) for entry in (*below, *counting) if entry.event not in pooled]
    below, counting = ([entry for entry in part if entry.event in pooled] for part in (below, counting))
    shown = counting or below
    combined = COMBINATIONS[edition.initial.combination.value](edition, shown)
    rating = _rounded(edition, combined, steps := [*steps, *dropped, *combined.steps])
    games = sum(entry.games for entry in shown)
    needed = _games_needed(edition, events, shown, reduced)
    reasons = _reasons(edition, games, rating, dropped, needed, floor_ignored)
    steps += _fewer_suffice(edition, games, needed)
    if not counting:
        reasons = reasons or tuple(dropped)
    decisive = dropped[-1] if dropped and not counting else reasons[-1] if reasons else None
    championship = championship_rating(edition, pooled)
    if championship is not None and (reasons or rating is None or rating < championship.value):
        steps.append(championship.step)
        rating, reasons, decisive = championship.value, (), None
        shown, games = [championship.entry], championship.entry.games
        combined = COMBINATIONS[edition.initial.combination.value](edition, shown)
    scores = [entry.score for entry in shown]
    return InitialRating(
        edition=edition.id,
        games_counted=games,
        score=None if None in scores else sum(score for score in scores if score is not None),
        average=combined.average,
        percentage=combined.percentage,
        dp=combined.dp,
        bonus=combined.bonus,
        rating=rating,
        publishable=not reasons,
        reasons=reasons,
        events=tuple(shown),
        steps=(*steps, verdict_step(edition, rating, decisive)),
    )


def _indeterminate(edition: Edition, entry: Counted) -> Step:
    article = edition.conversion.dp_at_extremes.article
    percentage = entry.performance.percentage if entry.performance else 0
    return Step(article, "initial.event-indeterminate", {"event": entry.event.label, "percentage": percentage}, None)


def _below(edition: Edition, entry: Counted) -> Step:
    rule = edition.initial.first_performance_floor
    floor = rule.value if entry.event.floor is None else entry.event.floor
    return Step(rule.article, "initial.first-below-floor", {"event": entry.event.label, "floor": floor}, entry.ru)


def weighted_mean(edition: Edition, entries: Sequence[Counted]) -> Performance:
    """FEDA 9.3, 2003 and 2005 10.3: the mean of the events' Ru, each weighted by its games."""
    if not entries:
        return Performance()
    if len(entries) == 1 and entries[0].performance is not None:
        return entries[0].performance
    games = sum(entry.games for entry in entries)
    rn = Fraction(sum((entry.ru or 0) * entry.games for entry in entries)) / games
    steps = [
        Step(
            edition.initial.average.article,
            "initial.event",
            {"event": entry.event.label, "games": entry.games},
            entry.ru,
            entry.performance.steps if entry.performance else (),
        )
        for entry in entries
    ]
    terms = tuple((entry.ru or Fraction(0), entry.games) for entry in entries)
    steps.append(
        Step(edition.initial.combination.article, "initial.weighted-mean", {"terms": terms, "games": games}, rn)
    )
    totals = [entry.total for entry in entries if entry.total is not None]
    average = sum(totals, Fraction(0)) / games if len(totals) == len(entries) else None
    return Performance(rn, average, steps=tuple(steps))


def one_event(edition: Edition, entries: Sequence[Counted]) -> Performance:
    """2017 7.14e, 2022 and 2024 7.1.4: all results as one event.

    The reduction of dp for a round robin applies if there is one round robin and nothing else.
    """
    if not entries:
        return Performance()
    games, score = sum(entry.games for entry in entries), sum(entry.score or 0 for entry in entries)
    total = Fraction(sum(entry.total or 0 for entry in entries))
    worth = performance(edition, total, games, score, entries[0].opponents if len(entries) == 1 else None)
    if len(entries) == 1:
        return worth
    step = Step(edition.initial.combination.article, "initial.one-event", {"events": len(entries)}, games)
    return replace(worth, steps=(step, *worth.steps))


COMBINATIONS: Mapping[Combination, Callable[[Edition, Sequence[Counted]], Performance]] = {
    "weighted-mean": weighted_mean,
    "one-event": one_event,
}


def _rounded(edition: Edition, combined: Performance, steps: list[Step]) -> int | None:
    """Return the value as it would be published: rounded, and at most the maximum."""
    if combined.value is None:
        return None
    rules = edition.initial
    rating = rounded(rules.rounding.value, combined.value, rules.rounding_unit.value)
    unit = rules.rounding_unit.value
    what = "initial.rounded" if unit == 1 else "initial.rounded-to"
    steps.append(Step(rules.rounding.article, what, {"exact": combined.value, "unit": unit}, rating))
    if rules.maximum.value is not None and rating > rules.maximum.value:
        steps.append(Step(rules.maximum.article, "initial.maximum", {"rating": rating}, rules.maximum.value))
        return rules.maximum.value
    return rating


def _games_needed(
    edition: Edition, events: Sequence[NewcomerEvent], counted: Sequence[Counted], reduced: bool
) -> Rule[int | None]:
    """Return the games that are required: fewer if everything was played in Olympiads and team championships (2005
    9.14d), or the player belongs to IBCA, ICSC or IPCA (9.14e)."""
    rules = edition.initial
    by_event = bool(counted) and all(entry.event.reduced_by == "event" for entry in counted)
    if any(event.reduced_by == "player" for event in events) and rules.games_reduced_member.value is not None:
        return rules.games_reduced_member
    return rules.games_reduced if (reduced or by_event) and rules.games_reduced.value is not None else rules.games


def _fewer_suffice(edition: Edition, games: int, needed: Rule[int | None]) -> Explanation:
    """Return the step that fewer games than usual are enough, if it matters."""
    usual = edition.initial.games.value or 0
    if needed.value is None or not needed.value <= games < usual:
        return ()
    return (Step(needed.article, "initial.reduced", {"games": games, "needed": needed.value}, games),)


def _reasons(
    edition: Edition,
    games: int,
    rating: int | None,
    dropped: Sequence[Step],
    needed: Rule[int | None],
    floor_ignored: bool,
) -> Explanation:
    """Why the rating is not published: too few games, a value below the floor, or nothing that counts."""
    floor = edition.lists.floor
    reasons = []
    if games < (needed.value or 0):
        reasons.append(Step(needed.article, "initial.too-few-games", {"games": games, "needed": needed.value}, None))
    if below_floor(edition, rating) and not floor_ignored:
        inputs = {"rating": rating, "floor": floor.value}
        reasons.append(Step(floor.article_for_unrated, "initial.below-floor", inputs, None))
    return (*dropped, *reasons) if reasons else ()


# The same over columns: results pooled from list to list until they are enough for a first rating (7.1.4).

WIDTH = 1 << 32
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

    @classmethod
    def empty(cls) -> "FirstRatings":
        return cls(*[np.zeros(0, dtype=np.int32)] * 6)


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
    return FirstRatings.empty().with_others(*found)


def _has_columns(edition: Edition) -> bool:
    """Whether the policies of an edition have a form over columns: results pooled forward as one event without further
    conditions, as from 2017 on."""
    rules = edition.initial
    return (
        rules.combination.value in COMBINATIONS_OF_COLUMNS
        and rules.ignored_in.value in IGNORED_OF_COLUMNS
        and rules.pooled_from.value == "first-event"
        and rules.minimum_opponents.value is None
        and rules.first_performance_floor.value is None
        and edition.conversion.dp_at_extremes.value is not None
        and (rules.bonus.value is None or rules.bonus.value.denominator == 1)
    )


def _keys(first: Numbers, second: Numbers | Wide) -> Wide:
    return first.astype(np.int64) * WIDTH + second


def _window_ends(editions: Sequence[Edition], pool: Pool) -> Wide:
    """For every result the place after the last one of its player that can be pooled with it, counted forward."""
    keys, back = np.unique(_keys(pool.edition, pool.date), return_inverse=True)
    reach = [
        last_day_pooled(editions[key // WIDTH], dt.date.fromordinal(key % WIDTH)).toordinal() for key in keys.tolist()
    ]
    return _after(pool.player, pool.date, pool.player, np.array(reach, dtype=np.int64)[back])


def _after(player: Numbers, value: Numbers | Wide, whose: Numbers, limit: Numbers | Wide) -> Wide:
    """The places after the last row of each player whose value is within a limit; rows are sorted by both."""
    return np.searchsorted(_keys(player, value), _keys(whose, limit), side="right")


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
            rated = COMBINATIONS_OF_COLUMNS[editions[at].initial.combination.value]
            some, good = rated(editions[at], at, pool, fresh, first[mine], begin[mine], stop_here[mine], ends)
            found.append(some)
            done[mine] = good
        left = ~done & (stop_here < stop)
        first, begin, stop, stop_here = first[left], begin[left], stop[left], stop_here[left]
        begin = _after(pool.player, ends, pool.player[first], stop_here)
    return FirstRatings.empty().with_others(*found)


def one_event_column(
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
    ignored = IGNORED_OF_COLUMNS[rules.ignored_in.value](low, lengths)
    counts = np.ones(len(places), dtype=np.bool_)
    counts[opening[ignored]] = False

    def summed(values: Numbers) -> Numbers:
        return np.add.reduceat(np.where(counts, values[places], 0), opening)

    n, score, total = summed(pool.games), summed(pool.score), summed(pool.total)
    own = np.add.reduceat(np.where(counts & fresh[places], pool.games[places], 0), opening)
    rating = performance_column(edition, n, score, total)
    good = (n >= rules.games.value) & (n > 0) & ~below_floor_column(edition, rating)
    # If the first result is ignored, the next one may reach further.
    good[ignored] &= ends[np.minimum(begin[ignored] + 1, len(ends) - 1)] <= stop[ignored]
    ratings = FirstRatings(
        pool.player[first][good],
        rating[good],
        np.full(int(good.sum()), at, dtype=np.int32),
        own[good].astype(np.int32),
        n[good].astype(np.int32),
        places[counts & np.repeat(good, lengths)].astype(np.int32),
    )
    return ratings, good


CombinedColumns = Callable[[Edition, int, Pool, Mask, Wide, Wide, Wide, Wide], tuple[FirstRatings, Mask]]
COMBINATIONS_OF_COLUMNS: Mapping[Combination, CombinedColumns] = {"one-event": one_event_column}


def in_first_event_column(low: Mask, _events: Wide) -> Mask:
    """2005 10.20, 2022 and 2024 8.2.1: a result that is too low is ignored in the player's first event."""
    return low


def in_first_event_alone_column(low: Mask, events: Wide) -> Mask:
    """2017 6.1: ignored in the first event, but it counts once there are other rated games to pool it with."""
    return np.asarray(low & (events == 1))


IGNORED_OF_COLUMNS: Mapping[IgnoredIn, Callable[[Mask, Wide], Mask]] = {
    "first-event": in_first_event_column,
    "first-event-alone": in_first_event_alone_column,
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
    day, first, floor = dt.date.fromordinal(int(pool.date[place])), bool(pool.first[place]), first_floor(edition)
    return edition, NewcomerEvent(str(place), result=result, date=day, floor=floor, first_event=first)
