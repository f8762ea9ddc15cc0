"""The words of an arbiter: events, players, games, findings, rating lists, round robins, time controls.

Frozen values that import no other room and know no regulations.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.domain.event import (
        CYCLES,
        SYSTEMS,
        Event,
        ExtraPoints,
        Game,
        Player,
        RoundResult,
        Sex,
        System,
        Team,
        TeamByes,
    )
    from arpad.domain.findings import Finding, Severity, gravest_first
    from arpad.domain.games import HALF_POINTS, PlayerGame, players_met, points
    from arpad.domain.history import History
    from arpad.domain.naming import named, short_names
    from arpad.domain.rating_list import ListEntry, RatingList
    from arpad.domain.round_robin import Entrant, RoundRobin
    from arpad.domain.time_control import ControlPeriod, TimeControl
    from arpad.domain.titles import LETTER_TITLES, OPEN_TITLES, TITLES, WOMENS_TITLES

__getattr__ = door(__name__)

__all__ = [
    "CYCLES",
    "HALF_POINTS",
    "LETTER_TITLES",
    "OPEN_TITLES",
    "SYSTEMS",
    "TITLES",
    "WOMENS_TITLES",
    "ControlPeriod",
    "Entrant",
    "Event",
    "ExtraPoints",
    "Finding",
    "Game",
    "History",
    "ListEntry",
    "Player",
    "PlayerGame",
    "RatingList",
    "RoundResult",
    "RoundRobin",
    "Severity",
    "Sex",
    "System",
    "Team",
    "TeamByes",
    "TimeControl",
    "gravest_first",
    "named",
    "players_met",
    "points",
    "short_names",
]
