"""The order of tests for several workers: long ones first, so that no worker has one left when the others are done."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Test = TypeVar("Test")


def dealt(tests: Sequence[Test], workers: int, is_long: Callable[[Test], bool]) -> list[Test]:
    """Return all tests in the order for workers who each get an equal run of them: each begins with its share of the
    long ones. Short ones keep their order, because neighbours share what they set up."""
    long = [test for test in tests if is_long(test)]
    short = [test for test in tests if not is_long(test)]
    order: list[Test] = []
    for worker in range(workers):
        end = len(order) + (len(tests) - len(order)) // (workers - worker)
        order += long[worker::workers]
        count = max(0, end - len(order))
        order += short[:count]
        del short[:count]
    return order + short
