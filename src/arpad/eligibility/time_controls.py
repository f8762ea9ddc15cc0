"""Thinking time: which class a time control belongs to, and whether an edition rates it."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import TimeControl
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Speed, time_classes

HOUR = 60


def time_class(control: TimeControl) -> TimeClass:
    """Laws, A.1 and B.1: base time plus 60 increments; up to 10 minutes blitz, under 60 rapid, else standard."""
    rules = time_classes()
    minutes = control.minutes_for(rules.moves.value)
    if minutes <= rules.blitz_up_to.value:
        return "blitz"
    return "rapid" if minutes < rules.standard_from.value else "standard"


def required_minutes(edition: Edition, highest: int) -> int:
    """1.1: the minutes each player needs for 60 moves, by the highest rating in the game (before 2017, the event)."""
    return next(minutes for rating, minutes in edition.eligibility.minutes.value if highest >= rating)


def check_time(
    edition: Edition, control: TimeControl, *, highest: int = 0, rounds_per_day: int = 1, equal: bool = True
) -> Explanation:
    """Return all reasons against rating games at this time control: speed, first control, rounds and hours a day."""
    steps = list(SPEEDS[edition.eligibility.speed.value](edition, control, highest))
    rules = edition.eligibility
    first, needed = control.periods[0].moves, rules.first_control_moves.value
    if first is not None and needed is not None:
        wrong = {"exactly": first != needed, "at-least": first < needed}.get(rules.first_control.value or "", False)
        if wrong:
            steps.append(
                Step(
                    rules.first_control.article,
                    "time.first-control",
                    {"moves": first, "needed": needed},
                    None,
                )
            )
    if not equal and rules.equal_times.value is not None:
        steps.append(Step(rules.equal_times.article, "time.unequal", {}, None))
    return (*steps, *_per_day(edition, control, rounds_per_day))


def _per_day(edition: Edition, control: TimeControl, rounds: int) -> Explanation:
    """3.1, 4.1: rounds and hours a day."""
    rules = edition.eligibility
    limit = {
        "standard": rules.rounds_per_day,
        "rapid": rules.rapid_rounds_per_day,
        "blitz": rules.blitz_rounds_per_day,
    }[time_class(control)]
    steps = []
    if limit.value is not None and rounds > limit.value:
        steps.append(Step(limit.article, "time.rounds", {"rounds": rounds, "limit": limit.value}, None))
    hours = Fraction(2 * rounds, HOUR) * control.minutes_for()
    if rules.hours_per_day.value is not None and hours > rules.hours_per_day.value:
        steps.append(
            Step(
                rules.hours_per_day.article,
                "time.hours",
                {"hours": hours, "limit": rules.hours_per_day.value},
                None,
            )
        )
    return tuple(steps)


def minutes_for_60_moves(edition: Edition, control: TimeControl, highest: int) -> Explanation:
    """1.1: enough minutes for 60 moves."""
    needed, minutes = required_minutes(edition, highest), control.minutes_for()
    if minutes >= needed:
        return ()
    inputs = {"minutes": minutes, "needed": needed, "rating": highest}
    return (Step(edition.eligibility.minutes.article, "time.too-short", inputs, None),)


def by_time_class(edition: Edition, control: TimeControl, highest: int) -> Explanation:  # noqa: ARG001  (a policy's signature)
    """Rapid and blitz 1.1.1, 1.1.2: within the limits of the one or of the other."""
    rules = edition.eligibility
    minutes = control.minutes_for()
    least, over = rules.blitz_minimum.value or 0, rules.rapid_under.value or 0
    if minutes >= over:
        return (Step(rules.rapid_under.article, "time.too-long", {"minutes": minutes, "limit": over}, None),)
    if minutes < least or (minutes == least and not rules.blitz_minimum_included.value):
        return (
            Step(
                rules.blitz_minimum.article,
                "time.too-short-blitz",
                {"minutes": minutes, "limit": least},
                None,
            ),
        )
    return ()


def moves_per_hour(edition: Edition, control: TimeControl, highest: int) -> Explanation:  # noqa: ARG001  (a policy's signature)
    """FEDA 2.1 to 2.3: at most 23 moves an hour; sudden death with four hours in all and one before and after the first
    control; or an hour with ten seconds a move."""
    rules = edition.eligibility
    base = sum((period.minutes for period in control.periods), Fraction(0))
    if base >= (rules.increment_minutes.value or 0) and control.increment >= (rules.increment_seconds.value or 0) > 0:
        return ()
    steps = []
    fastest = rules.moves_per_hour.value or 0
    for period in control.periods:
        if period.moves is not None and period.moves * HOUR > fastest * period.minutes:
            pace = Fraction(period.moves * HOUR) / period.minutes
            steps.append(Step(rules.moves_per_hour.article, "time.too-fast", {"pace": pace, "limit": fastest}, None))
    if control.periods[-1].moves is None:
        steps += _sudden_death(edition, control, base)
    return tuple(steps)


def _sudden_death(edition: Edition, control: TimeControl, base: Fraction) -> list[Step]:
    rules = edition.eligibility
    steps = []
    if 2 * base < HOUR * (rules.sudden_death_hours.value or 0):
        inputs = {"hours": 2 * base / HOUR, "limit": rules.sudden_death_hours.value}
        steps.append(Step(rules.sudden_death_hours.article, "time.sudden-death", inputs, None))
    least = HOUR * (rules.control_hours.value or 0)
    if min(control.periods[0].minutes, control.periods[-1].minutes) < least:
        steps.append(Step(rules.control_hours.article, "time.control", {"least": least}, None))
    return steps


SPEEDS: Mapping[Speed, Callable[[Edition, TimeControl, int], Explanation]] = {
    "minutes-for-60-moves": minutes_for_60_moves,
    "time-class": by_time_class,
    "moves-per-hour": moves_per_hour,
}
