"""Write a folder completely or not at all, and run work in threads with the results in order."""

import contextlib
import shutil
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pyarrow as pa

from arpad.i18n import ArpadError

# A folder of files that is written whole or not at all.


def check_free(folder: Path, overwrite: bool) -> None:
    """Check that the folder is not there, or is empty, or may be written over."""
    try:
        if folder.exists() and not folder.is_dir():
            raise ArpadError("bulk-not-a-folder", folder=str(folder))
        if not overwrite and folder.is_dir() and any(folder.iterdir()):
            raise ArpadError("bulk-not-empty", folder=str(folder))
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(folder), problem=problem.strerror or str(problem)) from None


@contextlib.contextmanager
def whole_folder(folder: Path, overwrite: bool = False) -> Iterator[Path]:
    """Write into a hidden folder next to the real one; it takes its place at the end, and is removed on failure.

    In an existing folder, files of the same name are replaced, and others stay.
    """
    check_free(folder, overwrite)
    place = folder.absolute()
    beside = place.with_name(f".{place.name}.part")
    try:
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(parents=True)
        yield beside
        if place.is_dir():
            for file in sorted(beside.iterdir()):
                file.replace(place / file.name)
        else:
            beside.rename(place)
    except (OSError, pa.ArrowException) as problem:
        why = getattr(problem, "strerror", None) or str(problem).splitlines()[0]
        raise ArpadError("file-unwritable", file=str(folder), problem=why) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


# Work done in other threads, with the answers in order.

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


@contextmanager
def in_order(work: Callable[[Asked], Answer], items: Iterable[Asked], threads: int = 1) -> Iterator[Iterator[Answer]]:
    """Provide the answers of `work` for all items, in their order. The items are made here, as many ahead as there are
    threads and one more. Errors are raised in their turn; nothing is running any more when this ends."""
    pool = ThreadPoolExecutor(threads)

    def answers() -> Iterator[Answer]:
        asked: deque[Future[Answer]] = deque()
        try:
            for item in items:
                asked.append(pool.submit(work, item))
                if len(asked) > threads + 1:
                    yield asked.popleft().result()
        except Exception:
            for earlier in asked:
                earlier.result()
            raise
        while asked:
            yield asked.popleft().result()

    try:
        yield answers()
    finally:
        pool.shutdown(cancel_futures=True)
