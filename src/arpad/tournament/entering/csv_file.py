"""Entries from a CSV file: columns as `arpad list` names them, and those that only an event asks for."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from arpad.formats.rating_lists.columns import ALIASES, COMBINED
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.tournament.entering.fields import FIELDS, LABEL, joined, read_field
from arpad.tournament.rules import EventRules

DELIMITERS = (",", ";", "\t")
ONLY_IN_LISTS = frozenset(COMBINED) - frozenset(FIELDS)
"""Columns of a list that say nothing about an entry: games, K, the flag, and ratings of other time classes."""
OTHER_NAMES = {**ALIASES, "from": "from_round", "feda": "national", "group": "groups"}
BIRTH = "born"


class EntryRow(NamedTuple):
    """A player of the file, with the line it is in."""

    line: int
    fields: Mapping[str, Any]


class EntryFile(NamedTuple):
    """A file as it was read, with the columns that nobody knows."""

    rows: tuple[EntryRow, ...]
    unknown: tuple[str, ...]


def read_entries(data: bytes, file: str, rules: EventRules) -> EntryFile:
    """Read all players of a file; a cell that does not fit refuses it as a whole."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        cells = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as problem:
        raise ArpadError("list-csv", file=file, problem=str(problem)) from None
    if not cells:
        raise ArpadError("event-csv-empty", file=file)
    columns = [_column(name, rules) for name in cells[0][1]]
    if "name" not in columns and "id" not in columns:
        raise ArpadError("event-csv-columns", file=file, known=", ".join(FIELDS))
    unknown = tuple(name for name in columns if not _known(name))
    rows = tuple(_row(file, line, columns, row) for line, row in cells[1:])
    if not rows:
        raise ArpadError("event-csv-empty", file=file)
    return EntryFile(rows, unknown)


def _column(name: str, rules: EventRules) -> str:
    """The name of a column. The rating of the event's time class is the one that counts."""
    plain = name.strip().lower()
    if plain == f"{rules.time_class}_rating":
        return "rating"
    if plain == "rating" and rules.time_class != "standard":
        return "standard"
    return OTHER_NAMES.get(plain, plain)


def _known(name: str) -> bool:
    return name in FIELDS or name in ONLY_IN_LISTS or name == "standard" or name.startswith(LABEL)


def _row(file: str, line: int, columns: list[str], row: list[str]) -> EntryRow:
    if len(row) > len(columns):
        raise ArpadError("event-csv-cells", file=file, line=line, found=len(row), columns=len(columns))
    told: dict[str, Any] = {}
    for name, value in _cells(f"{file}:{line}", columns, row):
        told.setdefault(name, value)
    standing_in = told.pop("standard", 0)
    if not told.get("rating") and standing_in:
        told["rating"] = standing_in
    return EntryRow(line, joined(told))


def _cells(where: str, columns: list[str], row: list[str]) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(columns, row, strict=False):
        typed, place = cell.strip(), f"{where} {name}"
        if name == BIRTH and typed:
            year, day = parse.birth(typed) if typed != "0" else (None, None)
            yield BIRTH, year
            if day is not None:
                yield "birthday", day.isoformat()
        elif name == "standard":
            yield name, read_field(place, "rating", typed)
        elif name in FIELDS or name.startswith(LABEL):
            yield name, read_field(place, name, typed)
