"""The fields of a 001 record: each function reads one, and names what is odd about it.

They return (value, oddity): the oddity is a finding's code, or None if the field is as it should be. The same texts
return in every report, so those that take long to read are remembered.
"""

import datetime as dt
import re
from fractions import Fraction
from functools import lru_cache

from arpad.domain.event import Sex
from arpad.domain.rating_list import FIRST_YEAR, HIGHEST_RATING, LAST_YEAR, LETTER_TITLES, TITLES
from arpad.reports.dates import read_date
from arpad.reports.federations import FEDERATIONS

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
