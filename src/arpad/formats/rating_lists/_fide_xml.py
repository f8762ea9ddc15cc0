"""Read FIDE's XML lists, CSV and Parquet lists, and write players in FIDE's text and XML forms."""

import csv
import datetime as dt
import io
from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from arpad.formats.rating_lists._fide_text import (
    COMBINED_HEADER,
    MORE_HEADER,
    SINGLE_HEADER,
    Layout,
    from_header,
    label,
)
from arpad.formats.rating_lists._tables import CONTROLS, ListSource, blocks, decoded_lines
from arpad.formats.rating_lists.columns import (
    ALIASES,
    COMBINED,
    TEXTS,
    Found,
    LineNumbers,
    ListRows,
    date_of,
    is_combined,
    more_of,
    names,
    trimmed,
    with_ids,
)
from arpad.formats.report import LONGEST_LINE
from arpad.i18n import ArpadError
from arpad.progress import CountDone

# FIDE's own forms of a player: a line of the text lists, an element of the XML lists.

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


# FIDE's XML lists, streamed: one player at a time passes, and nothing of the document is kept.

TAGS = {"id": "fideid", "federation": "country", "born": "birthday"}
CHUNK = 1 << 18
PLAYERS = 10_000
MOST_ELEMENTS = 1000
CONTROL = "[" + "".join(f"\\x{code:02x}" for code in (*CONTROLS, 10, 13)) + "]+"


class _Players:
    """Collects what expat reads into players, until somebody takes them."""

    def __init__(self, source: ListSource) -> None:
        self.players: list[dict[str, str]] = []
        self.lines: list[int] = []
        self._wanted = (*names(source.combined), "w_title")
        self._file = str(source.path)
        self._player: dict[str, str] = {}
        self._texts: list[str] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.CharacterDataHandler = self._texts.append
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype

    def _doctype(self, *_: object) -> None:
        raise ArpadError("list-doctype", file=self._file)

    def _end(self, tag: str) -> None:
        """The line ends between elements come along with a text; they are trimmed with its blanks."""
        if tag == "player":
            self.players.append(self._player)
            self.lines.append(self.parser.CurrentLineNumber)
            self._player = {}
        else:
            self._player[tag] = "".join(self._texts)
        self._texts.clear()

    def refuse_endless(self) -> None:
        """A cell or a player without an end would fill the memory."""
        if sum(map(len, self._texts)) > LONGEST_LINE or len(self._player) > MOST_ELEMENTS:
            raise ArpadError("list-unknown", file=self._file)

    def taken(self) -> ListRows:
        """Return the players collected so far, and start again."""
        columns = {}
        for name in self._wanted:
            tag = TAGS.get(name, name)
            columns[name] = pa.array([player.get(tag, "") for player in self.players], pa.string())
        lines = LineNumbers(pa.array(self.lines, pa.int64()))
        self.players, self.lines = [], []
        return ListRows(columns, lines, {})


def clean(texts: pa.Array) -> pa.Array:
    """Without blanks at the ends and control characters in between."""
    texts = trimmed(texts)
    if pc.any(pc.match_substring_regex(texts, CONTROL)).as_py():
        return trimmed(pc.replace_substring_regex(texts, CONTROL, " "))
    return texts


def xml_rows(source: ListSource, found: Found, only: pa.Array | None, progress: CountDone | None) -> Iterator[ListRows]:
    """The players of an XML list, some thousands at a time."""
    players = _Players(source)
    try:
        with source.path.open("rb") as file:
            while data := file.read(CHUNK):
                players.parser.Parse(data, False)
                players.refuse_endless()
                if progress is not None:
                    progress(file.tell())
                if len(players.lines) >= PLAYERS:
                    yield _rows(players.taken(), found, only)
            players.parser.Parse(b"", True)
    except (expat.ExpatError, LookupError, ValueError) as problem:
        raise ArpadError("list-xml", file=str(source.path), problem=str(problem)) from None
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise ArpadError("list-unreadable", file=str(source.path), problem=why) from None
    yield _rows(players.taken(), found, only)


def _rows(rows: ListRows, found: Found, only: pa.Array | None) -> ListRows:
    columns = {name: clean(column) if name in TEXTS else trimmed(column) for name, column in rows.columns.items()}
    women = columns.pop("w_title")
    columns["title"] = pc.if_else(pc.equal(columns["title"], ""), women, columns["title"])
    return with_ids(ListRows(columns, rows.lines, {}), found, numbers_only=True, only=only)


# Lists in CSV and Parquet: columns by their names, in any order; missing columns are empty.

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
