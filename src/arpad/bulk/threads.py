"""Work done in threads beside the one that asks for it, and answered in the order of the asking."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


@contextmanager
def in_order(work: Callable[[Asked], Answer], items: Iterable[Asked], threads: int = 1) -> Iterator[Iterator[Answer]]:
    """The answers of `work` for all items, in their order. The items are made here, as many ahead as there are threads
    and one more. What fails is raised in its turn; when this is left nothing is under way any more."""
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
