"""Time controls as people write them: 90+30, 15'+10", 90/40+30:30, 40/90+30:30."""

import re
from fractions import Fraction

from arpad.domain import Period, TimeControl
from arpad.locale import ArpadError

NUMBER = r"\d+(?:[.,]\d+)?"
MINUTES = r"(?:'|’|′|m|min|mins|minutes?|minutos?)?"
SECONDS = r"(?:\"|”|″|''|s|sec|secs|seg|seconds?|segundos?)?"
PLAIN = re.compile(rf"({NUMBER})\s*{MINUTES}(?:\s*\+\s*({NUMBER})\s*{SECONDS})?", re.IGNORECASE)
PERIOD = re.compile(rf"({NUMBER})\s*{MINUTES}(?:\s*/\s*(\d+))?", re.IGNORECASE)
LONGEST = 10_000
NO_CONTROL_FROM = 60


def parse_time_control(text: str) -> TimeControl:
    """A time control from text.

    `M+S` is minutes and increment; with `/` or `:`, periods of `MINUTES/MOVES` joined by `+`, the increment behind `:`.
    """
    if plain := PLAIN.fullmatch(text.strip()):
        control = TimeControl((Period(_number(plain[1])),), _number(plain[2] or "0"))
    else:
        control = _in_periods(text)
    if not 0 < control.minutes_for() < LONGEST:
        raise ArpadError("time-control", text=text)
    return control


def _in_periods(text: str) -> TimeControl:
    stages, _, increment = text.strip().partition(":")
    periods = []
    for stage in stages.split("+"):
        match = PERIOD.fullmatch(stage.strip())
        if match is None:
            raise ArpadError("time-control", text=text)
        periods.append(_period(match[1], match[2]))
    seconds = re.fullmatch(rf"\s*({NUMBER})?\s*{SECONDS}\s*", increment, re.IGNORECASE)
    if seconds is None:
        raise ArpadError("time-control", text=text)
    return TimeControl(tuple(periods), _number(seconds[1] or "0"))


def _period(first: str, second: str | None) -> Period:
    """Minutes, or minutes/moves. Nobody has a control at move 60 or later, so 40/90 is 40 moves in 90 minutes."""
    if second is None:
        return Period(_number(first))
    if int(second) >= NO_CONTROL_FROM and first.isdigit() and int(first) < NO_CONTROL_FROM:
        return Period(_number(second), int(first))
    return Period(_number(first), int(second))


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", "."))
