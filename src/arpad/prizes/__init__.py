"""Prizes: a ranking and the announced rules in; every player's money with its addends out, exact to the cent.

Players level on points share equally, by place, or by the Hort system; categories have prizes of their own.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.prizes.award import PlayerPrize, Prizes, SideBySide, share_prizes
    from arpad.prizes.model import (
        MEASURES,
        PRIZE_POLICIES,
        PRIZE_SYSTEMS,
        PrizeCategory,
        PrizeRules,
        RankedPlayer,
    )
    from arpad.prizes.money import ROUNDING_RULES, Currency, currency_of
    from arpad.prizes.ranking_file import Ranking, read_ranking
    from arpad.prizes.report_ranking import ranking_from
    from arpad.prizes.rules_file import read_rules

__getattr__ = door(__name__)

__all__ = [
    "MEASURES",
    "PRIZE_POLICIES",
    "PRIZE_SYSTEMS",
    "ROUNDING_RULES",
    "Currency",
    "PlayerPrize",
    "PrizeCategory",
    "PrizeRules",
    "Prizes",
    "RankedPlayer",
    "Ranking",
    "SideBySide",
    "currency_of",
    "ranking_from",
    "read_ranking",
    "read_rules",
    "share_prizes",
]
