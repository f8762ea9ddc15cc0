"""How long work tells what is done: a caller who wants to know gives one of these functions."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

CountDone = Callable[[int], None]
"""Told how much is done: the bytes of a file, the reports of a period."""

StepsDone = Callable[[int, int], None]
"""Told how much is done, and how much there is in all."""

RowsDone = Callable[[str, int], None]
"""Told a table, and how many of its rows are done."""


def with_progress(items: Iterable[T], total: int, progress: StepsDone | None) -> Iterator[T]:
    """Yield the items, and tell how many are done whenever the caller has finished with one."""
    for number, item in enumerate(items, 1):
        yield item
        if progress is not None:
            progress(number, total)
