"""FIDE's text lists: every column cut out of many lines at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from arpad.done import CountDone
from arpad.reports.rating_lists.blocks import blocks
from arpad.reports.rating_lists.cells import BLANKS, WRITTEN_TITLES, ListRows, trimmed, with_ids
from arpad.reports.rating_lists.columns import RANGES
from arpad.reports.rating_lists.found import Found, picked
from arpad.reports.rating_lists.layouts import Layout, LayoutField
from arpad.reports.rating_lists.source import ListSource, decoded_lines

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
    told = found if only is None else Found()
    lines, numbers, cut = _equal_lines(block, layout, numbers) or _unequal_lines(block, layout, numbers, told)
    if only is not None:
        wanted = pc.indices_nonzero(pc.is_in(_column(lines, layout.fields[0], cut), only))
        lines, numbers = lines.take(wanted), picked(numbers, wanted)
    columns = {field.name: _column(lines, field, cut) for field in layout.named}
    if layout.kind == "fide-old" and "title" in columns:
        columns |= _whole_names((lines, numbers, cut), layout, columns, told)
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
