"""The parameters of an edition, group by group: every edition file must have all of them.

Each field is one parameter. Its annotation is the schema: the loader accepts nothing else, and requires all of them.
A policy is a `Literal`: the name of a method, and each name has one function in the room that applies it. `Bounds` say
the limits of a number. `Told` marks values that are only printed for readers.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from types import UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from arpad.domain.rating_list import HIGHEST_RATING, LEAST_K, MOST_K
from arpad.regulations.article import Article

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
    found: dict[str, type] = {}
    for part in fields(edition):
        kind: Any = get_args(part.type)[0] if isinstance(part.type, UnionType) else part.type
        if isinstance(kind, type) and is_dataclass(kind):
            found[part.name] = kind
    return found


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

    def parameters(self) -> Iterator[tuple[str, Rule[Any]]]:
        """Every parameter by its full name, in the order of the regulations' groups."""
        return grouped_parameters(self)


@dataclass(frozen=True, slots=True)
class DatedEdition(EditionHead):
    """An edition of titles, of arbiters or of tie-breaks. `beyond_seeds` marks one that no document we hold prints in
    full."""

    beyond_seeds: bool


TOLD = "told"
Told = Annotated[Rule[T_co], TOLD]
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
HighestBound = Annotated[int, Bounds(0, HIGHEST_RATING)]
Share = Annotated[Fraction, Bounds(0, 1)]

RoundingName = Literal["half-away-from-zero", "half-up"]
CapPolicy = Literal["always", "once", "once-as-favourite"]
RoundRobinPolicy = Literal["whole-event-average", "competition-average", "unrated-by-iteration", "as-swiss"]
Combination = Literal["weighted-mean", "one-event"]
IgnoredIn = Literal["any-event", "first-event", "first-event-alone"]
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

    dp: Told[Literal["table-a"]]
    pd: Told[Literal["table-b"]]
    dp_at_extremes: Rule[int | None]
    percentage_rounding: Rule[RoundingName]


@dataclass(frozen=True, slots=True)
class Change:
    """The change of a rated player."""

    method: Rule[Literal["event-average", "game-by-game"]]
    difference: Rule[str]
    expected: Rule[str]
    result: Told[str]
    sum: Told[str]
    total: Told[str]
    cap: Rule[int]
    cap_policy: Rule[CapPolicy]
    cap_exempt_from: Rule[int | None]
    round_robin: Rule[RoundRobinPolicy]
    not_rated_from_difference: Rule[int | None]
    not_rated_above: Rule[int | None]
    rounding: Rule[RoundingName]
    rounding_of: Rule[Literal["new-rating", "change"]]
    rounding_unit: Rule[Unit]
    rated_opponents_only: Told[bool]
    rated_opponents_exempt: Rule[tuple[Literal["scheveningen"], ...]]
    entered_list: Rule[bool]
    standing_in: Rule[bool]


@dataclass(frozen=True, slots=True)
class Coefficient:
    """K, the development coefficient."""

    method: Rule[Literal["by-history", "fixed"]]
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
    below_floor: Told[Literal["out-of-list", "delisted", "unrated"]]
    closing: Rule[Closing]
    closing_days: Rule[int | None]
    official_closing_days: Rule[int | None]
    monthly_closing_days: Told[int | None]
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
    file_over_players: Told[int | None]
    fields: Rule[tuple[str, ...]]
    titled_unrated_apart: Rule[bool]
    top_lists_active_only: Rule[bool]
    top_lists_inactive_months: Rule[MonthsBack]
    members_only: Told[bool]
    deaths_reported: Told[bool]
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
    rapid_over: Told[int | None]
    rapid_under: Rule[int | None]
    blitz_minimum: Rule[int | None]
    blitz_minimum_included: Rule[bool | None]
    blitz_maximum: Told[int | None]
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
    one_move_rated: Told[bool]
    unplayed_exceptions: Told[tuple[Literal["force-majeure", "fair-play"], ...]]
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
    appeal_days: Told[int | None]
    appeal_to: Told[Authority | None]


@dataclass(frozen=True, slots=True)
class Transition:
    """A change made once to the lists when the edition comes into force. Never inherited."""

    method: Rule[TransitionMethod]
    below: Rule[HighestBound | None]
    factor: Rule[Share | None]
    distance: Rule[int | None]
    rounding: Rule[RoundingName]
