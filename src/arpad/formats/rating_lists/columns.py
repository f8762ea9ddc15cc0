"""Columns of a rating list, independent of the file kind, and the conversion of cells into values."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.findings import Finding, Severity
from arpad.domain.rating_list import HIGHEST_RATING, LEAST_K, LETTER_TITLES, LOWEST_RATING, MOST_K, TITLES, ListEntry

# The year of birth in all the ways lists have written it: 1987, 17.01.1969, 69.01.17, 1969/00/00.

LAST_YEAR_OF_SHORT_DATES = 2004
NUMBERS = re.compile(r"\d+")


def birth_year(text: str, list_year: int | None = None) -> int | None:
    """Return the year of a date; 0 if the text says that it is not known, None if it is not a date at all.

    Two digits mean a year not after the list. Of three pairs the last is the year, unless only the first can be.
    """
    parts = NUMBERS.findall(text)
    if not parts or re.search(r"[^\d\s./-]", text):
        return None
    if len(parts) == 1 and len(parts[0]) == 8:
        digits = parts[0]
        return int(digits[:4] if digits[:2] in ("18", "19", "20") else digits[4:])
    year = next((part for part in parts if len(part) == 4), None)
    if year is not None:
        return int(year)
    if all(int(part) == 0 for part in parts):
        return 0
    short = parts[0] if int(parts[0]) > 31 and int(parts[-1]) <= 31 else parts[-1]
    if len(short) != 2 or len(parts) > 3:
        return None
    latest = list_year or LAST_YEAR_OF_SHORT_DATES
    guess = latest - latest % 100 + int(short)
    return guess if guess <= latest else guess - 100


# The columns of a list, the same whatever file it comes from, and the way from a table to the domain's list.

SINGLE = ("id", "name", "federation", "sex", "title", "rating", "games", "k", "born", "flag")
RAPID_AND_BLITZ = ("rapid_rating", "rapid_games", "rapid_k", "blitz_rating", "blitz_games", "blitz_k")
COMBINED = SINGLE + RAPID_AND_BLITZ
MORE = ("birthday", "games_so_far")
"""What the lists of some editions also print: the day of birth, and the games so far of a newcomer (9.12, 8.12.a)."""
TEXTS = frozenset({"id", "name", "federation", "sex", "title", "flag", "birthday"})

RATINGS, GAMES, FACTORS = (LOWEST_RATING, HIGHEST_RATING), (0, 9999), (LEAST_K, MOST_K)
RANGES: dict[str, tuple[int, int]] = {
    "rating": RATINGS, "games": GAMES, "k": FACTORS, "born": (1800, 2100),
    "rapid_rating": RATINGS, "rapid_games": GAMES, "rapid_k": FACTORS,
    "blitz_rating": RATINGS, "blitz_games": GAMES, "blitz_k": FACTORS,
}  # fmt: skip
"""The limits of a number. If it cannot be 0, a 0 means nothing: not rated, no K, year unknown."""

ALIASES = {
    "fideid": "id", "fide_id": "id", "id_number": "id", "country": "federation", "fed": "federation",
    "birthday": "born", "b-day": "born", "birth_year": "born", "standard_rating": "rating",
}  # fmt: skip
"""Other names of a column in CSV, Parquet and XML."""

DATE = b"date"


def names(combined: bool) -> tuple[str, ...]:
    return COMBINED if combined else SINGLE


def schema(combined: bool, date: dt.date | None = None, more: Sequence[str] = ()) -> pa.Schema:
    """Texts and whole numbers; a number may be missing, a text is then empty. The date of the list is kept too. `more`
    are the columns of `MORE` that it has."""
    fields = [pa.field(name, pa.string() if name in TEXTS else pa.int32()) for name in (*names(combined), *more)]
    return pa.schema(fields, metadata={DATE: date.isoformat().encode()} if date else None)


def more_of(table: pa.Schema) -> tuple[str, ...]:
    """The columns of a table that only some editions print."""
    return tuple(name for name in MORE if name in table.names)


def is_combined(table: pa.Schema) -> bool:
    return any(name in RAPID_AND_BLITZ for name in table.names)


def date_of(table: pa.Schema) -> dt.date | None:
    """Return the date of the list, if the table has it."""
    written = (table.metadata or {}).get(DATE)
    try:
        return dt.date.fromisoformat(written.decode()) if written else None
    except ValueError:
        return None


def entries(batches: Iterable[pa.RecordBatch]) -> dict[str, ListEntry]:
    """Return the players by id. If an id appears twice, the first counts."""
    found: dict[str, ListEntry] = {}
    for batch in batches:
        for row in batch.to_pylist():
            found.setdefault(row["id"], ListEntry(**row))
    return found


# Findings about a list: the first thousand of each kind, and how many there were.

KEPT = 1000
HUGE = 1 << 31


@dataclass(slots=True)
class Tally:
    """Something found so often that one finding reports all: the first place, and the number."""

    severity: Severity
    line: int
    column: int | None
    count: int = 0


@dataclass(slots=True)
class Found:
    """Collects findings while a list is read. `count` counts them all, `findings` keeps a thousand of each kind.

    `twice` are the ids that appear more than once, known after the whole list was read.
    """

    findings: list[Finding] = field(default_factory=list)
    count: int = 0
    twice: tuple[str, ...] = ()
    _kinds: Counter[str] = field(default_factory=Counter)
    _tallies: dict[str, Tally] = field(default_factory=dict)
    _ids: list[tuple[pa.Array, Sequence[int]]] = field(default_factory=list)

    def add(self, code: str, severity: Severity, line: int | None, column: int | None, **values: object) -> None:
        self.count += 1
        self._kinds[code] += 1
        if self._kinds[code] <= KEPT:
            self.findings.append(Finding(code, severity, line=line, column=column, values=values))

    def add_rows(
        self, code: str, severity: Severity, bad: pa.Array, lines: Sequence[int] | None, column: int | None,
        shown: pa.Array, **values: object,
    ) -> None:  # fmt: skip
        """Add a finding for each row where `bad` is true; `shown` is the text there."""
        places = pc.indices_nonzero(bad)
        room = max(0, KEPT - self._kinds[code])
        for place in places.slice(0, room).to_pylist():
            self.add(code, severity, lines[place] if lines else None, column, text=str(shown[place].as_py()), **values)
        self.count += max(0, len(places) - room)

    def tally(self, code: str, severity: Severity, bad: pa.Array, lines: Sequence[int], column: int | None) -> None:
        """Add one finding for all rows of the list where `bad` is true: how many, and the first line."""
        places = pc.indices_nonzero(bad)
        first = lines[places[0].as_py()]
        self._tallies.setdefault(code, Tally(severity, first, column)).count += len(places)

    def finish(self) -> None:
        """Add what is known only at the end of a list: ids that appear twice, and counted findings."""
        self._report_twice()
        for code, tally in self._tallies.items():
            self.add(code, tally.severity, tally.line, tally.column, count=tally.count)
        self._tallies.clear()

    def in_order(self) -> tuple[Finding, ...]:
        """The findings kept, as the lines come."""
        return tuple(sorted(self.findings, key=lambda finding: (finding.line or 0, finding.column or 0)))

    def remember(self, ids: pa.Array, lines: Sequence[int]) -> None:
        """Keep the ids of a batch until all have been seen."""
        self._ids.append((ids, lines))

    def _report_twice(self) -> None:
        """Add a finding for an id that appears a second time."""
        everybody = pa.chunked_array([ids for ids, _ in self._ids], pa.string())
        twice = _twice(everybody)
        self.twice = tuple(twice.to_pylist())
        first: dict[str, int] = {}
        for ids, lines in self._ids if len(twice) else ():
            for place in pc.indices_nonzero(pc.is_in(ids, twice)).to_pylist():
                line, name = lines[place], ids[place].as_py()
                if name in first:
                    self.add("list-id-twice", "error", line, 1, id=name, first=str(first[name]))
                first.setdefault(name, line)
        self._ids.clear()


def _twice(ids: pa.ChunkedArray) -> pa.Array:
    """Return the ids that appear more than once. They are counted by last character in turn, which takes a tenth of
    the memory."""
    found: list[str] = []
    tails = pc.utf8_slice_codeunits(ids, -1, HUGE)
    for tail in pc.unique(tails):
        some = ids.filter(pc.equal(tails, tail))
        if pc.count_distinct(some).as_py() != len(some):
            counts = pc.value_counts(some)
            found += counts.field("values").filter(pc.greater(counts.field("counts"), 1)).to_pylist()
    return pa.array(found, pa.string())


@dataclass(frozen=True, slots=True)
class LineNumbers(Sequence[int]):
    """Line numbers in an array."""

    array: pa.Array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: int) -> int:  # type: ignore[override]
        return int(self.array[place].as_py())


def picked(lines: Sequence[int], places: pa.Array) -> Sequence[int]:
    """The line numbers of some rows."""
    if isinstance(lines, range):
        return LineNumbers(pc.add(pc.cast(places, pa.int64()), lines.start))
    return LineNumbers(pa.array(lines, pa.int64()).take(places))


# From the texts of a list to its columns: numbers, titles and years, and a finding for a cell that is none of these.

OLD_TITLES = LETTER_TITLES | {title.lower(): title for title in TITLES}
"""Titles as the lists up to 2012 write them."""

WRITTEN_TITLES = (*OLD_TITLES, *TITLES)
"""Everything that can be in the column of titles."""

FEDERATION = "^([A-Z]{3})?$"
BLANK_DATE = "^[ ./-]*[./-][ ./-]*$"

BLANKS = " \t\r\n"


@dataclass(frozen=True, slots=True)
class ListRows:
    """Some rows of a list as in the file: texts by column, the line of each, and where columns begin."""

    columns: Mapping[str, pa.Array]
    lines: Sequence[int]
    places: Mapping[str, int]


def trimmed(texts: pa.Array) -> pa.Array:
    return pc.ascii_trim(texts, characters=BLANKS)


def chosen(rows: ListRows, wanted: pa.Array) -> ListRows:
    """Return the rows for which `wanted` is true."""
    places = pc.indices_nonzero(wanted)
    return ListRows(
        {name: column.take(places) for name, column in rows.columns.items()}, picked(rows.lines, places), rows.places
    )


def with_ids(rows: ListRows, found: Found, *, numbers_only: bool, only: pa.Array | None) -> ListRows:
    """Return the rows with an id, or only those with the wanted ids."""
    ids = rows.columns["id"]
    if only is not None:
        return chosen(rows, pc.is_in(ids, only))
    bad = pc.invert(pc.ascii_is_decimal(ids)) if numbers_only else pc.equal(ids, "")
    if not pc.any(bad).as_py():
        return rows
    found.add_rows("list-id", "error", bad, rows.lines, rows.places.get("id"), ids)
    return chosen(rows, pc.invert(bad))


def batch(rows: ListRows, schema: pa.Schema, found: Found) -> pa.RecordBatch:
    """The rows as typed columns. A cell that cannot be read is empty, and a finding says so."""
    height = len(rows.columns["id"])
    made = []
    for wanted in schema:
        column = rows.columns.get(wanted.name)
        if column is None:
            made.append(pa.repeat("", height) if wanted.name in TEXTS else pa.nulls(height, wanted.type))
        elif wanted.name == "title":
            made.append(_titles(column, rows, found))
        elif wanted.name == "federation":
            made.append(_federations(column, rows, found))
        elif wanted.name in TEXTS:
            made.append(column)
        else:
            made.append(_number(wanted.name, column, rows, schema, found))
    return pa.record_batch(made, schema=schema)


def _titles(column: pa.Array, rows: ListRows, found: Found) -> pa.Array:
    """Write titles in one form. A word that is not a title is kept and reported."""
    given = _different(column)
    others = [old for old in given if old and old not in WRITTEN_TITLES]
    if others:
        bad = pc.is_in(column, pa.array(others, pa.string()))
        found.add_rows("list-title", "warning", bad, rows.lines, rows.places.get("title"), column)
    return _mapped(column, {old: OLD_TITLES.get(old, old) for old in given})


def _federations(column: pa.Array, rows: ListRows, found: Found) -> pa.Array:
    """A federation is three capitals. Anything else is kept and reported."""
    given = pc.unique(column)
    others = given.filter(pc.invert(pc.match_substring_regex(given, FEDERATION)))
    if len(others):
        bad = pc.is_in(column, others)
        found.add_rows("list-federation", "warning", bad, rows.lines, rows.places.get("federation"), column)
    return column


def _different(column: pa.Array) -> list[str]:
    return [str(text) for text in pc.unique(column).to_pylist()]


def _mapped(column: pa.Array, meaning: Mapping[str, str]) -> pa.Array:
    if all(old == new for old, new in meaning.items()):
        return column
    coded = pc.dictionary_encode(column)
    return pa.array([meaning[old] for old in coded.dictionary.to_pylist()], pa.string()).take(coded.indices)


def _number(name: str, column: pa.Array, rows: ListRows, schema: pa.Schema, found: Found) -> pa.Array:
    least, most = RANGES[name]
    given = column
    if pa.types.is_integer(column.type):
        values = column.cast(pa.int64())
    else:
        if name == "born":
            column = _years(column, rows, schema, found)
        values, bad = _whole(column)
        if pc.any(bad).as_py():
            found.add_rows("list-number", "warning", bad, rows.lines, rows.places.get(name), given, field=name)
    if least > 0:
        values = pc.if_else(pc.equal(values, 0), pa.scalar(None, values.type), values)
    span = pc.min_max(values).as_py()
    if span["min"] is not None and (span["min"] < least or span["max"] > most):
        outside = pc.fill_null(pc.or_(pc.less(values, least), pc.greater(values, most)), False)
        place = rows.places.get(name)
        found.add_rows(
            "list-range", "warning", outside, rows.lines, place, given, field=name, least=str(least), most=str(most)
        )
        values = pc.if_else(outside, pa.scalar(None, values.type), values)
    return values.cast(pa.int32())


def _without_blank_dates(texts: pa.Array, rows: ListRows, found: Found) -> pa.Array:
    """Old lists print only the dots of an unknown birthday: one finding reports all of them."""
    blank = pc.match_substring_regex(texts, BLANK_DATE)
    if not pc.any(blank).as_py():
        return texts
    found.tally("list-born-blank", "info", blank, rows.lines, rows.places.get("born"))
    return pc.if_else(blank, "", texts)


def _whole(texts: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Return whole numbers, and which texts are not numbers though they are not blank."""
    good = pc.ascii_is_decimal(texts)
    try:
        values = pc.if_else(good, texts, pa.scalar(None, pa.string())).cast(pa.int32())
    except pa.ArrowInvalid:  # more digits than a number of a list can have
        good = pc.and_(good, pc.less(pc.binary_length(texts), 10))
        values = pc.if_else(good, texts, pa.scalar(None, pa.string())).cast(pa.int32())
    return values, pc.invert(pc.or_(good, pc.equal(texts, "")))


def _years(texts: pa.Array, rows: ListRows, schema: pa.Schema, found: Found) -> pa.Array:
    """Turn dates into years; a text that is not a date stays as it is."""
    plain = pc.or_(pc.equal(texts, ""), pc.and_(pc.ascii_is_decimal(texts), pc.equal(pc.binary_length(texts), 4)))
    zero = pc.equal(texts, "0")
    if pc.all(pc.or_(plain, zero)).as_py():
        return texts
    texts = _without_blank_dates(texts, rows, found)
    written = (schema.metadata or {}).get(b"date")
    list_year = int(written[:4]) if written else None
    years = {text: birth_year(text, list_year) for text in _different(texts)}
    return _mapped(texts, {text: text if year is None else str(year) for text, year in years.items()})
