"""Work done in other threads, with the answers in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

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
