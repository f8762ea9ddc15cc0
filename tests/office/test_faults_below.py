"""Faults below the office: the power fails, the disk is full, the line is cut, the server stops.

Twenty of them on each database lose nothing that was answered (`make torture` has more). And what would lose something
is caught: a journal that is off, syncs that are left out, a commit that is skipped, an answer before the commit.
"""

import importlib.util
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.engine.default import DefaultDialect

import fault_model
from arpad.i18n import StorageFault
from arpad.office.storage import _dialects as sqlite_file
from arpad.office.storage.database import Database
from fault_disk import DiskAct, power_failures
from fault_proxy import KINDS, FaultServer, fault_server
from fault_work import Season
from places import PROJECT

TOOL = PROJECT / "tools" / "torture_faults.py"
SEED = 1


@pytest.fixture(scope="module")
def torture() -> ModuleType:
    spec = importlib.util.spec_from_file_location("torture_faults", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["torture_faults"] = module  # a dataclass looks for its module
    spec.loader.exec_module(module)
    return module


def states(tally: Any, kind: str) -> set[str]:
    return {state for fault, state in tally if fault == kind}


@pytest.mark.long
def test_power_failures_lose_nothing_that_was_answered(torture: ModuleType) -> None:
    tally = torture.power(3, SEED, lists=1)
    assert tally.total() == 12
    assert {fault for fault, _ in tally} == {"drop", "tear", "reorder", "keep"}


@pytest.mark.long
def test_a_disk_that_fails_is_told_as_such_and_loses_nothing(torture: ModuleType) -> None:
    tally = torture.failing("sqlite", 3, SEED, lists=1)
    assert tally.total() == 9
    assert states(tally, "full") == {"old"}


@pytest.fixture(scope="module")
def server() -> Iterator[FaultServer]:
    with fault_server() as made:
        yield made


@pytest.mark.long
def test_a_server_that_fails_is_told_as_such_and_loses_nothing(torture: ModuleType, server: FaultServer) -> None:
    tally = torture.failing("postgresql", 4, SEED, server, lists=1, kinds=("before", "after", "torn", "refused"))
    tally += torture.failing("postgresql", 2, SEED, server, lists=1, kinds=("stopped", "full"))
    assert tally.total() == 20
    assert {fault for fault, _ in tally} == set(KINDS)
    assert states(tally, "before") == states(tally, "refused") == states(tally, "torn") == {"old"}
    assert states(tally, "after") == {"new"}


# ------------------------------------------------------------------ what must be caught


def _journal_off(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sqlite_file, "SQLITE_SETTINGS", (*sqlite_file.SQLITE_SETTINGS, "PRAGMA journal_mode = OFF"))
    real = sqlite_file._patiently

    def off(connection: Connection, words: str, tries: int = sqlite_file.TRIES) -> None:
        real(connection, words.replace("WAL", "OFF"), tries)

    patch.setattr(sqlite_file, "_patiently", off)


def _synchronous(how: str) -> Any:
    def mutate(patch: pytest.MonkeyPatch) -> None:
        settings = (words.replace("= FULL", f"= {how}") for words in sqlite_file.SQLITE_SETTINGS)
        patch.setattr(sqlite_file, "SQLITE_SETTINGS", tuple(settings))

    return mutate


def _skip_commits(patch: pytest.MonkeyPatch) -> None:
    """Every third commit is not done, and answered all the same."""
    real: Any = DefaultDialect.do_commit
    count = [0]

    def commit(self: DefaultDialect, connection: Any) -> None:
        count[0] += 1
        if count[0] % 3:
            real(self, connection)

    patch.setattr(DefaultDialect, "do_commit", commit)


MUTANTS = {
    "journal_mode = OFF": _journal_off,
    "synchronous = OFF": _synchronous("OFF"),
    "synchronous = NORMAL": _synchronous("NORMAL"),
    "skipped commits": _skip_commits,
}


@pytest.mark.long
@pytest.mark.parametrize("mutant", MUTANTS)
def test_an_office_that_is_careless_is_caught(
    torture: ModuleType, monkeypatch: pytest.MonkeyPatch, mutant: str
) -> None:
    MUTANTS[mutant](monkeypatch)
    with pytest.raises(torture.Lost):
        torture.power(40, SEED, lists=1, losses=("drop", "tear"))


@pytest.mark.long
def test_an_office_that_answers_before_it_commits_is_caught(
    torture: ModuleType, monkeypatch: pytest.MonkeyPatch, server: FaultServer
) -> None:
    """A fault while it commits is swallowed, and the deed is answered."""
    real = Database._connected

    def careless(self: Database) -> Any:
        from contextlib import contextmanager

        @contextmanager
        def connected() -> Iterator[Connection]:
            try:
                with real(self) as connection:
                    yield connection
            except StorageFault:
                if not connection.get_execution_options().get("arpad_write"):
                    raise

        return connected()

    monkeypatch.setattr(Database, "_connected", careless)
    with pytest.raises(torture.Lost):
        torture.failing("postgresql", 3, SEED, server, lists=1, kinds=("before",))


# ------------------------------------------------------------------ the tools themselves


def test_what_no_sync_followed_may_be_lost() -> None:
    acts = [
        DiskAct("write", "a", 0, b"one"), DiskAct("sync", "a"), DiskAct("mark", "told"),
        DiskAct("write", "a", 3, b"two"), DiskAct("write", "a", 8, b"three"),
    ]  # fmt: skip
    found = {loss: (files["a"], told) for _, loss, files, told in power_failures(acts, [(5, "drop"), (5, "keep")], "x")}
    assert found == {"drop": (b"one", ["told"]), "keep": (b"onetwo\0\0three", ["told"])}
    torn = {files["a"] for seed in range(40) for *_, files, _ in power_failures(acts, [(5, "tear")], str(seed))}
    assert {b"one", b"onet", b"onetwo\0\0thr"} <= torn
    reordered = {files["a"] for seed in range(20) for *_, files, _ in power_failures(acts, [(5, "reorder")], str(seed))}
    assert reordered == {b"one", b"onetwo", b"one\0\0\0\0\0three", b"onetwo\0\0three"}


def test_the_model_knows_nothing_of_the_code() -> None:
    source = Path(fault_model.__file__).read_text("utf-8")
    assert "import arpad" not in source
    assert "from arpad" not in source


def test_the_model_tells_every_deed_apart() -> None:
    """After each deed of a season the model wants something else than before it."""
    deeds = [work.deed for work in Season(SEED).works]
    assert {"import", "submit", "close", "publish", "correct", "result"} <= {deed["do"] for deed in deeds}
    views = [fault_model.after(deeds[:count]) for count in range(len(deeds) + 1)]
    assert all(one != other for one, other in pairwise(views))
    assert fault_model.differences(views[3], views[4]) != []
