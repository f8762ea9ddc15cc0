"""Less work before the first test: workers share what each of them would do for all test files."""

from pathlib import Path

import pytest
from _pytest.assertion import rewrite
from hypothesis.internal.conjecture import providers

from proofs import TIMES


def rewrite_share(config: pytest.Config, tests: Path, worker: int, workers: int) -> None:
    """Rewrite the assertions of every n-th test file and keep the result beside it, as pytest does when it imports one.
    Otherwise all workers rewrite all files at the same time, which takes as long as the whole rest of the collection.
    """
    state = config.stash[rewrite.assertstate_key]
    for path in sorted(tests.glob("*/test_*.py"))[worker::workers]:
        folder = rewrite.get_cache_dir(path)
        kept = folder / f"{path.stem}{rewrite.PYC_TAIL}"
        if rewrite.try_makedirs(folder) and rewrite._read_pyc(path, kept) is None:
            source, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(state, code, source, kept)


def draw_from_no_source() -> None:
    """Keep hypothesis from parsing all loaded modules for constants to draw, except in `make prove`. What it drew would
    also depend on the modules that other tests have loaded."""
    if TIMES == 1:
        nothing = providers._local_constants
        providers._get_local_constants = lambda: nothing
