"""The folder of the indexes: files that are made from the lists, and can be made again from them at any time.

It lies beside the file of an SQLite database, or in the folder for caches. It is no part of a backup.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa

from arpad.office.storage.address import Address
from arpad.office.storage.mapped_file import Tables, open_mapped, write_mapped

LARGE = "list"
MOST = {LARGE: 8, "index": 8, "rows-standard": 4, "rows-rapid": 4, "rows-blitz": 4, "news": 4}
"""Files of these kinds are large or many, and few of them are read often: only those used last stay."""
SERIES = {"games": 3}
"""Files of these kinds replace each other: their names are alike up to the last dash, and the latest few stay."""


class IndexFolder:
    """The files of a folder by the digest of what they were made from and by their kind. Many processes may use it at
    once: a missing file is made by one of them, and the others wait for it. If nothing can be written there, files are
    not used."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def tables(self, digest: str, kind: str, make: Callable[[], Tables]) -> Tables:
        """Return the tables of a digest, from its file if there is a good one, else made now and written."""
        path = self.path / f"{digest}.{kind}"
        found = self._found(path, digest, kind)
        if found is not None:
            return found
        try:
            with self._alone(kind):
                found = self._found(path, digest, kind)
                if found is None:
                    made = make()
                    write_mapped(path, digest, made)
                    self._tidy(kind, digest)
                    found = open_mapped(path, digest)
                    pa.default_memory_pool().release_unused()
                    return made if found is None else found
                return found
        except OSError:
            return make()

    def has(self, digest: str, kind: str) -> bool:
        """Whether there is a file, good or not."""
        return (self.path / f"{digest}.{kind}").exists()

    def earlier(self, series: str, kind: str) -> Iterator[Tables]:
        """The good files of a series, the latest first."""
        for path in reversed(self._by_age(f"{series}-*.{kind}")):
            found = open_mapped(path, path.stem)
            if found is not None:
                yield found

    def _by_age(self, pattern: str) -> list[Path]:
        ages = {}
        for path in self.path.glob(pattern):
            with suppress(FileNotFoundError):
                ages[path] = path.stat().st_mtime_ns
        return sorted(ages, key=lambda path: (ages[path], path.name))

    def _found(self, path: Path, digest: str, kind: str) -> Tables | None:
        found = open_mapped(path, digest)
        if found is not None and kind in MOST:
            with suppress(OSError):
                os.utime(path)
        return found

    @contextmanager
    def _alone(self, kind: str) -> Iterator[None]:
        """Only one process writes files of a kind at a time; the lock of one that was killed is free."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.path / f"{kind}.lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _tidy(self, kind: str, digest: str) -> None:
        """Remove what a killed process has left, the large files that nobody has used for the longest time, and those
        that have been replaced."""
        for left in self.path.glob(f"*.{kind}.part"):
            left.unlink(missing_ok=True)
        alike = f"{digest.rpartition('-')[0]}-*" if kind in SERIES else "*"
        most = MOST.get(kind) or SERIES.get(kind)
        if most is not None:
            for old in self._by_age(f"{alike}.{kind}")[:-most]:
                old.unlink(missing_ok=True)


def index_folder(address: Address) -> Path:
    """Return where the indexes of a database are: in the folder that ARPAD_INDEX names, else beside the file if that
    folder can be written to, else in the folder for caches (XDG_CACHE_HOME)."""
    chosen = os.environ.get("ARPAD_INDEX")
    if chosen:
        return Path(chosen)
    path = address.path
    if path is not None and os.access(path.parent, os.W_OK):
        return path.with_name(f"{path.name}-index")
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "arpad"
