"""Parameters of a rating edition, rules that no edition changes, and the conversion tables dp and PD.

Each field is one parameter, and its annotation is the schema that the loader enforces. The tables are not
interpolated (2003 and 2005, 14.2).
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from arpad.domain.rating_list import HIGHEST_RATING, LEAST_K, MOST_K
from arpad.regulations.articles import HERE, Article, read_toml

# The parameters of an edition, group by group: every edition file must have all of them. Each field is one parameter.
# Its annotation is the schema: the loader accepts nothing else, and requires all of them. A policy is a `Literal`: the
# name of a method, and each name has one function in the room that applies it. `Bounds` say the limits of a number.
# `InfoOnly` marks values that are only printed for readers.

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Rule(Generic[T_co]):
    """A value of the regulations with the article that gives it, and a note if the text needs a reading.

    `unrated` is the article for players without a rating, if the text has another one for them."""

    value: T_co
    article: Article
    note: Mapping[str, str] | None = field(default=None, compare=False)
    unrated: Article | None = None

    @property
    def article_for_unrated(self) -> Article:
        return self.unrated or self.article


def groups_of(edition: type) -> Mapping[str, type]:
    """Return the groups of parameters that an edition has, by the names of its fields. A group may be None."""
    groups: dict[str, type] = {}
    for part in fields(edition):
        kind: Any = get_args(part.type)[0] if isinstance(part.type, UnionType) else part.type
        if isinstance(kind, type) and is_dataclass(kind):
            groups[part.name] = kind
    return groups


def grouped_parameters(edition: object) -> Iterator[tuple[str, Rule[Any]]]:
    """Return every parameter of an edition by its full name, group by group."""
    for group in groups_of(type(edition)):
        rules = getattr(edition, group)
        for parameter in fields(rules) if rules is not None else ():
            yield f"{group}.{parameter.name}", getattr(rules, parameter.name)


@dataclass(frozen=True, slots=True)
class EditionHead:
    """What editions of every kind have. `own` names the parameters that its file states itself; the others come from
    the edition it extends."""

    id: str
    effective: dt.date
    until: dt.date | None
    extends: str | None
    source: str
    name: Mapping[str, str]
    own: frozenset[str]

    def title(self, language: str) -> str:
        return f"{self.id} – {self.name[language]}"

    def parameters(self) -> Iterator[tuple[str, Rule[Any]]]:
        """Every parameter by its full name, in the order of the regulations' groups."""
        return grouped_parameters(self)


@dataclass(frozen=True, slots=True)
class DatedEdition(EditionHead):
    """An edition of titles, of arbiters or of tie-breaks. `beyond_seeds` marks one that no document we hold prints in
    full."""

    beyond_seeds: bool


INFO_ONLY = "info-only"
InfoOnly = Annotated[Rule[T_co], INFO_ONLY]
"""A value for information only: it is printed with its article, but nothing is computed or checked with it."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that a number of an edition may be."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Ascending:
    """A row of numbers, at least one, each once and in ascending order."""


ANY_NUMBER = Bounds(0, 9999)
"""The default limits of a number."""
KValue = Annotated[int, Bounds(LEAST_K, MOST_K)]
Unit = Annotated[int, Bounds(1, 100)]
Age = Annotated[int, Bounds(1, 99)]
Span = Annotated[int, Bounds(1, 120)]
"""Months or periods, the one in question among them."""
MonthsBack = Annotated[int, Bounds(0, 120)]
ListMonths = Annotated[tuple[Annotated[int, Bounds(1, 12)], ...], Ascending()]
Bands = Annotated[tuple[tuple[int, int], ...], Ascending()]
"""Pairs of the most that a band has, and its K."""
HighestBound = Annotated[int, Bounds(0, HIGHEST_RATING)]
Share = Annotated[Fraction, Bounds(0, 1)]

RoundingName = Literal["half-away-from-zero", "half-up"]
CapPolicy = Literal["always", "once", "once-as-favourite"]
RoundRobinPolicy = Literal["whole-event-average", "competition-average", "unrated-by-iteration", "as-swiss"]
Combination = Literal["weighted-mean", "one-event"]
IgnoredIn = Literal["any-event", "first-event", "first-event-alone", "never"]
PooledFrom = Literal["first-event", "list"]
Above = Literal["bonus", "dp"]
At = Literal["average", "dp"]
BelowRoundRobin = Literal["dp", "dp-reduced"]
Closing = Literal["month-end-before", "month-before", "days-before"]
Speed = Literal["moves-per-hour", "minutes-for-60-moves", "time-class"]
Scope = Literal["event", "game"]
ArbiterNeed = Literal["titled", "licensed"]
Championship = Literal["national", "regional", "provincial"]
Authority = Literal["qualification-commission", "qualification-commission-chair", "fide-president", "fide-council"]
TransitionMethod = Literal["compress-below", "raise-to-standard"]


@dataclass(frozen=True, slots=True)
class Conversion:
    """The two conversion tables: p to dp, and D to PD."""

    dp: InfoOnly[Literal["table-a"]]
    pd: InfoOnly[Literal["table-b"]]
    dp_at_extremes: Rule[int | None]
    percentage_rounding: Rule[RoundingName]


@dataclass(frozen=True, slots=True)
class Change:
    """The change of a rated player."""

    method: Rule[Literal["event-average", "game-by-game", "numbered-games"]]
    difference: Rule[str]
    expected: Rule[str]
    result: InfoOnly[str]
    sum: InfoOnly[str]
    total: InfoOnly[str]
    cap: Rule[int]
    cap_policy: Rule[CapPolicy]
    cap_exempt_from: Rule[int | None]
    round_robin: Rule[RoundRobinPolicy]
    not_rated_from_difference: Rule[int | None]
    not_rated_above: Rule[int | None]
    rounding: Rule[RoundingName]
    rounding_of: Rule[Literal["new-rating", "change"]]
    rounding_unit: Rule[Unit]
    rated_opponents_only: InfoOnly[bool]
    rated_opponents_exempt: Rule[tuple[Literal["scheveningen"], ...]]
    entered_list: Rule[bool]
    standing_in: Rule[bool]


@dataclass(frozen=True, slots=True)
class Coefficient:
    """K, the development coefficient."""

    method: Rule[Literal["by-history", "by-number", "fixed"]]
    new: Rule[KValue | None]
    new_games: Rule[int | None]
    middle: Rule[KValue]
    low: Rule[KValue | None]
    low_from: Rule[int | None]
    low_games: Rule[int | None]
    junior: Rule[KValue | None]
    junior_age: Rule[Age | None]
    junior_below: Rule[int | None]
    junior_until: Rule[Literal["birthday", "year-end"] | None]
    product_limit: Rule[int | None]
    standing_in: Rule[Literal["as-standard"] | None]
    returning: Rule[Literal["new", "games-kept"]]


@dataclass(frozen=True, slots=True)
class Initial:
    """The first rating of an unrated player."""

    combination: Rule[Combination]
    average: Rule[str]
    average_round_robin: Rule[Literal["tournament-average", "rated-opponents"]]
    at_half: Rule[At]
    above_half: Rule[Above]
    bonus: Rule[Fraction | None]
    below_half: Rule[Literal["dp"]]
    below_half_round_robin: Rule[BelowRoundRobin]
    fictitious_opponents: Rule[int]
    fictitious_rating: Rule[int | None]
    maximum: Rule[int | None]
    ignored_score: Rule[Fraction]
    ignored_in: Rule[IgnoredIn]
    same_day: Rule[Literal["started-first", "by-text"]]
    ignored_for_opponents: Rule[bool]
    minimum_opponents: Rule[int | None]
    games: Rule[int]
    games_reduced: Rule[int | None]
    games_reduced_member: Rule[int | None]
    pooling: Rule[Literal["periods", "months"]]
    pooling_span: Rule[Span]
    pooled_from: Rule[PooledFrom]
    first_performance_floor: Rule[int | None]
    rounding: Rule[RoundingName]
    rounding_unit: Rule[Unit]
    championship_rating: Rule[int | None]
    championship_share: Rule[Share | None]
    championship_opponent: Rule[int | None]


@dataclass(frozen=True, slots=True)
class Lists:
    """The published list: calendar, floor, activity, deadlines, fields."""

    months: Rule[ListMonths]
    floor: Rule[int]
    below_floor: Rule[Literal["out-of-list", "delisted", "unrated", "raised"]]
    closing: Rule[Closing]
    closing_days: Rule[int | None]
    official_closing_days: Rule[int | None]
    monthly_closing_days: InfoOnly[int | None]
    inactive_games: Rule[int]
    inactive_months: Rule[Span]
    inactive_lists: Rule[int | None]
    inactive_then: Rule[Literal["listed-apart", "dropped", "kept"]]
    active_games: Rule[int]
    active_within: Rule[Literal["year", "period"]]
    long_event_days: Rule[int | None]
    long_event: Rule[Literal["authorised", "list-at-each-game", "monthly-reports"] | None]
    parts: Rule[Literal["one-event", "events"]]
    returning: Rule[Literal["next-list", "own-games"]]
    report_days: Rule[int | None]
    returned_report_days: Rule[int | None]
    upload_days: Rule[int | None]
    late_periods: Rule[int | None]
    late_lists: Rule[int | None]
    month_end_days: Rule[int | None]
    file_over_players: InfoOnly[int | None]
    fields: Rule[tuple[str, ...]]
    titled_unrated_apart: Rule[bool]
    top_lists_active_only: Rule[bool]
    top_lists_inactive_months: Rule[MonthsBack]
    members_only: InfoOnly[bool]
    deaths_reported: InfoOnly[bool]
    foreigners_by_fide: Rule[bool]
    stages_pooled: Rule[bool]


@dataclass(frozen=True, slots=True)
class Eligibility:
    """May an event, or a game, be rated?"""

    speed: Rule[Speed]
    minutes: Rule[tuple[tuple[int, int], ...]]
    minutes_scope: Rule[Scope | None]
    moves_per_hour: Rule[int | None]
    sudden_death_hours: Rule[int | None]
    control_hours: Rule[int | None]
    increment_minutes: Rule[int | None]
    increment_seconds: Rule[int | None]
    first_control: Rule[Literal["advised", "exactly", "at-least"] | None]
    first_control_moves: Rule[int | None]
    equal_times: Rule[Literal["at-tournament-start", "at-game-start", "required"] | None]
    rapid_over: InfoOnly[int | None]
    rapid_under: Rule[int | None]
    blitz_minimum: Rule[int | None]
    blitz_minimum_included: Rule[bool | None]
    blitz_maximum: InfoOnly[int | None]
    rounds_per_day: Rule[int | None]
    rapid_rounds_per_day: Rule[int | None]
    blitz_rounds_per_day: Rule[int | None]
    hours_per_day: Rule[int | None]
    duration_days: Rule[int | None]
    duration_leagues: Rule[bool]
    duration_exceptions: Rule[tuple[Literal["authorised", "approved"], ...]]
    registration_days: Rule[int | None]
    registration_norm_days: Rule[int | None]
    registration_top_days: Rule[int | None]
    registration_top_rating: Rule[int | None]
    registration_top_rating_women: Rule[int | None]
    late_registration: Rule[tuple[Authority, ...]]
    late_registration_top: Rule[tuple[Authority, ...]]
    unplayed_rated: Rule[bool]
    one_move_rated: InfoOnly[bool]
    unplayed_exceptions: InfoOnly[tuple[Literal["force-majeure", "fair-play"], ...]]
    rr_rated_share: Rule[Share | None]
    rr_small: Rule[int | None]
    rr_small_rated: Rule[int | None]
    rr_double_players: Rule[int | None]
    rr_double_rated: Rule[int | None]
    rr_championships: Rule[tuple[Championship, ...]]
    rr_championship_rated: Rule[int | None]
    rr_championship_rated_women: Rule[int | None]
    rr_unplayed_as_swiss: Rule[bool]
    match_both_rated: Rule[bool]
    match_after_decision: Rule[Literal["rated", "not-rated", "may-be-left-unrated", "not-rated-unless-asked"]]
    match_scheduled_over: Rule[int | None]
    scheveningen_unrated: Rule[int | None]
    player_id: Rule[Literal["required", "advised"] | None]
    arbiter: Rule[ArbiterNeed | None]
    arbiters_registered: Rule[bool]
    hybrid_approval: Rule[bool]
    hybrid_pgn: Rule[bool]
    appeal_days: InfoOnly[int | None]
    appeal_to: InfoOnly[Authority | None]


@dataclass(frozen=True, slots=True)
class Numbered:
    """The games of a player, numbered from the first: what K and the way of rating depend on. Only in editions that
    rate so.

    `by_games` are the last number and its K; `by_rating`, for later games, the highest rating and its K; above them all
    K is `k.middle`."""

    by_games: Rule[Bands]
    by_rating: Rule[Bands]
    passing: Rule[Literal["each-side"]]
    provisional_games: Rule[int]
    recomputed_games: Rule[int]
    recomputed_change: Rule[int]
    recomputed: Rule[Literal["smaller-change"]]


@dataclass(frozen=True, slots=True)
class Transition:
    """A change made once to the lists when the edition comes into force. Never inherited."""

    method: Rule[TransitionMethod]
    below: Rule[HighestBound | None]
    factor: Rule[Share | None]
    distance: Rule[int | None]
    rounding: Rule[RoundingName]


# Rules that no edition changes: time classes (Laws A.1, B.1), the performance rating (B.01 1.4.7 to 1.4.9).


@dataclass(frozen=True, slots=True)
class TimeClasses:
    """Base time and increments over a number of moves: up to one limit blitz, from the other on standard.

    `hours_per_day` and `rapid_rounds_per_day` limit how much of a class can be played on a day.
    """

    blitz_up_to: Rule[int]
    standard_from: Rule[int]
    moves: Rule[int]
    hours_per_day: Rule[int]
    rapid_rounds_per_day: Rule[int]


@dataclass(frozen=True, slots=True)
class PerformanceRules:
    """Rp = Ra + dp."""

    average_rounding: Rule[RoundingName]
    formula: Rule[str]
    dp_at_extremes: Rule[int]


@dataclass(frozen=True, slots=True)
class TournamentCategories:
    """The categories of round robins by their average: the first rating of category 1, and the ratings of each."""

    first: Rule[int]
    step: Rule[int]


def _rules(table: dict[str, Any]) -> dict[str, Rule[Any]]:
    return {name: Rule(rule["value"], Article(rule["article"], rule["source"])) for name, rule in table.items()}


@cache
def tournament_categories() -> TournamentCategories:
    return TournamentCategories(**_rules(read_toml(HERE / "laws.toml")["category"]))


@cache
def time_classes() -> TimeClasses:
    return TimeClasses(**_rules(read_toml(HERE / "laws.toml")["time-class"]))


@cache
def performance_rules() -> PerformanceRules:
    return PerformanceRules(**_rules(read_toml(HERE / "laws.toml")["performance"]))


# The two conversion tables, the same in every edition (FIDE 8.1, 10.1; FEDA 9.1). No interpolation: two figures, never
# a third (2003 and 2005, 14.2). The logistic formula is only close, and is not used.

_DATA = read_toml(HERE / "tables.toml")


def _dp() -> dict[int, int]:
    upper = {p: dp for p, dp in _DATA["table-a"]["dp"]}  # noqa: C416  (pairs of a TOML list)
    return upper | {100 - p: -dp for p, dp in upper.items()}


def _pd() -> tuple[int, ...]:
    bands = _DATA["table-b"]["h"]
    ends = [start for start, _ in bands[1:]] + [bands[-1][0] + 1]
    return tuple(h for (start, h), end in zip(bands, ends, strict=True) for _ in range(start, end))


DP: dict[int, int] = _dp()
"""Table A: dp by p in hundredths, without 0 and 100, which are indeterminate."""

PD: tuple[int, ...] = _pd()
"""Table B: H in hundredths by D, from 0 to the first difference beyond the table."""

BEYOND = len(PD) - 1
"""The first difference for which the higher rated player is expected to win every game."""


def dp(percentage: int, at_extremes: int | None) -> int | None:
    """Table A: the rating difference of a percentage; at 0 and 100 indeterminate, or the edition's nominal value."""
    if percentage == 100:
        return at_extremes
    if percentage == 0:
        return None if at_extremes is None else -at_extremes
    return DP[percentage]


def pd(difference: int) -> int:
    """Table B: the scoring probability in hundredths of a player who is `difference` above the opponent."""
    if -BEYOND < difference < BEYOND:
        return PD[difference] if difference >= 0 else 100 - PD[-difference]
    return 100 if difference > 0 else 0
