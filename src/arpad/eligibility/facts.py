"""What a report does not say of its event, and a check needs to know."""

import datetime as dt
from dataclasses import dataclass

from arpad.domain import System
from arpad.regulations.rules import Championship


@dataclass(frozen=True, slots=True)
class Facts:
    """The circumstances of an event beside its report. None: not known, and the check says so.

    `official`: an official FIDE event. `championship`: a national one; `regional_championship` and
    `provincial_championship` are facts of their own: FEDA 7.33 speaks of all three, 9.4 of the national one alone.
    `team_championship`: an Olympiad, a world or continental team championship (2005 9.14d). `members`: the ids of the
    players who belong to IBCA, ICSC or IPCA (2005 9.14e).
    `late_approved`: late registration was allowed. `asked`: it was asked before the match that all its games be rated.
    `scheduled`: how many games a match was planned for, where the report tells fewer. `pgn`: all games come as PGN.
    `duration_approved`: the event may last longer than the edition allows. `received`: the day the report arrived;
    `returned`: the day an earlier one was sent back to be corrected.
    `part_of`: the longer event whose intermediate results the report tells (4.1), by a name that no other event has.
    """

    system: System = "swiss"
    registered: dt.date | None = None
    received: dt.date | None = None
    returned: dt.date | None = None
    hybrid: bool | None = None
    hybrid_approved: bool | None = None
    pgn: bool | None = None
    official: bool = False
    championship: bool = False
    regional_championship: bool = False
    provincial_championship: bool = False
    team_championship: bool = False
    members: tuple[str, ...] = ()
    league: bool = False
    women_only: bool | None = None
    norms: bool | None = None
    late_approved: bool = False
    duration_approved: bool = False
    asked: bool = False
    scheduled: int | None = None
    rounds_per_day: int | None = None
    arbiter_titled: bool | None = None
    arbiters_licensed: bool | None = None
    equal_times: bool | None = None
    part_of: str = ""

    @property
    def championships(self) -> frozenset[Championship]:
        """Of which kinds of championship the event is."""
        kinds: tuple[tuple[Championship, bool], ...] = (
            ("national", self.championship),
            ("regional", self.regional_championship),
            ("provincial", self.provincial_championship),
        )
        return frozenset(kind for kind, holds in kinds if holds)
