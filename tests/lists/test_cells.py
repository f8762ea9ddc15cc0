"""A text is found in a sorted column from wherever one begins to look."""

import pyarrow as pa

from arpad.lists.ledger import TextCells

NUMBERS = range(0, 400, 2)
CELLS = TextCells(pa.chunked_array([[f"{number:03}" for number in NUMBERS]]))


def test_a_text_is_found_near_any_place_and_far_from_it() -> None:
    for near in (-1, *range(0, len(NUMBERS), 7), len(NUMBERS) - 1, len(NUMBERS), 10_000):
        for number in range(-1, 402):
            place = number // 2 if number in NUMBERS else None
            assert CELLS.place(f"{number:03}", near) == place, (number, near)


def test_nothing_is_found_in_an_empty_column() -> None:
    assert TextCells(pa.chunked_array([[]], pa.string())).place("7", 0) is None
