"""The checks: one small function per article, in one ordered list per family of editions.

In: an edition, an event, the facts that its report lacks. Out: findings. A check whose rule the edition lacks says
nothing."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks.days import (
    check_duration,
    check_hours_per_day,
    check_long_event,
    check_rounds_per_day,
)
from arpad.eligibility.checks.games import check_anybody_rated, check_difference, check_unplayed
from arpad.eligibility.checks.hybrid import check_hybrid_approval, check_hybrid_pgn
from arpad.eligibility.checks.individual_matches import check_after_decision, check_both_rated, check_scheveningen
from arpad.eligibility.checks.people import check_arbiter, check_arbiters_registered, check_player_ids
from arpad.eligibility.checks.registration import check_registration
from arpad.eligibility.checks.reporting import (
    check_due_list,
    check_late_periods,
    check_report_days,
    check_report_known,
    check_returned,
    check_third_list,
)
from arpad.eligibility.checks.round_robins import (
    check_championship,
    check_double,
    check_rated_share,
    check_small,
    check_unplayed_round_robin,
)
from arpad.eligibility.checks.thinking_time import (
    check_equal_times,
    check_first_control,
    check_moves_per_hour,
    check_rapid_or_blitz,
    check_thinking_time,
    check_time_known,
)
from arpad.eligibility.checks.without_rule import check_facts_used
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_edition import Edition

Check = Callable[[Edition, Event, Facts], Iterator[Finding]]
Family = Literal["feda", "by-event", "by-game", "from-2022", "rapid-blitz"]

CHECKS: Mapping[Family, tuple[Check, ...]] = {
    "feda": (
        check_arbiter,                 # 1.1
        check_time_known,
        check_moves_per_hour,          # 2.1 to 2.3
        check_rounds_per_day,          # 4.1
        check_duration,                # 5.1
        check_unplayed,                # 6.1
        check_anybody_rated,
        check_rated_share,             # 7.3
        check_small,                   # 7.31
        check_double,                  # 7.32
        check_championship,            # 7.33
        check_unplayed_round_robin,    # 7.43
        check_report_known,
        check_report_days,             # 10.11
        check_returned,                # 10.13
        check_late_periods,            # 10.14
        check_facts_used,
    ),
    "by-event": (
        check_time_known,
        check_thinking_time,           # 1.1
        check_first_control,           # 1.3
        check_rounds_per_day,          # 3.1
        check_hours_per_day,           # 3.1
        check_duration,                # 4.1
        check_long_event,              # 4.11
        check_unplayed,                # 5.1
        check_anybody_rated,
        check_rated_share,             # 6.3
        check_small,                   # 6.31
        check_double,                  # 6.32
        check_championship,            # 6.33
        check_scheveningen,            # 6.4
        check_unplayed_round_robin,    # 6.43
        check_after_decision,          # 6.5
        check_registration,            # 7.1
        check_facts_used,
    ),
    "by-game": (
        check_registration,            # 0.2
        check_hybrid_approval,         # 0.2
        check_arbiter,                 # 0.3
        check_time_known,
        check_thinking_time,           # 1.1
        check_first_control,           # 1.2
        check_hours_per_day,           # 3.1
        check_duration,                # 4.1
        check_long_event,              # 4.13
        check_unplayed,                # 5.1
        check_anybody_rated,
        check_rated_share,             # 6.2
        check_small,                   # 6.21
        check_double,                  # 6.22
        check_championship,            # 6.23
        check_unplayed_round_robin,    # 6.4
        check_after_decision,          # 6.5
        check_both_rated,              # 6.6
        check_report_known,
        check_report_days,             # 9.1
        check_facts_used,
    ),
    "from-2022": (
        check_registration,            # 0.2
        check_hybrid_approval,         # 0.2
        check_time_known,
        check_thinking_time,           # 1.1
        check_equal_times,             # 1.1
        check_first_control,           # 1.2
        check_hours_per_day,           # 3.1
        check_long_event,              # 4.1
        check_unplayed,                # 5.1
        check_anybody_rated,
        check_both_rated,              # 6.1
        check_after_decision,          # 6.2
        check_report_known,
        check_due_list,                # 9.1
        check_third_list,              # 9.1
        check_hybrid_pgn,              # 9.4
        check_player_ids,              # 10.2
        check_arbiters_registered,     # B.06.1 6.2
        check_facts_used,
    ),
    "rapid-blitz": (
        check_registration,            # 0.2
        check_hybrid_approval,         # 0.2
        check_arbiter,                 # 2017: 0.3
        check_time_known,
        check_rapid_or_blitz,          # 1.1 (2017: 1.3, 1.4)
        check_equal_times,             # 1.2
        check_rounds_per_day,          # 3.1
        check_duration,                # 2017: 4.1
        check_unplayed,                # 4.1 (2017: 5.1)
        check_anybody_rated,
        check_rated_share,             # 2017: 6.2
        check_small,                   # 2017: 6.21
        check_double,                  # 2017: 6.22
        check_unplayed_round_robin,    # 2017: 6.4
        check_both_rated,              # 5.1 (2017: 6.4)
        check_after_decision,          # 5.2 (2017: 6.5)
        check_difference,              # 7.3.1, from December 2024
        check_report_known,
        check_report_days,             # 2017: 9.1
        check_due_list,                # 8.1
        check_third_list,              # 8.1
        check_hybrid_pgn,              # 8.4
        check_player_ids,              # 10.2
        check_arbiters_registered,     # B.06.1 6.2
        check_facts_used,
    ),
}  # fmt: skip
"""The checks of each family in the order of its articles."""


def family(edition: Edition) -> Family:
    """Return the family of an edition, by its own rules."""
    rules = edition.eligibility
    if rules.speed.value == "moves-per-hour":
        return "feda"
    if rules.speed.value == "time-class":
        return "rapid-blitz"
    if rules.minutes_scope.value == "event":
        return "by-event"
    return "from-2022" if rules.rr_rated_share.value is None else "by-game"


def checks_for(edition: Edition) -> tuple[Check, ...]:
    """The checks of the edition's family, then the others: a user's edition may have rules of several families."""
    own = CHECKS[family(edition)]
    others = dict.fromkeys(check for checks in CHECKS.values() for check in checks if check not in own)
    return (*own, *others)
