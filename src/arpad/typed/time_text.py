"""Time controls as people write them, in a report's 122 and 222 and anywhere else.

Three ways are understood: figures (`90/40+30:30`, `15'+10"`), TRF26's periods (`40/5400+30:1800+30`), and words (see
`time_words`). This is how ambiguous texts are read:

- `a/b` is minutes/moves unless only the other way makes sense: 40/90 is 40 moves in 90 minutes, 40/2 in two hours.
- A value of 300 or more is in seconds (nobody has a period of five hours), and so is all the rest of that text;
  a whole period of three hours with an increment of 5 or less (180+2) is in seconds too.
- `H:MM` with one figure before the colon is hours and minutes; `:30` after periods is the increment.
- A number after a period without a limit of moves is the increment, after one with a limit the next period.
- Increments that differ from period to period count for their moves, of 60.
- If the sides differ, the shorter time counts.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from arpad.domain.event import ControlPeriod, TimeControl
from arpad.i18n import ArpadError
from arpad.typed.time_words import in_words, moves_first, number, period, spread

NUMBER = r"\d+(?:[.,]\d+)?"
MINUTES = r"(?:'|mins?|minutes?|minutos?|m)?"
SECONDS = r"(?:\"|secs?|seg|seconds?|segundos?|s)?"
PLAIN = re.compile(rf"({NUMBER})\s*({MINUTES})(?:\s*\+\s*({NUMBER})\s*{SECONDS})?")
STAGE = re.compile(rf"({NUMBER})\s*{MINUTES}(?:\s*/\s*(\d+))?")
BEHIND_COLON = re.compile(rf"\s*({NUMBER})?\s*{SECONDS}\s*")
RECORD_222 = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?")
CLOCK = re.compile(r"(?:^|/)\d:[0-5]\d(?!\d)")
SIDES = re.compile(r"(?:w|white|blancas)\s*:?\s*(?=\d)(.+?)\s*[-,;/ ]\s*(?:b|black|negras)\s*:?\s*(?=\d)(.+)")
NEVER = re.compile(r"://|www\.|@|÷|(?:^|\d)-\d|^(?:19|20)\d\d$")
QUOTES = str.maketrans({"’": "'", "′": "'", "´": "'", "`": "'", "‘": "'", "”": '"', "“": '"', "″": '"'})
LONGEST, LONGEST_TEXT = 10_000, 200
SECONDS_FROM, SECONDS_WITH_INCREMENT_FROM, SMALL_INCREMENT = 300, 180, 5
MINUTE = 60


@dataclass(frozen=True, slots=True)
class TimeText:
    """The time control of a text, for the shorter side if the sides differ; `black` is then that of Black, and `white`
    of White."""

    control: TimeControl
    white: TimeControl
    black: TimeControl

    @property
    def equal(self) -> bool:
        """Whether both sides have the same time."""
        return self.white == self.black


def parse_time_control(text: str) -> TimeControl:
    """Read a time control from text; a text that cannot be read is refused."""
    control = try_time_control(text)
    if control is None:
        raise ArpadError("time-control", text=text)
    return control


def try_time_control(text: str) -> TimeControl | None:
    """Read a time control from text; None if the text is not one."""
    found = read_time_control(text)
    return None if found is None else found.control


@lru_cache(maxsize=256)
def read_time_control(text: str) -> TimeText | None:
    """Read a time control from text, and whether both sides have the same; None if the text is not one."""
    plain = _unified(text)
    if not plain or len(plain) > LONGEST_TEXT or NEVER.search(plain):
        return None
    if sides := SIDES.fullmatch(plain):
        in_seconds = any(_in_seconds(side) for side in sides.groups())
        white, black = (_one_side(side, in_seconds=in_seconds) for side in sides.groups())
        if white is None or black is None:
            return None
        return TimeText(min(white, black, key=TimeControl.minutes_for), white, black)
    control = _one_side(plain)
    return None if control is None else TimeText(control, control, control)


def _unified(text: str) -> str:
    """Small letters, one kind of quotes, single spaces."""
    return " ".join(text.casefold().translate(QUOTES).replace("''", '"').split()).rstrip(".")


def _one_side(text: str, *, in_seconds: bool = False) -> TimeControl | None:
    control = _plain(text, in_seconds=in_seconds) or _record_222(text, in_seconds=in_seconds)
    if control is None and not CLOCK.search(text):
        control = _figures(text)
    if control is None:
        control = in_words(text)
    return control if control is not None and _possible(control) else None


def _possible(control: TimeControl) -> bool:
    """Check that there is some time, at most a week, and no period without moves or time."""
    limited = [period for period in control.periods if period.moves is not None]
    return 0 < control.minutes_for() < LONGEST and all(phase.minutes > 0 and phase.moves for phase in limited)


def _in_seconds(text: str) -> bool:
    """A value that nobody would mean in minutes."""
    if match := PLAIN.fullmatch(text):
        base, increment = number(match[1]), number(match[3] or "0")
        small = base >= SECONDS_WITH_INCREMENT_FROM and 0 < increment <= SMALL_INCREMENT
        return not match[2] and (base >= SECONDS_FROM or small)
    parts = [RECORD_222.fullmatch(part.strip()) for part in text.split(":")]
    return any(part is not None and int(part[2]) >= SECONDS_FROM for part in parts)


def _plain(text: str, *, in_seconds: bool) -> TimeControl | None:
    """`120`, `90+30`, `15'+10"`, `5400+30`."""
    match = PLAIN.fullmatch(text)
    if match is None:
        return None
    base, increment = number(match[1]), number(match[3] or "0")
    if match[2] or not (in_seconds or _in_seconds(text)):
        return TimeControl((ControlPeriod(base),), increment)
    return TimeControl((ControlPeriod(base / MINUTE),), increment)


def _record_222(text: str, *, in_seconds: bool) -> TimeControl | None:
    """`40/6000+30:20/3000+30:900+30`: periods joined by colons, each with its own increment; small values: minutes."""
    parts = [RECORD_222.fullmatch(part.strip()) for part in text.split(":")]
    stages = [part for part in parts if part is not None]
    in_seconds = in_seconds or _in_seconds(text)
    own_increments = any(stage[1] or stage[3] for stage in stages[1:]) and not CLOCK.search(text)
    if len(stages) < len(parts) or not (in_seconds or own_increments):
        return None
    periods, increments = [], []
    for stage in stages:
        time = Fraction(int(stage[2]), MINUTE if in_seconds else 1)
        periods.append(ControlPeriod(time, int(stage[1]) if stage[1] else None))
        increments.append(Fraction(stage[3] or 0))
    differ = tuple(increments) if len(set(increments)) > 1 else ()
    return TimeControl(tuple(periods), spread(periods, increments), differ)


def _figures(text: str) -> TimeControl | None:
    """`90/40+30:30`: periods of minutes/moves joined by `+`, the increment behind `:`."""
    stages, colon, rest = text.partition(":")
    if not colon:
        return None
    increment = BEHIND_COLON.fullmatch(rest)
    matches = [STAGE.fullmatch(stage.strip()) for stage in stages.split("+")]
    found = [match for match in matches if match is not None]
    if increment is None or len(found) < len(matches):
        return None
    pairs = [(number(match[1]), None if match[2] is None else Fraction(match[2])) for match in found]
    sure = [moves_first(first, second) for first, second in pairs if second is not None]
    order = next((reading for reading in sure if reading is not None), None)
    periods = tuple(ControlPeriod(one) if two is None else period(one, two, order=order) for one, two in pairs)
    return TimeControl(periods, number(increment[1] or "0"))
