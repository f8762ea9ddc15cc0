"""Counters of requests, of all workers of a server together.

Each worker has its own file in a folder that the server made, mapped into its memory, so that counting costs nothing.
A worker that ends leaves its file behind: the sums never become smaller.
"""

import mmap
import os
import struct
import tempfile
from collections.abc import Mapping
from pathlib import Path

CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
NUMBERS = struct.Struct(f"={len(CLASSES) + 1}q")
"""The requests of each class, and the milliseconds that all of them took."""


class Counters:
    """Counts the requests since the server started: those of this process, and with a folder those of all."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._numbers = [0] * (len(CLASSES) + 1)
        self._shared = mmap.mmap(-1, NUMBERS.size) if folder is None else _mapped(folder)

    def count(self, status: int, milliseconds: int) -> None:
        """Count one request. Only one thread of a process does."""
        self._numbers[status // 100 - 1] += 1
        self._numbers[-1] += milliseconds
        NUMBERS.pack_into(self._shared, 0, *self._numbers)

    def sums(self) -> tuple[Mapping[str, int], int]:
        """Return the requests by their class, and the milliseconds that they took."""
        own = [NUMBERS.unpack(self._shared)]
        found = own if self._folder is None else [_read(path) for path in self._folder.glob("worker-*")]
        sums = [sum(column) for column in zip(*found, strict=True)]
        return {name: count for name, count in zip(CLASSES, sums, strict=False) if count}, sums[-1]


def _mapped(folder: Path) -> mmap.mmap:
    handle, _ = tempfile.mkstemp(prefix="worker-", dir=folder)
    try:
        os.truncate(handle, NUMBERS.size)
        return mmap.mmap(handle, NUMBERS.size)
    finally:
        os.close(handle)


def _read(path: Path) -> tuple[int, ...]:
    return NUMBERS.unpack(path.read_bytes().ljust(NUMBERS.size, b"\0"))
