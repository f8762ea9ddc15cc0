"""D.2: exchanges between the original S1 and the original S2."""

from collections.abc import Iterator, Sequence
from itertools import combinations

Exchange = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers moved from S1 to S2, and those moved from S2 to S1."""


def exchanges(s1: Sequence[int], s2: Sequence[int]) -> Iterator[Exchange]:
    """Every exchange but the empty one: the smaller first (a), then by the difference of the sums (b), then the
    highest different number that leaves S1 (c), then the lowest different number that enters it (d)."""
    for size in range(1, min(len(s1), len(s2)) + 1):
        pairs = [(down, up) for down in combinations(s1, size) for up in combinations(s2, size)]
        yield from sorted(pairs, key=priority)


def priority(exchange: Exchange) -> tuple[int, int, list[int], list[int]]:
    """What comes first has the lower value."""
    down, up = exchange
    return len(down), sum(up) - sum(down), [-number for number in sorted(down, reverse=True)], sorted(up)
