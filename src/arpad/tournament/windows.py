"""C.04.2.D.8: until when an error in a round is put right, and what the correction touches."""

import datetime as dt
from typing import Literal

from arpad.tournament.state import EventRound, EventState, round_stage
from arpad.tournament.times import event_times

Window = Literal["open", "published", "late", "next", "unlocked", "rating"]
"""When an error is told. `open`: the results of the round are not published yet. `published`: within the time for
corrections; `late`: after it, which the text leaves open. `next`: the next round is published and not complete: the
standings change, and pairings from the round after it. `unlocked`: the round was locked. `rating`: for rating only."""
REASONED: frozenset[Window] = frozenset({"published", "late", "next", "unlocked"})
"""Here a correction needs a reason."""


def correction_window(state: EventState, number: int, at: str = "") -> Window:
    """Return when an error in a round is told. `at` is the moment, an instant as the log writes it."""
    found = state.rounds[number]
    if state.finished or round_stage(state, number) == "locked":
        return "rating"
    if found.unlocked:
        return "unlocked"
    if next_is_out(state, number):
        return "next"
    if found.results_n is None:
        return "open"
    return "late" if _time_over(state, found, at) else "published"


def next_is_out(state: EventState, number: int) -> bool:
    """Whether the next round is published. If all rounds are known from the beginning, it must have begun."""
    after = state.rounds.get(number + 1)
    if after is None or after.published_n is None:
        return False
    return after.begun or not state.laws.by_table


def _time_over(state: EventState, found: EventRound, at: str) -> bool:
    """Whether the time for corrections after the publication of the results is over."""
    minutes = state.laws.correction_minutes
    if minutes is None or not at or not found.results_at:
        return False
    return dt.datetime.fromisoformat(at) > dt.datetime.fromisoformat(found.results_at) + dt.timedelta(minutes=minutes)


def default_time(state: EventState, number: int) -> str | None:
    """Laws 6.7.1: the instant from which players who have not come lose, counted from the real start. The Laws read
    silence as no minutes at all. None if the round has not started."""
    started = state.rounds[number].started_at
    if not started:
        return None
    minutes = dt.timedelta(minutes=state.laws.default_minutes or 0)
    return (dt.datetime.fromisoformat(started) + minutes).isoformat()


def results_due(state: EventState, now: dt.datetime) -> int | None:
    """Return the complete round whose results the schedule publishes by now: the event, or the hour, must name its
    zone. Results that an arbiter has recalled wait for an arbiter."""
    times = event_times(state.laws)
    for told in state.laws.schedule:
        found = state.rounds.get(int(told["round"])) if "results" in told else None
        if found is None or found.published_n is None or found.results_at or not found.complete:
            continue
        due = times.instant(told["results"])
        if due is not None and due <= now:
            return found.number
    return None
