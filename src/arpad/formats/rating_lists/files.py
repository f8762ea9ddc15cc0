"""Read any rating list, and write FIDE text, FIDE XML, CSV, Parquet or a workbook.

A file appears when it is complete, or not at all.
"""

import contextlib
import datetime as dt
import os
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Literal

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from arpad.domain.findings import Finding
from arpad.domain.rating_list import RatingList
from arpad.formats.rating_lists._fide_xml import (
    XML_END,
    XML_START,
    check_ids,
    csv_rows,
    cut_cells,
    header,
    parquet_columns,
    parquet_file,
    parquet_rows,
    text_lines,
    xml_players,
    xml_rows,
)
from arpad.formats.rating_lists._tables import ListFormat, ListSource, open_source, text_rows
from arpad.formats.rating_lists.columns import (
    RAPID_AND_BLITZ,
    TEXTS,
    Found,
    batch,
    date_of,
    entries,
    is_combined,
    more_of,
    schema,
)
from arpad.formats.sheets import WrittenSheet, write_book
from arpad.i18n import ArpadError
from arpad.progress import CountDone

# Any rating list, read: in batches, as one table, or as the domain's list; every oddity is a finding.

READERS = {"xml": xml_rows, "csv": csv_rows, "parquet": parquet_rows}


def opened(path: Path) -> ListSource:
    """A list, looked at but not yet read."""
    source = open_source(path)
    if source.format != "parquet":
        return source
    with parquet_file(path) as file:
        named = parquet_columns(file, path)
        combined = any(name in RAPID_AND_BLITZ for name in named)
        return replace(source, combined=combined, date=date_of(file.schema_arrow))


def stream(
    source: ListSource,
    *,
    ids: Collection[str] | None = None,
    progress: CountDone | None = None,
    found: Found | None = None,
) -> Iterator[pa.RecordBatch]:
    """The players of an opened list in batches."""
    findings = Found() if found is None else found
    columns = schema(source.combined, source.date)
    only = None if ids is None else pa.array(sorted(ids), pa.string())
    read = READERS.get(source.format, text_rows)
    players = 0
    for rows in read(source, findings, only, progress):
        players_batch = batch(rows, columns, findings)
        players += len(players_batch)
        if found is not None:
            found.remember(players_batch.column("id"), rows.lines)
        if len(players_batch):
            yield players_batch
    if found is not None:
        found.finish()
    if not players and findings.count and ids is None:
        raise ArpadError("list-nobody", file=str(source.path))


def read_table(path: Path, *, progress: CountDone | None = None, found: Found | None = None) -> pa.Table:
    """Read a whole list as a table. If an id appears twice, the first row counts."""
    source = opened(path)
    findings = Found() if found is None else found
    batches = list(stream(source, progress=progress, found=findings))
    columns = schema(source.combined, source.date)
    return pa.Table.from_batches(first_rows(batches, findings.twice) if findings.twice else batches, columns)


def first_rows(batches: Iterable[pa.RecordBatch], twice: Collection[str]) -> Iterator[pa.RecordBatch]:
    """Return the batches with only the first row of each id that appears twice."""
    ids = pa.array(twice, pa.string())
    seen: set[str] = set()
    for some in batches:
        pylist = pc.invert(pc.is_in(some.column("id"), ids)).to_pylist()
        for place, alone in enumerate(pylist):
            name = "" if alone else some.column("id")[place].as_py()
            if name and name not in seen:
                pylist[place] = True
                seen.add(name)
        yield some.filter(pa.array(pylist, pa.bool_()))


def read_list(path: Path, ids: Collection[str] | None = None, *, progress: CountDone | None = None) -> RatingList:
    """Read a list for the domain; with `ids` only those players, which is quick and small even for a long list."""
    source = opened(path)
    batches = stream(source, ids=ids, progress=progress)
    return RatingList(entries(batches), source.combined, source.date)


# A list, written: FIDE's text and XML, CSV, Parquet, .xlsx. A file appears when it is whole, or not at all.

ListLayout = Literal["combined", "single"]
Write = Callable[[pa.RecordBatch], None]
SUFFIXES = (".txt", ".xml", ".csv", ".parquet", ".xlsx")
MOST_IN_SHEET = 100_000
"""Players of a list that is written as a workbook: a spreadsheet with more is of no use to anybody."""
UNDATED = dt.date(1980, 1, 1)


@dataclass(frozen=True, slots=True)
class Converted:
    """The result of a conversion. `format` is the format of the list that was read."""

    players: int
    format: ListFormat
    findings: tuple[Finding, ...]
    findings_count: int


def write_list(table: pa.Table, path: Path) -> Found:
    """Write a list in the format of the file's name. Cells that do not fit FIDE's columns are cut, with a finding."""
    found = Found()
    with writing(path, is_combined(table.schema), date_of(table.schema), found, more_of(table.schema)) as write:
        for batch in table.to_batches(max_chunksize=50_000):
            write(batch)
    return found


def list_bytes(table: pa.Table, ending: str) -> bytes:
    """Return the file that `write_list` writes, by the ending of its name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"list.{ending}"
        write_list(table, path)
        return path.read_bytes()


def convert(
    source: Path, target: Path, *, layout: ListLayout | None = None, progress: CountDone | None = None
) -> Converted:
    """Write a list in another format, a batch at a time, so that even the longest list takes little memory.

    `layout` chooses FIDE's combined or single list; without it, the one with all the columns of the list.
    If an id appears twice, the first row is written. This is known at the end, so the list is then read again.
    """
    suffix(target)
    found = Found()
    given = opened(source)
    combined = given.combined if layout is None else layout == "combined"
    players = _copy(stream(given, progress=progress, found=found), target, combined, given.date, found)
    if found.twice:
        once = first_rows(stream(given, progress=progress), found.twice)
        players = _copy(once, target, combined, given.date, Found())
    return Converted(players, given.format, found.in_order(), found.count)


def _copy(batches: Iterable[pa.RecordBatch], target: Path, combined: bool, date: dt.date | None, found: Found) -> int:
    """Write the batches, and count their players."""
    players = 0
    with writing(target, combined, date, found) as write:
        for batch in batches:
            write(batch)
            players += len(batch)
    return players


def suffix(path: Path) -> str:
    """Return the format that a file's name means."""
    if path.suffix.lower() not in SUFFIXES:
        raise ArpadError("list-suffix", file=str(path), known=", ".join(SUFFIXES))
    return path.suffix.lower()


@contextlib.contextmanager
def writing(
    path: Path, combined: bool, date: dt.date | None, found: Found, more: Sequence[str] = ()
) -> Iterator[Write]:
    """Open a list to be written in batches. It is written next to its place and moved there when it is complete."""
    kind = suffix(path)
    columns = schema(combined, date, more)
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        if target.is_dir():
            raise IsADirectoryError(21, os.strerror(21))
        with part.open("wb") as file, _writer(kind, file, columns, found) as write:
            yield lambda batch: write(_fitting(batch, columns))
        part.replace(target)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise ArpadError("file-unwritable", file=str(path), problem=why) from None
    finally:
        part.unlink(missing_ok=True)


def _fitting(batch: pa.RecordBatch, columns: pa.Schema) -> pa.RecordBatch:
    """The batch with just the columns that are written; a text is never missing, a number may be."""
    height = len(batch)
    made = []
    for field in columns:
        if field.name in batch.schema.names:
            column = batch.column(field.name).cast(field.type)
            made.append(column.fill_null("") if field.name in TEXTS else column)
        else:
            made.append(pa.repeat("", height) if field.name in TEXTS else pa.nulls(height, field.type))
    return pa.record_batch(made, schema=columns)


@contextlib.contextmanager
def _writer(kind: str, file: IO[bytes], columns: pa.Schema, found: Found) -> Iterator[Write]:
    if kind == ".parquet":
        with pa.parquet.ParquetWriter(file, columns) as parquet:
            yield parquet.write_batch
    elif kind == ".xlsx":
        players: list[tuple[object, ...]] = []
        yield lambda batch: _gather(players, batch)
        day = date_of(columns) or UNDATED
        sheet = WrittenSheet(f"{day:%Y-%m}" if date_of(columns) else "list", columns.names, players)
        file.write(write_book([sheet], dt.datetime.combine(day, dt.time(), dt.UTC)))
    elif kind == ".csv":
        file.write((",".join(columns.names) + "\n").encode())
        options = pa.csv.WriteOptions(include_header=False)
        with pa.csv.CSVWriter(file, columns, write_options=options) as rows:
            yield rows.write_batch
    elif kind == ".xml":
        file.write(XML_START)
        yield lambda batch: _put(file, xml_players(check_ids(batch, found)))
        file.write(XML_END)
    else:
        file.write(header(columns))
        yield lambda batch: _put(file, text_lines(cut_cells(check_ids(batch, found), found)))


def _gather(players: list[tuple[object, ...]], batch: pa.RecordBatch) -> None:
    """Keep the rows of a batch for a workbook, which is written as a whole."""
    if len(players) + len(batch) > MOST_IN_SHEET:
        raise ArpadError("list-sheet", most=MOST_IN_SHEET)
    players += zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _put(file: IO[bytes], data: memoryview) -> None:
    file.write(data)
