"""How long random proofs are: short in `make test`, and `ARPAD_PROVE` times as long in `make prove`."""

import os
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import settings

TIMES = int(os.environ.get("ARPAD_PROVE", "1"))

Test = TypeVar("Test", bound=Callable[..., None])


def examples(short: int, long: int = 0) -> int:
    """So many examples: `short` in `make test`; in `make prove` times as many, of `long` if it is given."""
    return short if TIMES == 1 else (long or short) * TIMES


def law(short: int, long: int = 0) -> Callable[[Test], Test]:
    """A law that holds for so many random examples. They are the same ones in every run."""
    drawn = settings(derandomize=True, deadline=None, max_examples=examples(short, long), database=None)

    def proof(test: Test) -> Test:
        marked: Test = pytest.mark.proof(drawn(test))
        return marked

    return proof


def seeds(count: int) -> pytest.MarkDecorator:
    """So many seeds for a test that makes its example itself, as the argument `seed`."""
    return pytest.mark.parametrize(
        "seed", [pytest.param(seed, marks=pytest.mark.proof) for seed in range(count * TIMES)]
    )
