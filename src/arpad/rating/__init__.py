"""The reference engine: exact, pure, one player or one round robin at a time.

In: an edition, ratings, games. Out: a result with its trail. Nothing here reads a clock or keeps a state.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.rating.change import rating_change
    from arpad.rating.coefficient import KFactor, given_k, k_factor, within_limit
    from arpad.rating.event import rate_event
    from arpad.rating.event_results import EventRating, NotRated, PlayerRating
    from arpad.rating.formats import detect_system
    from arpad.rating.initial import InitialRating, initial_rating, pooled_rating
    from arpad.rating.newcomer_events import KnownResult, NewcomerEvent, RoundRobinResult
    from arpad.rating.participants import Participant
    from arpad.rating.performance import PerformanceRating, performance_rating
    from arpad.rating.reports import findings_against, rate_report, report_class, report_system
    from arpad.rating.results import EventChange, GameChange, NotCounted, RatingChange
    from arpad.rating.round_robin import rate_round_robin
    from arpad.rating.round_robin_results import EntrantResult, RoundRobinRating
    from arpad.rating.standing_in import RatedAs, rated_as
    from arpad.rating.summaries import Summary, rate_summaries

__getattr__ = door(__name__)

__all__ = [
    "EntrantResult",
    "EventChange",
    "EventRating",
    "GameChange",
    "InitialRating",
    "KFactor",
    "KnownResult",
    "NewcomerEvent",
    "NotCounted",
    "NotRated",
    "Participant",
    "PerformanceRating",
    "PlayerRating",
    "RatedAs",
    "RatingChange",
    "RoundRobinRating",
    "RoundRobinResult",
    "Summary",
    "detect_system",
    "findings_against",
    "given_k",
    "initial_rating",
    "k_factor",
    "performance_rating",
    "pooled_rating",
    "rate_event",
    "rate_report",
    "rate_round_robin",
    "rate_summaries",
    "rated_as",
    "rating_change",
    "report_class",
    "report_system",
    "within_limit",
]
