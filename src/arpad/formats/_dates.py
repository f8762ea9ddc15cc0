"""Read dates and time controls as reports write them.

The standard date is YYYY/MM/DD. Otherwise the first rule that fits counts: four digits first (year, month, day);
four digits last (day, month, year); two digits each; a month's name; a year alone. A year of two digits is between
1970 and 2069. All dates of one 132 record are read in the same order.
"""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arpad.domain.event import TimeControl
from arpad.domain.rating_list import FIRST_YEAR, LAST_YEAR
from arpad.i18n import exact
from arpad.inputs.times import read_time_control

# Dates as reports write them. The standard form is YYYY/MM/DD (132: YY/MM/DD; 00 if month and day are unknown).
# Anything else is read by these rules, the first that fits: 1. four digits first: year, month, day, with any of / - .
# or blanks between them, or none (20240131); 2. four digits last: day, month, year; month, day, year only if the other
# is impossible (05/29/2020); 3. two digits each: year, month, day; otherwise year, day, month (11.25.02); otherwise
# day, month, year; 4. the name of the month, in English or Spanish: May 29, 2020; 29 de mayo de 2020; 5. a year alone.
# A year of two digits is between 1970 and 2069. The dates of one 132 record are all read in the same order: the first
# one that fits them all.

PIVOT = 70
MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan ene", "feb", "mar", "apr abr", "may", "jun", "jul", "aug ago", "sep set", "oct", "nov", "dec dic"), 1
    )
    for name in names.split()
}
NUMBERS = re.compile(r"(\d{1,4})[ ]*[/.\-][ ]*(\d{1,2})[ ]*[/.\-][ ]*(\d{1,4})")
MONTH_FIRST = re.compile(r"([^\W\d_]{3,12})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})")
DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)? +(?:de +)?([^\W\d_]{3,12})\.?,? +(?:de +|del +)?(\d{4})")
DateNumbers = tuple[int, int, int]
Order = Callable[[int, int, int], dt.date | None]


@dataclass(frozen=True, slots=True)
class ReadDate:
    """The day that a text gives. `doubtful`: another order of the numbers would also be a date."""

    date: dt.date | None
    year: int | None
    standard: bool
    doubtful: bool = False


NOTHING = ReadDate(None, None, True)
UNREADABLE = ReadDate(None, None, False)


def day(year: int, month: int, day_of_month: int) -> dt.date | None:
    """Return the date, None if there is no such day."""
    try:
        return dt.date(year, month, day_of_month) if FIRST_YEAR <= year <= LAST_YEAR else None
    except ValueError:
        return None


def full_year(two_digits: int) -> int:
    return two_digits + (1900 if two_digits >= PIVOT else 2000)


def read_date(text: str) -> ReadDate:
    """A date with a year of four digits, or one of the ways around it (see above)."""
    if text[4:5] == "/" and text[7:8] == "/" and len(text) == 10 and text.isascii() and (date := _standard(text)):
        return date
    text = text.strip()
    if not text:
        return NOTHING
    if not text.isascii() or len(text) > 40:
        return UNREADABLE
    if not text.strip(" ./-0"):
        return UNREADABLE
    if (match := NUMBERS.fullmatch(text)) is not None:
        return _three_numbers(match[1], match[2], match[3])
    return _in_words(text) or _digits_alone(text) or UNREADABLE


def _standard(text: str) -> ReadDate | None:
    """Read YYYY/MM/DD; 00 for unknown parts."""
    year, month, day_of_month = text[:4], text[5:7], text[8:]
    if not (year.isdecimal() and month.isdecimal() and day_of_month.isdecimal()):
        return None
    if month == "00" or day_of_month == "00":
        return ReadDate(None, int(year), True) if FIRST_YEAR <= int(year) <= LAST_YEAR else None
    date = day(int(year), int(month), int(day_of_month))
    return ReadDate(date, date.year, True) if date else None


def _three_numbers(one: str, two: str, three: str) -> ReadDate:
    first, second, third = int(one), int(two), int(three)
    if len(one) == 4 and len(three) <= 2:
        if (date := day(first, second, third)) is not None:
            return ReadDate(date, date.year, False)
        known = FIRST_YEAR <= first <= LAST_YEAR and not (second and third)
        return ReadDate(None, first, False) if known else UNREADABLE
    if len(three) == 4 and len(one) <= 2:
        orders: tuple[Order, ...] = (lambda a, b, c: day(c, b, a), lambda a, b, c: day(c, a, b))
        return _first_order(orders, (first, second, third))
    if len(one) <= 2 and len(three) == 2:
        return _first_order(SHORT_ORDERS, (first, second, third))
    return UNREADABLE


SHORT_ORDERS: tuple[Order, ...] = (
    lambda a, b, c: day(full_year(a), b, c),
    lambda a, b, c: day(full_year(a), c, b),
    lambda a, b, c: day(full_year(c), b, a),
)


def _first_order(orders: Sequence[Order], numbers: DateNumbers) -> ReadDate:
    dates = [date for order in orders if (date := order(*numbers)) is not None]
    if not dates:
        return UNREADABLE
    return ReadDate(dates[0], dates[0].year, False, len(set(dates)) > 1)


def _in_words(text: str) -> ReadDate | None:
    for pattern, at_month, at_day in ((MONTH_FIRST, 1, 2), (DAY_FIRST, 2, 1)):
        match = pattern.fullmatch(text)
        if match is not None and (month := MONTHS.get(match[at_month][:3].lower())) is not None:
            date = day(int(match[3]), month, int(match[at_day]))
            return ReadDate(date, date.year, False) if date else None
    return None


def _digits_alone(text: str) -> ReadDate | None:
    if not text.isdecimal():
        return None
    if len(text) == 8:
        date = day(int(text[:4]), int(text[4:6]), int(text[6:]))
        return ReadDate(date, date.year, False) if date else None
    if len(text) == 4 and FIRST_YEAR <= int(text) <= LAST_YEAR:
        return ReadDate(None, int(text), False)
    return None


def read_round_dates(texts: Sequence[str]) -> list[ReadDate]:
    """The dates of a 132 record, YY/MM/DD, in one order for all of them."""
    matches = [NUMBERS.fullmatch(text.strip()) if text.isascii() else None for text in texts]
    short = [
        (int(match[1]), int(match[2]), int(match[3])) if match and len(match[1]) <= 2 and len(match[3]) <= 2 else None
        for match in matches
    ]
    order = next(
        (order for order in SHORT_ORDERS if all(order(*numbers) for numbers in short if numbers)), SHORT_ORDERS[0]
    )
    read = []
    for text, numbers in zip(texts, short, strict=True):
        if numbers is None:
            read.append(read_date(text))
        elif (date := order(*numbers)) is None:
            read.append(UNREADABLE)
        else:
            standard = order is SHORT_ORDERS[0] and len(text.strip()) == 8 and text.count("/") == 2
            read.append(ReadDate(date, date.year, standard))
    return read


def read_day_first(text: str) -> dt.date | None:
    """FEDA 10.31: DD-MM-YY, the year of the twentieth century; a year of four digits is taken as it is."""
    match = NUMBERS.fullmatch(text.strip()) if text.isascii() else None
    if match is None or len(match[1]) > 2:
        return None
    year = int(match[3])
    return day(year if len(match[3]) == 4 else 1900 + year, int(match[2]), int(match[1]))


# Time controls of reports: 222 (TRF26: moves/seconds+increment) and the minutes that 122 and people write. Minutes are
# written 90+30, or in periods of MINUTES/MOVES joined by +, the increment behind a colon: 90/40+30:30.

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
