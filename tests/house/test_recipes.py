"""The recipes of CONTRIBUTING.md can be followed: each diff applies, and its command then prints what it should."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from places import PROJECT

SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(diff|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECIPES = {
    title: BLOCK.findall(body)
    for title, body in SECTION.findall((PROJECT / "CONTRIBUTING.md").read_text("utf-8"))
    if "```diff" in body
}
CLUB = "Abad, Ana;Blanco, Borja;1-0\n"


def copy_sources(folder: Path) -> None:
    """Copy the package with what is compiled of it: only what a diff changes is compiled again."""
    shutil.copytree(PROJECT / "src", folder / "src")


def apply(diff: str, folder: Path, title: str) -> None:
    done = subprocess.run(["git", "apply", "-"], cwd=folder, input=diff, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"CONTRIBUTING.md, {title}: bring the diff up to date; {done.stderr}"


def run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_can_be_followed(title: str, tmp_path: Path) -> None:
    copy_sources(tmp_path)
    data = tmp_path / "tests" / "data"
    data.mkdir(parents=True)
    shutil.copy(PROJECT / "tests" / "data" / "numbers.toml", data)
    beside = [PROJECT / name for name in ("examples", "tools", "pyproject.toml")]
    for file in [*beside, *(PROJECT / "tests").iterdir(), *(PROJECT / "tests" / "data").iterdir()]:
        place = tmp_path / file.relative_to(PROJECT)
        if not place.exists():
            place.symlink_to(file)
    (tmp_path / "club.txt").write_text(CLUB)
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src"), "COLUMNS": "120", "NO_COLOR": "1"}
    for kind, block in RECIPES[title]:
        if kind == "diff":
            applied = subprocess.run(
                ["git", "apply", "-"], cwd=tmp_path, input=block, capture_output=True, text=True, check=False
            )
            assert applied.returncode == 0, f"CONTRIBUTING.md, {title}: {applied.stderr}"
            continue
        command, _, lines = block.removeprefix("$ ").partition("\n")
        words = shlex.split(command)
        start = [sys.executable, "-m", "arpad"] if words[0] == "arpad" else [sys.executable]
        done = subprocess.run(
            [*start, *words[1:]], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        shown = [line.strip() for line in done.stdout.splitlines()]
        assert [line for line in lines.splitlines() if line.strip() not in shown] == [], done.stdout


ASK = """
import datetime as dt
from starlette.testclient import TestClient
from arpad.web.app import create_app
from arpad.web.site import Settings

now = dt.datetime(2026, 3, 14, tzinfo=dt.UTC)
settings = Settings("sqlite:///arpad.db", now=lambda: now, secret=lambda: "x" * 43, milliseconds=lambda: 0)
client = TestClient(create_app(settings))
described = "OfficeNumbers" in client.get("/openapi.json").text
print(client.get("/numbers.json").text, client.get("/numbers").status_code, described)
"""


def test_the_page_of_a_recipe_is_served(tmp_path: Path) -> None:
    copy_sources(tmp_path)
    for _, block in RECIPES["Adding a page"]:
        apply(block, tmp_path, "Adding a page")
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src")}
    run([sys.executable, "-m", "arpad", "office", "init", "--federation", "ESP"], tmp_path, environment)
    assert run([sys.executable, "-c", ASK], tmp_path, environment) == '{"lists": 0, "newest": ""}\n 200 True\n'


REMARK = """
arpad event new {examples}/open.toml --at 2026-03-20T10:00
arpad event enter valdeoca-2026 --csv {examples}/entries.csv --at 2026-04-29T20:00
arpad event close-list valdeoca-2026 --initial w --at 2026-04-30T18:00
arpad event draw valdeoca-2026 1 --at 2026-05-01T00:10
arpad event remark valdeoca-2026 1 3 "another clock" --at 2026-05-01T00:20
arpad event undo valdeoca-2026 63 --at 2026-05-01T00:30
arpad event log valdeoca-2026 --kind board --json
"""


def test_the_act_of_a_recipe_is_written_and_undone(tmp_path: Path) -> None:
    copy_sources(tmp_path)
    for kind, block in RECIPES["Adding an act of an event"]:
        if kind == "diff":
            apply(block, tmp_path, "Adding an act of an event")
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src"), "ARPAD_WHO": "Ana"}
    printed = ""
    for line in REMARK.strip().format(examples=PROJECT / "examples" / "tournament").splitlines():
        printed = run([sys.executable, "-m", "arpad", *shlex.split(line)[1:]], tmp_path, environment)
    assert [line["data"]["remark"] for line in json.loads(printed)["lines"]] == ["another clock", ""]
