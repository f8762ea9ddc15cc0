"""Arpad needs nothing that Windows lacks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ONLY_UNIX = ("fcntl", "grp", "pwd", "resource", "termios")
LIST = Path(__file__).parents[2] / "examples/lists/2025-01.csv"
START = f"""
import asyncio, os, sys  # on Windows asyncio has other modules of its own, which need none of these
for name in {ONLY_UNIX}:
    sys.modules[name] = None
"""
IMPORT_ALL = f"""{START}
import importlib, json, pkgutil, arpad
done, failed = [], {{}}
for module in pkgutil.walk_packages(arpad.__path__, "arpad."):
    if module.name.endswith("__main__") or ".migrations" in module.name:
        continue
    try:
        importlib.import_module(module.name)
        done.append(module.name)
    except Exception as problem:
        failed[module.name] = repr(problem)
print(json.dumps([done, failed]))
"""
RUN = f"""{START}
import json
from arpad.cli.main import main
for words in json.loads(sys.argv[1]):
    assert main(words, os.environ) == 0, words
"""


def run(program: str, *arguments: str, folder: Path | None = None) -> str:
    """What a program prints in a process without these modules. Without fcntl, filelock warns of its weaker locks on
    Unix; on Windows it has its own."""
    call = [sys.executable, "-W", "ignore:only soft file lock", "-c", program, *arguments]
    done = subprocess.run(
        call, check=False, capture_output=True, text=True, cwd=folder, env=os.environ | {"USERNAME": "test"}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_every_module_is_imported() -> None:
    done, failed = json.loads(run(IMPORT_ALL).splitlines()[-1])
    assert failed == {}
    assert len(done) > 300
    assert {"arpad.cli.serve", "arpad.web.uploads", "arpad.office.storage.backups"} <= {*done}


@pytest.mark.long
def test_an_office_is_founded_filled_and_backed_up(tmp_path: Path) -> None:
    db = ["--db", f"sqlite:///{tmp_path / 'office.db'}"]
    lines = (
        ["office", "init", "--federation", "ESP", *db],
        ["office", "import-list", str(LIST), "--date", "2025-01-01", *db],
        ["office", "backup", "office.zip", *db],
    )
    run(RUN, json.dumps(lines), folder=tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir() if file.is_file()) == ["office.db", "office.zip"]
