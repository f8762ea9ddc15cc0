"""Mutated JSON documents: fields dropped, doubled, moved by a little, or made something else."""

import copy
import random
from collections.abc import Iterator
from typing import Any

OTHERS: list[Any] = [
    None, True, 0, 1, -1, 10**6, 10**30, 0.5, 1e308, float("nan"), "", "w", "x", "team", [], {}, [1], [[1, 1]], [{}],
    {"1": "H"}, "\0", "ñ",
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place below a value, as the keys that lead to it."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(value[key], (*path, key))


def mutated(document: Any, chance: random.Random) -> Any:
    """A copy with one to three mutations, half of them near the top."""
    found = copy.deepcopy(document)
    for _ in range(chance.choice((1, 1, 2, 3))):
        every = list(places(found))
        if every:
            near = [path for path in every if len(path) < 3]
            _mutate(found, chance.choice(chance.choice((every, near))), chance)
    return found


def _mutate(document: Any, path: tuple[Any, ...], chance: random.Random) -> None:
    parent = document
    for key in path[:-1]:
        parent = parent[key]
    key, kind = path[-1], chance.randrange(6)
    if kind == 0:
        del parent[key]
    elif kind == 1 and isinstance(parent, list):
        parent.append(parent[key])
    elif kind == 2 and isinstance(parent[key], int | float):
        parent[key] += chance.choice((-1, 1, 0.5, 100))
    else:
        parent[key] = chance.choice(OTHERS)
