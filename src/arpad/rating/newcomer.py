"""The value Ru of an unrated player's results, and which of their events count."""

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Annotated, Literal

from arpad.documents.document import Document, ShownAs, shows
from arpad.documents.schema import ExactFraction, HalfPoints
from arpad.documents.steps import Explanation, Step
from arpad.domain.games import PlayerGame, players_met, points
from arpad.extras import numpy as np
from arpad.i18n import ArpadError
from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide
from arpad.rating.game_by_game import Games
from arpad.rating.inputs import check_games, check_rating, event_label, sort_out
from arpad.rating.results import ROUNDINGS, newcomer_average, rounded
from arpad.regulations.articles import Article
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Above, At, BelowRoundRobin, IgnoredIn, Rule, dp

# Ru: the value of one event, or of all events together, for a player without a rating.


@dataclass(frozen=True, slots=True)
class Performance:
    """The value of a result, or of several together; of none, nothing. `value` is None if dp is indeterminate."""

    value: Fraction | None = None
    average: Fraction | None = None
    percentage: int | None = None
    dp: int | None = None
    bonus: Fraction | None = None
    steps: Explanation = ()


@dataclass(frozen=True, slots=True)
class _Result:
    """W half points of n games against an average; `opponents` is n of a round robin, None elsewhere."""

    average: Fraction
    games: int
    score: int
    percentage: int
    opponents: int | None


@dataclass(frozen=True, slots=True)
class _Added:
    """What is added to the average; None if it is indeterminate."""

    value: Fraction | None
    steps: Explanation
    dp: int | None = None
    bonus: Fraction | None = None


def performance(edition: Edition, total: Fraction, games: int, score: int, opponents: int | None = None) -> Performance:
    """Ru from the sum of the opponents' ratings, the games and the score in half points.

    `opponents` is n, the number of opponents, if the result is one round robin counted as such; otherwise None.
    """
    rules = edition.initial
    fictitious, rating = rules.fictitious_opponents.value, rules.fictitious_rating.value or 0
    n, w = games + fictitious, score + fictitious
    average = (total + fictitious * rating) / n
    percentage = rounded(edition.conversion.percentage_rounding.value, Fraction(50 * w, n))
    rule: Rule[Above | At | BelowRoundRobin] = rules.at_half
    if w > n:
        rule = rules.above_half
    elif w < n:
        rule = rules.below_half if opponents is None else rules.below_half_round_robin
    added = METHODS[rule.value](edition, rule.article, _Result(average, n, w, percentage, opponents))
    value, symbol = None if added.value is None else average + added.value, newcomer_average(edition)
    steps = (*_average_steps(edition, games, w, average, opponents), *added.steps)
    if value is not None and value != average:
        steps = (
            *steps,
            Step(rule.article, "initial.ru", {"average": average, "added": added.value, "symbol": symbol}, value),
        )
    return Performance(value, average, percentage, added.dp, added.bonus, steps)


def _average_steps(edition: Edition, games: int, score: int, average: Fraction, opponents: int | None) -> Explanation:
    """Return the step for the average; the average of a round robin is explained elsewhere."""
    rules = edition.initial
    count = rules.fictitious_opponents
    inputs: dict[str, object]
    if count.value:
        rating = rules.fictitious_rating.value
        inputs = {"count": count.value, "rating": rating, "games": games + count.value, "score": points(score)}
        inputs["symbol"] = newcomer_average(edition)
        return (Step(count.article, "initial.average-fictitious", inputs, average),)
    if opponents is None:
        inputs = {"n": games, "symbol": newcomer_average(edition)}
        return (Step(rules.average.article, "initial.average", inputs, average),)
    return ()


def by_average(edition: Edition, article: Article, result: _Result) -> _Added:
    """10.22, 8.2.3: at 50% Ru is the average."""
    inputs = {"symbol": newcomer_average(edition)}
    return _Added(Fraction(0), (Step(article, "initial.at-half", inputs, result.average),), dp=0)


def by_bonus(edition: Edition, article: Article, result: _Result) -> _Added:  # noqa: ARG001  (a method's signature)
    """10.23, 8.24, 8.2.3 of 2022: above 50%, a bonus for every half point."""
    rule = edition.initial.bonus
    assert rule.value is not None
    halves = result.score - result.games
    bonus = halves * rule.value
    return _Added(
        bonus, (Step(rule.article, "initial.bonus", {"halves": halves, "each": rule.value}, bonus),), bonus=bonus
    )


def by_dp(edition: Edition, article: Article, result: _Result) -> _Added:  # noqa: ARG001  (a method's signature)
    """10.24, 8.25, 8.2.3: dp of the percentage."""
    difference = dp(result.percentage, edition.conversion.dp_at_extremes.value)
    inputs = {"score": points(result.score), "games": result.games, "percentage": result.percentage}
    what = "initial.indeterminate" if difference is None else "initial.dp"
    steps = (Step(edition.conversion.dp.article, what, inputs, difference),)
    return _Added(None if difference is None else Fraction(difference), steps, dp=difference)


def by_reduced_dp(edition: Edition, article: Article, result: _Result) -> _Added:
    """10.25, 8.26: below 50% in a round robin, dp × n/(n+1)."""
    whole = by_dp(edition, article, result)
    if whole.dp is None or result.opponents is None:
        return whole
    n = result.opponents
    reduced = Fraction(whole.dp * n, n + 1)
    step = Step(article, "initial.dp-reduced", {"dp": whole.dp, "n": n, "n1": n + 1}, reduced)
    return _Added(reduced, (*whole.steps, step), dp=whole.dp)


METHODS: Mapping[Above | At | BelowRoundRobin, Callable[[Edition, Article, _Result], _Added]] = {
    "average": by_average,
    "bonus": by_bonus,
    "dp": by_dp,
    "dp-reduced": by_reduced_dp,
}


# The same over columns.


def performance_column(edition: Edition, games: Numbers, score: Numbers, total: Numbers) -> Numbers:
    """8.2.3, 2017 8.24 and 8.25, 2003 and 2005 10.22 to 10.24: Ru from games, half points and the sum of the
    opponents' ratings, as it would be published: rounded, and no more than the maximum."""
    rules = edition.initial
    fictitious = rules.fictitious_opponents.value
    n = np.maximum(games.astype(np.int64) + fictitious, 1)
    w = score.astype(np.int64) + fictitious
    everything = total.astype(np.int64) + fictitious * (rules.fictitious_rating.value or 0)
    above, even, below = (
        METHODS_OF_COLUMNS[rule.value](edition, n, w) for rule in (rules.above_half, rules.at_half, rules.below_half)
    )
    exact = everything + np.where(w > n, above, np.where(w == n, even, below)) * n
    unit = rules.rounding_unit.value
    nearest = ROUNDINGS[rules.rounding.value](exact, n * unit) * unit
    if rules.maximum.value is not None:
        nearest = np.minimum(nearest, rules.maximum.value)
    return np.asarray(nearest, dtype=np.int32)


def by_average_column(_edition: Edition, n: Wide, _w: Wide) -> Wide:
    """10.22, 8.2.3: at 50% Ru is the average."""
    return np.zeros(len(n), dtype=np.int64)


def by_bonus_column(edition: Edition, n: Wide, w: Wide) -> Wide:
    """10.23, 8.24, 8.2.3 of 2022: above 50%, a bonus for every half point. Only for editions with a whole one."""
    return (w - n) * int(edition.initial.bonus.value or 0)


def by_dp_column(edition: Edition, n: Wide, w: Wide) -> Wide:
    """10.24, 8.25, 8.2.3: dp of the percentage."""
    percentage = ROUNDINGS[edition.conversion.percentage_rounding.value](50 * w, n)
    return dp_table(edition)[np.clip(percentage, 0, 100)].astype(np.int64)


METHODS_OF_COLUMNS: Mapping[Above | At, Callable[[Edition, Wide, Wide], Wide]] = {
    "average": by_average_column,
    "bonus": by_bonus_column,
    "dp": by_dp_column,
}


@cache
def _dp_table(at_extremes: int | None) -> Numbers:
    return np.array([dp(percentage, at_extremes) or 0 for percentage in range(101)], dtype=np.int32)


def dp_table(edition: Edition) -> Numbers:
    """dp by the percentage. Only for editions that give 0% and 100% a value."""
    assert edition.conversion.dp_at_extremes.value is not None
    return _dp_table(edition.conversion.dp_at_extremes.value)


# The events of an unrated player that count towards the first rating, and why the others do not.


@dataclass(frozen=True, slots=True)
class SummaryResult:
    """A Swiss or team event by its sums: the average of the rated opponents, the games, the score in half points.

    `opponents` is the number of different opponents; None: not known, and assumed to be the number of games.
    """

    average: Fraction
    games: int
    score: int
    opponents: int | None = None

    @property
    def n(self) -> int:
        return self.games if self.opponents is None else self.opponents


@dataclass(frozen=True, slots=True)
class RoundRobinResult(SummaryResult):
    """A round robin by its result: the average is Rc of the competition. n is not the number of games if it is a
    double one."""


@dataclass(frozen=True, slots=True)
class KnownResult:
    """An event of which only Ru and the number of games are known."""

    ru: int
    games: int


ReducedBy = Literal["", "event", "player"]


@dataclass(frozen=True, slots=True)
class NewcomerEvent:
    """One event of an unrated player: the games, or a result instead of them (the games of a round robin are then
    also given, only for FEDA 9.4).

    `date` says in which period it was played; `floor` is the floor of the list at that time, if it was another;
    `championship` marks a national championship, every round played (FEDA 9.4); `first_event` is False if they have
    played before. `start` and `first_round`, the day of the first round, decide which of two events came first.
    `reduced_by` says why fewer games are enough: the event (2005 9.14d) or the player (9.14e). `whole` names the longer
    event that it is a part of (4.1): its parts are ignored together, or none of them.
    """

    name: str
    games: tuple[PlayerGame, ...] = ()
    result: SummaryResult | KnownResult | None = None
    date: dt.date | None = None
    floor: int | None = None
    championship: bool = False
    first_event: bool = True
    start: dt.date | None = None
    first_round: dt.date | None = None
    reduced_by: ReducedBy = ""
    whole: str = ""

    @property
    def label(self) -> str:
        """The name as a reason shows it."""
        return event_label(self.name)

    @property
    def counts(self) -> bool:
        """Return whether there is anything in it: a game against a rated opponent, or a result."""
        return self.championship or bool(self.result) or any(game.played and game.opponent for game in self.games)


class Counted(Document, frozen=True):
    """An event that counts: games and score against rated opponents, the sum of their ratings, and its own Ru.

    `met` is the number of different rated opponents, None if no minimum is required.
    """

    shown = shows("event", "games", "score", "ru")
    event: Annotated[NewcomerEvent, ShownAs(str | None, lambda event: event.name or None)]
    games: int
    score: HalfPoints | None
    total: Fraction | None
    performance: Performance | None
    ru: ExactFraction | None
    met: int | None = None

    @property
    def opponents(self) -> int | None:
        """n of a round robin, None for any other event."""
        return self.event.result.n if isinstance(self.event.result, RoundRobinResult) else None


Dropped = list[Step]
Pooled = Collection[NewcomerEvent]


def counted_events(
    edition: Edition,
    events: Sequence[NewcomerEvent],
    pooled: Pooled,
    steps: list[Step],
    dropped: Dropped,
) -> list[Counted]:
    """The events that count, in order, whether or not they are pooled. `steps` takes the games left out, `dropped` the
    events left out."""
    found = []
    least = edition.initial.minimum_opponents
    for event in events:
        entry = count_event(edition, event, steps)
        if entry is None:
            continue
        if entry.met is not None and least.value is not None and entry.met < least.value:
            inputs = {"event": event.label, "games": entry.games, "opponents": entry.met, "least": least.value}
            dropped.append(Step(least.article, "initial.too-few-opponents", inputs, None))
            continue
        found.append(entry)
    return IGNORED[edition.initial.ignored_in.value](edition, found, pooled, dropped)


def may_be_first(edition: Edition, event: NewcomerEvent) -> bool:
    """6.1, 10.20, 8.2.1: whether an event can be a player's first: it has games that count, against enough opponents
    (6.42, FEDA 7.42)."""
    least, result = edition.initial.minimum_opponents.value, event.result
    if least is None or isinstance(result, RoundRobinResult | KnownResult) or not event.counts:
        return event.counts
    if result is not None:
        return result.n >= least
    return players_met([game for game in event.games if game.played and game.opponent is not None]) >= least


def not_pooled(edition: Edition, event: NewcomerEvent, pooled: Sequence[NewcomerEvent]) -> Step:
    """Return why an event is not pooled: it is before or after the pooled ones."""
    first = min((event.date for event in pooled if event.date is not None), default=None)
    before = first is None or event.date is None or event.date < first
    what = "initial.too-far-back" if before else "initial.too-far-on"
    rule = edition.initial.pooling_span
    return Step(rule.article, what, {"event": event.label, "span": rule.value}, None)


def not_before_list(edition: Edition, event: NewcomerEvent) -> Step:
    """Why an event is not pooled for a list: it ended on the day of the list or later."""
    return Step(edition.initial.pooling_span.article, "initial.not-before-list", {"event": event.label}, None)


def as_known_to(edition: Edition, played_under: Edition, event: NewcomerEvent) -> NewcomerEvent:
    """A round robin from before 2022, pooled under an edition that has no rules for them, is an event like any other:
    it contributes Rc for each of its games (2017 7.14e)."""
    result = event.result
    methods = (edition.initial.average_round_robin.value, played_under.initial.average_round_robin.value)
    if not isinstance(result, RoundRobinResult) or methods[0] == methods[1]:
        return event
    return replace(event, result=SummaryResult(result.average, result.games, result.score))


def count_event(edition: Edition, event: NewcomerEvent, steps: list[Step]) -> Counted | None:
    """Return an event with its Ru; None if it has no game against a rated opponent."""
    rules, result = edition.initial, event.result
    if isinstance(result, KnownResult):
        if rules.combination.value != "weighted-mean":
            raise ArpadError("performance-edition", edition=edition.id)
        check_rating("Ru", result.ru)
        return Counted(event, result.games, None, None, None, Fraction(result.ru))
    if isinstance(result, SummaryResult):
        league = isinstance(result, RoundRobinResult)
        if league and rules.average_round_robin.value != "tournament-average":
            raise ArpadError("round-robin-edition", edition=edition.id)
        games, score, total = result.games, result.score, result.average * result.games
        worth = performance(edition, total, games, score, result.n if league else None)
        return Counted(event, games, score, total, worth, worth.value, None if league else result.n)
    check_games(event.games)
    counted, left_out = sort_out(edition, None, event.games)
    steps += [entry.reason for entry in left_out]
    if not counted:
        return None
    total, score = Fraction(sum(game.opponent or 0 for game in counted)), sum(game.score for game in counted)
    worth = performance(edition, total, len(counted), score)
    return Counted(event, len(counted), score, total, worth, worth.value, players_met(counted))


def _parts(entry: Counted, entries: Sequence[Counted]) -> list[Counted]:
    """All parts of the long event that an entry belongs to, the entry included."""
    return [
        other for other in entries if other is entry or (entry.event.whole and other.event.whole == entry.event.whole)
    ]


def _all_low(edition: Edition, parts: Sequence[Counted]) -> bool:
    """Whether the score of an event, all its parts together (4.1), is low enough to be ignored."""
    scores = [entry.score for entry in parts if entry.score is not None]
    return len(scores) == len(parts) and points(sum(scores)) <= edition.initial.ignored_score.value


def would_be_ignored(edition: Edition, event: NewcomerEvent) -> bool:
    """8.2.1, 10.20, 6.1: whether an event is ignored if it is the player's first: the score against rated opponents is
    too low."""
    entry = count_event(edition, event, [])
    first = edition.initial.ignored_in.value not in ("any-event", "never")
    return first and entry is not None and _all_low(edition, [entry])


def _ignored(edition: Edition, entry: Counted) -> Step:
    article = edition.initial.ignored_in.article
    return Step(article, "initial.ignored-score", {"event": entry.event.label, "score": points(entry.score or 0)}, None)


def in_any_event(edition: Edition, entries: list[Counted], pooled: Pooled, dropped: Dropped) -> list[Counted]:  # noqa: ARG001  (a policy's signature)
    """FEDA 7.1, 2003 6.1: a result that is too low is ignored in any event."""
    low = [entry for entry in entries if _all_low(edition, _parts(entry, entries))]
    dropped += [_ignored(edition, entry) for entry in low]
    return [entry for entry in entries if entry not in low]


def in_first_event(edition: Edition, entries: list[Counted], pooled: Pooled, dropped: Dropped) -> list[Counted]:  # noqa: ARG001  (a policy's signature)
    """2005 10.20, 2022 and 2024 8.2.1: a result that is too low is ignored in the first event."""
    first = _parts(entries[0], entries) if entries else []
    if first and first[0].event.first_event and _all_low(edition, first):
        dropped += [_ignored(edition, entry) for entry in first]
        return [entry for entry in entries if entry not in first]
    return entries


def in_first_event_alone(edition: Edition, entries: list[Counted], pooled: Pooled, dropped: Dropped) -> list[Counted]:
    """2017 6.1: ignored in the first event, but it counts once there are other rated games to pool it with."""
    alone = [entry for entry in entries if entry.event in pooled] == (_parts(entries[0], entries) if entries else [])
    return in_first_event(edition, entries, pooled, dropped) if alone else entries


IGNORED: Mapping[IgnoredIn, Callable[[Edition, list[Counted], Pooled, Dropped], list[Counted]]] = {
    "any-event": in_any_event,
    "first-event": in_first_event,
    "first-event-alone": in_first_event_alone,
    "never": lambda edition, entries, pooled, dropped: entries,  # noqa: ARG005  (a policy's signature)
}


def first_floor(edition: Edition) -> int | None:
    """Return the floor that a first performance is measured by at the time of its event; None: there is none."""
    return None if edition.initial.first_performance_floor.value is None else edition.lists.floor.value


def split_first_performances(edition: Edition, entries: Sequence[Counted]) -> tuple[list[Counted], list[Counted]]:
    """FEDA 9.31, 2003 and 2005 10.31: a first performance below the floor is ignored, and the next is then the first.

    Returns those ignored and those that count.
    """
    rule = edition.initial.first_performance_floor
    if rule.value is None:
        return [], list(entries)
    ignored = 0
    for entry in entries:
        floor = rule.value if entry.event.floor is None else entry.event.floor
        if entry.ru is None or entry.ru >= floor:
            break
        ignored += 1
    return list(entries[:ignored]), list(entries[ignored:])


def as_championship(event: NewcomerEvent, opponent: int) -> NewcomerEvent:
    """FEDA 9.4: only for this, unrated opponents count with the rating given; a round robin too is then counted
    by its games, if they are known."""
    games = tuple(game._replace(opponent=opponent) if game.opponent is None else game for game in event.games)
    return replace(event, games=games, result=None if games else event.result)


# The results of players without a rating over columns, event by event.


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
