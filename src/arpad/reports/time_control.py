"""Time controls of reports: 222 (TRF26: moves/seconds+increment) and the minutes that 122 and people write.

Minutes are written 90+30, or in periods of MINUTES/MOVES joined by +, the increment behind a colon: 90/40+30:30.
"""

import re
from fractions import Fraction

from arpad.locale.formats import exact

PERIOD_222 = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?")
NUMBER = r"(\d{1,4}(?:[.,]\d{1,2})?)"
IN_WORDS = re.compile(
    rf"(?:all +(?:the +)?moves +in +|g/)?{NUMBER} *(?:'|’|m|min|mins|minutes?|minutos?)?[.,]?"
    rf"(?: *(?:\+|plus|and|y|más|mas)? *(\d{{1,3}}) *(?:\"|”|''|s|sec|secs|seg|seconds?|segundos?)?\.?"
    rf"(?: *(?:per|/|por|a|increment per|de incremento por) *(?:move|mv|jugada))?)?",
    re.IGNORECASE,
)
STAGE = re.compile(rf"{NUMBER} *'?(?:/(\d{{1,3}}))?")

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
    """Return a time control in minutes as a 222 record; None if the text is not clear."""
    text = text.strip()
    if len(text) > 80:
        return None
    if match := IN_WORDS.fullmatch(text):
        return _written([(None, _seconds(match[1]))], int(match[2] or 0))
    stages, mark, increment = text.partition(":")
    if not mark or not increment.strip().isdecimal() or len(increment) > 5:
        return None
    periods: list[WrittenPeriod] = []
    for stage in stages.split("+"):
        match = STAGE.fullmatch(stage.strip())
        if match is None:
            return None
        periods.append((int(match[2]) if match[2] else None, _seconds(match[1])))
    if any(moves is None for moves, _ in periods[:-1]) or any(moves and moves >= 60 for moves, _ in periods):
        return None
    return _written(periods, int(increment))


def _seconds(minutes: str) -> int:
    return int(Fraction(minutes.replace(",", ".")) * 60)


def _written(periods: list[WrittenPeriod], increment: int) -> str | None:
    if any(seconds == 0 for _, seconds in periods):
        return None
    added = f"+{increment}" if increment else ""
    return ":".join((f"{moves}/" if moves else "") + f"{seconds}{added}" for moves, seconds in periods)
