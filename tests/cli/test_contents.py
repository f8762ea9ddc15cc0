"""The table of contents of the command line names every command, with the module that adds it."""

import json
import subprocess
import sys
from importlib import import_module

import pytest

from arpad.cli.app import whole
from arpad.cli.contents import GROUPS, PANELS, SINGLE

HEAVY = {
    "alembic", "duckdb", "fastapi", "jinja2", "numba", "numpy", "psycopg", "pyarrow", "pydantic", "rich", "rustworkx",
    "sqlalchemy", "starlette", "typst", "uvicorn",
}  # fmt: skip
"""Packages that take long to load."""


def test_every_command_is_in_the_contents_with_its_module() -> None:
    everything = whole()
    assert set(everything.commands) == {*SINGLE, *GROUPS}
    for name, module in SINGLE.items():
        assert everything.commands[name].callback.__module__ == module
    for group, (_, contents, *_) in GROUPS.items():
        commands = everything.commands[group].commands  # type: ignore[attr-defined]
        assert set(commands) == set(contents), group
        for name, module in contents.items():
            callback = commands[name].callback
            if callback is not None and callback.__module__ != module:
                assert hasattr(import_module(module), callback.__name__), (group, name)


def test_a_long_help_page_names_every_command_once() -> None:
    everything = whole()
    for name, panels in PANELS.items():
        group = everything if name == "arpad" else everything.commands[name]
        assert sorted(" ".join(panels.values()).split()) == sorted(group.contents), f"{name}: PANELS in cli/contents.py"  # type: ignore[attr-defined]


def loaded(*arguments: str) -> set[str]:
    """The modules that a call has loaded when it ends."""
    code = (
        "import sys, json; from arpad.cli.main import main; main(sys.argv[1:], {}); print(json.dumps([*sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_the_version_loads_next_to_nothing() -> None:
    found = loaded("--version")
    assert {name for name in found if name.startswith("arpad")} == {
        "arpad",
        "arpad.release",
        "arpad.cli",
        "arpad.cli.main",
    }
    assert not found & {*HEAVY, "click"}


@pytest.mark.parametrize(
    "typed",
    [
        "change --edition fide-2024 --rating 2000 --k 20 --game 1900:1",
        "initial --edition fide-2024 --game 1900:1 --game 1900:1 --game 1900:0 --game 1900:1 --game 1900:1",
        "k --edition fide-2024 --rating 2000 --games 50",
    ],
)
def test_a_calculator_loads_no_heavy_package(typed: str) -> None:
    """The rules for columns are in the modules of the rules for one player, and wait for numpy until one is used."""
    found = loaded("calc", *typed.split())
    assert not found & HEAVY
    assert not {name for name in found if name.startswith("arpad.cli.office")}


def test_commands_on_an_event_load_no_columns() -> None:
    """What reads rating lists (pyarrow, numpy) is loaded when a list or a file of players is read."""
    modules = ", ".join(f"arpad.cli.event.{name}" for name in ("ending", "players", "rounds", "setup", "show", "teams"))
    program = f"import sys, {modules}; print(*sorted({{'numpy', 'pyarrow', 'sqlalchemy'}} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
