"""From the texts of a list to its columns: numbers, titles and years, and a finding for a cell that is none of
these."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.rating_list import LETTER_TITLES, TITLES
from arpad.reports.rating_lists.birth import birth_year
from arpad.reports.rating_lists.columns import RANGES, TEXTS
from arpad.reports.rating_lists.found import Found, picked

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
