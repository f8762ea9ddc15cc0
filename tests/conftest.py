"""The command line as a fixture: arguments in, exit code and both outputs back. Passwords are cheap in all tests, and
temporary files are in memory."""

import atexit
import datetime as dt
import gc
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

import collecting
import quick_folder
from answers import Answer, Arpad
from arpad.cli.main import main
from arpad.office.accounts import people
from dealing import dealt
from office_databases import (  # noqa: F401  (fixtures for every test)
    bare_database,
    database,
    new_database,
    postgresql,
    prepared,
    sqlite_template,
)
from web_demo import (  # noqa: F401  (fixtures for every test)
    browser,
    client,
    demo_file,
    office,
    open_page,
    served,
    server,
    visitors,
)
from web_event import event_client, event_file, event_office, open_event  # noqa: F401  (fixtures for every test)
from web_journeys import halls  # noqa: F401  (a fixture for every test)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the folder of temporary files, once for all workers. What is loaded for the tests stays, so the collector
    need not look at it."""
    folder = quick_folder.use_memory()
    if folder is not None and config.option.basetemp is None:
        config.option.basetemp = folder / "t"
    gc.disable()
    collecting.draw_from_no_source()
    at_work = _at_work(config)
    if at_work and not config.option.file_or_dir and not sys.dont_write_bytecode:
        number = int(at_work["workerid"].removeprefix("gw"))
        collecting.rewrite_share(config, Path(__file__).parent, number, at_work["workercount"])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With several workers, long tests come first."""
    at_work = _at_work(config)
    if at_work:
        items[:] = dealt(items, at_work["workercount"], _is_long)


def _at_work(config: pytest.Config) -> dict[str, Any]:
    """What a worker was told: its name and how many there are. Nothing if all tests run in this process."""
    told: dict[str, Any] = getattr(config, "workerinput", {})
    return told


def _is_long(item: pytest.Item) -> bool:
    """Tests that say so, and journeys in Chromium."""
    return item.get_closest_marker("long") is not None or "halls" in getattr(item, "fixturenames", ())


def pytest_collection_finish() -> None:
    """All tests stay to the end, so the collector can skip them. When Python ends they are taken away, so that no
    library tells of objects that are left."""
    gc.freeze()
    atexit.register(gc.unfreeze)
    gc.enable()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a case after its file or its day, so that `-k` finds it."""
    if isinstance(val, Path):
        return val.name
    return val.isoformat() if isinstance(val, dt.date) else None


def pytest_unconfigure() -> None:
    if "visitor" in sys.modules:
        sys.modules["visitor"].close_loop()


@pytest.fixture
def arpad(capsys: pytest.CaptureFixture[str]) -> Arpad:
    """Run one call of the command line."""

    def call(line: str, **environment: str) -> Answer:
        capsys.readouterr()
        code = main(shlex.split(line), environment)
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return call


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Argon2 with the least work that it can do: a sign-in takes a third of a second with the work it should do."""
    hasher = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "password_hasher", lambda: hasher)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_offices() -> Iterator[None]:
    """All new offices on SQLite as the first one."""
    from recorded_office import offices_as_recorded

    with offices_as_recorded():
        yield


@pytest.fixture(scope="session", autouse=True)
def key_of_all_offices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One key for all offices, so that a copy of a database finds it too, and the same office has the same rows."""
    from one_key import one_key

    with pytest.MonkeyPatch.context() as patch, one_key:
        patch.setenv("ARPAD_KEY", str(tmp_path_factory.mktemp("keys") / "offices.key"))
        yield
