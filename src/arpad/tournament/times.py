"""The times of an event, in its own zone: what its clocks show, and which instants its schedule names.

The log and all documents keep instants in UTC. The schedule has the hours of the hall; an hour may be written with its
distance from UTC. Rules from before there were zones name none: then instants are shown in UTC.
"""

import calendar
import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from arpad.domain.event import Event
from arpad.domain.rating_list import ListEntry, RatingList
from arpad.i18n import ArpadError, Language, date_text
from arpad.inputs.times import both_offsets, checked_zone, wall_clock, zone_named
from arpad.regulations.rating_editions import regulations
from arpad.tournament.rules import EventRules
from arpad.tournament.state import Entry, EventState, PeriodEntry, PeriodList

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


# The rating periods of a long event: whose list holds in which round, and what was handed over (B.02 4.1, 7.1). The
# fields of an entry are those of its first period: they order the players, and pair them. What a later list says of the
# players is kept beside them, so that nothing of an earlier period changes.

FIRST, BY_ROUND = "first", "round"
"""Which ratings count in tie-breaks (C.07 10)."""


BY_RATINGS = frozenset({"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"})
"""C.07 10: the tie-breaks by ratings. In a long event ratings change on the way."""


def by_ratings(rules: EventRules) -> list[str]:
    """Return the tie-breaks by ratings that the rules name."""
    return [code for code in rules.tie_breaks if code.partition("/")[0].partition("-")[0] in BY_RATINGS]


def not_the_first(state: EventState) -> bool:
    """Whether tie-breaks use other ratings than the first ones, which a file has: its ranks do not follow from it."""
    return bool(state.periods and state.event_rules.ratings_for_tie_breaks != FIRST and by_ratings(state.event_rules))


def period_named(rules: EventRules, name: str) -> RatingPeriod:
    """Return a period of an event; refuse one that it does not have."""
    periods = {period.name: period for period in rating_periods(rules)}
    if not periods:
        raise ArpadError("event-period-none")
    if name not in periods:
        raise ArpadError("event-period-unknown", period=name, known=", ".join(periods))
    return periods[name]


def period_of_round(rules: EventRules, number: int) -> RatingPeriod | None:
    """Return the period in which a round is played; None if the event has none."""
    return next((period for period in rating_periods(rules) if number in period.rounds), None)


def first_period(periods: Sequence[RatingPeriod], player: Entry) -> str:
    """Return the period in which a player comes in: its ratings are those of the entry. Empty if there are none."""
    there = [period.name for period in periods if any(number >= player.from_round for number in period.rounds)]
    return there[0] if there else ""


def current_period(state: EventState) -> str:
    """Return the last period that was opened, or the first one; empty if the event has none."""
    names = [period.name for period in rating_periods(state.event_rules)]
    return max((name for name in names if name in state.periods), default=names[0] if names else "")


def next_period(state: EventState) -> str:
    """Return the first period after the one at hand that has no list yet; empty if there is none."""
    names = [period.name for period in rating_periods(state.event_rules)]
    return next((name for name in names if name > current_period(state) and name not in state.periods), "")


def list_day(state: EventState, period: str = "") -> dt.date | None:
    """Return the day whose list gives ratings in a period, or to who comes in now: of the first period, the first day
    of the event."""
    rules = state.event_rules
    periods = rating_periods(rules) if period or state.last_drawn else []
    coming = min(state.last_drawn + 1, rules.rounds)
    there = next((one for one in periods if one.name == period or (not period and coming in one.rounds)), None)
    return rules.start if there is None or there == periods[0] else there.first


def as_entered(player: Entry) -> PeriodEntry:
    """What was known of a player on entry."""
    return PeriodEntry(player.rating, None, player.title, player.federation, player.rating_from)


def listed_in(state: EventState, player: Entry, period: str, periods: Sequence[RatingPeriod] = ()) -> PeriodEntry:
    """Return what counts of a player in a period: the entry in its first one, and then the newest list with the
    player. K is None if no list said it. `periods` are those of the event, if they are known."""
    listed = as_entered(player)
    first = first_period(periods or rating_periods(state.event_rules), player) if state.periods else ""
    for name in sorted(state.periods):
        row = state.periods[name].players.get(player.entry)
        if row is not None and first < name <= period:
            listed = row
        elif row is not None and name == first <= period:
            listed = listed._replace(k=row.k)
    return listed


class PlayerPeriods(NamedTuple):
    """A player with what counts of them in each period."""

    entry: int
    number: int | None
    name: str
    periods: list[PeriodEntry]


def player_periods(state: EventState) -> list[PlayerPeriods]:
    """Return the players in the order of their numbers, each with what counts in the periods up to the one at hand."""
    periods = rating_periods(state.event_rules)
    names = [period.name for period in periods if period.name <= current_period(state)]
    order = state.numbers or tuple(player.entry for player in state.accepted)
    players = [state.entries[entry] for entry in order]
    return [
        PlayerPeriods(
            player.entry,
            state.number_of(player.entry),
            player.name,
            [listed_in(state, player, name, periods) for name in names],
        )
        for player in players
    ]


def as_in_round(state: EventState, number: int = 0) -> Mapping[int, Entry]:
    """Return the players with rating, title and federation of the period of a round, or of the one at hand: as pages
    show them. The state itself keeps the first ones."""
    found = period_of_round(state.event_rules, number) if state.periods and number else None
    period = found.name if found is not None else current_period(state) if state.periods else ""
    if not period or (number and found is None):
        return state.entries
    periods = rating_periods(state.event_rules)
    rows = {entry: listed_in(state, player, period, periods) for entry, player in state.entries.items()}
    return {
        entry: replace(player, **{name: getattr(rows[entry], name) for name in ("rating", "title", "federation")})
        for entry, player in state.entries.items()
    }


def ratings_of_rounds(state: EventState, period: str = "") -> dict[int, dict[int, tuple[int | None, str]]]:
    """Return the ratings and titles in each round by pairing numbers, as the list of its period has them; or those of
    one period in all rounds. Nothing if no list but the first has come."""
    found: dict[int, dict[int, tuple[int | None, str]]] = {}
    counts = state.periods and state.event_rules.system != "knockout"  # its reports have numbers of their own
    periods = rating_periods(state.event_rules) if counts else []
    for one in periods:
        listed = {
            number: listed_in(state, state.entries[entry], period or one.name, periods)
            for entry, number in state.pairing_numbers.items()
        }
        rows = {number: (row.rating or None, row.title) for number, row in listed.items()}
        found |= dict.fromkeys(one.rounds, rows)
    return found


def by_round(state: EventState, event: Event) -> Event:
    """Return a report with the ratings and titles that players had in each round: those of norms (B.01 1.1.4)."""
    return event.keeping_games(listed=found) if (found := ratings_of_rounds(state)) else event


def for_tie_breaks(state: EventState, event: Event) -> Event:
    """C.07 10: return a report with the ratings that its tie-breaks use: the first, those of each round, or those of
    one list."""
    asked = state.event_rules.ratings_for_tie_breaks
    if asked == FIRST:
        return event
    found = ratings_of_rounds(state, "" if asked == BY_ROUND else asked.removeprefix("list "))
    return event.keeping_games(listed=found) if found else event


def rating_list(state: EventState, period: str) -> RatingList | None:
    """Return the list of a period with rating and K of each player; None if it was not opened."""
    if period not in state.periods:
        return None
    kept, entries, periods = state.periods[period], {}, rating_periods(state.event_rules)
    for entry in state.numbers:
        player = state.entries[entry]
        row = listed_in(state, player, period, periods)
        if player.id:
            rating = None if row.only_orders else row.rating or None
            entries[player.id] = ListEntry(player.id, player.name, row.federation, rating=rating, k=row.k)
    return RatingList(entries, date=kept.date, name=kept.name)


def list_month(period: str, kept: PeriodList | None) -> str:
    """Return the month of the list of a period: that of its date, or of the period that it was taken for."""
    return period if kept is None or kept.date is None else f"{kept.date:%Y-%m}"


# What was handed over: a part with its rounds and its list. It is changed by a correction for rating alone.


def parts_handed_over(state: EventState) -> dict[str, Mapping[str, Any]]:
    """Return the parts that the office has accepted, by period: the line of the log about each."""
    return {one["period"]: one for one in state.handed_over if one.get("period") and one.get("accepted", True)}


def is_handed_over(state: EventState, number: int) -> bool:
    """Whether a round is in a part that was handed over."""
    return any(number in part["rounds"] for part in parts_handed_over(state).values())


def refuse_handed_over(state: EventState, number: int) -> None:
    """Refuse to change a round of a part that was handed over."""
    for period, part in parts_handed_over(state).items():
        if number in part["rounds"]:
            raise _closed(period, part)


def _closed(period: str, part: Mapping[str, Any]) -> ArpadError:
    rounds = ", ".join(map(str, part["rounds"]))
    return ArpadError("event-period-closed", period=period, rounds=rounds, n=part["n"])


def refuse_reported(before: EventState, after: EventState) -> None:
    """Refuse whatever changes a part that was handed over, but for corrections for rating alone: games and byes, the
    days of its rounds, the ratings of its players."""
    for period, part in parts_handed_over(before).items():
        old, new = (_reported(state, period, part["rounds"], before) for state in (before, after))
        if old != new:
            raise _closed(period, part)


def _reported(state: EventState, period: str, rounds: Sequence[int], known: EventState) -> Any:
    """What the report of a part says, but for corrections for rating alone."""
    games = [_round_reported(state, number) for number in rounds]
    there = {entry for number in rounds for board in known.rounds[number].games for entry in board.seats if entry}
    periods = rating_periods(state.event_rules)
    players = {entry: listed_in(state, state.entries[entry], period, periods)[:4] for entry in sorted(there)}
    return games, players


def _round_reported(state: EventState, number: int) -> Any:
    one = state.rounds.get(number)
    if one is None or one.published_n is None:
        return None
    boards = tuple((board.number, board.seats, board.result, board.played) for board in one.games)
    return day_of_round(state.event_rules, number), boards, one.bye, dict(one.absent)
