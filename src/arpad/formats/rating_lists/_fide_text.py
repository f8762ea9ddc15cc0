"""Column positions of FIDE's text lists, from the header line, the known layouts or the lines themselves."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from arpad.formats.rating_lists.columns import RANGES, RAPID_AND_BLITZ, WRITTEN_TITLES

# Where the columns of a text list begin and end: by its header line, or by FIDE's layout.

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
    match = LABEL.search(header)
    if match is None:
        return None
    return dt.date(2000 + int(match[2]), MONTHS.index(match[1].upper()) + 1, 1)


def label(date: dt.date | None) -> str:
    """The heading of the rating column for a date."""
    return f"{MONTHS[date.month - 1]}{date.year % 100:02}" if date else "Rtng"


def known_layouts() -> tuple[Layout, ...]:
    """FIDE's layouts, today's first."""
    headers = (COMBINED_HEADER, WITHOUT_FOA_HEADER, SINGLE_HEADER.format(label="Rtng"), *OLD_HEADERS)
    layouts = [from_header(header) for header in headers]
    return tuple(replace(layout, date=None) for layout in layouts if layout is not None)


# Old headers are not above their columns, or are missing. The lines themselves then show where columns begin.

FEDERATION = re.compile(r"[A-Z]{3}")
FLAG = re.compile(r"[A-Za-z]{0,3}")
CELLS = {
    "id": r"\s*(?P<id>\d+)", "name": r"\s+(?P<name>[^\s\d]\D*?)", "sex": r"(?:\s+(?P<sex>[MFmf]))?",
    "title": rf"(?:\s+(?P<title>{'|'.join(WRITTEN_TITLES)}))?", "federation": r"(?:\s+(?P<federation>[A-Z]{3}))?",
    "rating": r"\s+(?P<rating>\d{3,4})", "games": r"(?:\s+(?P<games>\d{1,3}))?", "k": r"(?:\s+(?P<k>\d{1,3}))?",
    "born": r"(?:\s+(?P<born>[\d./-][\d./ -]*[\d./-]))?", "flag": r"(?:\s+(?P<flag>[A-Za-z]{1,3}))?",
}  # fmt: skip
"""What a cell of an old list can be, column by column: a federation is three capitals, a title one of FIDE's."""

ALIGNED = frozenset({"name", "sex", "title", "federation"})
"""Columns whose cells all begin at the same place."""

Spans = Mapping[str, Sequence[tuple[int, int]]]
"""Where the cells of each column begin and end, in lines that can be read beyond doubt."""


def fitted(layout: Layout, lines: Sequence[str]) -> Layout:
    """Return the layout with its columns moved to the cells of the lines. Today's layouts are left as they are."""
    if layout.width is not None or not lines:
        return layout
    fields = _with_games(layout.fields)
    spans = _spans(fields, lines)
    if spans is None:
        return _between_gaps(layout, lines)
    if not spans["games"] and layout.field("games") is None:
        fields = layout.fields
    starts = [0]
    for before, field in pairwise(fields):
        starts.append(max(starts[-1] + 1, _start(before.name, field, spans)))
    return _moved(layout, fields, starts)


def _with_games(fields: Sequence[LayoutField]) -> Sequence[LayoutField]:
    """Some headers have no word for the games, which are after the rating anyway."""
    if any(field.name == "games" for field in fields):
        return fields
    place = next(place for place, field in enumerate(fields) if field.name == "rating") + 1
    return [*fields[:place], LayoutField("games", fields[place - 1].stop, fields[place - 1].stop), *fields[place:]]


def _spans(fields: Sequence[LayoutField], lines: Sequence[str]) -> Spans | None:
    """Return the cells of the lines that fit the header; None if these are less than half of them.

    Lines with the federation in an unusual place are left out, because all their columns may be shifted.
    """
    if not all(field.name in CELLS for field in fields):
        return None
    line = re.compile("".join(CELLS[field.name] for field in fields) + r"\s*")
    read = [match for text in lines if (match := line.fullmatch(text))]
    if 2 * len(read) <= len(lines):
        return None
    if any(field.name == "federation" for field in fields):
        usual = _usual([match.start("federation") for match in read if match["federation"]])
        read = [match for match in read if match.start("federation") in (usual, -1)]
    return {field.name: [match.span(field.name) for match in read if match[field.name]] for field in fields}


def _usual(places: Sequence[int]) -> int | None:
    """The most frequent place; the rightmost of equally frequent ones."""
    counts = Counter(places)
    return max(counts, key=lambda place: (counts[place], place), default=None)


def _start(before: str, field: LayoutField, spans: Spans) -> int:
    """Return where a column begins: at its cells if these are aligned, otherwise where the longest cell before it
    ends."""
    places = [start for start, _ in spans[field.name]]
    if field.name == "title":
        places = _beyond_names(places, spans["name"])
    usual = _usual(places)
    if field.name in ALIGNED and usual is not None:
        return usual
    if spans[before]:
        return max(end for _, end in spans[before])
    return field.start if usual is None else min(start for start, _ in spans[field.name])


def _beyond_names(places: Sequence[int], names: Sequence[tuple[int, int]]) -> list[int]:
    """Return the places of titles, without places where words in names only look like titles."""
    return [place for place in places if sum(end > place for _, end in names) < places.count(place)]


def _moved(layout: Layout, fields: Sequence[LayoutField], starts: Sequence[int]) -> Layout:
    moved = [
        LayoutField(field.name, start, stop)
        for field, (start, stop) in zip(fields, pairwise([*starts, END]), strict=True)
    ]
    return replace(layout, fields=tuple(moved))


def _between_gaps(layout: Layout, lines: Sequence[str]) -> Layout:
    """A layout with columns that are not FIDE's: each begins at the gap nearest to its heading."""
    starts = [field.start for field in layout.fields]
    for place in range(1, len(starts)):
        after = starts[place + 1] if place + 1 < len(starts) else starts[place] + 12
        starts[place] = _gap(lines, starts[place], starts[place - 1] + 1, after)
    return _moved(layout, layout.fields, starts)


def _cuts(lines: Sequence[str], place: int) -> int:
    """In how many lines a column that begins here would cut a word in two."""
    return sum(len(line) > place and line[place - 1] != " " and line[place] != " " for line in lines)


def _gap(lines: Sequence[str], start: int, least: int, most: int) -> int:
    """Return the place nearest to `start` where almost no line is cut; a value that fills its column may touch the
    next."""
    few = len(lines) // 50
    candidates = sorted(range(least, most), key=lambda place: (abs(place - start), place))
    return next((place for place in candidates if _cuts(lines, place) <= few), start)


def guessed(lines: Sequence[str]) -> Layout | None:
    """The layout of a list without a header: the first that fits nine lines of ten."""
    lengths = [len(line) for line in lines]
    usual = max(set(lengths), key=lengths.count, default=0)
    layouts = known_layouts()
    by_length = [layout for layout in layouts if layout.width == usual]
    longest = max((len(line.rstrip()) for line in lines), default=0)
    others = [layout for layout in layouts if layout.width is None or _reaches(layout, longest)]
    for layout in (*by_length, *others):
        placed = fitted(layout, lines)
        if lines and 10 * sum(_plausible(placed, line) for line in lines) >= 9 * len(lines):
            return placed
    return None


def _reaches(layout: Layout, longest: int) -> bool:
    born = layout.field("born")
    return layout.width is not None and born is not None and born.start < longest <= layout.width


def _plausible(layout: Layout, line: str) -> bool:
    cells = {field.name: line[field.start : field.stop].strip() for field in layout.named}
    numbers = [cells[name] for name in RANGES if name in cells and name != "born"]
    return (
        cells["id"].isdecimal()
        and bool(cells["name"])
        and not cells["name"][0].isdecimal()
        and (not cells["federation"] or FEDERATION.fullmatch(cells["federation"]) is not None)
        and all(not number or number.isdecimal() for number in numbers)
        and len(cells["rating"]) in (0, 1, 3, 4)
        and FLAG.fullmatch(cells.get("flag", "")) is not None
    )
