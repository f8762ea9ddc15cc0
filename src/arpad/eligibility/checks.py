"""All eligibility checks in order for each family of editions, and whether an event can be rated.

One small function per article takes an edition, an event and its facts, and returns findings.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.check_days import (
    GameFinding,
    check_duration,
    check_equal_times,
    check_first_control,
    check_hours_per_day,
    check_long_event,
    check_moves_per_hour,
    check_rapid_or_blitz,
    check_rounds_per_day,
    check_thinking_time,
    check_time_known,
    too_little_time,
    unequal_times,
)
from arpad.eligibility.check_events import (
    check_anybody_rated,
    check_arbiter,
    check_arbiters_registered,
    check_difference,
    check_due_list,
    check_facts_used,
    check_hybrid_approval,
    check_hybrid_pgn,
    check_late_periods,
    check_parts,
    check_player_ids,
    check_registration,
    check_report_days,
    check_report_known,
    check_returned,
    check_third_list,
    check_unplayed,
    too_far_apart,
)
from arpad.eligibility.check_matches import (
    after_decision,
    check_after_decision,
    check_both_rated,
    check_championship,
    check_double,
    check_rated_share,
    check_scheveningen,
    check_small,
    check_unplayed_round_robin,
    with_an_unrated,
)
from arpad.eligibility.facts import Facts
from arpad.formats.consistency import CONTRADICTIONS
from arpad.regulations.rating_edition import Edition

# The checks: one small function per article, in one ordered list per family of editions. In: an edition, an event, the
# facts that its report lacks. Out: findings. A check whose rule the edition lacks says nothing.

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
        check_parts,                   # 4.1, 9.1
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


# Single games that were played but may not be rated; the rating engine leaves them out.

EXCLUSIONS: tuple[Callable[[Edition, Event, Facts], Iterator[GameFinding]], ...] = (
    unequal_times,
    too_little_time,
    with_an_unrated,
    after_decision,
    too_far_apart,
)
"""The possible reasons against a single game; the first one counts."""


def game_exclusions(edition: Edition, event: Event, facts: Facts) -> dict[tuple[int, int, int], Finding]:
    """The games played that may not be rated, by (round, white's rank, black's rank), each with its first reason."""
    findings: dict[tuple[int, int, int], Finding] = {}
    for exclusion in EXCLUSIONS:
        for game, finding in exclusion(edition, event, facts):
            findings.setdefault((game.round, game.white, game.black), finding)
    return dict(sorted(findings.items()))


# All findings of an edition about an event, and whether the event can be rated.


def check_event(edition: Edition, event: Event, facts: Facts) -> list[Finding]:
    """Return all findings of the edition about an event: every check runs, in the order of the articles."""
    return [finding for check in checks_for(edition) for finding in check(edition, event, facts)]


def ratable(findings: Iterable[Finding]) -> bool:
    """Whether the event can be rated: no error that concerns all of it. An error with a round concerns one game, unless
    two lines contradict each other: then the report is wrong, and nobody knows which line."""
    return not any(
        finding.severity == "error" and (finding.round is None or finding.code in CONTRADICTIONS)
        for finding in findings
    )
