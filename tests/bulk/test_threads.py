"""Work beside the thread that asks for it: in order, not too far ahead, and over when it is left."""

import threading
from collections.abc import Iterator

import pytest

from arpad.bulk.atomic_folders import in_order


def test_answers_come_in_the_order_of_the_items() -> None:
    second = threading.Event()

    def work(item: int) -> int:
        if item == 0:
            assert second.wait(10)
        if item == 1:
            second.set()
        return item * item

    with in_order(work, range(20), threads=2) as answers:
        assert list(answers) == [item * item for item in range(20)]


def test_only_so_many_items_are_made_ahead() -> None:
    made: list[int] = []

    def items() -> Iterator[int]:
        for item in range(10):
            made.append(item)
            yield item

    with in_order(str, items(), threads=2) as answers:
        assert next(answers) == "0"
        assert made == [0, 1, 2, 3]


def test_what_fails_first_is_raised() -> None:
    """The third item cannot be made, but the work on the second had failed before."""

    def items() -> Iterator[int]:
        yield 0
        yield 1
        raise OSError("the third item")

    def work(item: int) -> int:
        if item:
            raise ValueError("the second answer")
        return item

    with pytest.raises(ValueError, match="the second answer"), in_order(work, items()) as answers:
        list(answers)
    with pytest.raises(OSError, match="the third item"), in_order(str, items()) as texts:
        list(texts)


def test_nothing_is_under_way_when_it_is_left() -> None:
    done: list[int] = []

    def stop_after_one() -> None:
        with in_order(done.append, range(10)) as answers:
            next(answers)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop_after_one()
    left = list(done)
    assert left == list(range(len(left)))
    assert len(left) <= 3
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")]
