"""Arpad runs from a zip file of its package: the commands, the library and the office in a browser."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns, make_archive

import pytest

HOME = Path(__file__).parents[2]
EXAMPLES = HOME / "examples"
OPEN = EXAMPLES / "open-2024.trf"
PASSWORD = "knights before bishops"
PAGES = """
import sys
from starlette.testclient import TestClient
from arpad.cli.serve import application
with TestClient(application(), base_url="http://localhost") as visitor:
    csrf = visitor.get("/login").text.partition('name="csrf" value="')[2].partition('"')[0]
    form = {"name": "ana", "password": sys.argv[1], "csrf": csrf}
    assert visitor.post("/login", data=form, follow_redirects=False).status_code == 303
    for address in sys.argv[2:]:
        answer = visitor.get(address, follow_redirects=False)
        assert answer.status_code == 200, (address, answer.status_code, answer.text)
"""
COMMANDS = """
import contextlib, io, json, os, sys
from arpad.cli.main import main
printed = []
for words in json.loads(sys.argv[1]):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(words, os.environ)
    assert code == 0, (words, code)
    printed.append(out.getvalue())
print(json.dumps(printed))
"""
Run = Callable[..., str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("zip")


@pytest.fixture(scope="module")
def run(folder: Path) -> Run:
    """Runs Python in a folder with the package in a zip file, its examples beside it as a wheel has them."""
    copytree(HOME / "src/arpad", folder / "whole/arpad", ignore=ignore_patterns("__pycache__"))
    copytree(HOME / "examples", folder / "whole/arpad/examples", ignore=ignore_patterns("__pycache__"))
    packed = make_archive(str(folder / "arpad"), "zip", folder / "whole")
    environment = os.environ | {"PYTHONPATH": packed, "ARPAD_WHO": "test", "ARPAD_DB": f"sqlite:///{folder / 'o.db'}"}

    def run(*arguments: str) -> str:
        call = [sys.executable, *arguments]
        done = subprocess.run(call, check=False, capture_output=True, text=True, env=environment, cwd=folder)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("-c", "import arpad; print(arpad.__file__)").startswith(packed)
    return run


def commands(run: Run, *lines: list[str]) -> list[str]:
    """Run commands in one process, which has to compile what it loads from a zip file, and return what each prints."""
    printed: list[str] = json.loads(run("-c", COMMANDS, json.dumps(lines)))
    assert all(printed)
    return printed


@pytest.mark.long
def test_the_office_is_served_from_a_zip_file(run: Run, folder: Path) -> None:
    (folder / "password").write_text(PASSWORD)
    commands(
        run,
        ["office", "init", "--federation", "ESP"],
        ["office", "account", "add", "ana", "--password-file", "password"],
    )
    run("-c", PAGES, PASSWORD, "/", "/static/style.css", "/office", "/office/events", "/openapi.json", "/api/client.py")


@pytest.mark.long
def test_commands_run_from_a_zip_file(run: Run, folder: Path) -> None:
    assert run("-m", "arpad", "--version")
    lists = ["--db", "sqlite:///lists.db"]
    *_, copied, of_the_copy, of_the_project = commands(
        run,
        ["calc", "change", "--edition", "fide-2024", "--rating", "2212", "--k", "40", "--game", "1926:1"],
        ["standings", str(OPEN)],
        ["pair", str(HOME / "examples/open-after-5.trf"), "--rounds", "9"],
        ["office", "init", "--federation", "ESP", *lists],
        ["office", "import-list", str(HOME / "examples/lists/2025-01.csv"), "--date", "2025-01-01", *lists],
        ["office", "close", "2025-02", *lists],
        ["explain", str(OPEN), "--player", "1", "--pdf", "player.pdf"],
        ["examples", "mine", "--json"],
        ["rate", "mine/open-2024.trf"],
        ["rate", str(OPEN)],
    )
    assert (folder / "player.pdf").read_bytes().startswith(b"%PDF")
    files = json.loads(copied)["files"]
    assert "open-2024.trf" in files
    assert len(files) == sum(file.is_file() and "__pycache__" not in file.parts for file in EXAMPLES.rglob("*"))
    assert of_the_copy == of_the_project
