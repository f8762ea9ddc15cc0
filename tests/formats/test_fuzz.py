"""Mutated reports, of text and of Swiss-Manager, and bytes of any kind: a Report or an ArpadError.

`make fuzz` reads more."""

import contextlib
import importlib.util
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from places import PROJECT
from proofs import law

TOOL = PROJECT / "tools" / "fuzz_reports.py"


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz_reports", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("kind", "count"), [("reports", 2000), ("swiss_manager", 400)])
def test_mutated_reports_are_read_or_refused(fuzz: ModuleType, kind: str, count: int) -> None:
    files = fuzz.samples(kind)
    problems = [(index, fuzz.problem_with(fuzz.mutated(3, index, files, kind))) for index in range(count)]
    assert [problem for problem in problems if problem[1] and not problem[1].endswith("seconds")] == []


def test_the_mutations_depend_on_the_seed_alone(fuzz: ModuleType) -> None:
    files = fuzz.samples()
    assert [fuzz.mutated(1, index, files) for index in range(20)] == [
        fuzz.mutated(1, index, files) for index in range(20)
    ]
    assert fuzz.mutated(1, 0, files) != fuzz.mutated(2, 0, files)


@law(300)
@given(st.binary(max_size=400))
def test_any_bytes_behind_a_record_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(ArpadError):
        assert read_report(b"001 " + data).format in ("trf06", "trf16", "trf26", "feda")
