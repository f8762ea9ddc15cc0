"""What an arbiter talks about: events, players, games, findings, rating lists, round robins, time controls.

Frozen values that import nothing of ours and know no regulation.
"""

from arpad.domain.event import Event, Game, Player, RoundResult, Team
from arpad.domain.findings import Finding, Severity
from arpad.domain.games import HALF_POINTS, PlayerGame, points
from arpad.domain.history import History
from arpad.domain.rating_list import ListEntry, RatingList
from arpad.domain.round_robin import Entrant, RoundRobin
from arpad.domain.time_control import Period, TimeControl

__all__ = [
    "HALF_POINTS", "Entrant", "Event", "Finding", "Game", "History", "ListEntry", "Period", "Player", "PlayerGame",
    "RatingList", "RoundResult", "RoundRobin", "Severity", "Team", "TimeControl", "points",
]  # fmt: skip
