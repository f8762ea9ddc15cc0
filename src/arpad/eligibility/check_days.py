"""Checks of an event's dates and thinking time: rounds and hours a day, duration, time class.

Articles 1.1 to 1.4, 3.1 and 4.1 of FIDE; 2, 4 and 5 of FEDA.
"""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from arpad.domain.event import MINUTES_OF_AN_HOUR, Event, Game, Player, TimeControl
from arpad.domain.findings import Finding, Severity
from arpad.eligibility.facts import Facts
from arpad.eligibility.time_controls import SPEEDS, required_minutes, time_class
from arpad.i18n import Words
from arpad.inputs.times import CLASSES, TimeText, read_time_control
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Rule, time_classes

# What the checks share: the shape of a finding, the players' ratings, the games played, the time control.

GameFinding = tuple[Game, Finding]
"""A game that is not rated, and why."""


def finding(code: str, rule: Rule[Any], severity: Severity = "error", /, **values: object) -> Finding:
    """Something about the whole event."""
    return Finding(code, severity, rule.article.number, values=values)


def about_player(code: str, rule: Rule[Any], severity: Severity, player: Player, /, **values: object) -> Finding:
    """Return a finding about a player, at the player's line."""
    return Finding(code, severity, rule.article.number, player.line or None, None, player.rank, values=values)


def about_game(
    event: Event, code: str, rule: Rule[Any], game: Game, rank: int | None = None, /, **values: object
) -> Finding:
    """Return a finding about a game that is not rated, at White's line or at the line of another rank."""
    player = event.player(game.white if rank is None else rank)
    assert player is not None
    column = next((round_.column for round_ in player.rounds if round_.round == game.round and round_.column), None)
    both = {"white": game.white, "black": game.black}
    return Finding(
        code, "error", rule.article.number, player.line or None, column, player.rank, game.round, {**both, **values}
    )


def rated(event: Event) -> list[Player]:
    """The players with a rating."""
    return [player for player in event.players if player.rating is not None]


def ratings(event: Event) -> dict[int, int | None]:
    """The ratings by starting rank."""
    return {player.rank: player.rating for player in event.players}


def played(event: Event) -> Iterator[Game]:
    """5.1: the games in which both made a move, between players of the report."""
    ranks = {player.rank for player in event.players}
    return (game for game in event.games() if game.played and game.white in ranks and game.black in ranks)


def control(event: Event) -> TimeText | None:
    """Return the time control of the report, if it can be read."""
    return read_time_control(event.time_control)


def women_only(event: Event, facts: Facts) -> bool | None:
    """Return whether only women take part; if no fact says so, by the players' sex."""
    if facts.women_only is not None:
        return facts.women_only
    sexes = {player.sex for player in event.players}
    return False if "m" in sexes else True if sexes == {"f"} else None


# The days of an event: rounds and hours a day (3.1, FEDA 4), its length (4.1, FEDA 5).


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


# The time class of an event whose time control cannot be read: by its words, otherwise by its rounds a day. None of
# this is certain, so every use of it says what was assumed and why.

WORD = re.compile(r"[^\W\d_]+")
HOUR, PLAYERS = 60, 2


@dataclass(frozen=True, slots=True)
class StatedClass:
    """A time class, and the key of the reason for it; `values` fill it. Without a reason it comes from the time
    control."""

    time_class: TimeClass
    reason: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


def stated_class(event: Event, facts: Facts | None = None) -> StatedClass:
    """Return the class of the time control; otherwise the class named in words (122, 092, 192); otherwise rapid
    or blitz if there are more rounds on a day than standard chess has room for; otherwise standard."""
    read = control(event)
    if read is not None:
        return StatedClass(time_class(read.control))
    for text in (event.time_control, event.type, event.type_code):
        named = named_class(text)
        if named is not None:
            return StatedClass(named, "words", {"words": text.strip()})
    return _by_rounds(busiest_day(event, facts or Facts())[0])


def named_class(text: str) -> TimeClass | None:
    """The one time class that a text names, None if it names none or several."""
    words = set(WORD.findall(text.casefold()))
    named: list[TimeClass] = [time_class for time_class, names in CLASSES.items() if words & names]
    return named[0] if len(named) == 1 else None


def _by_rounds(rounds: int) -> StatedClass:
    """Laws A.1 with 3.1: twelve hours hold six games of two hours; rapid chess may have 15 rounds a day."""
    rules = time_classes()
    most = rules.hours_per_day.value * HOUR // (PLAYERS * rules.standard_from.value)
    if rounds <= most:
        return StatedClass("standard", "nothing")
    found: TimeClass = "rapid" if rounds <= rules.rapid_rounds_per_day.value else "blitz"
    return StatedClass(found, "rounds", {"rounds": rounds, "most": most})


def class_under(edition: Edition | None, stated: StatedClass) -> TimeClass:
    """Return the class in which an event is rated: its own if the edition rates it, otherwise the edition's."""
    if edition is None or edition.covers(stated.time_class):
        return stated.time_class
    return "standard" if edition.covers("standard") else "rapid"


# Thinking time: 1.1 to 1.4 of the FIDE texts, 2 of FEDA's.

CODES = {
    "time.too-fast": "time-too-fast",
    "time.sudden-death": "time-sudden-death",
    "time.control": "time-control",
    "time.too-long": "time-too-long",
    "time.too-short-blitz": "time-too-short-blitz",
}
"""The findings of the steps of `time_controls`."""


def check_time_known(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """1.1, FEDA 2: without a time control that can be read a time class is assumed, and nothing else is checked."""
    if control(event) is not None:
        return
    stated = stated_class(event, facts)
    rated_in = class_under(edition, stated)
    why = (
        Words(f"assumed.{stated.reason}", **stated.values)
        if rated_in == stated.time_class
        else Words("assumed.edition")
    )
    values: dict[str, object] = {"assumed": Words(f"time-class.{rated_in}"), "why": why}
    if event.time_control.strip():
        yield finding("cannot-check-time-text", edition.eligibility.speed, "warning", text=event.time_control, **values)
    else:
        yield finding("cannot-check-time", edition.eligibility.speed, "warning", **values)
    if rated_in != stated.time_class and stated.reason == "words":
        other = Words(f"time-class.{stated.time_class}")
        yield finding("time-class-other", edition.eligibility.speed, "warning", **stated.values, named=other)


def check_thinking_time(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """1.1: enough minutes for 60 moves, by the highest rating in the event (2003, 2005) or in the game (2017 on)."""
    rules, read = edition.eligibility, control(event)
    if rules.speed.value != "minutes-for-60-moves" or read is None or not rules.minutes.value:
        return
    minutes = read.control.minutes_for()
    highest = max((player.rating or 0 for player in event.players), default=0)
    whole_event = rules.minutes_scope.value == "event"
    needed = required_minutes(edition, highest if whole_event else 0)
    if minutes < needed:
        if whole_event:
            yield finding("time-event", rules.minutes, minutes=minutes, needed=needed, rating=highest)
        else:
            yield finding("time-least", rules.minutes, minutes=minutes, needed=needed)
    elif not whole_event:
        yield from (found for _, found in too_little_time(edition, event, facts))


def too_little_time(edition: Edition, event: Event, facts: Facts) -> Iterator[GameFinding]:  # noqa: ARG001  (a check's signature)
    """1.1 from 2017 on: the games whose players are rated too high for the time control."""
    rules, read = edition.eligibility, control(event)
    if rules.minutes_scope.value != "game" or read is None or not rules.minutes.value:
        return
    minutes, of = read.control.minutes_for(), ratings(event)
    if minutes >= max((required_minutes(edition, rating or 0) for rating in set(of.values())), default=0):
        return
    for game in played(event):
        rank = max((game.white, game.black), key=lambda rank: of[rank] or 0)
        needed = required_minutes(edition, of[rank] or 0)
        if minutes < needed:
            code, values = "time-game", {"minutes": minutes, "needed": needed, "rating": of[rank] or 0}
            yield game, about_game(event, code, rules.minutes, game, rank, **values)


def check_moves_per_hour(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """FEDA 2.1 to 2.3: at most 23 moves an hour; or sudden death with enough hours; or an hour with ten seconds a
    move."""
    read = control(event)
    if edition.eligibility.speed.value == "moves-per-hour" and read is not None:
        yield from _against_speed(edition, read.control)


def check_rapid_or_blitz(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """Rapid and blitz 1.1.1, 1.1.2 (2017: 1.3, 1.4): within the limits of the one or of the other."""
    read = control(event)
    if edition.eligibility.speed.value != "time-class" or read is None:
        return
    findings = _against_speed(edition, read.control)
    yield from findings
    if not findings and not edition.covers(time_class(read.control)):
        yield finding("time-other-list", edition.eligibility.speed, minutes=read.control.minutes_for())


def _against_speed(edition: Edition, time: TimeControl) -> list[Finding]:
    """Return the steps of `time_controls` against a time control as findings."""
    return [
        Finding(CODES[step.what], "error", step.article.number, values=step.inputs)
        for step in SPEEDS[edition.eligibility.speed.value](edition, time, 0)
    ]


def check_first_control(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """1.2 (2003, 2005: 1.3): the moves to the first control, if there is one: 40 advised, exactly 40, or at least
    30."""
    rules, read = edition.eligibility, control(event)
    needed = rules.first_control_moves.value
    moves = None if read is None else read.control.periods[0].moves
    if moves is None or needed is None:
        return
    match rules.first_control.value:
        case "advised" if moves != needed:
            yield finding("first-control-advised", rules.first_control, "info", moves=moves, needed=needed)
        case "exactly" if moves != needed:
            yield finding("first-control-exactly", rules.first_control, moves=moves, needed=needed)
        case "at-least" if moves < needed:
            yield finding("first-control-at-least", rules.first_control, moves=moves, needed=needed)


def check_equal_times(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """1.1 from 2022 on, rapid and blitz 1.2: both players have the same time; Armageddon and handicap are not rated."""
    if edition.eligibility.equal_times.value is not None and _unequal(event, facts):
        yield finding("times-unequal", edition.eligibility.equal_times)


def unequal_times(edition: Edition, event: Event, facts: Facts) -> Iterator[GameFinding]:
    """1.1, rapid and blitz 1.2: no game is rated in which the players have different times."""
    rule = edition.eligibility.equal_times
    if rule.value is not None and _unequal(event, facts):
        yield from ((game, about_game(event, "times-unequal", rule, game)) for game in played(event))


def _unequal(event: Event, facts: Facts) -> bool:
    read = control(event)
    return facts.equal_times is False or (facts.equal_times is None and read is not None and not read.equal)
