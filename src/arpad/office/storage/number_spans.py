"""Sets of numbers as short texts: `1-5,9` is 1 to 5, and 9.

A set is held by its edges, the numbers at which it begins or ends. To put a number in or to take it out turns both of
its edges over, so one function does both.
"""

from collections.abc import Iterable


def turned_over(spans: str, numbers: Iterable[int]) -> str:
    """Return a set with these numbers put in, if they were not in it, or taken out, if they were."""
    edges = _edges(spans)
    for number in numbers:
        edges ^= {number, number + 1}
    ordered = sorted(edges)
    pairs = zip(ordered[::2], ordered[1::2], strict=True)
    return ",".join(str(begin) if end == begin + 1 else f"{begin}-{end - 1}" for begin, end in pairs)


def _edges(spans: str) -> set[int]:
    edges: set[int] = set()
    for span in filter(None, spans.split(",")):
        begin, _, last = span.partition("-")
        edges ^= {int(begin), int(last or begin) + 1}
    return edges
