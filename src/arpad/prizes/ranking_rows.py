"""Tables that people hand in, as rows of named cells: CSV with commas, semicolons or tabs, or JSON."""

import csv
import io
import re
from fractions import Fraction
from typing import Any, NamedTuple

from arpad.bounded import json_value, told
from arpad.i18n import ArpadError

BOM = "\ufeff"
DELIMITERS = (";", "\t", ",")
MOST_ROWS = 100_000
BEGINNING = 2_000
ENDINGS = (".csv", ".tsv", ".json")
LISTS = ("players", "standings", "ranking", "rows")
"""The keys under which a JSON document has its rows."""


class NamedRow(NamedTuple):
    """The cells of a row by the name of their column, and where it stands in the file."""

    number: int
    cells: dict[str, str]


def named_rows(file: str, data: bytes) -> list[NamedRow]:
    """Read the rows of a CSV or JSON file."""
    try:
        typed = data.decode("utf-8").removeprefix(BOM)
    except UnicodeDecodeError:
        raise ArpadError("prizes-encoding", file=file) from None
    rows = _from_json(file, typed) if typed.lstrip()[:1] in ("{", "[") else _from_csv(file, typed)
    if not rows:
        raise ArpadError("prizes-no-rows", file=file)
    if len(rows) > MOST_ROWS:
        raise ArpadError("prizes-many-rows", file=file, rows=len(rows), most=MOST_ROWS)
    return rows


def looks_like_rows(file: str, data: bytes) -> bool:
    """Return whether a file is a table by its name or its beginning, and not a tournament report."""
    typed = data[:BEGINNING].decode("utf-8", "replace").removeprefix(BOM).lstrip()
    heading = typed.partition("\n")[0]
    columns = {column_name(cell) for cell in re.split(r"[;,\t]", heading)}
    return file.casefold().endswith(ENDINGS) or typed[:1] in ("{", "[") or {"rank", "points"} <= columns


def column_name(heading: str) -> str:
    """Return a heading as a condition can name it: in small letters, `_` for what is no letter or figure."""
    return "_".join("".join(sign if sign.isalnum() else " " for sign in heading.casefold()).split())


def _from_csv(file: str, typed: str) -> list[NamedRow]:
    lines = typed.splitlines()
    heading = next((line for line in lines if line.strip()), "")
    delimiter = max(DELIMITERS, key=heading.count)
    reader = csv.reader(io.StringIO(typed), delimiter=delimiter, strict=True)
    try:
        table = [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as problem:
        raise ArpadError("prizes-csv", file=file, row=reader.line_num, problem=str(problem)) from None
    if not table:
        return []
    names = [column_name(cell) for cell in table[0][1]]
    for number, cells in table[1:]:
        if len(cells) > len(names) and any(cell.strip() for cell in cells[len(names) :]):
            raise ArpadError("prizes-cells", file=file, row=number, cells=len(cells), columns=len(names))
    return [
        NamedRow(number, {name: cell.strip() for name, cell in zip(names, cells, strict=False) if name})
        for number, cells in table[1:]
    ]


def _from_json(file: str, typed: str) -> list[NamedRow]:
    try:
        document: Any = json_value(typed, parse_int=Fraction)
    except ValueError as problem:
        raise ArpadError("prizes-json-broken", file=file, problem=told(problem)) from None
    if isinstance(document, dict):
        document = next((document[key] for key in LISTS if key in document), document)
    if not isinstance(document, list) or not all(isinstance(row, dict) for row in document):
        raise ArpadError("prizes-json", file=file, keys=", ".join(LISTS))
    return [
        NamedRow(number, {column_name(name): _cell(value) for name, value in row.items() if _is_plain(value)})
        for number, row in enumerate(document, 1)
    ]


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | bool | Fraction)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value).strip()
