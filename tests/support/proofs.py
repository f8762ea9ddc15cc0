"""How long random proofs are: short in `make test`, and `ARPAD_PROVE` times as long in `make prove`."""

import os
from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

TIMES = int(os.environ.get("ARPAD_PROVE", "1"))

BATCH = 10
Test = TypeVar("Test", bound=Callable[..., None])
Made = TypeVar("Made")


def examples(short: int, long: int = 0) -> int:
    """How many examples to try: `short` in `make test`; in `make prove` TIMES as many, of `long` if it is given."""
    return short if TIMES == 1 else (long or short) * TIMES


def law(short: int, long: int = 0) -> Callable[[Test], Test]:
    """A law that holds for so many random examples, drawn from the same seed in every run. Hypothesis also draws
    constants of the modules that are loaded, so the examples change with them."""
    drawn = settings(derandomize=True, deadline=None, max_examples=examples(short, long), database=None)

    def proof(test: Test) -> Test:
        marked: Test = pytest.mark.proof(drawn(test))
        return marked

    return proof


def over(
    short: int, make: Callable[[Random], Made], long: int = 0
) -> Callable[[Callable[[Made], None]], Callable[[], None]]:
    """A law over so many things that are made by lot, ten for every seed: to have hypothesis draw each value of a thing
    takes several times as long as the law itself."""

    def proof(test: Callable[[Made], None]) -> Callable[[], None]:
        def several(lot: Random) -> None:
            for _ in range(BATCH):
                test(make(lot))

        several.__name__, several.__qualname__, several.__module__ = test.__name__, test.__qualname__, test.__module__
        several.__doc__ = test.__doc__
        drawn: Callable[[], None] = law(short // BATCH, long // BATCH)(given(st.randoms(use_true_random=True))(several))
        return drawn

    return proof


def seeds(short: int, long: int = 0) -> pytest.MarkDecorator:
    """So many seeds for a test that makes its example itself, as the argument `seed`."""
    return pytest.mark.parametrize(
        "seed", [pytest.param(seed, marks=pytest.mark.proof) for seed in range(examples(short, long))]
    )
