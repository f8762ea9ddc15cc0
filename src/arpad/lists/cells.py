"""Cells of columns as they lie in memory: one text or number at a time, without a copy of its column."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

FORMATS: Mapping[pa.DataType, Any] = {pa.int8(): "b", pa.int16(): "h", pa.int32(): "i"}
AFTER_ALL = b"\xff"
"""No text in UTF-8 has this byte: what begins like a text stands before the text and this."""

FIRST_STEP, WIDER = 4, 8
"""How far a text is looked for around a place, and how many times as far next."""


def number_cells(column: pa.ChunkedArray) -> Sequence[int]:
    """Return a column of whole numbers without a null."""
    array = _whole(column)
    cells: Any = memoryview(array.buffers()[1] or b"").cast("B").cast(FORMATS[array.type])
    found: Sequence[int] = cells[array.offset : array.offset + len(array)]
    return found


def numbers(column: pa.ChunkedArray) -> np.ndarray[Any, Any]:
    """Return the same column, to be computed with."""
    return np.asarray(number_cells(column))


class TextCells:
    """A column of texts without a null."""

    def __init__(self, column: pa.ChunkedArray) -> None:
        array = _whole(column)
        _, ends, data = array.buffers()
        self._length, self._offset = len(array), array.offset
        self._ends = memoryview(ends or b"").cast("B").cast("i")
        self._data = memoryview(data or b"").cast("B")

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: int) -> str:
        return self.bytes_at(place).decode()

    def bytes_at(self, place: int) -> bytes:
        at = place + self._offset
        return bytes(self._data[self._ends[at] : self._ends[at + 1]])

    def place(self, text: str, near: int = -1) -> int | None:
        """Return the place of a text in a sorted column. Looking around a place that is `near` takes a few steps
        instead of many; it may be wrong."""
        wanted = text.encode()
        low, high = self._around(wanted, near) if 0 <= near < self._length else (0, self._length)
        at = bisect_left(range(self._length), wanted, low, high, key=self.bytes_at)
        return at if at < self._length and self.bytes_at(at) == wanted else None

    def _around(self, wanted: bytes, near: int) -> tuple[int, int]:
        """Bounds between which a text is, or would be, in ever larger steps from a place."""
        found, step = self.bytes_at(near), FIRST_STEP
        if found == wanted:
            return near, near
        low = high = near
        if found < wanted:
            while high < self._length and self.bytes_at(high) < wanted:
                low, high, step = high, high + step, step * WIDER
        else:
            while low > 0 and self.bytes_at(low) >= wanted:
                low, high, step = max(low - step, 0), low, step * WIDER
        return low, min(high, self._length)

    def equal(self, text: str) -> tuple[int, int]:
        """Return where the texts of a sorted column that are this one begin, and where they end."""
        wanted = text.encode()
        first = last = bisect_left(range(self._length), wanted, key=self.bytes_at)
        while last < self._length and self.bytes_at(last) == wanted:
            last += 1
        return first, last

    def beginning(self, text: str) -> tuple[int, int]:
        """Return where the texts of a sorted column that begin like this begin, and where they end."""
        wanted, places = text.encode(), range(self._length)
        first = bisect_left(places, wanted, key=self.bytes_at)
        return first, bisect_left(places, wanted + AFTER_ALL, lo=first, key=self.bytes_at)


def _whole(column: pa.ChunkedArray) -> pa.Array:
    """Return the only chunk of a column."""
    if column.num_chunks == 1:
        return column.chunk(0)
    return column.combine_chunks() if column.num_chunks else pa.nulls(0, column.type)


def coded(table: pa.Table, names: Iterable[str]) -> tuple[dict[str, pa.Array], dict[str, pa.Table]]:
    """Return columns of texts that many rows share: the number of every row's text, and the texts, each once."""
    columns, texts = {}, {}
    for name in names:
        different = pc.unique(table[name])
        columns[name] = narrow(pc.index_in(table[name], value_set=different).to_numpy())
        texts[f"texts-{name}"] = pa.table({"text": different})
    return columns, texts


def narrow(values: np.ndarray[Any, Any]) -> pa.Array:
    """Whole numbers in as few bytes as hold them."""
    least, most = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    kind = next(kind for kind in FORMATS if -(2 ** (kind.bit_width - 1)) <= least and most < 2 ** (kind.bit_width - 1))
    return pa.array(values).cast(kind)
