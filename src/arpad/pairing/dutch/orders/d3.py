"""D.3: exchanges between the original S1 and the Limbo."""

from collections.abc import Iterator, Sequence
from itertools import combinations


def moved_down_sets(scores: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Every S1 of moved-down players, by its highest different scores (a), then by the lexicographic value of its
    numbers (b). `scores` are those of the moved-down players 1, 2, ... in the order of A.2."""
    numbers = range(1, len(scores) + 1)
    yield from sorted(
        combinations(numbers, size), key=lambda chosen: ([-scores[number - 1] for number in chosen], chosen)
    )
