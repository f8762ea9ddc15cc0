"""May this event, this game be rated? One small function per article.

In: an edition, an event, the facts that its report lacks. Out: findings with their articles, and the games left out.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.eligibility.checks import CHECKS, checks_for, family
    from arpad.eligibility.checks.round_robins import rated_as, unplayed_pairings
    from arpad.eligibility.checks.told_class import class_under, told_class
    from arpad.eligibility.checks.without_rule import asking_helps
    from arpad.eligibility.exclusions import game_exclusions
    from arpad.eligibility.facts import Facts
    from arpad.eligibility.matches import rated_games
    from arpad.eligibility.time_limits import check_time, required_minutes, time_class
    from arpad.eligibility.verdict import check_event, ratable
    from arpad.inputs.times import TimeText, parse_time_control, read_time_control, try_time_control

__getattr__ = door(__name__)

__all__ = [
    "CHECKS",
    "Facts",
    "TimeText",
    "asking_helps",
    "check_event",
    "check_time",
    "checks_for",
    "class_under",
    "family",
    "game_exclusions",
    "parse_time_control",
    "ratable",
    "rated_as",
    "rated_games",
    "read_time_control",
    "required_minutes",
    "time_class",
    "told_class",
    "try_time_control",
    "unplayed_pairings",
]
