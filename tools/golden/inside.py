"""Everything of Arpad that the goldens need by the name of its module. If modules move, this file is all that changes.

It is imported before any other module of Arpad: the clock is replaced first, so that nobody has the real one.
"""

import datetime as dt
import gc
import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from arpad import clock

NOW = dt.datetime(2026, 3, 14, 9, 26, 53, tzinfo=dt.UTC)
DEMO_NOW = dt.datetime(2023, 3, 2, 12, tzinfo=dt.UTC)
"""The moment of the office on the web: in the demo federation's fourth month."""
DEMO_MONTHS = 4
OUTSIDE = ("alembic", "chess", "cryptography", "duckdb", "networkx", "numpy", "pyarrow", "pyarrow.parquet", "pypdfium2",
           "sqlalchemy", "starlette", "typst", "uvicorn")  # fmt: skip
"""Libraries that commands load when they need them: a process that has them can be forked for every line."""


def stop_clock(moment: dt.datetime = NOW) -> None:
    """Let the clock stand still. Only before the modules that use it are loaded."""
    setattr(clock, "instant", lambda: moment)  # noqa: B010  (a function of a module)
    setattr(clock, "milliseconds", lambda: 0)  # noqa: B010


stop_clock()


def load_everything() -> None:
    """Load all modules, so that each line starts from a process that has them."""
    import arpad

    for name in OUTSIDE:
        importlib.import_module(name)
    for module in pkgutil.walk_packages(arpad.__path__, "arpad."):
        if "migrations" in module.name or module.name.endswith("__main__"):
            continue
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as missing:
            if missing.name is None or missing.name.startswith("arpad"):
                raise
    gc.collect()
    gc.freeze()  # a fork copies only what it changes
    gc.disable()


def cheap_passwords() -> None:
    """Let a sign-in take a millisecond instead of a third of a second."""
    from pwdlib import PasswordHash
    from pwdlib.hashers.argon2 import Argon2Hasher

    from arpad.office.accounts import people as passwords

    hasher = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
    setattr(passwords, "password_hasher", lambda: hasher)  # noqa: B010


def run_line(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run one call of the command line, and return its exit code."""
    from arpad.cli.main import main

    return main(arguments, environment)


def command_tree() -> Any:
    """Return the tree of all commands, loaded whole."""
    from arpad.cli.app import whole

    return whole()


def make_demo(file: Path) -> None:
    """Make the demo federation in a new database file, with a tournament in its fifth round."""
    from arpad.office.context import Desk
    from arpad.office.demo import found_demo, found_running_event
    from arpad.office.storage.database import Database
    from arpad.regulations.rating_editions import regulations

    database = Database(f"sqlite:///{file}")
    desk = Desk(database, regulations(), "fide", "demo", DEMO_NOW)
    found_demo(database, desk, months=DEMO_MONTHS)
    found_running_event(database, desk)
    database.dispose()


def make_site(database: str, secret: Callable[[], str]) -> Any:
    """Return the application over a database, with a clock that stands still."""
    from arpad.web.app import create_app
    from arpad.web.site import Settings

    return create_app(Settings(database, now=lambda: DEMO_NOW, secret=secret, milliseconds=lambda: 0, demo=True))
