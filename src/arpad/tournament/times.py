"""The times of an event, in its own zone: what its clocks show, and which instants its schedule names.

The log and all documents keep instants in UTC. The schedule has the hours of the hall; an hour may be written with its
distance from UTC. Rules from before there were zones name none: then instants are shown in UTC.
"""

import calendar
import datetime as dt
from collections.abc import Iterator
from typing import NamedTuple

from arpad.i18n import ArpadError, Language, date_text
from arpad.inputs.times import both_offsets, checked_zone, wall_clock, zone_named
from arpad.regulations.rating_editions import regulations
from arpad.tournament.rules import EventRules

A_DAY = len("2026-05-01")


class EventTimes(NamedTuple):
    """How the times of an event are shown. `name` is that of the zone, `UTC+02:00` if only the schedule says how far
    it is from UTC. `chosen`: the rules name the zone, so the hours of the schedule are instants."""

    zone: dt.tzinfo
    name: str
    chosen: bool

    def clock(self, at: str | dt.datetime) -> str:
        """Write the hour of an instant: 18:56."""
        return f"{self.local(at):%H:%M}"

    def day_and_clock(self, at: str | dt.datetime) -> str:
        """Write an instant with its zone: 2026-05-01 18:56 Europe/Madrid."""
        return f"{self.local(at):%Y-%m-%d %H:%M} {self.name}" if at else "–"

    def when(self, at: str, language: Language) -> str:
        """Write an instant, or a day or an hour of the schedule, as a language does: 1 May 2026, 18:56."""
        local = self.local(at)
        day = date_text(local.date(), language)
        return f"{day}, {local:%H:%M}" if len(at) > A_DAY else day

    def local(self, at: str | dt.datetime) -> dt.datetime:
        """Return an instant by the clocks of the event; an hour of the schedule is one already."""
        time = dt.datetime.fromisoformat(at) if isinstance(at, str) else at
        return time if time.tzinfo is None else time.astimezone(self.zone)

    def instant(self, hour: str) -> dt.datetime | None:
        """Return the instant of an hour of the schedule; None for a day without an hour, or an hour without a zone."""
        if len(hour) <= A_DAY:
            return None
        time = dt.datetime.fromisoformat(hour)
        if time.tzinfo is None:
            return time.replace(tzinfo=self.zone) if self.chosen else None
        return time


def event_times(rules: EventRules) -> EventTimes:
    """Return how the times of an event are shown: in the zone of its rules; without one at the distance from UTC that
    its schedule names first; else in UTC."""
    zone = zone_named(rules.time_zone) if rules.time_zone else None
    if zone is not None:
        return EventTimes(zone, rules.time_zone, True)
    for row in rules.schedule:
        for name in ("start", "pairings", "results", "corrections"):
            written = dt.datetime.fromisoformat(row[name]) if name in row else None
            if written is not None and written.tzinfo is not None:
                return EventTimes(written.tzinfo, str(written.tzinfo), False)
    return EventTimes(dt.UTC, "UTC", False)


def zone_is_known(rules: EventRules) -> bool:
    """Whether the rules name the zone, or the schedule its distance from UTC."""
    times = event_times(rules)
    return times.chosen or times.zone is not dt.UTC


def scheduled_hour(rules: EventRules, number: int, what: str) -> str:
    """Return what the schedule says about a round, as it is written; empty if it says nothing."""
    return next((row.get(what, "") for row in rules.schedule if row["round"] == str(number)), "")


def scheduled_instant(rules: EventRules, number: int, what: str = "start") -> dt.datetime | None:
    """Return the instant that the schedule names for a round, None if it names none."""
    return event_times(rules).instant(scheduled_hour(rules, number, what))


def check_times(rules: EventRules) -> None:
    """Refuse a zone that is not known, and hours of the schedule that its clocks never show, or show twice."""
    if not rules.time_zone:
        return
    if checked_zone(rules.time_zone) != rules.time_zone:
        raise ArpadError("time-zone-unknown", value=rules.time_zone, near=checked_zone(rules.time_zone))
    times = event_times(rules)
    for row in rules.schedule:
        for name, written in row.items():
            if name == "round" or len(written) <= A_DAY:
                continue
            hour = dt.datetime.fromisoformat(written)
            shown = "once" if hour.tzinfo is not None else wall_clock(hour, times.zone)
            values = {"round": row["round"], "hour": written, "zone": rules.time_zone}
            if shown == "never":
                raise ArpadError("event-hour-never", **values)
            if shown == "twice":
                first, second = both_offsets(hour, times.zone)
                raise ArpadError("event-hour-twice", **values, first=first, second=second)


# A long event is reported in parts: the periods of its rounds (B.02 4.1).


class RatingPeriod(NamedTuple):
    """A part of a long event with a report of its own: its month, its days and its rounds."""

    name: str
    first: dt.date
    last: dt.date
    rounds: tuple[int, ...]


def days_of(rules: EventRules) -> int:
    """Return how many days an event lasts, the first and the last too; 0 if they are not known."""
    return 0 if rules.start is None or rules.end is None else (rules.end - rules.start).days + 1


def long_limit(rules: EventRules) -> int | None:
    """Return the days after which intermediate results are reported, if an event has more of them; else None. Rapid and
    blitz have the limit of standard events."""
    if rules.start is None:
        return None
    try:
        limit = regulations().edition_for("fide", "standard", rules.start).lists.long_event_days.value
    except ArpadError:
        return None
    return limit if limit is not None and days_of(rules) > limit else None


def day_of_round(rules: EventRules, number: int) -> dt.date | None:
    """Return the day on which the schedule has a round, by the clocks of the event."""
    start = scheduled_hour(rules, number, "start")
    return event_times(rules).local(start).date() if start else None


def rating_periods(rules: EventRules) -> list[RatingPeriod]:
    """Return the periods in which an event has rounds: those of its rules, or of a long event the months."""
    if rules.periods == "none" or (rules.periods == "monthly" and long_limit(rules) is None):
        return []
    days = {number: day_of_round(rules, number) for number in range(1, rules.rounds + 1)}
    spans = list(_months(rules)) if isinstance(rules.periods, str) else rules.periods
    periods = [
        RatingPeriod(
            f"{first:%Y-%m}",
            first,
            last,
            tuple(number for number, day in days.items() if day is not None and first <= day <= last),
        )
        for first, last in spans
    ]
    return [period for period in periods if period.rounds]


def _months(rules: EventRules) -> Iterator[tuple[dt.date, dt.date]]:
    """The months from the first day of an event to its last."""
    assert rules.start is not None
    assert rules.end is not None
    first = rules.start.replace(day=1)
    while first <= rules.end:
        last = first.replace(day=calendar.monthrange(first.year, first.month)[1])
        yield first, last
        first = last + dt.timedelta(days=1)
