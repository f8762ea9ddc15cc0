"""Time controls of reports: 222 (TRF26: moves/seconds+increment) and the minutes that 122 and people write.

Minutes are written 90+30, or in periods of MINUTES/MOVES joined by +, the increment behind a colon: 90/40+30:30.
"""

import re
from fractions import Fraction

from arpad.domain.event import TimeControl
from arpad.i18n import exact
from arpad.inputs.times import read_time_control

PERIOD_222 = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?")
WrittenPeriod = tuple[int | None, int]
"""Moves (None: all that remain) and seconds."""


def minutes_of_222(text: str) -> str | None:
    """Return a 222 record in minutes; None if this is impossible (the sides or the increments of the periods
    differ)."""
    periods: list[WrittenPeriod] = []
    increments: set[int] = set()
    for part in text.strip().split(":"):
        match = PERIOD_222.fullmatch(part.strip())
        if match is None or int(match[2]) == 0:
            return None
        periods.append((int(match[1]) if match[1] else None, int(match[2])))
        increments.add(int(match[3] or 0))
    if len(increments) != 1 or any(moves is None for moves, _ in periods[:-1]):
        return None
    minutes = [exact(Fraction(seconds, 60)) for _, seconds in periods]
    if any(value is None for value in minutes):
        return None
    increment = increments.pop()
    stages = [f"{value:f}" + (f"/{moves}" if moves else "") for value, (moves, _) in zip(minutes, periods, strict=True)]
    if stages == [f"{minutes[0]:f}"]:
        return f"{stages[0]}+{increment}"
    return "+".join(stages) + f":{increment}"


def as_222(text: str) -> str | None:
    """Return a time control as a 222 record, if the text can be read as it is for rating; None if not, or if it has
    parts of a second or an increment that begins within a period."""
    read = read_time_control(text)
    if read is None:
        return None
    white, black = _written(read.white), _written(read.black)
    if white is None or black is None:
        return None
    return white if read.equal else f"W{white}-B{black}"


def _written(control: TimeControl) -> str | None:
    stages = []
    for period, increment in zip(control.periods, control.increments, strict=True):
        seconds = period.minutes * 60
        if increment is None or seconds.denominator != 1 or increment.denominator != 1:
            return None
        moves, added = f"{period.moves}/" if period.moves else "", f"+{increment}" if increment else ""
        stages.append(f"{moves}{seconds}{added}")
    if any(period.moves is None for period in control.periods[:-1]):
        return None
    return ":".join(stages)
