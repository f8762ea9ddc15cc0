"""May this event, this game be rated? One small function per article.

In: an edition and the facts. Out: what stands against it, as steps with their articles.
"""

from arpad.eligibility.matches import rated_games
from arpad.eligibility.time_limits import check_time, required_minutes, time_class
from arpad.eligibility.time_text import parse_time_control

__all__ = ["check_time", "parse_time_control", "rated_games", "required_minutes", "time_class"]
