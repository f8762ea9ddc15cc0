"""Read and write the fields and rounds of a player's 001 record in TRF files, and read dates and time controls."""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from arpad.domain.event import BYES, PLAYED, Colour, ResultCode, RoundResult, Sex, TimeControl
from arpad.domain.rating_list import FIRST_YEAR, HIGHEST_RATING, LAST_YEAR, LETTER_TITLES, TITLES
from arpad.formats.codes import FEDERATIONS
from arpad.i18n import ArpadError, exact
from arpad.inputs.times import read_time_control

# Values in the columns of a TRF line. A text that is too long is cut; a number that does not fit is refused.


def points_text(points: Fraction | None, width: int = 4) -> str:
    """Write 11.5, right-aligned; blank if there are none."""
    if points is None:
        return " " * width
    value = exact(points)
    text = "" if value is None else f"{value:.1f}" if value == value.quantize(1) else f"{value:f}"
    if not text or len(text) > width:
        raise ArpadError("report-points-width", points=points, width=width)
    return text.rjust(width)


def ranks_text(ranks: Iterable[int]) -> str:
    """Starting ranks of four columns each, a blank between them."""
    return " ".join(number_text(rank, 4) for rank in ranks)


def number_text(value: int | None, width: int) -> str:
    """Write a number, right-aligned; blank if there is none."""
    text = "" if value is None else str(value)
    if len(text) > width:
        raise ArpadError("report-number-width", number=text, width=width)
    return text.rjust(width)


def cut_text(text: str, width: int) -> str:
    """Write a text, as much of it as its columns hold."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()[:width].rstrip()


# The fields of a 001 record: each function reads one, and names what is odd about it. They return (value, oddity): the
# oddity is a finding's code, or None if the field is as it should be. The same texts return in every report, so those
# that take long to read are remembered.

STANDARD_DAY = re.compile(r"[0-9]{4}/(?!00)[0-9]{2}/(?!00)[0-9]{2}")

SEXES: dict[str, Sex | None] = {"m": "m", "f": "f", "w": "f", " ": None, "": None}

REMEMBERED = 16_384
"""How many texts each of these functions remembers."""

Birth = tuple[int | None, dt.date | None]
Oddity = str | None


@lru_cache(maxsize=REMEMBERED)
def whole(text: str) -> int | None:
    """A whole number without a sign and of at most 18 digits, blanks around it allowed."""
    text = text.strip(" ")
    return int(text) if len(text) <= 18 and text.isascii() and text.isdecimal() else None


def decimal(text: str) -> Fraction | None:
    """11.5, .5, 3 or 11,5 as points."""
    before, mark, behind = text.strip(" ").replace(",", ".").partition(".")
    digits = before + behind
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 12 or (mark and not behind):
        return None
    return Fraction(int(digits), 10 ** len(behind))


@lru_cache(maxsize=REMEMBERED)
def read_rank(text: str) -> tuple[int, Oddity]:
    """Columns 5-8: the starting rank, 1 to 9999. 0 means none."""
    if not text.strip(" "):
        return 0, "rank-missing"
    rank = whole(text)
    return (rank, None) if rank else (0, "rank-unreadable")


def read_sex(text: str) -> tuple[Sex | None, Oddity]:
    """Column 10: m, w or f."""
    if text in SEXES:
        return SEXES[text], None
    if text.lower() in SEXES:
        return SEXES[text.lower()], "sex-form"
    return None, "sex-unreadable"


@lru_cache(maxsize=REMEMBERED)
def read_title(text: str) -> tuple[str, Oddity]:
    """Columns 11-13: the title; TRF06 writes g, m and f."""
    title = text.strip(" ")
    if not title or title in TITLES:
        return title, None
    if title in LETTER_TITLES:
        return LETTER_TITLES[title], "title-letter"
    if title.upper() in TITLES:
        return title.upper(), "title-form"
    return title, "title-unknown"


def misplaced_title(text: str) -> str | None:
    """Return the title of a line if it runs into column 14, otherwise None."""
    title = text[10:14].strip(" ").upper()
    return title if text[13:14].strip(" ") and title in TITLES else None


@lru_cache(maxsize=REMEMBERED)
def read_rating(text: str) -> tuple[int | None, Oddity]:
    """Columns 49-52: the rating; blank or 0000 means that there is none."""
    if not text.strip(" "):
        return None, None
    rating = whole(text)
    if rating is None or rating > HIGHEST_RATING:
        return None, "rating-unreadable"
    return rating or None, None


@lru_cache(maxsize=REMEMBERED)
def read_federation(text: str) -> tuple[str, Oddity]:
    """Columns 54-56: three capital letters, the code of a federation."""
    federation = text.strip(" ")
    if not federation or federation in FEDERATIONS:
        return federation, None
    well_formed = len(federation) == 3 and federation.isascii() and federation.isalpha() and federation.isupper()
    return federation, "federation-unknown" if well_formed else "federation-form"


def read_id(text: str) -> tuple[str, Oddity]:
    """Columns 58-68: the FIDE ID. A text that is not a number is kept as it is."""
    known = text.strip(" ")
    if not known.strip("0"):
        return "", "id-missing"
    return known, None if known.isascii() and known.isdecimal() else "id-unreadable"


@lru_cache(maxsize=REMEMBERED)
def read_birth(text: str) -> tuple[Birth, Oddity]:
    """Columns 70-79: YYYY/MM/DD."""
    if STANDARD_DAY.fullmatch(text) is not None and (day := _standard_day(text)) is not None:
        return (day.year, day), None
    read = read_date(text)
    if read.standard:
        return (read.year, read.date), None
    if read.year is not None:
        return (read.year, read.date), "birth-form"
    return (None, None), "birth-form" if not text.strip(" ./-0") else "birth-unreadable"


def _standard_day(text: str) -> dt.date | None:
    """The way of nearly all: much faster than finding out how a date is written."""
    try:
        day = dt.date.fromisoformat(text.replace("/", "-"))
    except ValueError:
        return None
    return day if FIRST_YEAR <= day.year <= LAST_YEAR else None


@lru_cache(maxsize=REMEMBERED)
def read_points(text: str) -> tuple[Fraction | None, Oddity]:
    """Columns 81-84: points as 11.5."""
    if not text.strip(" "):
        return None, "points-missing"
    points = decimal(text)
    if points is None:
        return None, "points-unreadable"
    return points, "points-form" if "," in text else None


@lru_cache(maxsize=REMEMBERED)
def read_final_rank(text: str) -> tuple[int | None, Oddity]:
    """Columns 86-89: the final rank; 0 means that there is none."""
    if not text.strip(" "):
        return None, "final-rank-missing"
    rank = whole(text)
    if rank is None:
        return None, "final-rank-unreadable"
    return (rank, None) if rank else (None, "final-rank-missing")


# The rounds of a 001 record: opponent, colour and result at columns 92-95, 97 and 99, ten further for each round.

FIRST_COLUMN = 92
WIDTH = 10
MOST_ROUNDS = 999
RESULTS: dict[str, ResultCode] = {
    "1": "1", "=": "=", "0": "0", "+": "+", "-": "-", "W": "W", "D": "D", "L": "L", "H": "H", "F": "F", "U": "U",
    "Z": "Z",
}  # fmt: skip
OPEN = "?"
"""TRF26: a game that is not finished, in files exchanged during an event. TRF16 leaves the result blank."""
COLOURS: dict[str, Colour] = {"w": "w", "b": "b"}
GAMES: dict[str, tuple[Colour, ResultCode]] = {
    f" {colour} {result}{blanks}": (colour, result)
    for colour in COLOURS.values()
    for result in RESULTS.values()
    if result in PLAYED
    for blanks in ("", " ", "  ")
}
"""The text after the opponent if a game was played and nothing is odd: this is so in nearly all rounds."""

Oddities = list[tuple[str, int, str]]
"""Code of the finding, characters from the start of the round, and the text in question."""


def column_of(round_number: int) -> int:
    """Where a round begins in the line."""
    return FIRST_COLUMN + WIDTH * (round_number - 1)


def rounds_in(length: int) -> int:
    """How many rounds a line has whose last character is at a column."""
    return max(0, (length - FIRST_COLUMN + WIDTH) // WIDTH)


def is_round(text: str) -> bool:
    """Whether eight characters look like a round: opponent, colour and result in their places, not all blank."""
    opponent, colour, result = text[:4], text[5:6].strip(" "), text[7:8].strip(" ")
    if text[4:5].strip(" ") or text[6:7].strip(" ") or (opponent.strip(" ") and whole(opponent) is None):
        return False
    if (colour and colour not in "wWbB-") or (result and result != OPEN and result.upper() not in RESULTS):
        return False
    return bool(opponent.strip(" ") or colour or result)


@cache
def absent(round_number: int) -> RoundResult:
    """A round that is blank while others played."""
    return RoundResult(round_number, None, None, "Z", column_of(round_number))


@lru_cache(maxsize=REMEMBERED)
def read_round(text: str, round_number: int) -> tuple[RoundResult, tuple[tuple[str, int, str], ...]]:
    """One round, ten characters with the two blanks behind it; and all that is odd about it."""
    game = GAMES.get(text[4:])
    if game is not None and (met := whole(text[:4])):
        return RoundResult(round_number, met, *game, column_of(round_number)), ()
    odd: Oddities = []
    opponent = _opponent(text[:4], odd)
    colour = _colour(text[5:6], odd)
    unfinished = opponent is not None and text[7:8] == OPEN
    result = None if unfinished else _result(text[7:8], odd)
    for at in (4, 6, 8, 9):
        if text[at : at + 1].strip(" "):
            odd.append(("round-misaligned", at, text.strip()))
            break
    if opponent is None:
        if result is None and not text[7:8].strip(" "):
            result = "Z"
            if not text[:4].strip(" ") and text[5:6] == "-":
                odd.append(("bare-dash", 5, "-"))
        elif result is not None and result not in BYES and not any(code == "opponent-unreadable" for code, *_ in odd):
            odd.append(("result-without-opponent", 7, result))
    elif unfinished or (result is None and not text[7:8].strip(" ")):
        odd.append(("result-missing", 7, str(opponent)))
    elif result in BYES:
        odd.append(("bye-with-opponent", 0, str(result)))
    return RoundResult(round_number, opponent, colour, result, column_of(round_number)), tuple(odd)


def _opponent(text: str, odd: Oddities) -> int | None:
    if not text.strip(" "):
        return None
    opponent = whole(text)
    if opponent is None:
        odd.append(("opponent-unreadable", 0, text.strip()))
    return opponent or None


def _colour(text: str, odd: Oddities) -> Colour | None:
    if text in COLOURS:
        return COLOURS[text]
    if text in ("-", " ", ""):
        return None
    if text.lower() in COLOURS:
        odd.append(("colour-form", 5, text))
        return COLOURS[text.lower()]
    odd.append(("colour-unreadable", 5, text))
    return None


def _result(text: str, odd: Oddities) -> ResultCode | None:
    if not text.strip(" "):
        return None
    result = RESULTS.get(text.upper())
    if result is None:
        odd.append(("result-unreadable", 7, text))
    return result


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
