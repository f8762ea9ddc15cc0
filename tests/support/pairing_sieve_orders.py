"""Section D of C.04.3: the order in which candidates are generated. Numbers are bracket sequence numbers."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

Exchange = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers moved from S1 to S2, and those moved from S2 to S1."""


def transpositions(
    s2: Sequence[int], places: int, suits: Callable[[int, int], bool] | None = None
) -> Iterator[tuple[int, ...]]:
    """D.1: the first players of S2 in every order, by the lexicographic value of their numbers; the others do not
    count.

    With `suits`, only those in which every number suits its place (0, 1, ...).
    """
    return _continued(tuple(sorted(s2)), places, 0, suits)


def _continued(
    numbers: tuple[int, ...], places: int, place: int, suits: Callable[[int, int], bool] | None
) -> Iterator[tuple[int, ...]]:
    if place == places:
        yield ()
        return
    for at, number in enumerate(numbers):
        if suits is None or suits(place, number):
            for others in _continued(numbers[:at] + numbers[at + 1 :], places, place + 1, suits):
                yield (number, *others)


def exchanges(s1: Sequence[int], s2: Sequence[int]) -> Iterator[Exchange]:
    """D.2: every exchange between the original S1 and the original S2 but the empty one: the smaller first (a), then
    by the difference of the sums (b), then the highest different number that leaves S1 (c), then the lowest different
    number that enters it (d)."""
    for size in range(1, min(len(s1), len(s2)) + 1):
        pairs = [(down, up) for down in combinations(s1, size) for up in combinations(s2, size)]
        yield from sorted(pairs, key=_priority)


def _priority(exchange: Exchange) -> tuple[int, int, list[int], list[int]]:
    """The exchange that comes first has the lowest value."""
    down, up = exchange
    return len(down), sum(up) - sum(down), [-number for number in sorted(down, reverse=True)], sorted(up)


def moved_down_sets(scores: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """D.3: every S1 of moved-down players, by its highest different scores (a), then by the lexicographic value of
    its numbers (b). `scores` are those of the moved-down players 1, 2, ... in the order of A.2."""
    numbers = range(1, len(scores) + 1)
    yield from sorted(
        combinations(numbers, size), key=lambda chosen: ([-scores[number - 1] for number in chosen], chosen)
    )
