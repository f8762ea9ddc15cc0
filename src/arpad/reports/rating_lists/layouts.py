"""Where the columns of a text list begin and end: by its header line, or by FIDE's layout."""

import datetime as dt
import re
from dataclasses import dataclass, replace
from typing import Literal

from arpad.reports.rating_lists.columns import RAPID_AND_BLITZ

LayoutKind = Literal["fide-combined", "fide-single", "fide-old"]

COMBINED_HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SINGLE_HEADER = COMBINED_HEADER[:113] + "{label:<6}Gms K  B-day Flag"
MORE_HEADER = COMBINED_HEADER[:113] + "{label:<6}Gms K  Tot  B-day      Flag"
"""Of a list that prints the games so far and the days of birth."""
WITHOUT_FOA_HEADER = COMBINED_HEADER[:109] + COMBINED_HEADER[113:]
OLD_HEADERS = (
    "ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG",
    "ID_NUMBER NAME                             TITLE COUNTRY JAN03 GAMES BIRTHDAY   FLAG",
    "ID_NUMBER NAME                        TITLE COUNTRY JAN03 GAMES BIRTHDAY   FLAG",
    "ID number Name                              TitlFed  Jan09 GamesBorn  Flag",
)
"""Layouts to try on a list without a header line."""

MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
WORDS = (
    ("id", r"ID[ _]?NUMBER|ID[ _]?NO\.?|FIDE[ _]?ID|CODE|ID(?![A-Z])"),
    ("name", r"NAME"),
    ("w_title", r"W_?TIT(?:LE|L)?"),
    ("", r"O_?TIT(?:LE|L)?|FOA"),
    ("title", r"TIT(?:LE|L)?"),
    ("federation", r"COUNTRY|FED(?:ERATION)?"),
    ("sex", r"SEX"),
    ("rapid_rating", r"RRTNG"),
    ("rapid_games", r"RGM"),
    ("rapid_k", r"RK(?![A-Z])"),
    ("blitz_rating", r"BRTNG"),
    ("blitz_games", r"BGM"),
    ("blitz_k", r"BK(?![A-Z])"),
    ("rating", r"S?RTNG|RATING|RTG|ELO|(?:" + "|".join(MONTHS) + r")(?:E|Y|T)?\d{0,4}"),
    ("games", r"SGM|GAMES?|GMS?"),
    ("k", r"S?K(?![A-Z])"),
    ("games_so_far", r"TOT(?![A-Z])"),
    ("born", r"B-?DAY|BIRTHDAY|BIRTH|BORN"),
    ("flag", r"FLAG"),
)
WORD = re.compile("|".join(f"({pattern})" for _, pattern in WORDS) + r"|(\S+)", re.IGNORECASE)
LABEL = re.compile(rf"({'|'.join(MONTHS)})[A-Z]?(\d\d)(?!\d)", re.IGNORECASE)
END = 1 << 20
"""The last column ends with the line."""


@dataclass(frozen=True, slots=True)
class LayoutField:
    """A column by the characters it takes: from `start` up to but not including `stop`."""

    name: str
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a text list. `width` is the length of a line, if it is fixed."""

    kind: LayoutKind
    fields: tuple[LayoutField, ...]
    width: int | None = None
    date: dt.date | None = None

    @property
    def combined(self) -> bool:
        return any(field.name in RAPID_AND_BLITZ for field in self.fields)

    @property
    def named(self) -> tuple[LayoutField, ...]:
        """The columns that are read."""
        return tuple(field for field in self.fields if field.name)

    def field(self, name: str) -> LayoutField | None:
        return next((field for field in self.fields if field.name == name), None)


def from_header(line: str) -> Layout | None:
    """Return the layout that a header line describes, None if the line is not a header."""
    line = line.rstrip()
    words = [(match.start(), _field(match)) for match in WORD.finditer(line)]
    known = [name for _, name in words if name]
    if not {"id", "name", "rating"} <= set(known) or len(set(known)) != len(known) or known[0] != "id":
        return None
    stops = [start for start, _ in words[1:]] + [END]
    fields = tuple(LayoutField(name, start, stop) for (start, name), stop in zip(words, stops, strict=True))
    fields = (replace(fields[0], start=0), *fields[1:])
    fixed = "w_title" in known
    kind: LayoutKind = "fide-old" if not fixed else "fide-combined" if "rapid_rating" in known else "fide-single"
    return Layout(kind, fields, len(line) if fixed else None, label_date(line))


def _field(match: re.Match[str]) -> str:
    place = match.lastindex or 0
    return WORDS[place - 1][0] if place <= len(WORDS) else ""


def label_date(header: str) -> dt.date | None:
    """The date of a list whose rating column is headed by it: OCT26 is 1 October 2026."""
    found = LABEL.search(header)
    if found is None:
        return None
    return dt.date(2000 + int(found[2]), MONTHS.index(found[1].upper()) + 1, 1)


def label(date: dt.date | None) -> str:
    """The heading of the rating column for a date."""
    return f"{MONTHS[date.month - 1]}{date.year % 100:02}" if date else "Rtng"


def known_layouts() -> tuple[Layout, ...]:
    """FIDE's layouts, today's first."""
    headers = (COMBINED_HEADER, WITHOUT_FOA_HEADER, SINGLE_HEADER.format(label="Rtng"), *OLD_HEADERS)
    found = [from_header(header) for header in headers]
    return tuple(replace(layout, date=None) for layout in found if layout is not None)
