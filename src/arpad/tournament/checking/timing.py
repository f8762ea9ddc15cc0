"""Time: how fast the games are, how many hours a day, when the event was registered and when round 1 is drawn."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence

from arpad.domain.event import Event, TimeControl
from arpad.domain.findings import Severity
from arpad.eligibility.check_events import check_registration
from arpad.eligibility.facts import Facts
from arpad.eligibility.time_controls import check_time, time_class
from arpad.i18n import Words
from arpad.inputs.times import try_time_control
from arpad.regulations.rating_edition import Edition
from arpad.tournament.checking.findings import RuleFinding, told
from arpad.tournament.rules import EventRules
from arpad.tournament.times import A_DAY, event_times

HOURS_BEFORE = 12
"""C.05 6.3: the draw is one night before the first round."""


def check_timing(rules: EventRules, event: Event, editions: Sequence[Edition]) -> Iterator[RuleFinding]:
    """Check the times of an event by the editions that rate it. `event` has the players entered so far."""
    control = try_time_control(rules.time_control)
    if rules.time_control and control is None:
        yield told("time-control-unclear", "error", "C.05 12.3 (5)", "time_control", control=rules.time_control)
    if control is not None and time_class(control) != rules.time_class:
        found = Words(f"time-class.{time_class(control)}")
        yield told("time-class-other", "error", "Laws A.1, B.1", "time_class", control=rules.time_control, found=found)
    if rules.start is not None and rules.end is not None and rules.end < rules.start:
        yield told("end-before-start", "error", "C.05 12.3 (1)", "end")
    for edition in editions:
        yield from _by_edition(rules, event, edition, control)
    yield from _draw_in_time(rules)


def rounds_per_day(rules: EventRules) -> int:
    """Return the most rounds that the schedule has on one day."""
    times = event_times(rules)
    days = Counter(times.local(one["start"]).date() for one in rules.schedule if "start" in one)
    return max(days.values(), default=1)


def _by_edition(
    rules: EventRules, event: Event, edition: Edition, control: TimeControl | None
) -> Iterator[RuleFinding]:
    """Registration, first control, minutes, rounds and hours a day."""
    highest = max((player.rating or 0 for player in event.players), default=0)
    if control is not None and time_class(control) == edition.time_class:
        for step in check_time(edition, control, highest=highest, rounds_per_day=rounds_per_day(rules)):
            key = "schedule" if step.what in ("time.rounds", "time.hours") else "time_control"
            yield RuleFinding(step.what, "error", f"{edition.id} {step.article.number}", key, step)
    facts = Facts(
        "round-robin" if rules.by_table else "swiss",
        registered=rules.registered,
        hybrid=rules.hybrid,
        norms=rules.level in ("L1", "L2"),
        official=rules.official,
    )
    for finding in check_registration(edition, event, facts):
        article = f"{edition.id} {finding.article or ''}".strip()
        yield RuleFinding(finding.code, finding.severity, article, "registered", finding)


def _draw_in_time(rules: EventRules) -> Iterator[RuleFinding]:
    """C.05 6.3: round robins of L1 and L2 are drawn twelve hours before the first round; others had better be."""
    first = next((one for one in rules.schedule if one["round"] == "1"), {})
    if "pairings" not in first or "start" not in first or not (rules.swiss or rules.level in ("L1", "L2")):
        return
    times = event_times(rules)
    drawn, start = (times.instant(first[name]) or times.local(first[name]) for name in ("pairings", "start"))
    if (drawn.tzinfo is None) != (start.tzinfo is None) or A_DAY in map(len, (first["pairings"], first["start"])):
        return
    if start - drawn < dt.timedelta(hours=HOURS_BEFORE):
        severity: Severity = "warning" if rules.swiss else "error"
        yield told("draw-late", severity, "C.05 6.3", "schedule", hours=HOURS_BEFORE)
