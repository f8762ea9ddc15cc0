"""Standings: every tie-break of every edition of C.07, the order it gives, and the reasons.

In: a report, or a competition of one's own. Out: a `StandingsTable` under an edition, with a trail for every value;
and which players a condition finds (`born >= 2008 and sex = f`), for a prize or a table of their own.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.standings.calculation import Calculation
    from arpad.standings.check import (
        CheckedStandings,
        StandingsDifference,
        check_standings,
        named_standings,
        rank_findings,
    )
    from arpad.standings.codes import TieBreak, parse_code, parse_list
    from arpad.standings.comparison import ComparedPlace, compare_places
    from arpad.standings.conditions import Condition, parse_condition
    from arpad.standings.crosstable import CrossCell, CrossRow, Crosstable, crosstable_of
    from arpad.standings.documents import standings_document
    from arpad.standings.model import Competition, Contestant, RoundRecord, Scale
    from arpad.standings.order import GivenOrder, Ordering
    from arpad.standings.profile import Profile, profile_of
    from arpad.standings.reasons import explain, explain_pair
    from arpad.standings.table import StandingsRow, StandingsTable, Wishes, standings, standings_of
    from arpad.standings.team_competition import team_numbers

__getattr__ = door(__name__)

__all__ = [
    "Calculation",
    "CheckedStandings",
    "ComparedPlace",
    "Competition",
    "Condition",
    "Contestant",
    "CrossCell",
    "CrossRow",
    "Crosstable",
    "GivenOrder",
    "Ordering",
    "Profile",
    "RoundRecord",
    "Scale",
    "StandingsDifference",
    "StandingsRow",
    "StandingsTable",
    "TieBreak",
    "Wishes",
    "check_standings",
    "compare_places",
    "crosstable_of",
    "explain",
    "explain_pair",
    "named_standings",
    "parse_code",
    "parse_condition",
    "parse_list",
    "profile_of",
    "rank_findings",
    "standings",
    "standings_document",
    "standings_of",
    "team_numbers",
]
