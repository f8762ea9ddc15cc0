"""The days of an event: rounds and hours a day (3.1, FEDA 4), its length (4.1, FEDA 5)."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from arpad.domain.event import MINUTES_OF_AN_HOUR, Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks.common import control, finding
from arpad.eligibility.facts import Facts
from arpad.eligibility.time_limits import required_minutes, time_class
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Rule


def check_rounds_per_day(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """3.1, FEDA 4.1: at most two or three rounds a day; 15 of rapid, 30 of blitz."""
    limit = _limit(edition, event)
    if limit is None or limit.value is None:
        return
    busiest, day, certain = busiest_day(event, facts)
    if busiest > limit.value:
        code, date = ("rounds-per-day", {}) if day is None else ("rounds-on-a-day", {"date": day})
        yield finding(code, limit, rounds=busiest, limit=limit.value, **date)
    elif not certain:
        yield finding("cannot-check-rounds-per-day", limit, "info", limit=limit.value)


def check_hours_per_day(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """3.1: at most 12 hours of play a day, every game taken as 60 moves."""
    rule, read = edition.eligibility.hours_per_day, control(event)
    if rule.value is None:
        return
    if read is None:
        yield from _least_hours(edition, event, facts)
        return
    busiest, day, certain = busiest_day(event, facts)
    hours = 2 * busiest * read.control.minutes_for() / MINUTES_OF_AN_HOUR
    if hours > rule.value:
        code, date = ("hours-per-day", {}) if day is None else ("hours-on-a-day", {"date": day})
        yield finding(code, rule, hours=hours, limit=rule.value, rounds=busiest, **date)
    elif not certain and edition.eligibility.rounds_per_day.value is None:
        yield finding("cannot-check-hours-per-day", rule, "info", limit=rule.value)


def _least_hours(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """1.1 with 3.1: even the shortest games that may be rated need a number of hours, whatever the time control."""
    rules = edition.eligibility
    if not rules.minutes.value or rules.rounds_per_day.value is not None or rules.hours_per_day.value is None:
        return
    busiest, _, _ = busiest_day(event, facts)
    minutes = required_minutes(edition, 0)
    hours = Fraction(2 * busiest * minutes, MINUTES_OF_AN_HOUR)
    if hours > rules.hours_per_day.value:
        values = {"hours": hours, "limit": rules.hours_per_day.value, "rounds": busiest, "minutes": minutes}
        yield finding("hours-per-day-least", rules.hours_per_day, **values)


def _limit(edition: Edition, event: Event) -> Rule[int | None] | None:
    """Return the limit for the event's time class; if the time control is not known, the limit of standard chess."""
    rules, read = edition.eligibility, control(event)
    if edition.covers("standard"):
        return rules.rounds_per_day
    if read is None:
        return None
    return rules.blitz_rounds_per_day if time_class(read.control) == "blitz" else rules.rapid_rounds_per_day


def busiest_day(event: Event, facts: Facts) -> tuple[int, dt.date | None, bool]:
    """Return the most rounds on one day, that day, and whether this is certain; otherwise it is a minimum.

    It is known from the facts or from the dates of the rounds; otherwise it follows from rounds and days.
    """
    if facts.rounds_per_day is not None:
        return facts.rounds_per_day, None, True
    count = event.all_rounds
    known = Counter(day for day in event.round_dates[:count] if day is not None)
    if known:
        day, most = max(known.items(), key=lambda counted: (counted[1], counted[0]))
        return most, day, known.total() >= count
    days = length(event)
    least = 1 if days is None else -(-count // days)
    return least, None, count <= 1 or days == 1


def length(event: Event) -> int | None:
    """Return the days of an event, including the first and the last; None if they are missing or out of order."""
    if event.start is None or event.end is None or event.end < event.start:
        return None
    return (event.end - event.start).days + 1


def check_duration(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """4.1, FEDA 5.1: a limit of days; leagues may last longer (4.11), others if allowed (4.12, FEDA 5.11)."""
    rules = edition.eligibility
    limit = rules.duration_days
    if limit.value is None:
        return
    days = length(event)
    if days is None:
        yield finding("cannot-check-duration", limit, "info", limit=limit.value)
        return
    if days <= limit.value:
        return
    if facts.league and rules.duration_leagues.value:
        yield finding("duration-league", rules.duration_leagues, "info", days=days)
    elif facts.duration_approved and rules.duration_exceptions.value:
        yield finding("duration-approved", rules.duration_exceptions, "info", days=days)
    else:
        league = "@advice.league" if rules.duration_leagues.value else ""
        approved = "@advice.duration-approved" if rules.duration_exceptions.value else ""
        yield finding("duration", limit, days=days, limit=limit.value, league=league, approved=approved)


def check_long_event(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """4.1 from 2022 on, 4.13 in 2017, 4.11 before: a long event must report monthly, or use every list."""
    rules, days = edition.lists, length(event)
    if days is None or rules.long_event_days.value is None or days <= rules.long_event_days.value:
        return
    values = {"days": days, "limit": rules.long_event_days.value}
    if rules.long_event.value == "monthly-reports":
        yield finding("monthly-reports", rules.long_event, "warning", **values)
    elif rules.long_event.value == "list-at-each-game":
        yield finding("list-at-each-game", rules.long_event, "info", **values)
