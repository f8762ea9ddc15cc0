"""The file of an SQLite database, watched while a process uses it.

An open connection goes on writing into a file that somebody has moved away, deleted or cut off, and SQLite does not
notice. So the file is compared with the one that was opened, by its device and inode, before something is written and
again before anybody is told that it was kept. The write-ahead log beside it stays the same as long as it is open.
"""

import os
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from arpad.i18n import StorageFault

WAL = "arpad_wal"
Identity = tuple[int, int]


class WatchedFile:
    """A file as this process opened it first. If it is put back, all is well again."""

    def __init__(self, path: Path, shown: str) -> None:
        self.path, self.shown = path, shown
        self._wal = path.with_name(f"{path.name}-wal")
        self._first: Identity | None = None
        self._size = 0

    def check(self) -> int:
        """Return the size of the file. Raise an error if it is not the one that was opened first."""
        found = _status(self.path)
        if found is None:
            raise StorageFault("office-gone", database=self.shown)
        identity = (found.st_dev, found.st_ino)
        if self._first is None:
            self._first = identity
        if identity != self._first:
            raise StorageFault("office-replaced", database=self.shown)
        return found.st_size

    def check_writing(self, driver: Any, info: MutableMapping[Any, Any]) -> None:
        """Check the file in a transaction that writes, and the log that its connection writes to."""
        size = self.check()
        if size < self._size and size < _pages(driver):  # a VACUUM makes the file smaller, and the database too
            raise StorageFault("office-truncated", database=self.shown)
        self._size = size
        found = _status(self._wal)
        identity = None if found is None else (found.st_dev, found.st_ino)
        if info.setdefault(WAL, identity) not in (None, identity):
            raise StorageFault("office-replaced", database=self.shown)
        info[WAL] = identity

    def forget(self) -> None:
        """Take the next file that is opened as the first."""
        self._first, self._size = None, 0


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _pages(driver: Any) -> int:
    """Return how many bytes the database takes, as SQLite knows it."""
    return int(driver.execute("PRAGMA page_count").fetchone()[0]) * int(
        driver.execute("PRAGMA page_size").fetchone()[0]
    )
