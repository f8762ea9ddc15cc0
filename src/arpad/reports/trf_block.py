"""The 001 lines of a file as one block of bytes, every line of the same width: columns of it are cut in one step."""

from collections.abc import Callable, Sequence
from itertools import repeat
from struct import unpack
from typing import Generic, TypeVar

SHORTEST = 84
SEPARATORS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
"""Columns that are blank between two fields."""

OTHER_SPACES = b"\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f"
"""What str.strip() takes away of ASCII, beside blanks."""

MOST_REMEMBERED = 2_000
KEY = 8
"""Bytes of a key: as many characters of a line as one integer holds."""

V = TypeVar("V")
Reader = Callable[[str], tuple[V, str | None]]
"""A field's reader (trf_fields): what it says, and what is odd about it."""


class Block:
    """Lines filled up to one width. `odd` are those that must be read with care, counted from 0.

    What is not ASCII becomes a question mark, which is odd everywhere but in a name. `plain` tells that all is ASCII
    and that there are no spaces but blanks.
    """

    def __init__(self, texts: Sequence[str], lengths: set[int], width: int) -> None:
        self.width, self.count = width, len(texts)
        self.odd: set[int] = set()
        shortest, longest = min(lengths), max(lengths)
        if shortest < SHORTEST or longest > width:
            self.odd.update(row for row, text in enumerate(texts) if not SHORTEST <= len(text) <= width)
            texts = [text[:width] for text in texts]
        if shortest == longest <= width:
            fill = " " * (width - longest)
            joined = fill.join(texts) + fill
        else:
            joined = "".join(map(str.ljust, texts, repeat(width)))
        self.data = joined.encode("ascii", "replace")
        self.plain = joined.isascii() and not any(map(self.data.__contains__, OTHER_SPACES))
        self._find_odd_separators()

    def _find_odd_separators(self) -> None:
        """Text between two fields, and tabs anywhere."""
        blank = b" " * self.count
        for column in SEPARATORS:
            if (found := self.column(column - 1)) != blank:
                self.odd.update(row for row, byte in enumerate(found) if byte != blank[0])
        at = -1 if self.plain else self.data.find(b"\t")
        while at >= 0:
            self.odd.add(at // self.width)
            at = self.data.find(b"\t", at + 1)

    def column(self, at: int) -> bytes:
        """One character of every line."""
        return self.data[at :: self.width]

    def cells(self, start: int, stop: int) -> list[str]:
        """Some characters of every line."""
        return [self.data[at : at + stop - start].decode("ascii") for at in range(start, len(self.data), self.width)]

    def words(self, start: int, stop: int) -> bytes:
        """Some characters of every line, one line's after the other's with a blank before each."""
        width = stop - start + 1
        packed = bytearray(b" ") * (width * self.count)
        for at in range(start, stop):
            packed[at - start + 1 :: width] = self.column(at)
        return bytes(packed)

    def keys(self, places: Sequence[int]) -> tuple[int, ...]:
        """At most eight characters of every line, as an integer each: much cheaper than a text each."""
        packed = bytearray(KEY * self.count)
        for at, place in enumerate(places):
            packed[at::KEY] = self.column(place)
        return unpack(f"<{self.count}Q", packed)

    def read(self, read: Reader[V], start: int, stop: int) -> list[V]:
        """A field of every line by its reader; a text that many lines have is read once."""
        cells = self.cells(start, stop)
        found = {cell: read(cell) for cell in set(cells)}
        bad = {cell for cell, (_, oddity) in found.items() if oddity}
        if bad:
            self.odd.update(row for row, cell in enumerate(cells) if cell in bad)
        return [found[cell][0] for cell in cells]


class Known(dict[int, V], Generic[V]):
    """What some characters without oddity say, by their key: the same few return in every report.

    A KeyError tells that something about them is odd.
    """

    def __init__(self, read: Reader[V], places: Sequence[int]) -> None:
        super().__init__()
        self.read, self.places = read, places

    def __missing__(self, key: int) -> V:
        value, oddity = self.read(key.to_bytes(KEY, "little")[: len(self.places)].decode("ascii"))
        if oddity:
            raise KeyError(key)
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        self[key] = value
        return value

    def of(self, block: Block) -> list[V] | None:
        """What every line says there, None where anything is odd."""
        try:
            return list(map(self.__getitem__, block.keys(self.places)))
        except KeyError:
            return None
