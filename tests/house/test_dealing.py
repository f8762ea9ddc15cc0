"""Long tests come first, and no test is lost in the deal."""

import pytest

from dealing import dealt


@pytest.mark.parametrize("workers", [1, 2, 3, 7])
@pytest.mark.parametrize("long", [(), ("d",), ("a", "e", "g"), tuple("abcdefgh")])
def test_every_test_is_dealt_once(workers: int, long: tuple[str, ...]) -> None:
    order = dealt("abcdefgh", workers, long.__contains__)
    assert sorted(order) == list("abcdefgh")
    assert [test for test in order if test not in long] == [test for test in "abcdefgh" if test not in long]


def test_each_worker_begins_with_its_long_tests() -> None:
    order = dealt("abcdefgh", 3, "beh".__contains__)
    assert "".join(order) == "ba" + "ecd" + "hfg"
