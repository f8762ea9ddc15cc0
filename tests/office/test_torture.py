"""Ten kills on each database: the office has the old state or the new one. `make torture` kills many more times."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from office_databases import BOTH, NewDatabase, url_of
from office_life import year
from places import PROJECT

TOOL = PROJECT / "tools" / "torture_office.py"
KILLS, SEED = 10, 26
LISTS = 3
"""A quarter of a year. With this seed it has everything that an officer does."""
KINDS = {"import", "submit", "close", "publish", "correct", "withdraw", "merge"}


@pytest.fixture(scope="module")
def torture() -> ModuleType:
    spec = importlib.util.spec_from_file_location("torture_office", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
@pytest.mark.parametrize("kind", BOTH)
def test_a_killed_process_leaves_the_old_state_or_the_new(
    kind: str, torture: ModuleType, new_database: NewDatabase
) -> None:
    tally = torture.torture(kind, KILLS, SEED, lambda: url_of(new_database(kind, office=False)), lists=LISTS)
    assert tally.total() == KILLS
    assert {step for step, _, _ in tally} == KINDS
    assert {mode for _, mode, _ in tally} == set(torture.MODES[kind])
    assert {state for _, mode, state in tally if mode == "statement"} == {"old"}
    assert {state for _, mode, state in tally if mode == "after"} == {"new"}


def test_a_year_is_the_same_for_the_same_seed() -> None:
    assert year(1) == year(1)
    assert [step.data for step in year(1)] != [step.data for step in year(2)]
    assert {"submit", "close", "publish", "correct", "withdraw", "merge"} <= {step.kind for step in year(SEED * 1000)}


def test_a_state_in_between_is_noticed(torture: ModuleType, new_database: NewDatabase, tmp_path: Path) -> None:
    """An office that somebody else has written to is in none of the states that a step may leave."""
    steps = year(SEED, 1)[:3]
    url, other = (url_of(new_database("sqlite", office=False)) for _ in range(2))
    with torture.Worker(url, SEED, 1, tmp_path / "list.csv") as worker:
        peace = torture.in_peace(worker, steps)
    with torture.Worker(other, SEED, 1, tmp_path / "list.csv") as worker:
        war = torture.War(worker, peace, SEED, prove_all=False)
        worker.order("prepare")
        worker.must("done")
        assert war._judged(0, {0, 1}, prove_all=False) == 0
        with pytest.raises(torture.Torn, match=r"\[0\] instead of \[1, 2\]"):
            war._judged(1, {1, 2}, prove_all=False)
