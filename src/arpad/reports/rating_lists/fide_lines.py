"""FIDE's own forms of a player: a line of the text lists, an element of the XML lists."""

import datetime as dt

import pyarrow as pa
import pyarrow.compute as pc

from arpad.reports.rating_lists.columns import TEXTS, date_of, is_combined, more_of
from arpad.reports.rating_lists.found import Found
from arpad.reports.rating_lists.layouts import COMBINED_HEADER, MORE_HEADER, SINGLE_HEADER, Layout, from_header, label

XML_START = b'<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n'
XML_END = b"</playerslist>\n"
ELEMENTS = {
    "id": "fideid", "name": "name", "federation": "country", "sex": "sex", "title": "title", "w_title": "w_title",
    "o_title": "o_title", "foa_title": "foa_title", "rating": "rating", "games": "games", "k": "k",
    "rapid_rating": "rapid_rating", "rapid_games": "rapid_games", "rapid_k": "rapid_k",
    "blitz_rating": "blitz_rating", "blitz_games": "blitz_games", "blitz_k": "blitz_k", "games_so_far": "games_so_far",
    "born": "birthday", "flag": "flag",
}  # fmt: skip
ZERO_FOR_NONE = frozenset({"rating", "k", "rapid_rating", "rapid_k", "blitz_rating", "blitz_k"})


def header(columns: pa.Schema) -> bytes:
    """The first line of a text list."""
    return (_header(columns, date_of(columns)) + "\r\n").encode()


def _header(columns: pa.Schema, date: dt.date | None) -> str:
    if is_combined(columns):
        return COMBINED_HEADER
    return (MORE_HEADER if more_of(columns) else SINGLE_HEADER).format(label=label(date))


def _layout(columns: pa.Schema) -> Layout:
    layout = from_header(_header(columns, None))
    assert layout is not None
    return layout


def check_ids(batch: pa.RecordBatch, found: Found) -> pa.RecordBatch:
    """FIDE's lists know no ids but numbers."""
    bad = pc.invert(pc.ascii_is_decimal(batch.column("id")))
    if pc.any(bad).as_py():
        found.add_rows("list-id-letters", "warning", bad, None, None, batch.column("id"))
    return batch


def cut_cells(batch: pa.RecordBatch, found: Found) -> pa.RecordBatch:
    """The batch with each text cut to FIDE's column, and a finding for each that was too long."""
    columns = {name: batch.column(name) for name in batch.schema.names}
    for field in _layout(batch.schema).named:
        width = field.stop - field.start
        if field.name not in TEXTS or not pc.any(pc.greater(pc.utf8_length(columns[field.name]), width)).as_py():
            continue
        texts = columns[field.name]
        long = pc.greater(pc.utf8_length(texts), width)
        found.add_rows("list-cell-cut", "warning", long, None, None, texts, field=field.name, width=str(width))
        columns[field.name] = pc.utf8_slice_codeunits(texts, 0, width)
    return pa.record_batch(list(columns.values()), schema=batch.schema)


def _texts(batch: pa.RecordBatch) -> dict[str, pa.Array]:
    """Every column as FIDE writes it: 0 for no rating and no K, a woman's title in its own column too."""
    texts = {
        name: batch.column(name).cast(pa.string()).fill_null("0" if name in ZERO_FOR_NONE else "")
        for name in batch.schema.names
    }
    if "birthday" in texts:
        birthday = texts.pop("birthday")
        texts["born"] = pc.if_else(pc.equal(birthday, ""), texts["born"], birthday)
    if more_of(batch.schema) and "games_so_far" not in texts:
        texts["games_so_far"] = pa.repeat("", len(batch))
    title = texts["title"]
    texts["w_title"] = pc.if_else(pc.starts_with(title, "W"), title, "")
    return texts


def _lines(parts: list[pa.Array | str]) -> memoryview:
    """The parts of each row joined, and all rows one after the other, as they lie in memory."""
    joined = pc.binary_join_element_wise(*parts, "")
    size = pc.sum(pc.binary_length(joined)).as_py() or 0
    data = joined.buffers()[2]
    return memoryview(data)[:size] if data is not None else memoryview(b"")


def text_lines(batch: pa.RecordBatch) -> memoryview:
    """The lines of some players in FIDE's combined or single list."""
    layout = _layout(batch.schema)
    texts = _texts(batch)
    parts: list[pa.Array | str] = []
    for field in layout.fields:
        stop = min(field.stop, layout.width or field.stop)
        if field.name:
            parts.append(pc.utf8_rpad(texts[field.name], stop - field.start, " "))
        else:
            parts.append(" " * (stop - field.start))
    return _lines([*parts, "\r\n"])


def xml_players(batch: pa.RecordBatch) -> memoryview:
    """The elements of some players."""
    texts = _texts(batch)
    parts: list[pa.Array | str] = ["<player>\n"]
    for name, element in ELEMENTS.items():
        if name in texts:
            parts += [f"<{element}>", _escaped(texts[name]), f"</{element}>\n"]
        elif name in ("o_title", "foa_title"):
            parts.append(f"<{element}></{element}>\n")
    return _lines([*parts, "</player>\n"])


def _escaped(texts: pa.Array) -> pa.Array:
    for plain, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        texts = pc.replace_substring(texts, plain, entity)
    return texts
