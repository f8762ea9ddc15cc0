"""The command line as a fixture: arguments in, exit code and both outputs back. Passwords are cheap in all tests."""

import datetime as dt
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from answers import Answer, Arpad
from arpad.cli.main import main
from arpad.office.accounts import people
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start tests that take seconds first, so that no worker is left alone with one in the end: those that say so, and
    journeys in Chromium."""
    items.sort(key=lambda item: not _is_long(item))


def _is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is not None or "halls" in getattr(item, "fixturenames", ())


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
def key_of_all_offices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One key for all offices, so that a copy of a database finds it too, and the same office has the same rows."""
    from arpad.office.storage._signing import add_key
    from one_key import KEY, one_key

    file = tmp_path_factory.mktemp("keys") / "offices.key"
    add_key(file, KEY)  # a database that another worker made needs it too
    with pytest.MonkeyPatch.context() as patch, one_key:
        patch.setenv("ARPAD_KEY", str(file))
        yield
