"""The reference engine: exact, pure, one player or one round robin at a time.

In: an edition, ratings, games. Out: a result with its trail. Nothing here reads a clock or keeps a state.
"""

from arpad.rating.change import rating_change
from arpad.rating.coefficient import KFactor, k_factor, within_limit
from arpad.rating.initial import InitialRating, initial_rating
from arpad.rating.newcomer_events import KnownResult, NewcomerEvent, RoundRobinResult
from arpad.rating.performance import PerformanceRating, performance_rating
from arpad.rating.results import Change, EventChange, GameChange, NotCounted
from arpad.rating.round_robin import rate_round_robin
from arpad.rating.round_robin_results import EntrantResult, RoundRobinRating
from arpad.rating.standing_in import RatedAs, rated_as

__all__ = [
    "Change",
    "EntrantResult",
    "EventChange",
    "GameChange",
    "InitialRating",
    "KFactor",
    "KnownResult",
    "NewcomerEvent",
    "NotCounted",
    "PerformanceRating",
    "RatedAs",
    "RoundRobinRating",
    "RoundRobinResult",
    "initial_rating",
    "k_factor",
    "performance_rating",
    "rate_round_robin",
    "rated_as",
    "rating_change",
    "within_limit",
]
