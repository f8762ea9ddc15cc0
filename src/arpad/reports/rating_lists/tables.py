"""Lists in CSV and Parquet: columns by their names, in any order; missing columns are empty."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from arpad.done import CountDone
from arpad.i18n import ArpadError
from arpad.reports.rating_lists.blocks import blocks
from arpad.reports.rating_lists.cells import ListRows, trimmed, with_ids
from arpad.reports.rating_lists.columns import ALIASES, COMBINED, TEXTS
from arpad.reports.rating_lists.found import Found, LineNumbers
from arpad.reports.rating_lists.source import ListSource, decoded_lines
from arpad.reports.rating_lists.xml_lists import clean

ROWS = 20_000
LONGEST_CELL = 16 << 20


def csv_rows(source: ListSource, found: Found, only: pa.Array | None, progress: CountDone | None) -> Iterator[ListRows]:
    """The players of a CSV list, a block at a time. A row with too few or too many cells is left out."""
    first, gathered = source.first_line, b""
    for block in blocks(source, progress):
        gathered += block
        if gathered.count(b'"') % 2 and len(gathered) < LONGEST_CELL:  # a cell continues in the next block
            continue
        yield with_ids(_csv_block(gathered, first, source, found), found, numbers_only=False, only=only)
        first, gathered = first + gathered.count(b"\n"), b""
    if gathered:
        yield with_ids(_csv_block(gathered, first, source, found), found, numbers_only=False, only=only)


def _csv_block(block: bytes, first: int, source: ListSource, found: Found) -> ListRows:
    """Return the rows of some lines: all at once if every line is a whole row, otherwise one by one."""
    text = decoded_lines(block)
    names = [f"{place}" for place in range(len(source.columns))]
    try:
        table = pa.csv.read_csv(
            pa.BufferReader(text.encode()),
            pa.csv.ReadOptions(column_names=names),
            pa.csv.ParseOptions(delimiter=source.delimiter),
            pa.csv.ConvertOptions(column_types={name: pa.string() for name in names}, strings_can_be_null=False),
        )
    except pa.ArrowInvalid:
        return _csv_lines(text, first, source, found)
    if len(table) != block.count(b"\n"):
        return _csv_lines(text, first, source, found)
    columns = {name: _cleaned(name, _one(table.column(place))) for name, place in _places(source).items()}
    return ListRows(columns, range(first, first + len(table)), {})


def _csv_lines(text: str, first: int, source: ListSource, found: Found) -> ListRows:
    width = len(source.columns)
    lines: list[int] = []
    rows: list[list[str]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=source.delimiter)
    begins = first
    try:
        for row in reader:
            if len(row) == width:
                lines.append(begins)
                rows.append(row)
            elif row:
                found.add("list-row", "error", begins, None, expected=width, actual=len(row))
            begins = first + reader.line_num
    except csv.Error as problem:
        raise ArpadError("list-csv", file=str(source.path), problem=str(problem)) from None
    columns = {name: pa.array([row[place] for row in rows], pa.string()) for name, place in _places(source).items()}
    cleaned = {name: _cleaned(name, column) for name, column in columns.items()}
    return ListRows(cleaned, LineNumbers(pa.array(lines, pa.int64())), {})


def _places(source: ListSource) -> dict[str, int]:
    """Return the columns we know, by their places; of two equal names the first."""
    return {name: place for place, name in reversed(list(enumerate(source.columns))) if name in COMBINED}


def _one(column: pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)


def _cleaned(name: str, column: pa.Array) -> pa.Array:
    return clean(column) if name in TEXTS else trimmed(column)


def parquet_file(path: Path) -> pa.parquet.ParquetFile:
    """An opened Parquet list."""
    try:
        return pa.parquet.ParquetFile(path)
    except (pa.ArrowException, OSError) as problem:
        raise ArpadError("list-parquet", file=str(path), problem=_first_line(problem)) from None


def parquet_columns(file: pa.parquet.ParquetFile, path: Path) -> dict[str, str]:
    """Our column names, and the file's for them."""
    named: dict[str, str] = {}
    for name in file.schema_arrow.names:
        ours = ALIASES.get(name.lower(), name.lower())
        if ours in COMBINED:
            named.setdefault(ours, name)
    if "id" not in named or len(named) < 2:
        raise ArpadError("list-unknown", file=str(path))
    return named


def parquet_rows(
    source: ListSource, found: Found, only: pa.Array | None, progress: CountDone | None
) -> Iterator[ListRows]:
    """Return the players of a Parquet list. Rows count as lines from 1."""
    line = 1
    with parquet_file(source.path) as file:
        named = parquet_columns(file, source.path)
        everybody = max(1, file.metadata.num_rows)
        try:
            for batch in file.iter_batches(batch_size=ROWS, columns=list(named.values())):
                columns = {ours: _texts_or_numbers(ours, batch.column(name)) for ours, name in named.items()}
                rows = ListRows(columns, range(line, line + len(batch)), {})
                yield with_ids(rows, found, numbers_only=False, only=only)
                line += len(batch)
                if progress is not None:
                    progress(source.size * (line - 1) // everybody)
        except (pa.ArrowException, OSError) as problem:
            raise ArpadError("list-parquet", file=str(source.path), problem=_first_line(problem)) from None


def _texts_or_numbers(name: str, column: pa.Array) -> pa.Array:
    """Return a text column as texts; a number column unchanged if it holds whole numbers, otherwise as texts."""
    if pa.types.is_floating(column.type):
        column = column.cast(pa.int64())
    if name not in TEXTS and pa.types.is_integer(column.type):
        return column
    return clean(column.cast(pa.string()).fill_null(""))


def _first_line(problem: Exception) -> str:
    return str(problem).partition("\n")[0]
