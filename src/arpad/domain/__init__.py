"""What an arbiter talks about: scores, a player's games, his history, time controls, round robins.

Frozen values that import nothing of ours and know no regulation.
"""

from arpad.domain.games import HALF_POINTS, PlayerGame, points
from arpad.domain.history import History
from arpad.domain.round_robin import Entrant, RoundRobin
from arpad.domain.time_control import Period, TimeControl

__all__ = ["HALF_POINTS", "Entrant", "History", "Period", "PlayerGame", "RoundRobin", "TimeControl", "points"]
