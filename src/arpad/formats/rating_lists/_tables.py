"""Detect the file kind of a rating list from its first bytes, and read text lists in blocks."""

import codecs
import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.parsers import expat

import pyarrow as pa
import pyarrow.compute as pc

from arpad.formats.rating_lists._fide_text import Layout, LayoutField, fitted, from_header, guessed
from arpad.formats.rating_lists.columns import (
    ALIASES,
    BLANKS,
    COMBINED,
    RANGES,
    RAPID_AND_BLITZ,
    WRITTEN_TITLES,
    Found,
    ListRows,
    picked,
    trimmed,
    with_ids,
)
from arpad.formats.report import LONGEST_LINE
from arpad.i18n import ArpadError
from arpad.progress import CountDone

# The kind of file of a list: found in its first bytes, not in its name.

ListFormat = Literal["fide-combined", "fide-single", "fide-old", "xml", "csv", "parquet"]

HEAD = 1 << 20
HEADER_WITHIN = 5
SAMPLE = 2000
BINARIES = {
    b"%PDF": "PDF", b"\x1f\x8b": "gzip", b"7z\xbc\xaf": "7z", b"\xd0\xcf\x11\xe0": "Excel", b"Rar!": "RAR",
    b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"SQLite format": "SQLite", b"\x89PNG": "PNG", b"\xff\xd8\xff": "JPEG",
}  # fmt: skip
UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
DELIMITERS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class ListSource:
    """A list to be read: its file, its kind, and what its first lines show about the rest."""

    path: Path
    format: ListFormat
    size: int
    combined: bool
    date: dt.date | None = None
    layout: Layout | None = None
    data_at: int = 0
    first_line: int = 1
    newline: bytes = b"\n"
    delimiter: str = ","
    columns: tuple[str, ...] = ()


def open_source(path: Path) -> ListSource:
    """Look at a file. A file that is not a rating list is refused in one line."""
    name = str(path)
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=name) from None
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise ArpadError("list-unreadable", file=name, problem=why) from None
    if not head.strip(b"\xef\xbb\xbf \t\r\n"):
        raise ArpadError("list-empty", file=name)
    if head.startswith(b"PAR1"):
        return ListSource(path, "parquet", size, combined=False)
    _refuse_binary(name, head)
    bom = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
    if head[bom:].lstrip().startswith(b"<"):
        return _xml(path, head, size)
    return _text(path, head, bom, size)


def _refuse_binary(name: str, head: bytes) -> None:
    if head.startswith(b"PK"):
        raise ArpadError("list-zip", file=name)
    kind = next((kind for start, kind in BINARIES.items() if head.startswith(start)), None)
    if head.startswith(UTF16):
        kind = "UTF-16"
    if kind is None and b"\0" in head[:4096]:
        kind = "binary"
    if kind is not None:
        raise ArpadError("list-binary", file=name, kind=kind)


def _xml(path: Path, head: bytes, size: int) -> ListSource:
    """A list in XML. A document type, and with it every own entity, is refused before anything is read."""
    parser = expat.ParserCreate()
    roots: list[str] = []

    def doctype(*_: object) -> None:
        raise ArpadError("list-doctype", file=str(path))

    def start(tag: str, _: object) -> None:
        roots.append(tag)

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    try:
        parser.Parse(head, len(head) == size)
    except (expat.ExpatError, LookupError, ValueError) as problem:
        if not roots or len(head) == size:
            raise ArpadError("list-xml", file=str(path), problem=str(problem)) from None
    if not roots or roots[0].lower() not in ("playerslist", "players", "list"):
        raise ArpadError("list-unknown", file=str(path))
    combined = any(f"<{name}".encode() in head for name in ("rapid_", "blitz_"))
    return ListSource(path, "xml", size, combined)


def decoded(data: bytes) -> str:
    """UTF-8, or else Latin-1, which any bytes are."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def decoded_lines(block: bytes) -> str:
    """The same, line by line if not all lines are UTF-8, so that one bad line does not spoil the others."""
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError:
        return "\n".join(decoded(line) for line in block.split(b"\n"))


def _text(path: Path, head: bytes, bom: int, size: int) -> ListSource:
    newline = b"\n" if b"\n" in head or b"\r" not in head else b"\r"
    whole = len(head) == size
    if not whole and newline not in head:
        raise ArpadError("list-long-line", file=str(path))
    lines = head[bom:].split(newline)
    if not whole:
        lines.pop()
    at, number = bom, 1
    for line in lines[:HEADER_WITHIN]:
        after = at + len(line) + 1
        words = decoded(line).rstrip()
        columns = csv_columns(words)
        if columns:
            delimiter, names = columns
            combined = any(name in RAPID_AND_BLITZ for name in names)
            return ListSource(
                path, "csv", size, combined, None, None, min(after, size), number + 1, newline, delimiter, names
            )
        layout = from_header(words)
        if layout is not None:
            layout = fitted(layout, _sample(lines[number:]))
            return ListSource(
                path, layout.kind, size, layout.combined, layout.date, layout, min(after, size), number + 1, newline
            )
        at, number = after, number + 1
    layout = guessed(_sample(lines))
    if layout is None:
        raise ArpadError("list-unknown", file=str(path))
    return ListSource(path, layout.kind, size, layout.combined, None, layout, bom, 1, newline)


def _sample(lines: list[bytes]) -> list[str]:
    """Lines from all over the head of the file: lists are sorted, so the first lines are not like all of them."""
    full = [line for line in lines if line.strip()]
    return [decoded(line).rstrip("\r") for line in full[:: len(full) // SAMPLE + 1]]


def csv_columns(header: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the delimiter and the columns of a CSV header, by our names; None if the line is not a header."""
    for delimiter in DELIMITERS:
        given = [re.sub(r"[\s\"']", "", cell).lower() for cell in header.split(delimiter)]
        columns = tuple(ALIASES.get(cell, cell) for cell in given)
        if len(columns) > 1 and "id" in columns and len(set(columns) & set(COMBINED)) > 1:
            return delimiter, columns
    return None


# A file in blocks of whole lines, so that a list of any size takes the room of one block.

BLOCK = 4 << 20
CONTROLS = bytes(set(range(32)) - set(b"\t\r\n")) + b"\x7f"
BLANKED = bytes.maketrans(CONTROLS, b" " * len(CONTROLS))


def blocks(source: ListSource, progress: CountDone | None) -> Iterator[bytes]:
    """The lines after the header in blocks, each line ended by a newline. Control characters become blanks."""
    rest = b""
    try:
        with source.path.open("rb") as file:
            file.seek(source.data_at)
            while data := file.read(BLOCK):
                if progress is not None:
                    progress(file.tell())
                if source.newline != b"\n":
                    data = data.replace(source.newline, b"\n")
                data = data.translate(BLANKED)
                end = data.rfind(b"\n") + 1
                if len(data) - end > LONGEST_LINE or (not end and len(rest) + len(data) > LONGEST_LINE):
                    raise ArpadError("list-long-line", file=str(source.path))
                if end:
                    yield rest + data[:end]
                    rest = data[end:]
                else:
                    rest += data
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise ArpadError("list-unreadable", file=str(source.path), problem=why) from None
    if rest.strip():
        yield rest + b"\n"


# FIDE's text lists: every column cut out of many lines at once.

Slice = Callable[[pa.Array, int, int], pa.Array]
TextLines = tuple[pa.Array, Sequence[int], Slice]
"""Lines, their numbers, and how a column is cut out of them."""


def text_rows(
    source: ListSource, found: Found, only: pa.Array | None, progress: CountDone | None
) -> Iterator[ListRows]:
    """The players of a text list, a block of lines at a time."""
    assert source.layout is not None
    first = source.first_line
    for block in blocks(source, progress):
        yield _rows(block, source.layout, first, found, only)
        first += block.count(b"\n")


def _rows(block: bytes, layout: Layout, first: int, found: Found, only: pa.Array | None) -> ListRows:
    numbers: Sequence[int] = range(first, first + block.count(b"\n"))
    findings = found if only is None else Found()
    lines, numbers, cut = _equal_lines(block, layout, numbers) or _unequal_lines(block, layout, numbers, findings)
    if only is not None:
        wanted = pc.indices_nonzero(pc.is_in(_column(lines, layout.fields[0], cut), only))
        lines, numbers = lines.take(wanted), picked(numbers, wanted)
    columns = {field.name: _column(lines, field, cut) for field in layout.named}
    if layout.kind == "fide-old" and "title" in columns:
        columns |= _whole_names((lines, numbers, cut), layout, columns, findings)
    women = columns.pop("w_title", None)
    if women is not None and "title" in columns:
        columns["title"] = pc.if_else(pc.equal(columns["title"], ""), women, columns["title"])
    places = {field.name: field.start + 1 for field in layout.named}
    return with_ids(ListRows(columns, numbers, places), found, numbers_only=True, only=only)


def _column(lines: pa.Array, field: LayoutField, cut: Slice) -> pa.Array:
    return trimmed(cut(lines, field.start, field.stop))


def _whole_names(
    given: TextLines, layout: Layout, columns: Mapping[str, pa.Array], found: Found
) -> dict[str, pa.Array]:
    """Split names and titles if a long name may reach into the column of titles: anything but a title ends the name."""
    lines, numbers, cut = given
    name, title = layout.field("name"), layout.field("title")
    assert name is not None
    assert title is not None
    touched = pc.invert(pc.is_in(cut(lines, title.start - 1, title.start), pa.array([" ", ""])))
    known = pc.is_in(columns["title"], pa.array(["", *WRITTEN_TITLES]))
    over = pc.and_(pc.or_(touched, pc.invert(known)), pc.not_equal(columns["title"], ""))
    if not pc.any(over).as_py():
        return {}
    found.add_rows("list-name-long", "info", over, numbers, title.start + 1, columns["title"])
    whole = trimmed(cut(lines, name.start, title.stop))
    return {
        "name": pc.if_else(over, whole, columns["name"]),
        "title": pc.if_else(over, "", columns["title"]),
    }


def _equal_lines(block: bytes, layout: Layout, numbers: Sequence[int]) -> TextLines | None:
    """Return the lines as they are in memory, if all are ASCII and as long as the layout; this is the fast way."""
    step = block.find(b"\n") + 1
    count = len(numbers)
    length = step - (2 if block[step - 2 : step - 1] == b"\r" else 1)
    equal = (
        length == layout.width
        and count * step == len(block)
        and block.isascii()
        and block[step - 1 :: step] == b"\n" * count
        and block.count(b"\r") == (count if step - length == 2 else 0)
    )
    if not equal:
        return None
    lines = pa.FixedSizeBinaryArray.from_buffers(pa.binary(step), count, [None, pa.py_buffer(block)])

    def cut(lines: pa.Array, start: int, stop: int) -> pa.Array:
        return pc.binary_slice(lines, start, min(stop, length)).cast(pa.string())

    return lines, numbers, cut


def _unequal_lines(block: bytes, layout: Layout, numbers: Sequence[int], found: Found) -> TextLines:
    """Return lines of any length, in which a column is counted in characters. Blank lines are left out."""
    lines = pc.ascii_rtrim(pa.array(decoded_lines(block).split("\n")[:-1], pa.string()), characters="\r")
    full = pc.indices_nonzero(pc.not_equal(pc.ascii_rtrim(lines, characters=BLANKS), ""))
    if len(full) < len(lines):
        lines, numbers = lines.take(full), picked(numbers, full)
    if layout.width is not None:
        lines = _checked(lines, layout, layout.width, numbers, found)
    if block.isascii():
        return (
            lines,
            numbers,
            lambda lines, start, stop: pc.binary_slice(lines.cast(pa.binary()), start, stop).cast(pa.string()),
        )
    return lines, numbers, pc.utf8_slice_codeunits


def _checked(lines: pa.Array, layout: Layout, width: int, numbers: Sequence[int], found: Found) -> pa.Array:
    """Report lines that end before their last number, and long lines; repair these if a column was too long."""
    numeric = [field for field in layout.named if field.name in RANGES and field.name != "born"]
    lengths = pc.utf8_length(pc.ascii_rtrim(lines, characters=BLANKS))
    short = pc.less_equal(lengths, numeric[-1].start)
    if pc.any(short).as_py():
        shown = pc.cast(lengths, pa.string())
        found.add_rows("list-line-short", "warning", short, numbers, None, shown, width=str(width))
    long = pc.greater(pc.utf8_length(lines), width)
    if not pc.any(long).as_py():
        return lines
    overflowing = [
        (place, mended)
        for place in pc.indices_nonzero(long).to_pylist()
        if (mended := _mended(lines[place].as_py(), layout, width)) is not None
    ]
    shown = pc.cast(pc.utf8_length(lines), pa.string())
    found.add_rows("list-line-long", "warning", long, numbers, width + 1, shown, width=str(width))
    if not overflowing:
        return lines
    texts = lines.to_pylist()
    for place, mended in overflowing:
        texts[place] = mended
    return pa.array(texts, pa.string())


def _mended(line: str, layout: Layout, width: int) -> str | None:
    """Repair a line whose other titles are longer than their column: the rest is moved back to its place."""
    women, rating = layout.field("w_title"), layout.field("rating")
    more = len(line) - width
    if women is None or rating is None or more > rating.start - women.stop:
        return None
    moved = line[: rating.start] + line[rating.start + more :]
    numbers = [moved[field.start : field.stop].strip() for field in layout.named if field.start >= rating.start]
    return moved if all(cell.isdecimal() or not cell for cell in numbers[:-1]) else None
