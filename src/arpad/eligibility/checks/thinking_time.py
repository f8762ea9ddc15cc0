"""Thinking time: 1.1 to 1.4 of the FIDE texts, 2 of FEDA's."""

from collections.abc import Iterator

from arpad.domain.event import Event, TimeControl
from arpad.domain.findings import Finding
from arpad.eligibility.checks.common import GameFinding, about_game, control, finding, played, ratings
from arpad.eligibility.checks.told_class import class_under, told_class
from arpad.eligibility.facts import Facts
from arpad.eligibility.time_limits import SPEEDS, required_minutes, time_class
from arpad.i18n import Words
from arpad.regulations.rating_edition import Edition

CODES = {
    "time.too-fast": "time-too-fast",
    "time.sudden-death": "time-sudden-death",
    "time.control": "time-control",
    "time.too-long": "time-too-long",
    "time.too-short-blitz": "time-too-short-blitz",
}
"""The findings of the steps of `time_limits`."""


def check_time_known(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """1.1, FEDA 2: without a time control that can be read a time class is assumed, and nothing else is checked."""
    if control(event) is not None:
        return
    told = told_class(event, facts)
    rated_in = class_under(edition, told)
    why = Words(f"assumed.{told.reason}", **told.values) if rated_in == told.time_class else Words("assumed.edition")
    values: dict[str, object] = {"assumed": Words(f"time-class.{rated_in}"), "why": why}
    if event.time_control.strip():
        yield finding("cannot-check-time-text", edition.eligibility.speed, "warning", text=event.time_control, **values)
    else:
        yield finding("cannot-check-time", edition.eligibility.speed, "warning", **values)
    if rated_in != told.time_class and told.reason == "words":
        other = Words(f"time-class.{told.time_class}")
        yield finding("time-class-other", edition.eligibility.speed, "warning", **told.values, named=other)


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
    found = _against_speed(edition, read.control)
    yield from found
    if not found and not edition.covers(time_class(read.control)):
        yield finding("time-other-list", edition.eligibility.speed, minutes=read.control.minutes_for())


def _against_speed(edition: Edition, time: TimeControl) -> list[Finding]:
    """Return the steps of `time_limits` against a time control as findings."""
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
