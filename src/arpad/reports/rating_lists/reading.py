"""Any rating list, read: in batches, as one table, or as the domain's list; every oddity is a finding."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.rating_list import RatingList
from arpad.done import CountDone
from arpad.i18n import ArpadError
from arpad.reports.rating_lists.cells import batch
from arpad.reports.rating_lists.columns import RAPID_AND_BLITZ, date_of, entries, schema
from arpad.reports.rating_lists.found import Found
from arpad.reports.rating_lists.source import ListSource, open_source
from arpad.reports.rating_lists.tables import csv_rows, parquet_columns, parquet_file, parquet_rows
from arpad.reports.rating_lists.text_lists import text_rows
from arpad.reports.rating_lists.xml_lists import xml_rows

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
    told = Found() if found is None else found
    columns = schema(source.combined, source.date)
    only = None if ids is None else pa.array(sorted(ids), pa.string())
    read = READERS.get(source.format, text_rows)
    players = 0
    for rows in read(source, told, only, progress):
        made = batch(rows, columns, told)
        players += len(made)
        if found is not None:
            found.remember(made.column("id"), rows.lines)
        if len(made):
            yield made
    if found is not None:
        found.finish()
    if not players and told.count and ids is None:
        raise ArpadError("list-nobody", file=str(source.path))


def read_table(path: Path, *, progress: CountDone | None = None, found: Found | None = None) -> pa.Table:
    """Read a whole list as a table. If an id appears twice, the first row counts."""
    source = opened(path)
    told = Found() if found is None else found
    batches = list(stream(source, progress=progress, found=told))
    columns = schema(source.combined, source.date)
    return pa.Table.from_batches(first_rows(batches, told.twice) if told.twice else batches, columns)


def first_rows(batches: Iterable[pa.RecordBatch], twice: Collection[str]) -> Iterator[pa.RecordBatch]:
    """Return the batches with only the first row of each id that appears twice."""
    ids = pa.array(twice, pa.string())
    seen: set[str] = set()
    for some in batches:
        kept = pc.invert(pc.is_in(some.column("id"), ids)).to_pylist()
        for place, alone in enumerate(kept):
            name = "" if alone else some.column("id")[place].as_py()
            if name and name not in seen:
                kept[place] = True
                seen.add(name)
        yield some.filter(pa.array(kept, pa.bool_()))


def read_list(path: Path, ids: Collection[str] | None = None, *, progress: CountDone | None = None) -> RatingList:
    """Read a list for the domain; with `ids` only those players, which is quick and small even for a long list."""
    source = opened(path)
    batches = stream(source, ids=ids, progress=progress)
    return RatingList(entries(batches), source.combined, source.date)
